import type { Selectable } from 'kysely';
import type { Db } from '../../../../store/index.ts';
import { tables, type ExposureTables } from '../tables.ts';

export type AddressRow = Selectable<ExposureTables['exposure_address']>;

/** Addresses of the domain that a person has confirmed. */
export async function confirmedAddresses(db: Db, domainId: string): Promise<Set<string>> {
  return new Set((await addressesOf(db, domainId)).map(({ address }) => address));
}

export async function addressesOf(db: Db, domainId: string): Promise<AddressRow[]> {
  return tables(db).selectFrom('exposure_address').selectAll().where('domain_id', '=', domainId).orderBy('address').execute();
}

export async function confirmAddress(tx: Db, row: AddressRow): Promise<void> {
  await tables(tx).insertInto('exposure_address').values(row).onConflict(conflict => conflict.columns(['domain_id', 'address']).doUpdateSet(row)).execute();
}

/** Takes the confirmation back; false where there was none. */
export async function withdrawAddress(tx: Db, domainId: string, address: string): Promise<boolean> {
  const { numDeletedRows } = await tables(tx).deleteFrom('exposure_address').where('domain_id', '=', domainId).where('address', '=', address).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Every address that people of the account confirmed, for the export of everything that it holds. */
export async function* confirmedOf(db: Db, accountId: string): AsyncGenerator<object> {
  const rows = await tables(db).selectFrom('exposure_address').selectAll().where('account_id', '=', accountId).orderBy('domain_id').orderBy('address').execute();
  for (const { account_id: _, ...row } of rows) yield row;
}
