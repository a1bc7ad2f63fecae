import type { Selectable } from 'kysely';
import type { Db } from '../../../../store/index.ts';
import { ownedBy } from '../../../domains/ownership/index.ts';
import { numberOf } from './identity.ts';
import { noteReleased } from '../spool/store.ts';
import { tables, type DmarcTables } from '../tables.ts';

export type DmarcDomain = Selectable<DmarcTables['dmarc_domain']>;

/** A transaction's turn on a domain: others that keep reports of it wait. */
export interface Turn {
  domain: DmarcDomain;
  /** The number of the next report. */
  next: number;
}

/** The turns on those domains that the account owns, by name; `names` has one for each report. */
export async function turnsOn(tx: Db, accountId: string, names: readonly string[], now: number): Promise<Map<string, Turn>> {
  const turns = new Map<string, Turn>();
  // In one order, so that two transactions follow one another.
  for (const [name, { length }] of [...Map.groupBy(names, name => name)].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const owned = await ownedBy(tx, accountId, name, now);
    if (owned === null) continue;
    const domain = await turnOn(tx, { accountId, name, owned, reports: length, now });
    turns.set(name, { domain, next: domain.last_report - length + 1 });
  }
  return turns;
}

async function turnOn(tx: Db, { accountId, name, owned, reports, now }: { accountId: string; name: string; owned: string; reports: number; now: number }): Promise<DmarcDomain> {
  const domainId = await inventoryId(tx, accountId, owned);
  return tables(tx).insertInto('dmarc_domain')
    .values({ no: numberOf(`${accountId} ${name}`), account_id: accountId, name, domain_id: domainId, held_since: null, last_report: reports, due_at: now })
    .onConflict(conflict => conflict.columns(['account_id', 'name']).doUpdateSet(eb => ({ last_report: eb('dmarc_domain.last_report', '+', reports), domain_id: domainId, held_since: null })))
    .returningAll().executeTakeFirstOrThrow();
}

/** A turn on a domain that has reports, and the next `count` numbers, the last of which it has; null where the account has no such domain. */
export async function takeNumbers(tx: Db, accountId: string, domainNo: number, count: number): Promise<DmarcDomain | null> {
  return await tables(tx).updateTable('dmarc_domain').set(eb => ({ last_report: eb('last_report', '+', count) })).where('no', '=', domainNo).where('account_id', '=', accountId)
    .returningAll().executeTakeFirst() ?? null;
}

async function inventoryId(tx: Db, accountId: string, name: string): Promise<string | null> {
  const row = await tables(tx).selectFrom('domain').select('id').where('account_id', '=', accountId).where('name', '=', name).executeTakeFirst();
  return row?.id ?? null;
}

/** Shows the reports of domains that the account has proven again. */
export async function release(tx: Db, accountId: string, now: number): Promise<string[]> {
  const released: string[] = [];
  const held = await tables(tx).selectFrom('dmarc_domain').select(['no', 'name']).where('account_id', '=', accountId).where('held_since', 'is not', null).orderBy('no').execute();
  for (const { no, name } of held) {
    const owned = await ownedBy(tx, accountId, name, now);
    if (owned === null) continue;
    await tables(tx).updateTable('dmarc_domain').set({ held_since: null, due_at: now, domain_id: await inventoryId(tx, accountId, owned) }).where('no', '=', no).execute();
    await noteReleased(tx, accountId, no);
    released.push(name);
  }
  return released;
}
