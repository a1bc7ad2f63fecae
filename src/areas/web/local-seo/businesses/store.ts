import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { Cursor } from '../../../../core/page.ts';
import type { Db } from '../../../../store/index.ts';
import { tables, type LocalSeoTables } from '../tables.ts';
import type { OpeningHours } from './hours.ts';
import type { ScanSchedule } from './schedule-shapes.ts';
import type { BusinessRecord, NewBusiness } from './shapes.ts';

export type BusinessRow = Selectable<LocalSeoTables['local_business']>;

/** The business of the account; null where there is none. */
export async function findBusiness(db: Db, accountId: string, id: string): Promise<BusinessRow | null> {
  return await tables(db).selectFrom('local_business').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst() ?? null;
}

/** When the business is open; null where nobody entered it. */
export function hoursOf({ hours }: Pick<BusinessRow, 'hours'>): OpeningHours | null {
  return hours === null ? null : JSON.parse(hours) as OpeningHours;
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
  return tables(tx).insertInto('local_business').values({ id, account_id: accountId, ...columnsOf(given), scan_due_at: given.schedule === null ? null : now, skipped: null, created_at: now, updated_at: now }).returningAll().executeTakeFirstOrThrow();
}

/** A schedule that changes begins at once. */
export function changeBusiness(tx: Db, { id, schedule }: BusinessRow, given: NewBusiness, now: number): Promise<BusinessRow> {
  const columns = columnsOf(given);
  const begins = columns.schedule === schedule ? {} : { scan_due_at: columns.schedule === null ? null : now, skipped: null };
  return tables(tx).updateTable('local_business').set({ ...columns, ...begins, updated_at: now }).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Takes the business away with its scans. */
export async function deleteBusiness(tx: Db, id: string): Promise<void> {
  await tables(tx).deleteFrom('local_business').where('id', '=', id).execute();
}

/** Businesses whose grid is due, with who their account is. */
export function dueBusinesses(tx: Db, now: number, max: number) {
  return tables(tx).selectFrom('local_business').innerJoin('account', 'account.id', 'local_business.account_id').selectAll('local_business').select(['account.plan', 'account.operator', 'account.trusted'])
    .where('local_business.scan_due_at', '<=', now).where('local_business.schedule', 'is not', null).orderBy('local_business.scan_due_at').orderBy('local_business.id').limit(max).execute();
}

/** Moves the next scan on; false where another worker did so. */
export async function moveDue(tx: Db, { id, scan_due_at: dueAt }: Pick<BusinessRow, 'id' | 'scan_due_at'>, next: number): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx).updateTable('local_business').set({ scan_due_at: next }).where('id', '=', id).where('scan_due_at', '=', dueAt).executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function noteSkipped(tx: Db, id: string, cause: string | null): Promise<void> {
  await tables(tx).updateTable('local_business').set({ skipped: cause }).where('id', '=', id).execute();
}

function columnsOf({ name, point, domainId, address, phone, website, language, country, placeIds, hours, timeZone, schedule, listingPages, profile }: NewBusiness) {
  const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
  return {
    name, domain_id: domainId, address, phone, website, language, country, lat: point.lat, lng: point.lng, google_id: placeIds.google, osm_id: placeIds.osm,
    hours: json(hours), time_zone: timeZone, schedule: json(schedule), pages: listingPages.length === 0 ? null : json(listingPages), profile,
  };
}

export function presentBusiness(row: BusinessRow): z.output<typeof BusinessRecord> {
  const { id, name, address, phone, website, language, country } = row;
  return {
    id, name, point: { lat: row.lat, lng: row.lng }, domainId: row.domain_id, address, phone, website, language, country, placeIds: { google: row.google_id, osm: row.osm_id }, ...chosenIn(row),
    schedule: row.schedule === null ? null : { ...JSON.parse(row.schedule) as ScanSchedule, nextAt: new Date(row.scan_due_at!).toISOString(), skipped: row.skipped },
    createdAt: new Date(row.created_at).toISOString(), updatedAt: new Date(row.updated_at).toISOString(),
  };
}

function chosenIn({ hours, time_zone: timeZone, pages, profile }: BusinessRow) {
  return { hours: hoursOf({ hours }), timeZone, listingPages: pages === null ? [] : JSON.parse(pages) as string[], profile };
}

/** What was entered of a business, as it is changed. */
export function enteredOf(row: BusinessRow): NewBusiness {
  const { createdAt: _created, updatedAt: _updated, id: _id, schedule: _schedule, ...entered } = presentBusiness(row);
  return { ...entered, schedule: row.schedule === null ? null : JSON.parse(row.schedule) as ScanSchedule };
}

/** All that the account has, for its export. */
export async function* businessesIn(db: Db, accountId: string): AsyncIterable<object> {
  for (const row of await tables(db).selectFrom('local_business').selectAll().where('account_id', '=', accountId).orderBy('id').execute()) yield presentBusiness(row);
}
