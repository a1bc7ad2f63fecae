import type { Selectable } from 'kysely';
import type { Db } from '../../../../store/index.ts';
import { ownedBy } from '../../../domains/ownership/index.ts';
import { numberOf } from './identity.ts';
import { noteReleased } from '../spool/store.ts';
import { tables, type DmarcTables } from '../tables.ts';

export type DmarcDomain = Selectable<DmarcTables['dmarc_domain']>;

/** How many reports wait for a proof of ownership at an account before more of them are refused. */
const MAX_HELD = 1000;

/** A transaction's turn on a domain: others that keep reports of it wait. */
export interface Turn {
  domain: DmarcDomain;
  /** The number of the next report. */
  next: number;
  /** How many reports more may wait for a proof of ownership, of all domains of the account; null where the domain shows. */
  budget: { left: number } | null;
}

/**
 * The turns on the domains that reports came for to the account, by name; `names` has one for each report. Reports of a domain show
 * while the account owns it and wait while it does not; one for which too many wait already is left out.
 */
export async function turnsOn(tx: Db, accountId: string, names: readonly string[], now: number): Promise<Map<string, Turn>> {
  const turns = new Map<string, Turn>();
  let budget: { left: number } | null = null;
  // In one order, so that two transactions follow one another.
  for (const [name, { length }] of [...Map.groupBy(names, name => name)].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const owned = await ownedBy(tx, accountId, name, now);
    if (owned === null) budget ??= { left: MAX_HELD - await heldReports(tx, accountId) };
    if (owned === null && budget!.left <= 0) continue;
    const domain = await turnOn(tx, { accountId, name, owned, reports: length, now });
    turns.set(name, { domain, next: domain.last_report - length + 1, budget: domain.held_since === null ? null : budget });
  }
  return turns;
}

async function turnOn(tx: Db, { accountId, name, owned, reports, now }: { accountId: string; name: string; owned: string | null; reports: number; now: number }): Promise<DmarcDomain> {
  const domainId = await inventoryId(tx, accountId, owned ?? name);
  const heldSince = owned === null ? now : null;
  return tables(tx).insertInto('dmarc_domain')
    .values({ no: numberOf(`${accountId} ${name}`), account_id: accountId, name, domain_id: domainId, held_since: heldSince, last_report: reports, due_at: now })
    .onConflict(conflict => conflict.columns(['account_id', 'name']).doUpdateSet(eb => ({
      last_report: eb('dmarc_domain.last_report', '+', reports), domain_id: domainId,
      held_since: owned === null ? eb.fn.coalesce('dmarc_domain.held_since', eb.val(now)) : null,
    }))).returningAll().executeTakeFirstOrThrow();
}

async function inventoryId(tx: Db, accountId: string, name: string): Promise<string | null> {
  const row = await tables(tx).selectFrom('domain').select('id').where('account_id', '=', accountId).where('name', '=', name).executeTakeFirst();
  return row?.id ?? null;
}

async function heldReports(tx: Db, accountId: string): Promise<number> {
  const { count } = await tables(tx).selectFrom('dmarc_report').innerJoin('dmarc_domain', 'dmarc_domain.no', 'dmarc_report.domain_no')
    .select(eb => eb.fn.countAll<number | string>().as('count'))
    .where('dmarc_domain.account_id', '=', accountId).where('dmarc_domain.held_since', 'is not', null).executeTakeFirstOrThrow();
  return Number(count);
}

/** Shows the reports that waited for the proof that this domain, or one above it, is the account's. */
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
