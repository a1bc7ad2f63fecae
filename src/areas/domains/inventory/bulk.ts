import { z } from 'zod';
import { known, type Account } from '../../../core/access.ts';
import { DomainReference } from '../../../core/domain-reference.ts';
import { operationIn, type Call } from '../../../core/operation.ts';
import { invalid } from '../../../core/invalid-input.ts';
import { limited } from '../../../core/pipeline.ts';
import { Problem } from '../../../core/problem.ts';
import { spendAllowance } from '../../platform/account/index.ts';
import type { Db } from '../../../store/index.ts';
import type { DomainsServices } from './services.ts';
import { deleteDomains } from './delete.ts';
import { dueAfter, intervalOf } from './interval.ts';
import { client, domain, group } from './resources.ts';
import { scanAllowance, startScan } from './scan-start.ts';
import { ClientId, GroupId, MAX_TAGS, replyOf, Tags } from './shapes.ts';
import { insertTags, type DomainRow } from './store.ts';
import { tables } from './tables.ts';

const MAX_IDS = 200;
const bulkActions = ['delete', 'scan', 'tag', 'untag', 'move', 'monitor', 'pause'] as const;

const BulkInput = z.strictObject({
  ids: z.array(DomainReference.describe('Name or id of a domain')).min(1).max(MAX_IDS).refine(ids => new Set(ids).size === ids.length, 'Name each domain once.'),
  action: z.enum(bulkActions).describe('`tag` and `untag` need `tags`; `move` needs `group`, `client` or both; `monitor` and `pause` turn watching on and off'),
  tags: Tags.min(1).optional(),
  group: GroupId.nullable().optional().describe('Where to move to; null: out of any'),
  client: ClientId.nullable().optional().describe('Where to move to; null: out of any'),
}).superRefine(({ action, tags, group: toGroup, client: toClient }, context) => {
  const tagging = action === 'tag' || action === 'untag';
  const moved = toGroup !== undefined || toClient !== undefined;
  const say = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (tagging && tags === undefined) say('tags', 'Give the tags.');
  if (!tagging && tags !== undefined) say('tags', `The action ${action} takes none.`);
  if (action === 'move' && !moved) say('group', 'Give a group, a client, or both.');
  if (action !== 'move' && moved) say(toGroup === undefined ? 'client' : 'group', `The action ${action} takes none.`);
});
type BulkInput = z.output<typeof BulkInput>;

export const changeDomains = operationIn<DomainsServices>()({
  id: 'domains.bulk',
  summary: 'Change or delete many domains',
  description: `Does the same with up to ${MAX_IDS} domains at once: tags them, moves them to a group or client, scans, watches, pauses or deletes them; all of them, or none where one cannot be. A scan counts as a manual scan for each; keys need the scope \`scans\` for it.`,
  method: 'POST',
  agent: { everyday: true, destructive: true },
  path: '/api/domains/bulk',
  access: { scope: 'domains' },
  allowance: 'none',
  idempotent: true,
  owns: { ids: domain, group, client },
  input: BulkInput,
  output: replyOf(z.object({
    action: z.enum(bulkActions),
    changed: z.number().int().describe('Domains that changed, or whose scan was started'),
    runs: z.array(z.string()).describe('The scans, by their run ids; running ones included'),
  })),
  examples: [
    { input: { ids: ['dom_01hzy3v4qk8m0p2r5s7t9w1x3z'], action: 'move', group: null, client: 'cli_01hzy3v4qk8m0p2r5s7t9w1x3z' }, says: 'Out of its group, to a client' },
    { input: { ids: ['dom_01hzy3v4qk8m0p2r5s7t9w1x3z'], action: 'tag', tags: ['shop'] }, says: 'A tag more' },
    { input: { ids: ['dom_01hzy3v4qk8m0p2r5s7t9w1x3z'], action: 'scan' }, says: 'Scan now' },
  ],
  judge: (caller, { action }) => action === 'scan' && caller.kind === 'key' && !caller.scopes.includes('scans')
    ? new Problem('scope_missing', 'Scans need a key with the scope scans. Create one that has it.', { requiredScope: 'scans' })
    : null,
  audit: ({ caller, input: { ids, action }, output: { data } }) => ({
    action: `domains.bulk_${action}`, resource: { type: 'account', id: known(caller).account.id }, details: { ids, changed: data.changed },
  }),
  run: async (call, services, input) => {
    const { caller, owned, nothingChanged } = call;
    // The pipeline loads one for each id.
    const rows = owned.ids as unknown as readonly DomainRow[];
    const { changed, runs = [] } = await acts[input.action](services.db, { ...services, now: call.now, address: call.address, spent: call.spent }, known(caller).account, rows, input);
    if (changed === 0) nothingChanged();
    return { success: true as const, data: { action: input.action, changed, runs } };
  },
});

type Acting = Pick<DomainsServices, 'plans' | 'counters' | 'clientNetworkOf' | 'queue' | 'newId' | 'clock' | 'refund' | 'announce'> & Pick<Call, 'now' | 'address' | 'spent'>;
type Act = (tx: Db, context: Acting, account: Account, rows: readonly DomainRow[], input: BulkInput) => Promise<{ changed: number; runs?: string[] }>;

const acts: Readonly<Record<BulkInput['action'], Act>> = {
  async delete(tx, context, account, rows) {
    return { changed: await deleteDomains(tx, context, account.id, idsOf(rows), context.now) };
  },
  async scan(tx, context, account, rows) {
    const count = await spendAllowance(context, { account, address: context.address }, scanAllowance, context.now, { count: rows.length, db: tx });
    if (count.used > count.max) throw limited({ ...count, used: count.max }, context.now);
    context.spent(count);
    const scans = [];
    for (const { id, name } of rows) scans.push(await startScan(tx, context, account.id, { id, name }, context.now));
    return { changed: scans.filter(({ started }) => started).length, runs: scans.map(({ run }) => run.id) };
  },
  async tag(tx, { now }, _, rows, { tags }) {
    const tagged = await insertTags(tx, rows.flatMap(({ id }) => [...new Set(tags)].map(tag => ({ domain_id: id, tag }))));
    const full = await tables(tx).selectFrom('domain_tag').select('domain_id').where('domain_id', 'in', idsOf(rows))
      .groupBy('domain_id').having(eb => eb.fn.countAll(), '>', MAX_TAGS).executeTakeFirst();
    if (full) throw invalid([{ path: ['tags'], message: `${full.domain_id} would have more than ${MAX_TAGS} tags.` }]);
    return touch(tx, [...tagged], now);
  },
  async untag(tx, { now }, _, rows, { tags }) {
    const untagged = await tables(tx).deleteFrom('domain_tag').where('domain_id', 'in', idsOf(rows)).where('tag', 'in', tags!).returning('domain_id').execute();
    return touch(tx, [...new Set(untagged.map(({ domain_id }) => domain_id))], now);
  },
  async move(tx, { now }, _, rows, { group: group_id, client: client_id }) {
    const set = { ...(group_id === undefined ? {} : { group_id }), ...(client_id === undefined ? {} : { client_id }) };
    const moved = rows.filter(row => (group_id !== undefined && row.group_id !== group_id) || (client_id !== undefined && row.client_id !== client_id)).map(({ id }) => id);
    if (moved.length > 0) await tables(tx).updateTable('domain').set(set).where('id', 'in', moved).execute();
    return touch(tx, moved, now);
  },
  async monitor(tx, { plans, now }, { plan }, rows) {
    const paused = rows.filter(({ monitored }) => monitored === 0);
    for (const { id, checked_at, created_at, interval_minutes } of paused) {
      const due_at = dueAfter(checked_at ?? created_at, intervalOf(plans, plan, interval_minutes), id, now);
      await tables(tx).updateTable('domain').set({ monitored: 1, due_at }).where('id', '=', id).execute();
    }
    return touch(tx, idsOf(paused), now);
  },
  async pause(tx, { now }, _, rows) {
    const watched = idsOf(rows.filter(({ monitored }) => monitored === 1));
    if (watched.length > 0) await tables(tx).updateTable('domain').set({ monitored: 0, due_at: null }).where('id', 'in', watched).execute();
    return touch(tx, watched, now);
  },
};

/** Counts a change of each of these domains. */
async function touch(tx: Db, ids: readonly string[], now: number): Promise<{ changed: number }> {
  if (ids.length > 0) await tables(tx).updateTable('domain').set(eb => ({ version: eb('version', '+', 1), updated_at: now })).where('id', 'in', ids).execute();
  return { changed: ids.length };
}

function idsOf(rows: readonly DomainRow[]): string[] {
  return rows.map(({ id }) => id);
}
