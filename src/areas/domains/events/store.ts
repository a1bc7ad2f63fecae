import { sql, type Insertable, type Selectable } from 'kysely';
import type { z } from 'zod';
import { countsBySeverity, daysBySeverity, MAX_DAY_ROWS } from '../../../core/days.ts';
import type { Cursor } from '../../../core/page.ts';
import { periodOf } from '../../../core/period.ts';
import type { Db } from '../../../store/index.ts';
import { eventMeasures, setFacets } from '../inventory/index.ts';
import { BASELINE, eventStates, type EventState } from './kinds.ts';
import { present, presentWindow, type EventFilters, type EventRow, type EventSummary, type WindowRow } from './shapes.ts';
import { hashOf, type Value } from './value.ts';
import { tables, type EventTables } from './tables.ts';

export type BaselineRow = Selectable<EventTables['baseline']>;
export type SuspicionRow = Selectable<EventTables['suspicion']>;

/** Events that are not settled: the change is still there, or was at the last scan. */
export const UNSETTLED: readonly EventState[] = ['open', 'denied'];
const ROWS_A_PAGE = 500;
const DAY_MS = 86_400_000;

/** Everything that is known of the domain except its settled events. */
export async function loadScene(tx: Db, domainId: string) {
  const [baselines, suspicions, events] = [
    await tables(tx).selectFrom('baseline').selectAll().where('domain_id', '=', domainId).execute(),
    await tables(tx).selectFrom('suspicion').selectAll().where('domain_id', '=', domainId).execute(),
    await tables(tx).selectFrom('domain_event').selectAll().where('domain_id', '=', domainId).where('state', 'in', UNSETTLED).execute(),
  ];
  return {
    baselines: new Map(baselines.map(row => [row.subject, row])),
    suspicions: new Map(suspicions.map(row => [row.subject, row])),
    events: new Map(events.map(row => [row.subject, row])),
  };
}

/** Makes `value` the accepted one of the subject; what was learnt of the one before is forgotten unless given again. */
export async function accept(tx: Db, domainId: string, subject: string, value: Value, at: number, learnt: object | null = null): Promise<BaselineRow> {
  const row = { domain_id: domainId, subject, value: JSON.stringify(value), hash: hashOf(value), learnt: learnt && JSON.stringify(learnt), accepted_at: at };
  await tables(tx).insertInto('baseline').values(row).onConflict(conflict => conflict.columns(['domain_id', 'subject']).doUpdateSet(row)).execute();
  return row;
}

export async function keepLearnt(tx: Db, { domain_id, subject }: BaselineRow, learnt: object): Promise<void> {
  await tables(tx).updateTable('baseline').set({ learnt: JSON.stringify(learnt) }).where('domain_id', '=', domain_id).where('subject', '=', subject).execute();
}

export async function findBaseline(db: Db, domainId: string, subject: string): Promise<BaselineRow | null> {
  return await tables(db).selectFrom('baseline').selectAll().where('domain_id', '=', domainId).where('subject', '=', subject).executeTakeFirst() ?? null;
}

export async function saveSuspicion(tx: Db, row: SuspicionRow): Promise<void> {
  await tables(tx).insertInto('suspicion').values(row).onConflict(conflict => conflict.columns(['domain_id', 'subject']).doUpdateSet(row)).execute();
}

export async function dropSuspicion(tx: Db, domainId: string, subject: string): Promise<void> {
  await tables(tx).deleteFrom('suspicion').where('domain_id', '=', domainId).where('subject', '=', subject).execute();
}

export async function insertEvent(tx: Db, row: Insertable<EventTables['domain_event']>): Promise<EventRow> {
  return tables(tx).insertInto('domain_event').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Changes the event and gives it as it is then. */
export async function updateEvent(tx: Db, id: string, change: Partial<EventRow>): Promise<EventRow> {
  return tables(tx).updateTable('domain_event').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** The last event of this very change of the subject, whatever became of it. */
export async function lastOfChange(tx: Db, domainId: string, subject: string, afterHash: string): Promise<EventRow | null> {
  return await tables(tx).selectFrom('domain_event').selectAll().where('domain_id', '=', domainId).where('subject', '=', subject).where('after_hash', '=', afterHash)
    .orderBy('id', 'desc').limit(1).executeTakeFirst() ?? null;
}

/** Counts the open events of the domain anew; `now` in epoch milliseconds. */
export async function countOpen(tx: Db, domainId: string, now: number): Promise<void> {
  const { open } = await tables(tx).selectFrom('domain_event').select(eb => eb.fn.countAll<number | string>().as('open'))
    .where('domain_id', '=', domainId).where('state', '=', 'open').executeTakeFirstOrThrow();
  await setFacets(tx, eventMeasures, domainId, { openEvents: Number(open) }, now);
}

/** The event, or null where the account has none of that id. */
export async function findEvent(db: Db, accountId: string, id: string): Promise<EventRow | null> {
  return await tables(db).selectFrom('domain_event').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst() ?? null;
}

/** Which events are wanted; what is left out does not matter. */
export type EventFilter = z.output<typeof EventFilters>;

/** The events of the account that `filter` lets through. */
function matching(db: Db, accountId: string, filter: EventFilter) {
  const { domain, kind, severity, state, settled, changes } = filter;
  const { from, before } = periodOf(filter);
  return tables(db).selectFrom('domain_event').where('account_id', '=', accountId)
    .$if(domain !== undefined, query => query.where('domain_id', 'in', domain!))
    .$if(kind !== undefined, query => query.where('kind', 'in', kind!))
    .$if(changes !== undefined, query => query.where('kind', changes === 'true' ? '!=' : '=', BASELINE))
    .$if(severity !== undefined, query => query.where('severity', 'in', severity!))
    .$if(state !== undefined, query => query.where('state', 'in', state!))
    .$if(settled !== undefined, query => query.where('state', settled === 'true' ? 'not in' : 'in', UNSETTLED))
    .$if(from !== undefined, query => query.where('created_at', '>=', from!))
    .$if(before !== undefined, query => query.where('created_at', '<', before!));
}

/** Events of the account, newest first: at most `limit`, after `position`. */
export async function newestEvents(db: Db, accountId: string, filter: EventFilter, position: Cursor | null, limit: number): Promise<EventRow[]> {
  return matching(db, accountId, filter).selectAll()
    .$if(position !== null, query => query.where('id', '<', position!.id))
    .orderBy('id', 'desc').limit(limit).execute();
}

/** Counts all events of the account that `filter` lets through. */
export async function summarizeEvents(db: Db, accountId: string, filter: EventFilter): Promise<EventSummary> {
  const counted = matching(db, accountId, filter);
  const day = sql<number>`(created_at - created_at % ${sql.lit(DAY_MS)})`;
  const groups = await counted.select(['state', 'severity', ({ fn }) => fn.countAll<number | string>().as('count')]).groupBy(['state', 'severity']).execute();
  const daily = await counted.select([day.as('day'), 'severity', ({ fn }) => fn.countAll<number | string>().as('count')])
    .groupBy([day, 'severity']).orderBy(day, 'desc').limit(MAX_DAY_ROWS).execute();
  const sum = (rows: readonly { count: number | string }[]) => rows.reduce((total, { count }) => total + Number(count), 0);
  return {
    total: sum(groups),
    states: Object.fromEntries(eventStates.map(state => [state, sum(groups.filter(row => row.state === state))])) as EventSummary['states'],
    severities: countsBySeverity(groups),
    days: daysBySeverity(daily),
  };
}

/** Change windows, each with the name of its domain. */
function windowsIn(db: Db) {
  return tables(db).selectFrom('change_window').innerJoin('domain', 'domain.id', 'change_window.domain_id').selectAll('change_window').select('domain.name as domain_name');
}

/** Change windows of the account, newest first: at most `limit`, after `position`. */
export async function newestWindows(db: Db, accountId: string, domain: readonly string[] | undefined, position: Cursor | null, limit: number): Promise<WindowRow[]> {
  return windowsIn(db).where('change_window.account_id', '=', accountId)
    .$if(domain !== undefined, query => query.where('domain_id', 'in', domain!))
    .$if(position !== null, query => query.where('change_window.id', '<', position!.id))
    .orderBy('change_window.id', 'desc').limit(limit).execute();
}

/** The change window, or null where the account has none of that id. */
export async function findWindow(db: Db, accountId: string, id: string): Promise<WindowRow | null> {
  return await windowsIn(db).where('change_window.account_id', '=', accountId).where('change_window.id', '=', id).executeTakeFirst() ?? null;
}

/** Windows of the domain that the moment lies in, or lay in `graceMs` before. */
export async function windowsAt(tx: Db, domainId: string, at: number, graceMs: number): Promise<WindowRow[]> {
  return windowsIn(tx).where('change_window.domain_id', '=', domainId).where('starts_at', '<=', at).where('ends_at', '>', at - graceMs).orderBy('change_window.id').execute();
}

/** All events of the account, newest first, for the export of everything that an account holds. */
export async function* eventsOf(db: Db, accountId: string): AsyncGenerator<object> {
  yield* pages(position => newestEvents(db, accountId, {}, position, ROWS_A_PAGE), present);
}

/** All change windows of the account, newest first, for the same export. */
export async function* windowsOf(db: Db, accountId: string): AsyncGenerator<object> {
  yield* pages(position => newestWindows(db, accountId, undefined, position, ROWS_A_PAGE), presentWindow);
}

async function* pages<Row extends { id: string; created_at: number }>(read: (position: Cursor | null) => Promise<Row[]>, show: (row: Row) => object): AsyncGenerator<object> {
  for (let position: Cursor | null = null; ;) {
    const rows: Row[] = await read(position);
    yield* rows.map(show);
    const last = rows.at(-1);
    if (!last) return;
    position = { at: last.created_at, id: last.id };
  }
}
