import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { Cursor } from '../../../../core/page.ts';
import type { Db } from '../../../../store/index.ts';
import { tables, type LocalSeoTables } from '../tables.ts';
import type { BusinessRecord, NewBusiness } from './shapes.ts';

export type BusinessRow = Selectable<LocalSeoTables['local_business']>;

/** The business of the account; null where there is none. */
export async function findBusiness(db: Db, accountId: string, id: string): Promise<BusinessRow | null> {
  return await tables(db).selectFrom('local_business').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst() ?? null;
}

/** Businesses of the account, newest first, after `position`. */
export function businessesOf(db: Db, accountId: string, position: Cursor | null, limit: number): Promise<BusinessRow[]> {
  return tables(db).selectFrom('local_business').selectAll().where('account_id', '=', accountId)
    .$if(position !== null, query => query.where(eb => eb.or([eb('created_at', '<', position!.at), eb.and([eb('created_at', '=', position!.at), eb('id', '<', position!.id)])])))
    .orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export async function countBusinesses(db: Db, accountId: string): Promise<number> {
  const { count } = await tables(db).selectFrom('local_business').select(eb => eb.fn.countAll<number | string>().as('count')).where('account_id', '=', accountId).executeTakeFirstOrThrow();
  return Number(count);
}

export function insertBusiness(tx: Db, { id, accountId, given, now }: { id: string; accountId: string; given: NewBusiness; now: number }): Promise<BusinessRow> {
  return tables(tx).insertInto('local_business').values({ id, account_id: accountId, ...columnsOf(given), created_at: now, updated_at: now }).returningAll().executeTakeFirstOrThrow();
}

export function changeBusiness(tx: Db, id: string, given: NewBusiness, now: number): Promise<BusinessRow> {
  return tables(tx).updateTable('local_business').set({ ...columnsOf(given), updated_at: now }).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Takes the business away with its scans. */
export async function deleteBusiness(tx: Db, id: string): Promise<void> {
  await tables(tx).deleteFrom('local_business').where('id', '=', id).execute();
}

function columnsOf({ name, point, domainId, address, phone, website, language, country, placeIds }: NewBusiness) {
  return { name, domain_id: domainId, address, phone, website, language, country, lat: point.lat, lng: point.lng, google_id: placeIds.google, osm_id: placeIds.osm };
}

export function presentBusiness(row: BusinessRow): z.output<typeof BusinessRecord> {
  const { id, name, address, phone, website, language, country } = row;
  return {
    id, name, point: { lat: row.lat, lng: row.lng }, domainId: row.domain_id, address, phone, website, language, country, placeIds: { google: row.google_id, osm: row.osm_id },
    createdAt: new Date(row.created_at).toISOString(), updatedAt: new Date(row.updated_at).toISOString(),
  };
}

/** All that the account has, for its export. */
export async function* businessesIn(db: Db, accountId: string): AsyncIterable<object> {
  for (const row of await tables(db).selectFrom('local_business').selectAll().where('account_id', '=', accountId).orderBy('id').execute()) yield presentBusiness(row);
}
