import type { Db } from '../../../store/index.ts';
import { tables } from './tables.ts';

/** Makes those who change what belongs to a domain follow one another until `tx` ends; false where the domain is gone. */
export async function lockDomain(tx: Db, domainId: string): Promise<boolean> {
  // A change that changes nothing holds the row, on both databases.
  const { numUpdatedRows } = await tables(tx).updateTable('domain').set(eb => ({ name: eb.ref('name') })).where('id', '=', domainId).executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Keeps when the domain was scanned (epoch milliseconds); false where it is gone. */
export async function noteScan(tx: Db, domainId: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx).updateTable('domain').set({ checked_at: at }).where('id', '=', domainId).executeTakeFirst();
  return numUpdatedRows > 0n;
}
