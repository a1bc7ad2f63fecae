import type { Insertable, Selectable } from 'kysely';
import type { Cursor } from '../../../../core/page.ts';
import type { Db } from '../../../../store/index.ts';
import { hashOf, UNSETTLED, type EventState, type Value } from '../../../domains/events/index.ts';
import { tables, type IpTargetsTables } from '../tables.ts';

export type IpEventRow = Selectable<IpTargetsTables['ip_event']>;
export type BaselineRow = Selectable<IpTargetsTables['ip_baseline']>;

/** What is accepted at the addresses of a target, and the events there that are not settled; each by `address subject`. */
export async function loadScene(tx: Db, targetId: string): Promise<{ baselines: Map<string, BaselineRow>; events: Map<string, IpEventRow> }> {
  const [baselines, events] = [
    await tables(tx).selectFrom('ip_baseline').selectAll().where('target_id', '=', targetId).execute(),
    await unsettled(tx, targetId),
  ];
  return { baselines: new Map(baselines.map(row => [keyOf(row), row])), events: new Map(events.map(row => [keyOf(row), row])) };
}

export function keyOf({ address, subject }: { address: string; subject: string }): string {
  return `${address} ${subject}`;
}

/** Events that are not settled: the change is still there, or was at the last scan. */
export async function unsettled(db: Db, targetId: string): Promise<IpEventRow[]> {
  return tables(db).selectFrom('ip_event').selectAll().where('target_id', '=', targetId).where('state', 'in', UNSETTLED).orderBy('id').execute();
}

/** How many events of each of these targets are open. */
export async function countOpen(db: Db, targetIds: readonly string[]): Promise<Map<string, number>> {
  const rows = targetIds.length === 0 ? [] : await tables(db).selectFrom('ip_event').select(eb => ['target_id', eb.fn.countAll<number | string>().as('count')] as const)
    .where('target_id', 'in', targetIds).where('state', 'in', UNSETTLED).groupBy('target_id').execute();
  return new Map(rows.map(({ target_id, count }) => [target_id, Number(count)]));
}

/** How many events are open, by the target of the account that has any. */
export async function openByTarget(db: Db, accountId: string): Promise<Map<string, number>> {
  const rows = await tables(db).selectFrom('ip_event').select(eb => ['target_id', eb.fn.countAll<number | string>().as('count')] as const)
    .where('account_id', '=', accountId).where('state', 'in', UNSETTLED).groupBy('target_id').execute();
  return new Map(rows.map(({ target_id, count }) => [target_id, Number(count)]));
}

/** Makes `value` the accepted one. */
export async function accept(tx: Db, at: { targetId: string; address: string; subject: string }, value: Value, now: number): Promise<void> {
  const row = { target_id: at.targetId, address: at.address, subject: at.subject, value: JSON.stringify(value), hash: hashOf(value), accepted_at: now };
  await tables(tx).insertInto('ip_baseline').values(row).onConflict(conflict => conflict.columns(['target_id', 'address', 'subject']).doUpdateSet(row)).execute();
}

export async function insertEvent(tx: Db, row: Insertable<IpTargetsTables['ip_event']>): Promise<IpEventRow> {
  return tables(tx).insertInto('ip_event').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateEvent(tx: Db, id: string, change: Partial<IpEventRow>): Promise<IpEventRow> {
  return tables(tx).updateTable('ip_event').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** The event, or null where the account has none of that id. */
export async function findEvent(db: Db, accountId: string, id: string): Promise<IpEventRow | null> {
  return await tables(db).selectFrom('ip_event').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst() ?? null;
}

/** Events of a target, newest first: at most `limit`, after `position`. */
export async function eventsFrom(db: Db, targetId: string, states: readonly EventState[] | undefined, position: Cursor | null, limit: number): Promise<IpEventRow[]> {
  return tables(db).selectFrom('ip_event').selectAll().where('target_id', '=', targetId)
    .$if(states !== undefined, query => query.where('state', 'in', states!))
    .$if(position !== null, query => query.where('id', '<', position!.id)).orderBy('id', 'desc').limit(limit).execute();
}

/** Every event of the account, for the export of everything that it holds. */
export async function* allEventsOf(db: Db, accountId: string): AsyncGenerator<object> {
  for (let after = ''; ;) {
    const rows = await tables(db).selectFrom('ip_event').selectAll().where('account_id', '=', accountId).where('id', '>', after).orderBy('id').limit(ROWS_A_PAGE).execute();
    for (const { account_id: _, ...row } of rows) yield row;
    if (rows.length < ROWS_A_PAGE) return;
    after = rows.at(-1)!.id;
  }
}

const ROWS_A_PAGE = 500;
