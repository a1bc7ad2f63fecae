import { z } from 'zod';
import { known } from '../../../../core/access.ts';
import { plainText } from '../../../../core/inputs.ts';
import { invalid } from '../../../../core/invalid-input.ts';
import { operationIn, type Resource } from '../../../../core/operation.ts';
import { cutPage, decodeCursor } from '../../../../core/page.ts';
import type { Db } from '../../../../store/index.ts';
import { domain, findDomain } from '../../../domains/inventory/index.ts';
import { threatsOf } from '../data/read-index.ts';
import type { VulnerabilitiesServices } from '../services.ts';
import { SourceState } from '../sources/state.ts';
import { statesOfSources } from '../sources/update.ts';
import { forgetJudgement } from '../store/judgements.ts';
import { answerMatch, findMatch, type MatchRow } from '../store/matches.ts';
import { countMatches, listMatches } from '../store/match-list.ts';
import { sourcesOf } from '../store/sources.ts';
import { settleVulnerabilities } from './alerts.ts';
import { AlertPage, AlertQuery, answers, presentMatch, VulnerabilityAlert, type KnownNow } from './shapes.ts';

const MAX_DAYS = 366;
const DAY_MS = 86_400_000;
const EXAMPLE = 'vul_01hzy3v4qk8m0p2r5s7t9w1x3z';
const LIST = 'vulnapps.alerts';

const match: Resource<VulnerabilitiesServices, MatchRow> = { type: 'vulnerability alert', load: ({ db }, accountId, id) => findMatch(db, accountId, id) };

const list = operationIn<VulnerabilitiesServices>()({
  id: 'vulnapps.alerts',
  summary: 'List vulnerabilities that apply',
  description: 'Known vulnerabilities (CVE) of the software that hosts run, the most urgent first, each with every reason for its priority, the version that fixes it and what to do. '
    + 'What a Linux distribution may have fixed without changing the version is left out unless `withDoubtful` is set. Components are judged again whenever data change, without a scan.',
  method: 'GET', path: '/api/vulnapps/alerts', access: { scope: 'vulnscan' }, plan: 'pro', allowance: 'none',
  owns: { domain },
  input: AlertQuery,
  output: AlertPage,
  examples: [{ input: {}, says: 'The most urgent' }, { input: { priority: 'act' }, says: 'What is being exploited' }],
  run: async ({ caller, now }, { db }, { limit, cursor, ...filter }) => {
    const accountId = known(caller).account.id;
    const rows = await listMatches(db, accountId, filter, decodeCursor(LIST, cursor), limit + 1, now);
    const shown = await knownOf(db, rows);
    return { ...cutPage(LIST, rows, limit, ({ position: at, id }) => ({ at, id }), row => presentMatch(row, shown, now)), counts: await countMatches(db, accountId, filter, now) };
  },
});

const update = operationIn<VulnerabilitiesServices>()({
  id: 'vulnapps.update_alert',
  summary: 'Answer a vulnerability alert',
  description: 'Says of a vulnerability that it is acknowledged, a false positive (with a reason and the day on which that ends), or fixed; `open` takes that back. '
    + 'What was said to be fixed and is seen by a later scan is open again.',
  method: 'PATCH', path: '/api/vulnapps/alerts/{id}', access: { scope: 'vulnscan' }, plan: 'pro', allowance: 'none',
  owns: { id: match },
  input: z.strictObject({
    id: z.string(),
    status: z.enum(answers),
    reason: plainText(1000, 3).optional().describe('Needed for a false positive'),
    until: z.iso.datetime({ offset: true }).optional().describe(`When a false positive ends, at most ${MAX_DAYS} days ahead; needed for one`),
  }),
  output: z.object({ success: z.literal(true), data: VulnerabilityAlert }),
  examples: [{ input: { id: EXAMPLE, status: 'falsePositive', reason: 'The module is not loaded', until: '2027-03-31T00:00:00Z' }, says: 'Until the end of March' }],
  audit: ({ input: { id, status }, output: { data } }) => ({ action: 'vulnerability.answered', resource: { type: 'vulnerability alert', id }, details: { status, cve: data.cve, host: data.host } }),
  run: async ({ caller, owned: { id: row }, now }, services, { status, reason = null, until }) => {
    const { db } = services;
    const end = status === 'falsePositive' ? endOf(reason, until, now) : null;
    const who = known(caller);
    const after = await answerMatch(db, row, status, status === 'open' ? null : { reason, by: who.kind === 'key' ? who.keyId : who.userId, at: now }, end);
    await forgetJudgement(db, row.domain_id);
    const of = (await findDomain(db, row.account_id, row.domain_id))!;
    await settleVulnerabilities(db, services, row.account_id, of, null, now);
    return { success: true as const, data: presentMatch({ ...after, name: of.name }, await knownOf(db, [after]), now) };
  },
});

/** What is known now of the vulnerabilities of these matches, and of the sources that say so. */
async function knownOf(db: Db, rows: readonly MatchRow[]): Promise<KnownNow> {
  return { threats: await threatsOf(db, rows.map(({ cve }) => cve)), sources: await sourcesOf(db) };
}

/** When a false positive ends. */
function endOf(reason: string | null, until: string | undefined, now: number): number {
  if (reason === null || until === undefined) throw invalid([{ path: [reason === null ? 'reason' : 'until'], message: 'A false positive needs a reason and an end.' }]);
  const end = Date.parse(until);
  if (end <= now || end > now + MAX_DAYS * DAY_MS) throw invalid([{ path: ['until'], message: `Give a time that is ahead, by at most ${MAX_DAYS} days.` }]);
  return end;
}

const sources = operationIn<VulnerabilitiesServices>()({
  id: 'vulnapps.sources',
  summary: 'Show where data on vulnerabilities are from',
  description: 'Each source of data on vulnerabilities (CVE List, OSV, NVD, KEV, EPSS and others) with its state, the age of its data and why its last reading failed. A source that failed is unknown: nothing newer than its data is known.',
  method: 'GET', path: '/api/vulnapps/sources', access: { scope: 'vulnscan' }, plan: 'pro', allowance: 'none',
  input: z.strictObject({}),
  output: z.object({ success: z.literal(true), data: z.array(SourceState) }),
  examples: [{ input: {}, says: 'All of them' }],
  run: async ({ now }, { db, vulnerabilityData }) => ({ success: true as const, data: await statesOfSources(db, vulnerabilityData.sources, now) }),
});

export const alertOperations = [list, update, sources] as const;
