import { z } from 'zod';
import { known } from '../../../../core/access.ts';
import { DomainReference } from '../../../../core/domain-reference.ts';
import { invalid } from '../../../../core/invalid-input.ts';
import { operationIn, type Resource } from '../../../../core/operation.ts';
import { vulnerabilitySources } from '../../../../core/outside/vulnerability-data.ts';
import { cutPage, decodeCursor, pageInput, pageOf } from '../../../../core/page.ts';
import type { Db } from '../../../../store/index.ts';
import { domain, findDomain, isoOf } from '../../../domains/inventory/index.ts';
import type { MatchRow } from '../judging/store.ts';
import type { VulnerabilitiesServices } from '../services.ts';
import type { SourceRow } from '../sources/refresh.ts';
import { tables } from '../tables.ts';
import { settleVulnerabilities } from './alerts.ts';
import { presentMatch, SourceState, stateOfSource, VulnerabilityAlert } from './shapes.ts';

const HOUR_MS = 3_600_000;
const MAX_DAYS = 366;
const EXAMPLE = 'vul_01hzy3v4qk8m0p2r5s7t9w1x3z';
const LIST = 'vulnapps.alerts';

const match: Resource<VulnerabilitiesServices, MatchRow> = {
  type: 'vulnerability alert',
  load: async ({ db }, accountId, id) => await tables(db).selectFrom('vuln_match').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst() ?? null,
};

const list = operationIn<VulnerabilitiesServices>()({
  id: 'vulnapps.alerts',
  summary: 'List vulnerabilities that apply',
  description: 'Known vulnerabilities (CVE) of the software that hosts run, the most urgent first, each with every reason for its priority, the version that fixes it and what to do. '
    + 'What a Linux distribution may have fixed without changing the version is left out unless `withDoubtful` is set. Data are judged again whenever they change, without a scan.',
  method: 'GET', path: '/api/vulnapps/alerts', access: { scope: 'vulnscan' }, plan: 'pro', allowance: 'none',
  owns: { domainId: domain },
  input: z.strictObject({
    ...pageInput,
    domainId: DomainReference.optional().describe('Only of this domain, by name or id'),
    priority: z.enum(['act', 'attend', 'track']).optional(),
    cve: z.string().regex(/^CVE-\d{4}-\d{4,19}$/).optional(),
    host: z.string().min(1).max(253).optional().describe('Only at this address, or of the package list of this name'),
    withDoubtful: z.stringbool().default(false).describe('Also what may have been fixed, what is not known to apply, and what people said is none'),
  }),
  output: pageOf(VulnerabilityAlert),
  examples: [{ input: {}, says: 'The most urgent' }, { input: { priority: 'act' }, says: 'What is being exploited' }],
  run: async ({ caller, now }, { db }, { limit, cursor, domainId, priority, cve, host, withDoubtful }) => {
    const from = decodeCursor(LIST, cursor);
    let query = tables(db).selectFrom('vuln_match').selectAll().where('account_id', '=', known(caller).account.id).where('gone_at', 'is', null);
    if (domainId !== undefined) query = query.where('domain_id', '=', domainId);
    if (priority !== undefined) query = query.where('priority', '=', priority);
    if (cve !== undefined) query = query.where('cve', '=', cve);
    if (host !== undefined) query = query.where('host', '=', host);
    if (!withDoubtful) query = query.where('alert', '=', 1).where(eb => eb.or([eb('state', 'in', ['open', 'acknowledged']), eb.and([eb('state', '=', 'falsePositive'), eb('answer_until', '<=', now)])]));
    if (from) query = query.where(eb => eb.or([eb('position', '>', from.at), eb.and([eb('position', '=', from.at), eb('id', '>', from.id)])]));
    const rows = await query.orderBy('position').orderBy('id').limit(limit + 1).execute();
    const sources = await sourcesOf(db);
    return cutPage(LIST, rows, limit, ({ position: at, id }) => ({ at, id }), row => presentMatch(row, sources, now));
  },
});

const update = operationIn<VulnerabilitiesServices>()({
  id: 'vulnapps.update_alert',
  summary: 'Answer a vulnerability alert',
  description: 'Says of a vulnerability that it is acknowledged, a false positive (with a reason and a day on which that ends), or fixed; `open` takes that back. '
    + 'What was said to be fixed and is seen by a later scan is open again.',
  method: 'PATCH', path: '/api/vulnapps/alerts/{id}', access: { scope: 'vulnscan' }, plan: 'pro', allowance: 'none',
  owns: { id: match },
  input: z.strictObject({
    id: z.string(),
    status: z.enum(['open', 'acknowledged', 'falsePositive', 'fixed']),
    reason: z.string().trim().min(3).max(1000).regex(/^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]*$/, 'Leave out control characters.').optional().describe('Needed for a false positive'),
    until: z.iso.datetime({ offset: true }).optional().describe(`When a false positive ends, at most ${MAX_DAYS} days ahead; needed for one`),
  }),
  output: z.object({ success: z.literal(true), data: VulnerabilityAlert }),
  examples: [{ input: { id: EXAMPLE, status: 'falsePositive', reason: 'The module is not loaded', until: '2027-03-31T00:00:00Z' }, says: 'Until the end of March' }],
  audit: ({ input: { id, status }, output: { data } }) => ({ action: 'vulnerability.answered', resource: { type: 'vulnerability alert', id }, details: { status, cve: data.cve, host: data.host } }),
  run: async ({ caller, owned: { id: row }, now }, services, { status, reason = null, until }) => {
    const { db } = services;
    if (status === 'falsePositive' && (reason === null || until === undefined)) throw invalid([{ path: [reason === null ? 'reason' : 'until'], message: 'A false positive needs a reason and an end.' }]);
    const end = status === 'falsePositive' ? Math.min(Date.parse(until!), now + MAX_DAYS * 24 * HOUR_MS) : null;
    const who = known(caller);
    const answer = status === 'open' ? null : JSON.stringify({ reason, by: who.kind === 'key' ? who.keyId : who.userId, at: now });
    const after = await tables(db).updateTable('vuln_match').set({ state: status, answer, answer_until: end }).where('account_id', '=', row.account_id).where('id', '=', row.id).returningAll().executeTakeFirstOrThrow();
    const of = await findDomain(db, row.account_id, row.domain_id);
    if (of) await settleVulnerabilities(db, services, row.account_id, of, now);
    return { success: true as const, data: presentMatch(after, await sourcesOf(db), now) };
  },
});

const sources = operationIn<VulnerabilitiesServices>()({
  id: 'vulnapps.sources',
  summary: 'Show where data on vulnerabilities are from',
  description: 'Each source of data on vulnerabilities (CVE List, OSV, NVD, KEV, EPSS and others) with its state, the age of its data and why its last reading failed. A source that failed is unknown: nothing newer than its data is known.',
  method: 'GET', path: '/api/vulnapps/sources', access: { scope: 'vulnscan' }, allowance: 'none',
  input: z.strictObject({}),
  output: z.object({ success: z.literal(true), data: z.array(SourceState) }),
  examples: [{ input: {}, says: 'All of them' }],
  run: async ({ now }, { db, vulnerabilityData }) => {
    const rows = await sourcesOf(db);
    return { success: true as const, data: vulnerabilitySources.map(source => presentSource(source, rows.get(source), vulnerabilityData.sources.includes(source), now)) };
  },
});

export function presentSource(source: (typeof vulnerabilitySources)[number], row: SourceRow | undefined, isRead: boolean, now: number): z.output<typeof SourceState> {
  const asOf = row?.data_as_of ?? null;
  return {
    source, isRead, state: stateOfSource(row, now), dataAsOf: isoOf(asOf), ageHours: asOf === null ? null : Math.max(0, Math.round((now - asOf) / HOUR_MS)), failure: row?.failure ?? null,
    triedAt: isoOf(row?.tried_at ?? null), nextAt: isRead && row ? isoOf(row.due_at) : null, facts: JSON.parse(row?.facts ?? '{}') as z.output<typeof SourceState>['facts'],
  };
}

export async function sourcesOf(db: Db): Promise<Map<string, SourceRow>> {
  return new Map((await tables(db).selectFrom('vuln_source').selectAll().execute()).map(row => [row.id, row]));
}

export const alertOperations = [list, update, sources] as const;
