import type { Db } from '../../../store/index.ts';
import { tables, type InventoryTables } from './tables.ts';

/** Makes those who change what belongs to a domain follow one another until `tx` ends; false where the domain is gone. */
export async function lockDomain(tx: Db, domainId: string): Promise<boolean> {
  // A change that changes nothing holds the row, on both databases.
  const { numUpdatedRows } = await tables(tx).updateTable('domain').set(eb => ({ name: eb.ref('name') })).where('id', '=', domainId).executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Keeps how many changes of the domain wait for a decision. */
export async function noteOpenEvents(tx: Db, domainId: string, open: number): Promise<void> {
  await tables(tx).updateTable('domain').set({ open_events: open }).where('id', '=', domainId).execute();
}

/** What a scan came to. */
export type ScanOutcome = Pick<InventoryTables['domain'], 'score' | 'grade' | 'issues' | 'worst' | 'standings' | 'checked_at'> & Partial<Pick<InventoryTables['domain'], 'expires_at' | 'registration_at'>>;

/** Keeps what a scan came to; false where the domain is gone. */
export async function noteScan(tx: Db, domainId: string, outcome: ScanOutcome): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx).updateTable('domain').set(outcome).where('id', '=', domainId).executeTakeFirst();
  return numUpdatedRows > 0n;
}
