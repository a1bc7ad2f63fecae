import type { Cursor } from '../../../../core/page.ts';
import type { Db } from '../../../../store/index.ts';
import { tables } from '../tables.ts';
import type { AddressRow } from './addresses.ts';
import type { IncidentRow } from './incidents.ts';

/** That an address appears in an incident. */
export type Appeared = Pick<IncidentRow, 'id' | 'kind' | 'source' | 'title' | 'occurred_on' | 'fields' | 'sensitive' | 'verified' | 'state'> & { address_id: string; sites: string };

/** Addresses of the domain, those of infected computers first, then the newest; those behind `position`, or those of these hashes alone. */
export async function listAddresses(db: Db, domainId: string, hashes: readonly string[] | null, position: Cursor | null, limit: number): Promise<AddressRow[]> {
  return tables(db).selectFrom('darkweb_address').selectAll().where('domain_id', '=', domainId)
    .$if(hashes !== null, query => query.where('hash', 'in', hashes!))
    .$if(position !== null, query => query.where(eb => eb.or([eb('position', '>', position!.at), eb.and([eb('position', '=', position!.at), eb('id', '>', position!.id)])])))
    .orderBy('position').orderBy('id').limit(limit).execute();
}

export async function findAddress(db: Db, accountId: string, id: string): Promise<AddressRow | null> {
  return await tables(db).selectFrom('darkweb_address').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst() ?? null;
}

export async function countAddresses(db: Db, domainId: string): Promise<{ total: number; infected: number }> {
  const rows = await tables(db).selectFrom('darkweb_address').where('domain_id', '=', domainId).groupBy('stealer').select(eb => ['stealer', eb.fn.countAll<number | string>().as('total')]).execute();
  return { total: rows.reduce((sum, { total }) => sum + Number(total), 0), infected: Number(rows.find(({ stealer }) => stealer === 1)?.total ?? 0) };
}

/** In what these addresses appear. */
export async function appearancesOf(db: Db, addressIds: readonly string[]): Promise<Appeared[]> {
  if (addressIds.length === 0) return [];
  return tables(db).selectFrom('darkweb_appearance').innerJoin('darkweb_incident', 'darkweb_incident.id', 'darkweb_appearance.incident_id')
    .select(['darkweb_incident.id', 'kind', 'source', 'title', 'occurred_on', 'fields', 'sensitive', 'verified', 'state', 'address_id', 'sites']).where('address_id', 'in', addressIds)
    .orderBy('darkweb_incident.position').orderBy('darkweb_incident.id').execute();
}

/** Marks an address as that of somebody who has left, until then; null takes it back. */
export async function muteAddress(tx: Db, id: string, until: number | null): Promise<AddressRow> {
  return tables(tx).updateTable('darkweb_address').set({ muted_until: until }).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}
