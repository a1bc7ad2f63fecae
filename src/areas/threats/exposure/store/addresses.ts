import type { Selectable } from 'kysely';
import type { Db } from '../../../../store/index.ts';
import { ownedBy } from '../../../domains/ownership/index.ts';
import { tables, type ExposureTables } from '../tables.ts';

export type AddressRow = Selectable<ExposureTables['exposure_address']>;

/** Hosts are scanned every week, if not every day. */
const PROOF_HOLDS_MS = 9 * 86_400_000;

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

/**
 * Whether the account has shown that the machine at the address is its own: a person has confirmed it, and the newest scan that met the address,
 * of a domain that is still proven and not older than nine days, found the proof there.
 */
export async function isProvenAddress(db: Db, accountId: string, address: string, now: number): Promise<boolean> {
  const rows = await tables(db).selectFrom('exposure_address').select('domain_id').where('account_id', '=', accountId).where('address', '=', address).execute();
  for (const { domain_id: domainId } of rows) {
    const met = await tables(db).selectFrom('exposure_scan').innerJoin('exposure_host', 'exposure_host.scan_id', 'exposure_scan.id').select(['exposure_host.scope', 'exposure_scan.proof'])
      .where('exposure_scan.domain_id', '=', domainId).where('exposure_host.address', '=', address).where('started_at', '>', now - PROOF_HOLDS_MS).orderBy('exposure_scan.id', 'desc').limit(1).executeTakeFirst();
    if (met?.scope === 'full' && await ownedBy(db, accountId, met.proof, now) !== null) return true;
  }
  return false;
}

/** Every address that people of the account confirmed, for the export of everything that it holds. */
export async function* confirmedOf(db: Db, accountId: string): AsyncGenerator<object> {
  const rows = await tables(db).selectFrom('exposure_address').selectAll().where('account_id', '=', accountId).orderBy('domain_id').orderBy('address').execute();
  for (const { account_id: _, ...row } of rows) yield row;
}
