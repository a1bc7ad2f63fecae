import { z } from 'zod';
import { known } from '../../../core/access.ts';
import { severities } from '../../../core/finding.ts';
import { operationIn } from '../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf } from '../../../core/page.ts';
import { Problem } from '../../../core/problem.ts';
import type { Db } from '../../../store/index.ts';
import type { DomainsServices } from '../inventory/index.ts';
import { authorize, deny } from './decide.ts';
import { BASELINE, eventKindNames, type EventKind } from './kinds.ts';
import { byOf, event } from './resources.ts';
import { EventReason, type EventRow } from './shapes.ts';
import { tables } from './tables.ts';

const MAX_IDS = 200;
const SHARED = 'domain_events.shared';
const NAMED = 5;

const SharedChange = z.object({
  kind: z.enum(eventKindNames),
  severity: z.enum(severities),
  title: z.string(),
  domains: z.number().int().describe('How many domains have it'),
  someDomains: z.array(z.string()).describe(`${NAMED} of them`),
  ids: z.array(z.string()).describe(`The events, ${MAX_IDS} at most: what one decision takes`),
}).meta({ id: 'SharedChange' });

export const listShared = operationIn<DomainsServices>()({
  id: 'domain_events.shared',
  summary: 'Group equal events',
  description: 'Pending events that are equal at several names, such as a move of 30 zones to another host, each group as one entry with its ids, the largest first. `domain_events.decide` takes the ids of a group.',
  method: 'GET',
  path: '/api/domain-events/shared',
  access: { scope: 'domains' },
  allowance: 'none',
  input: z.strictObject(pageInput),
  output: pageOf(SharedChange),
  examples: [{ input: {}, says: 'Nothing has to be given' }],
  run: async ({ caller }, { db }, { limit, cursor }) => {
    const from = decodeCursor(SHARED, cursor)?.at ?? 0;
    const accountId = known(caller).account.id;
    const page = cutPage(SHARED, await sharedChanges(db, accountId, from, limit + 1), limit, () => ({ at: from + limit, id: 'grp_0' }), group => group);
    return { ...page, data: (await Promise.all(page.data.map(group => presentShared(db, accountId, group)))).flat() };
  },
});

/** What several domains have in common, by its kind, subject and value. */
interface SharedGroup {
  kind: string;
  subject: string;
  after_hash: string;
  domains: number | string;
}

/** What open events of the account saw on several domains, the most domains first. */
function sharedChanges(db: Db, accountId: string, from: number, limit: number): Promise<SharedGroup[]> {
  return tables(db).selectFrom('domain_event').select(({ fn }) => ['kind', 'subject', 'after_hash', fn.count<number | string>('domain_id').distinct().as('domains')])
    .where('account_id', '=', accountId).where('state', '=', 'open').where('kind', '!=', BASELINE)
    .groupBy(['kind', 'subject', 'after_hash']).having(({ fn }) => fn.count('domain_id').distinct(), '>', 1)
    .orderBy('domains', 'desc').orderBy('after_hash').orderBy('kind').orderBy('subject').limit(limit).offset(from).execute();
}

/** The change; none where its events were decided on meanwhile. */
async function presentShared(db: Db, accountId: string, { kind, subject, after_hash, domains }: SharedGroup): Promise<z.output<typeof SharedChange>[]> {
  const rows = await tables(db).selectFrom('domain_event').select(['id', 'domain_name', 'severity', 'title'])
    .where('account_id', '=', accountId).where('state', '=', 'open').where('kind', '=', kind).where('subject', '=', subject).where('after_hash', '=', after_hash).orderBy('id').limit(MAX_IDS).execute();
  const [first] = rows;
  return first ? [{
    kind: kind as EventKind, severity: severities.find(severity => rows.some(row => row.severity === severity))!, title: first.title, domains: Number(domains),
    someDomains: rows.slice(0, NAMED).map(({ domain_name }) => domain_name), ids: rows.map(({ id }) => id),
  }] : [];
}

export const decideEvents = operationIn<DomainsServices>()({
  id: 'domain_events.decide',
  summary: 'Decide on several events',
  description: `Takes up to ${MAX_IDS} ids and one decision, by the rules of \`domain_events.authorize\` and \`domain_events.deny\`. What cannot be settled any more, since it has reverted or somebody else was faster, is skipped.`,
  method: 'POST',
  path: '/api/domain-events/decide',
  access: { scope: 'domains' },
  allowance: 'none',
  idempotent: true,
  owns: { ids: event },
  input: z.strictObject({
    ids: z.array(z.string().max(64)).min(1).max(MAX_IDS).refine(ids => new Set(ids).size === ids.length, 'Name each event once.'),
    decision: z.enum(['authorize', 'deny']),
    reason: EventReason.optional().describe('For those who read it later'),
  }),
  output: z.object({ success: z.literal(true), data: z.object({
    decided: z.number().int().describe('Changes that were decided by this, those that settled with them not counted'),
    skipped: z.array(z.object({ id: z.string(), state: z.string() })).describe('Left as they are'),
  }) }),
  examples: [{ input: { ids: ['evt_01hzy3v4qk8m0p2r5s7t9w1x3z'], decision: 'authorize', reason: 'Moved to the new host' }, says: 'One move of several domains' }],
  audit: ({ caller, input: { ids, decision, reason = null }, output: { data } }) => ({ action: 'domain_events.decided', resource: { type: 'account', id: known(caller).account.id }, details: { ids, decision, reason, decided: data.decided } }),
  run: async (call, services, { decision, reason }) => {
    const { caller, now, owned, nothingChanged } = call;
    // Always in the same order, so that two decisions at once never wait for each other.
    const rows = (owned.ids as unknown as readonly EventRow[]).toSorted((a, b) => (a.domain_id === b.domain_id ? compare(a.id, b.id) : compare(a.domain_id, b.domain_id)));
    const act = decision === 'authorize' ? authorize : deny;
    let decided = 0;
    const skipped: { id: string; state: string }[] = [];
    for (const row of rows) {
      const outcome = await act(services.db, services, row, { by: byOf(caller), reason: reason ?? null, now }).catch(skipOf);
      if ('state' in outcome) skipped.push({ id: row.id, state: outcome.state });
      else if (outcome.changed) decided++;
    }
    if (decided === 0) nothingChanged();
    return { success: true as const, data: { decided, skipped } };
  },
});

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The state in which an event cannot be decided; nothing was written for it. */
function skipOf(error: unknown): { state: string } {
  if (error instanceof Problem && error.code === 'invalid_state') return { state: (error.members['current'] as { state: string }).state };
  throw error;
}
