import { z } from 'zod';
import { known } from '../../../../core/access.ts';
import { DomainReference } from '../../../../core/domain-reference.ts';
import { operationIn } from '../../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf } from '../../../../core/page.ts';
import { several } from '../../../../core/several.ts';
import { domain } from '../../../domains/inventory/index.ts';
import { PERIOD_DAYS } from '../search-data/catalog.ts';
import { connectionsOf } from '../search-data/connections.ts';
import { Provider } from '../search-data/shapes.ts';
import type { DeepSeoServices } from '../services.ts';
import { askForNext } from './ask.ts';
import { FORMULA, formulas, obstacles, stepKinds } from './rules.ts';
import { countSteps, findNext, stepsOf, type NextSummary } from './store.ts';

const Count = z.number().int();
const Kind = z.enum(stepKinds);
const clicked = { clicks: z.number(), impressions: z.number(), position: z.number() };

const StepRecord = z.object({
  order: Count.describe('From 1 for what is worth most clicks'), kind: Kind, url: z.string(), title: z.string().nullable(), says: z.string(), fix: z.string(),
  clicksAtStake: z.number().describe(`Estimate for ${PERIOD_DAYS} days`), obstacle: z.enum(obstacles).nullable().describe('What keeps it from being found'),
  figures: z.object({
    clicks: z.number(), impressions: z.number(), ctr: z.number(), expectedCtr: z.number(), position: z.number(), status: z.number(), inlinks: z.number(), lcpMs: z.number(), inpMs: z.number(), cls: z.number(), slowShare: z.number(),
  }).partial().describe('Figures behind it; those that are not known are left out'),
  queries: z.array(z.object({ query: z.string(), ...clicked })), others: z.array(z.object({ url: z.string(), ...clicked })).describe('Pages that compete with it'),
}).meta({ id: 'DeepSeoNextStep' });

const PATH = '/api/deep-seo/next/{domainId}';
const LIST = 'deep_seo.next';

const next = operationIn<DeepSeoServices>()({
  id: 'deepSeo.next',
  summary: 'Show which SEO work on a website gains most clicks',
  description: 'What to do next, by search data and the last site audit together: pages that rank but are rarely clicked, are in demand but cannot be found, compete with each other, almost reach the first page, or are slow for visitors; most clicks at stake first.',
  method: 'GET',
  path: PATH,
  access: { scope: 'seo' },
  plan: 'pro',
  allowance: 'none',
  owns: { domainId: domain },
  input: z.strictObject({ ...pageInput, domainId: DomainReference.describe('Name or id of the domain'), kind: several(Kind).optional().describe('Only steps of these kinds') }),
  output: pageOf(StepRecord).extend({
    state: z.enum(['ready', 'calculating', 'nothingKnown']).describe('`nothingKnown`: neither search data nor an analysed site audit'),
    message: z.string().nullable().describe('What would make it more complete'),
    madeAt: z.iso.datetime().nullable(), auditId: z.string().nullable(), connected: z.array(Provider), total: Count.describe('Steps that match, over all of them'),
    summary: z.object({
      days: Count, pages: Count.describe('Pages that were considered'), kinds: z.array(z.object({ kind: Kind, steps: Count, clicksAtStake: z.number(), formula: z.string() })), formula: z.string().describe('How the expected CTR is calculated'),
      expectedCtr: z.array(z.number()).describe('At positions 1 to 10'),
    }).nullable(),
  }),
  examples: [{ input: { domainId: 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z' }, says: 'What is worth most clicks' }, { input: { domainId: 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z', kind: 'strikingDistance' }, says: 'Pages that almost reach the first page' }],
  run: async ({ caller, afterwards }, services, { domainId, kind, limit, cursor }) => {
    const { db } = services, accountId = known(caller).account.id;
    const row = await findNext(db, accountId, domainId);
    const connected = (await connectionsOf(db, accountId, domainId)).map(({ provider }) => Provider.parse(provider));
    // A domain from before there were next steps has them calculated from now on.
    if (row === null) afterwards(() => services.store.transaction(tx => askForNext(tx, services, accountId, domainId)));
    const found = row === null ? [] : await stepsOf(db, domainId, kind, decodeCursor(LIST, cursor), limit + 1);
    const summary = row && JSON.parse(row.summary) as NextSummary;
    const isEmpty = row !== null && row.audit_id === null && summary!.pages === 0;
    const cannotTell = connected.includes('searchConsole') || connected.includes('bingWebmaster') ? null : `No clicks are known. Connect Google Search Console or Bing Webmaster: PUT /api/deep-seo/search-data/${domainId}.`;
    return {
      ...cutPage(LIST, found, limit, ({ nth }) => ({ at: nth, id: `nxt_${nth}` }), ({ nth, step }) => ({ order: nth, ...step, queries: [...step.queries], others: [...step.others] })),
      state: row === null ? 'calculating' as const : isEmpty ? 'nothingKnown' as const : 'ready' as const,
      message: row === null ? 'What to do next is being calculated. Ask again in a minute.' : row.audit_id === null ? [cannotTell, 'No site audit has been analysed, so nothing is known of the pages themselves. Start one with POST /api/site-audit/start.'].filter(Boolean).join(' ') : cannotTell,
      madeAt: row && new Date(row.made_at).toISOString(), auditId: row?.audit_id ?? null, connected, total: row === null ? 0 : await countSteps(db, domainId, kind),
      summary: summary && { days: PERIOD_DAYS, pages: summary.pages, kinds: stepKinds.map(one => ({ kind: one, ...summary.kinds[one], formula: formulas[one] })), formula: FORMULA, expectedCtr: [...summary.expected] },
    };
  },
});

export const nextOperations = [next] as const;
