import { z } from 'zod';
import { known } from '../../../../core/access.ts';
import { operationIn, type Resource } from '../../../../core/operation.ts';
import { cutPage, decodeCursor, pageOf } from '../../../../core/page.ts';
import { domain } from '../../../domains/inventory/index.ts';
import { accepted, startRun } from '../../../platform/runs/index.ts';
import { business } from '../businesses/operations.ts';
import { requireMeans } from '../grid/settings.ts';
import { payerOf } from '../providers/own-keys.ts';
import type { LocalSeoServices } from '../services.ts';
import { spendPoints } from '../store/spending.ts';
import { presentCheck, presentDetails } from './present.ts';
import { rankCheck } from './run.ts';
import { estimate, settle } from './settings.ts';
import { CheckDetails, CheckId, CheckInput, CheckRecord, CheckReply, ChecksQuery } from './shapes.ts';
import { addCheck, checksOf, findCheck, ranksOf, type ListedCheck } from './store.ts';

const DOMAIN = 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z';
const RUN = 'run_01hzy3v4qk8m0p2r5s7t9w1x3z';

/** A check of the account, by its id, which is that of its run. */
const check: Resource<LocalSeoServices, ListedCheck> = { type: 'rank check', load: ({ db }, accountId, id) => findCheck(db, accountId, id) };

const terms = { access: { scope: 'seo' }, plan: 'pro' } as const;

const start = operationIn<LocalSeoServices>()({
  id: 'localSeo.ranks.check',
  summary: 'Check web ranks of keywords',
  description: 'Asks a search service where a domain ranks among web results for keywords: rank, page, what else the page of results has, and the ranks before. Pages of search engines are not scraped. '
    + 'Counts as one manual scan and a point a keyword; what would cost more than `maxCostUsd`, 0 unless given, is refused before anything is asked.',
  method: 'POST',
  path: '/api/local-seo/ranks/check',
  ...terms,
  allowance: 'manualScans',
  status: 202,
  idempotent: true,
  owns: { domainId: domain, businessId: business },
  input: CheckInput,
  output: CheckReply,
  examples: [
    { input: { domainId: DOMAIN, keywords: ['dentist vienna'], country: 'AT', language: 'de' }, says: 'At your SearXNG, free of charge' },
    { input: { domainId: DOMAIN, keywords: ['dentist vienna'], provider: 'serpApi', country: 'AT', device: 'mobile', maxCostUsd: 0.1 }, says: 'Among Google\'s results, for ten cents at most' },
  ],
  audit: ({ input, output: { data, costEstimate } }) => ({ action: 'domain.ranks_checked', resource: { type: 'domain', id: data.subject.id }, details: { run: data.id, provider: input.provider, keywords: costEstimate.points, usd: costEstimate.usd } }),
  run: async (call, services, { domainId, keywords, businessId = null, maxCostUsd, ...choices }) => {
    const { caller, owned, now } = call, { db } = services;
    const { account } = known(caller);
    const payer = await payerOf(db, account.id, choices.provider, services.localSearch);
    const settings = { ...settle(choices, owned.domainId.name, keywords), payer };
    const costEstimate = estimate(settings);
    requireMeans(settings.provider, costEstimate.usd, maxCostUsd, { account, localSearch: services.localSearch, payer });
    await spendPoints(db, services.plans, account, settings.provider, costEstimate, now);
    const { run } = await startRun(db, services, { accountId: account.id, kind: rankCheck, subject: { type: 'domain', id: domainId, label: owned.domainId.name }, input: { businessId }, trigger: 'manual', allowance: { name: 'manualScans', spentAt: now } });
    await addCheck(db, { id: run.id, accountId: account.id, domainId, settings, now });
    return { ...accepted(call, services, run), costEstimate };
  },
});

const list = operationIn<LocalSeoServices>()({
  id: 'localSeo.ranks.list',
  summary: 'List checks of web ranks',
  description: 'Checks of keywords among web results, newest first.',
  method: 'GET',
  path: '/api/local-seo/ranks',
  ...terms,
  allowance: 'none',
  owns: { domainId: domain },
  input: ChecksQuery,
  output: pageOf(CheckRecord),
  examples: [{ input: { domainId: DOMAIN }, says: 'Of one domain' }],
  run: async ({ caller }, { db }, { limit, cursor, domainId }) => {
    const rows = await checksOf(db, known(caller).account.id, domainId, decodeCursor('rank_checks', cursor), limit + 1);
    return cutPage('rank_checks', rows, limit, ({ created_at: at, id }) => ({ at, id }), presentCheck);
  },
});

const show = operationIn<LocalSeoServices>()({
  id: 'localSeo.ranks.get',
  summary: 'Show a check of web ranks',
  description: 'The ranks of a check by keyword: rank, page, change since the answer before, best rank, what else the page of results has. Keywords have results as soon as they are answered.',
  method: 'GET',
  path: '/api/local-seo/ranks/{id}',
  ...terms,
  allowance: 'none',
  owns: { id: check },
  input: z.strictObject({ id: CheckId }),
  output: z.object({ success: z.literal(true), data: CheckDetails }),
  examples: [{ input: { id: RUN }, says: 'By its id, which is that of its run' }],
  run: async ({ owned }, { db }) => ({ success: true as const, data: await presentDetails(db, owned.id, await ranksOf(db, owned.id.id)) }),
});

export const rankOperations = [start, list, show] as const;
