import { sql, type Selectable } from 'kysely';
import { planCovers, type Plan } from '../../../../core/access.ts';
import type { SearchDataProvider, SearchDataSecret } from '../../../../core/outside/search-data.ts';
import type { Db } from '../../../../store/index.ts';
import type { DeepSeoServices } from '../services.ts';
import { tables, type DeepSeoTables } from '../tables.ts';
import type { Split } from './access.ts';
import type { Fault } from './answers.ts';

export type ConnectionRow = Selectable<DeepSeoTables['search_connection']>;
/** With the domain and the plan of its account. */
export type KnownConnection = ConnectionRow & { name: string; plan: Plan };

/** What an import came to; members that the provider does not have are null. */
export interface ImportSummary {
  /** First and last day, YYYY-MM-DD. */
  from: string | null;
  to: string | null;
  pages: number;
  queries: number | null;
  clicks: number | null;
  impressions: number | null;
  /** There was more than is kept. */
  cut: boolean;
  /** Pages that were submitted. */
  submitted: number | null;
}

const BACK_OFF_MS = 3_600_000;
const MAX_BACK_OFF_MS = 86_400_000;

/** Connections of a domain of the account. */
export function connectionsOf(db: Db, accountId: string, domainId: string): Promise<ConnectionRow[]> {
  return tables(db).selectFrom('search_connection').selectAll().where('account_id', '=', accountId).where('domain_id', '=', domainId).orderBy('provider').execute();
}

export async function findConnection(db: Db, accountId: string, id: string): Promise<KnownConnection | null> {
  const row = await tables(db).selectFrom('search_connection').innerJoin('domain', 'domain.id', 'search_connection.domain_id').innerJoin('account', 'account.id', 'search_connection.account_id')
    .selectAll('search_connection').select(['domain.name', 'account.plan']).where('search_connection.account_id', '=', accountId).where('search_connection.id', '=', id).executeTakeFirst();
  return row ? { ...row, plan: row.plan as Plan } : null;
}

/** Connects the domain; what an earlier connection to the provider left is gone with it. */
export async function connect(tx: Db, { sealer }: Pick<DeepSeoServices, 'sealer'>, { id, accountId, domainId, now }: { id: string; accountId: string; domainId: string; now: number }, { provider, settings, secret }: Split): Promise<void> {
  await disconnect(tx, accountId, domainId, provider);
  await tables(tx).insertInto('search_connection').values({
    id, account_id: accountId, domain_id: domainId, provider, settings: JSON.stringify(settings), secret: sealer.seal(JSON.stringify(secret), id),
    cursor: null, summary: null, fault: null, cause: null, failing_since: null, tried_at: null, imported_at: null, due_at: now, created_at: now,
  }).execute();
}

/** Removes the connection with its credentials and all that it brought; false where there is none. */
export async function disconnect(tx: Db, accountId: string, domainId: string, provider: SearchDataProvider): Promise<boolean> {
  const { numDeletedRows } = await tables(tx).deleteFrom('search_connection').where('account_id', '=', accountId).where('domain_id', '=', domainId).where('provider', '=', provider).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** What opens the provider; null where it was sealed with another key. */
export function secretOf({ secret, id }: ConnectionRow, { sealer }: Pick<DeepSeoServices, 'sealer'>): SearchDataSecret | null {
  const opened = sealer.open(secret, id);
  return opened === null ? null : JSON.parse(opened) as SearchDataSecret;
}

/** Takes up to `max` connections that are due, each with the time at which it is due next; gives how many, and those whose account has them in its plan. */
export async function takeDue(tx: Db, now: number, nextAt: (id: string) => number, max: number): Promise<{ taken: number; rows: Pick<ConnectionRow, 'id' | 'account_id'>[] }> {
  const due = await tables(tx).selectFrom('search_connection').innerJoin('account', 'account.id', 'search_connection.account_id').select(['search_connection.id', 'account_id', 'plan'])
    .where('search_connection.due_at', '<=', now).orderBy('search_connection.due_at').limit(max).execute();
  const rows = [];
  for (const row of due.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const { numUpdatedRows } = await tables(tx).updateTable('search_connection').set({ due_at: nextAt(row.id) }).where('id', '=', row.id).where('due_at', '<=', now).executeTakeFirst();
    if (numUpdatedRows === 1n && planCovers(row.plan as Plan, 'pro')) rows.push(row);
  }
  return { taken: due.length, rows };
}

/** Stores that an import went well; `cursor` is left as it is unless given. */
export async function noteImported(tx: Db, { id }: Pick<ConnectionRow, 'id'>, { summary, cursor }: { summary: ImportSummary; cursor?: string }, now: number): Promise<void> {
  await tables(tx).updateTable('search_connection').set({ summary: JSON.stringify(summary), fault: null, cause: null, failing_since: null, tried_at: now, imported_at: now, ...(cursor === undefined ? {} : { cursor }) }).where('id', '=', id).execute();
}

/** Stores why an import came to nothing. What may be better in an hour is tried again then, or as late as the provider asks. */
export async function noteFault(tx: Db, { id }: Pick<ConnectionRow, 'id'>, { fault, cause, retryAfterMs = 0 }: Fault, now: number): Promise<void> {
  const again = fault === 'limited' || fault === 'unreachable' ? { due_at: now + Math.min(MAX_BACK_OFF_MS, Math.max(BACK_OFF_MS, retryAfterMs)) } : {};
  await tables(tx).updateTable('search_connection').set({ fault, cause, failing_since: sql<number>`coalesce(failing_since, ${now})`, tried_at: now, ...again }).where('id', '=', id).execute();
}

/** All connections of the account, without their credentials, for the export of everything that it holds. */
export async function* connectionsIn(db: Db, accountId: string): AsyncGenerator<object> {
  const rows = await tables(db).selectFrom('search_connection').select(['id', 'domain_id', 'provider', 'settings', 'summary', 'fault', 'cause', 'tried_at', 'imported_at', 'created_at']).where('account_id', '=', accountId).orderBy('id').execute();
  for (const { settings, summary, ...row } of rows) yield { ...row, settings: JSON.parse(settings) as unknown, summary: summary === null ? null : JSON.parse(summary) as unknown };
}
