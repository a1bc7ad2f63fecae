import type { Selectable, Updateable } from 'kysely';
import type { Severity } from '../../../core/finding.ts';
import type { Cursor } from '../../../core/page.ts';
import type { Db } from '../../../store/index.ts';
import type { Filter } from './matching.ts';
import type { Digest, QuietHours } from './schedule.ts';
import { tables, type NotificationTables } from './tables.ts';

export type RuleRow = Selectable<NotificationTables['notification_rule']>;
export type RuleChange = Partial<RuleWords>;

/** What a rule says, as the store takes it. */
export interface RuleWords {
  channelId: string;
  kinds: readonly string[];
  leastSeverity: Severity;
  filter: Filter;
  /** Whether it also wants to hear that something is over. */
  endings: boolean;
  digest: Digest;
  quiet: QuietHours | null;
  enabled: boolean;
}

/** The rule, or null where the account has none of that id. */
export async function findRule(db: Db, accountId: string, id: string): Promise<RuleRow | null> {
  return await tables(db).selectFrom('notification_rule').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst() ?? null;
}

/** Rules of the account, newest first: at most `limit`, after `position`. */
export async function newestRules(db: Db, accountId: string, position: Cursor | null, limit: number): Promise<RuleRow[]> {
  return tables(db).selectFrom('notification_rule').selectAll().where('account_id', '=', accountId)
    .$if(position !== null, query => query.where('id', '<', position!.id)).orderBy('id', 'desc').limit(limit).execute();
}

/** Every rule that is on, of channels that are on, with the kind of its channel. */
export async function activeRules(db: Db, accountId: string): Promise<(RuleRow & { channel_kind: string })[]> {
  return tables(db).selectFrom('notification_rule').innerJoin('channel', 'channel.id', 'notification_rule.channel_id')
    .selectAll('notification_rule').select('channel.kind as channel_kind')
    .where('notification_rule.account_id', '=', accountId).where('notification_rule.enabled', '=', 1).where('channel.state', '=', 'active')
    .orderBy('notification_rule.id').execute();
}

export async function countRules(db: Db, accountId: string): Promise<number> {
  const { count } = await tables(db).selectFrom('notification_rule').select(eb => eb.fn.countAll<number | string>().as('count')).where('account_id', '=', accountId).executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertRule(tx: Db, { id, accountId, now }: { id: string; accountId: string; now: number }, words: RuleWords): Promise<RuleRow> {
  const row = { id, account_id: accountId, ...columnsOf(words), version: 1, created_at: now, updated_at: now };
  return tables(tx).insertInto('notification_rule').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Changes a rule; null where its version is not `version` any more. */
export async function changeRule(tx: Db, { id, version }: Pick<RuleRow, 'id' | 'version'>, words: RuleWords, now: number): Promise<RuleRow | null> {
  return await tables(tx).updateTable('notification_rule').set({ ...columnsOf(words), version: version + 1, updated_at: now })
    .where('id', '=', id).where('version', '=', version).returningAll().executeTakeFirst() ?? null;
}

/** Turns a rule off; false where it was off. */
export async function disableRule(tx: Db, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx).updateTable('notification_rule').set(eb => ({ enabled: 0, version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', id).where('enabled', '=', 1).executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteRule(tx: Db, id: string): Promise<void> {
  await tables(tx).deleteFrom('notification_rule').where('id', '=', id).execute();
}

/** What the stored rule says. */
export function wordsOf(row: RuleRow): RuleWords {
  return {
    channelId: row.channel_id, kinds: JSON.parse(row.kinds) as string[], leastSeverity: row.least_severity as Severity, filter: JSON.parse(row.filter) as Filter,
    endings: row.endings === 1, digest: row.digest as Digest, quiet: row.quiet === null ? null : JSON.parse(row.quiet) as QuietHours, enabled: row.enabled === 1,
  };
}

function columnsOf({ channelId, kinds, leastSeverity, filter, endings, digest, quiet, enabled }: RuleWords) {
  return {
    channel_id: channelId, kinds: JSON.stringify(kinds), least_severity: leastSeverity, filter: JSON.stringify(filter), endings: endings ? 1 : 0, digest,
    quiet: quiet === null ? null : JSON.stringify(quiet), enabled: enabled ? 1 : 0,
  } as const satisfies Updateable<NotificationTables['notification_rule']>;
}
