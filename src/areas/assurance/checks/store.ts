import type { Selectable } from 'kysely';
import type { Cursor } from '../../../core/page.ts';
import type { Db } from '../../../store/index.ts';
import type { CheckState } from './machine/state.ts';
import type { CheckRow } from './spec.ts';
import { tables, type ChecksTables } from './tables.ts';

/** Which checks are wanted; what is undefined does not matter. */
export interface CheckFilter {
  states: readonly CheckState[] | undefined;
  kinds: readonly string[] | undefined;
  domainIds: readonly string[] | undefined;
  text: string | undefined;
}

/** Checks of the account, newest first, after `position`. */
export function checksOf(db: Db, accountId: string, { states, kinds, domainIds, text }: CheckFilter, position: Cursor | null, limit: number): Promise<CheckRow[]> {
  return tables(db).selectFrom('custom_check').selectAll().where('account_id', '=', accountId)
    .$if(states !== undefined, query => query.where('state', 'in', states!))
    .$if(kinds !== undefined, query => query.where('kind', 'in', kinds!))
    .$if(domainIds !== undefined, query => query.where('domain_id', 'in', domainIds!))
    .$if(text !== undefined, query => query.where(eb => eb.or([eb('name', 'like', `%${escaped(text!)}%`), eb('target', 'like', `%${escaped(text!)}%`)])))
    .$if(position !== null, query => query.where(eb => eb.or([eb('created_at', '<', position!.at), eb.and([eb('created_at', '=', position!.at), eb('id', '<', position!.id)])])))
    .orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** Patterns of the caller match nothing but themselves: wildcards are left out. */
function escaped(text: string): string {
  return text.replaceAll(/[%_\\]/g, '');
}

/** The check of the account; null where there is none. */
export async function findCheck(db: Db, accountId: string, id: string): Promise<CheckRow | null> {
  return await tables(db).selectFrom('custom_check').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst() ?? null;
}

/** The checks of the account that files know by a key, by that key. */
export async function checksByKey(db: Db, accountId: string): Promise<Map<string, CheckRow>> {
  const rows = await tables(db).selectFrom('custom_check').selectAll().where('account_id', '=', accountId).where('reference', 'is not', null).execute();
  return new Map(rows.map(row => [row.reference!, row]));
}

/** The checks of the account that are the uptime of the domain, by what they check. */
export async function checksOfDomain(db: Db, accountId: string, domainId: string): Promise<Map<string, CheckRow>> {
  const rows = await tables(db).selectFrom('custom_check').selectAll().where('account_id', '=', accountId).where('domain_id', '=', domainId).where('role', 'is not', null).execute();
  return new Map(rows.map(row => [row.role!, row]));
}

/** The push check of this hash, of whatever account: its token is all that the caller shows. */
export async function findPushCheck(db: Db, hash: string): Promise<CheckRow | null> {
  return await tables(db).selectFrom('custom_check').selectAll().where('push_hash', '=', hash).executeTakeFirst() ?? null;
}

/** What was seen when the check failed, newest first, after `position`. */
export function failuresOf(db: Db, accountId: string, checkId: string, position: Cursor | null, limit: number): Promise<Selectable<ChecksTables['check_failure']>[]> {
  return tables(db).selectFrom('check_failure').selectAll().where('account_id', '=', accountId).where('check_id', '=', checkId)
    .$if(position !== null, query => query.where(eb => eb.or([eb('at', '<', position!.at), eb.and([eb('at', '=', position!.at), eb('id', '<', position!.id)])])))
    .orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** What a check is before its first result. */
export const fresh = { state: 'unknown', state_since: null, machine: '{}', last: null, summary: '{}', incident_id: null, tls_expires_at: null, last_slot: 0, rolled_at: 0, version: 1 } as const;

/** How many checks of the account there are by state, those that are switched off as `disabled`. */
export async function countByState(db: Db, accountId: string): Promise<Record<string, number>> {
  return counted(await states(db).where('account_id', '=', accountId).execute());
}

/** The same of all accounts. */
export async function countAllByState(db: Db): Promise<Record<string, number>> {
  return counted(await states(db).execute());
}

function states(db: Db) {
  return tables(db).selectFrom('custom_check').select(['state', 'enabled', eb => eb.fn.countAll<number | string>().as('count')]).groupBy(['state', 'enabled']);
}

function counted(rows: readonly { state: string; enabled: number; count: number | string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { state, enabled, count } of rows) counts[enabled === 1 ? state : 'disabled'] = (counts[enabled === 1 ? state : 'disabled'] ?? 0) + Number(count);
  return counts;
}

export type MeasuredCheck = Pick<CheckRow, 'id' | 'account_id' | 'kind' | 'state' | 'last' | 'tls_expires_at'>;

/** The oldest `limit` checks of all accounts that are switched on. */
export function measuredChecks(db: Db, limit: number): Promise<MeasuredCheck[]> {
  return tables(db).selectFrom('custom_check').select(['id', 'account_id', 'kind', 'state', 'last', 'tls_expires_at']).where('enabled', '=', 1).orderBy('id').limit(limit).execute();
}

/** When a check of the account that is switched on last had a result; null where none has. */
export async function lastResultAt(db: Db, accountId: string): Promise<number | null> {
  const rows = await tables(db).selectFrom('custom_check').select('last').where('account_id', '=', accountId).where('enabled', '=', 1).where('last', 'is not', null).execute();
  return rows.reduce<number | null>((newest, { last }) => Math.max(newest ?? 0, (JSON.parse(last!) as { at: number }).at), null);
}
