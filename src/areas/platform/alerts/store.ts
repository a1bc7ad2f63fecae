import { sql } from 'kysely';
import { countsBySeverity } from '../../../core/days.ts';
import type { Severity } from '../../../core/finding.ts';
import type { Cursor } from '../../../core/page.ts';
import { periodOf } from '../../../core/period.ts';
import { literally, type Db } from '../../../store/index.ts';
import { positionAfter, type AlertRow } from './settle.ts';
import { alertStates, type AlertKindMap, type AlertState, type AlertSummary, type ShownAlertRow } from './shapes.ts';
import { tables } from './tables.ts';

const ROWS_A_PAGE = 500;

/** Which of the account's alerts the caller may see: those of these kinds, and of failed findings those from a severity on. */
export interface Visible {
  accountId: string;
  kinds: AlertKindMap;
  findingsFrom: Severity;
  /** Epoch milliseconds, by which mutes end. */
  now: number;
}

/** Which alerts are wanted; what is left out does not matter. */
export interface AlertFilter {
  state?: readonly AlertState[] | undefined;
  severity?: readonly Severity[] | undefined;
  kind?: readonly string[] | undefined;
  area?: readonly string[] | undefined;
  domain?: readonly string[] | undefined;
  /** Words that must all be in title, subject or cause; failed findings below the threshold are then found too. */
  search?: string | undefined;
  /** The id of a person, or `none`. */
  assignee?: readonly string[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** What is wrong now and not muted. */
const CURRENT: readonly AlertState[] = ['open', 'acknowledged'];

/** The state of a row at `now`, as `stateOf` gives it. */
function stateAt(now: number) {
  return sql<AlertState>`case when cleared_at is not null then 'cleared' when muted_until > ${now} then 'muted' when acknowledged_at is not null then 'acknowledged' else 'open' end`;
}

function visibleTo(db: Db, { accountId, kinds, findingsFrom }: Visible, belowThreshold: boolean) {
  const names = [...kinds.keys()];
  const plain = names.filter(kind => !kinds.get(kind)!.finding);
  // A list that is empty lets nothing through.
  return tables(db).selectFrom('alert').where('account_id', '=', accountId)
    .where('kind', 'in', names.length === 0 ? [''] : names)
    .$if(!belowThreshold, query => query.where(eb => eb.or([eb('position', '<', positionAfter(findingsFrom)), eb('kind', 'in', plain.length === 0 ? [''] : plain)])));
}

function matching(db: Db, visible: Visible, filter: AlertFilter) {
  const { state = CURRENT, severity, kind, area, domain, assignee, search = '' } = filter;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const { from, before } = periodOf(filter);
  const ofAreas = area && [...visible.kinds].filter(([, of]) => area.includes(of.area)).map(([name]) => name);
  const past = state.every(one => one === 'cleared');
  return visibleTo(db, visible, words.length > 0)
    .where(stateAt(visible.now), 'in', state)
    .$if(!state.includes('cleared'), query => query.where('cleared_at', 'is', null))
    .$if(past, query => query.where('cleared_at', 'is not', null))
    .$if(severity !== undefined, query => query.where('severity', 'in', severity!))
    .$if(kind !== undefined, query => query.where('kind', 'in', kind!))
    .$if(ofAreas !== undefined, query => query.where('kind', 'in', ofAreas!.length === 0 ? [''] : ofAreas!))
    .$if(domain !== undefined, query => query.where('domain_id', 'in', domain!))
    .$if(words.length > 0, query => query.where(eb => eb.and(words.map(word => sql<boolean>`lower(title || ' ' || subject_label || ' ' || cause) like ${`%${literally(word)}%`} escape '\\'`))))
    .$if(assignee !== undefined, query => query.where(eb => eb.or([eb('assignee_id', 'in', assignee!), ...(assignee!.includes('none') ? [eb('assignee_id', 'is', null)] : [])])))
    .$if(from !== undefined, query => query.where('since', '>=', from!))
    .$if(before !== undefined, query => query.where('since', '<', before!));
}

/** Alerts that match, the most severe first and of equal ones the newest: at most `limit`, after `position`. */
export async function alertsOf(db: Db, visible: Visible, filter: AlertFilter, position: Cursor | null, limit: number): Promise<ShownAlertRow[]> {
  return matching(db, visible, filter).selectAll('alert')
    .select(eb => eb.selectFrom('auth_user').select('auth_user.email').whereRef('auth_user.id', '=', 'alert.assignee_id').as('assignee_email'))
    .$if(position !== null, query => query.where(eb => eb(eb.refTuple('position', 'id'), '>', eb.tuple(position!.at, position!.id))))
    .orderBy('position').orderBy('id').limit(limit).execute();
}

/** Counts all alerts that match. */
export async function countAlerts(db: Db, visible: Visible, filter: AlertFilter): Promise<AlertSummary> {
  const state = stateAt(visible.now);
  const rows = await tables(db).selectFrom(matching(db, visible, filter).select(['kind', 'severity', state.as('state')]).as('matching'))
    .select(['kind', 'severity', 'state', eb => eb.fn.countAll<number | string>().as('count')]).groupBy(['kind', 'severity', 'state']).execute();
  const sum = (of: typeof rows) => of.reduce((total, { count }) => total + Number(count), 0);
  const byArea = Map.groupBy(rows, ({ kind }) => visible.kinds.get(kind)!.area);
  return {
    total: sum(rows),
    states: Object.fromEntries(alertStates.map(one => [one, sum(rows.filter(row => row.state === one))])) as AlertSummary['states'],
    severities: countsBySeverity(rows),
    areas: [...byArea].map(([area, of]) => ({ area, count: sum(of) })).toSorted((a, b) => b.count - a.count || (a.area < b.area ? -1 : 1)),
  };
}

/** The alert, or null where the account has none of that id. */
export async function findAlert(db: Db, accountId: string, id: string): Promise<ShownAlertRow | null> {
  return await tables(db).selectFrom('alert').selectAll('alert')
    .select(eb => eb.selectFrom('auth_user').select('auth_user.email').whereRef('auth_user.id', '=', 'alert.assignee_id').as('assignee_email'))
    .where('account_id', '=', accountId).where('alert.id', '=', id).executeTakeFirst() ?? null;
}

/** Changes the alert and gives it as it is then. */
export async function changeAlert(tx: Db, { account_id, id }: AlertRow, change: Partial<AlertRow>): Promise<ShownAlertRow> {
  await tables(tx).updateTable('alert').set(change).where('id', '=', id).execute();
  return (await findAlert(tx, account_id, id))!;
}

/** Whether the account has a person of this id. */
export async function isPersonOf(db: Db, accountId: string, userId: string): Promise<boolean> {
  return await tables(db).selectFrom('auth_user').select('id').where('accountId', '=', accountId).where('id', '=', userId).executeTakeFirst() !== undefined;
}

/** Ends the mutes that are over at `now`, of which one alert each is given back as it is then: at most `max`. */
export async function endMutes(tx: Db, now: number, max: number): Promise<AlertRow[]> {
  const due = await tables(tx).selectFrom('alert').select('id').where('muted_until', '<=', now).orderBy('muted_until').limit(max).execute();
  if (due.length === 0) return [];
  return tables(tx).updateTable('alert').set({ muted_until: null }).where('id', 'in', due.map(({ id }) => id)).where('muted_until', '<=', now).returningAll().execute();
}

/** Everything that the account was alerted of, oldest first. */
export async function* allAlertsOf(db: Db, accountId: string): AsyncGenerator<object> {
  for (let last = '';;) {
    const rows = await tables(db).selectFrom('alert').selectAll().where('account_id', '=', accountId).where('id', '>', last).orderBy('id').limit(ROWS_A_PAGE).execute();
    for (const { account_id: _, position: _position, ...row } of rows) yield row;
    if (rows.length < ROWS_A_PAGE) return;
    last = rows.at(-1)!.id;
  }
}
