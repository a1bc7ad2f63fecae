import type { Selectable } from 'kysely';
import type { Cursor } from '../../../../core/page.ts';
import type { Db } from '../../../../store/index.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { tables, type LocalSeoTables } from '../tables.ts';
import type { ScanSettings } from './settings.ts';

export type ScanRow = Selectable<LocalSeoTables['local_scan']>;
export type PointRow = Selectable<LocalSeoTables['local_scan_point']>;
/** With the status of its run; null where that is gone. */
export type ListedScan = ScanRow & { run_status: string | null; business_name: string };

/** Scans of a business that are kept. */
const KEPT_SCANS = 60;

/** How a business stands for one keyword of a scan that has ended. */
export interface KeywordSummary {
  keyword: string;
  metrics: Metrics;
  /** Other businesses that were found at any point. */
  competitors: number;
}

/** A point of a scan, by its numbers. */
export interface Cell {
  keyword: number;
  point: number;
}

/** What is kept of a listing, as far as the terms of the provider let it; the last two are missing where it says neither, and in scans before they were read. */
export type ListingFacts = readonly [id: string, name: string | null, rating?: number | null, reviews?: number | null];

export type PointAnswer =
  | { state: 'answered'; rank: number | null; ownId: string | null; listings: readonly ListingFacts[] }
  | { state: 'failed'; cause: string };

export async function addScan(tx: Db, { id, accountId, businessId, settings, points, now }: { id: string; accountId: string; businessId: string; settings: ScanSettings; points: number; now: number }): Promise<void> {
  await tables(tx).insertInto('local_scan').values({
    id, account_id: accountId, business_id: businessId, provider: settings.provider, settings: JSON.stringify(settings), points, state: null, cause: null, summary: null, created_at: now, finished_at: null,
  }).execute();
}

function scans(db: Db, accountId: string) {
  return tables(db).selectFrom('local_scan').innerJoin('local_business', 'local_business.id', 'local_scan.business_id').leftJoin('run', 'run.id', 'local_scan.id')
    .selectAll('local_scan').select(['run.status as run_status', 'local_business.name as business_name']).where('local_scan.account_id', '=', accountId);
}

/** The scan of the account; null where there is none. */
export async function findScan(db: Db, accountId: string, id: string): Promise<ListedScan | null> {
  return await scans(db, accountId).where('local_scan.id', '=', id).executeTakeFirst() ?? null;
}

/** Scans of the account, newest first, after `position`. */
export function scansOf(db: Db, accountId: string, { businessIds, providers }: { businessIds: readonly string[] | undefined; providers: readonly string[] | undefined }, position: Cursor | null, limit: number): Promise<ListedScan[]> {
  return scans(db, accountId)
    .$if(businessIds !== undefined, query => query.where('local_scan.business_id', 'in', businessIds!))
    .$if(providers !== undefined, query => query.where('local_scan.provider', 'in', providers!))
    .$if(position !== null, query => query.where('local_scan.id', '<', position!.id))
    .orderBy('local_scan.id', 'desc').limit(limit).execute();
}

/** The points of the scan that were asked for, for one keyword. */
export function askedPoints(db: Db, scanId: string, keyword: number): Promise<PointRow[]> {
  return tables(db).selectFrom('local_scan_point').selectAll().where('scan_id', '=', scanId).where('keyword', '=', keyword).orderBy('point').execute();
}

/** Which points were asked for, and how far that came. */
export function pointStates(db: Db, scanId: string): Promise<Pick<PointRow, 'keyword' | 'point' | 'state'>[]> {
  return tables(db).selectFrom('local_scan_point').select(['keyword', 'point', 'state']).where('scan_id', '=', scanId).execute();
}

/** Notes that a point is about to be asked for, before that may cost anything. */
export async function noteAsked(tx: Db, scanId: string, { keyword, point }: Cell): Promise<void> {
  await tables(tx).insertInto('local_scan_point').values({ scan_id: scanId, keyword, point, state: 'asked', rank: null, own_id: null, cause: null, listings: null })
    .onConflict(conflict => conflict.columns(['scan_id', 'keyword', 'point']).doUpdateSet({ state: 'asked' })).execute();
}

export async function saveAnswer(tx: Db, scanId: string, { keyword, point }: Cell, answer: PointAnswer): Promise<void> {
  const set = answer.state === 'failed' ? { state: 'failed', cause: answer.cause } : { state: 'answered', rank: answer.rank, own_id: answer.ownId, listings: JSON.stringify(answer.listings) };
  await tables(tx).updateTable('local_scan_point').set(set).where('scan_id', '=', scanId).where('keyword', '=', keyword).where('point', '=', point).execute();
}

/** Gives up the points whose answers were lost with the process that asked for them. */
export async function giveUpAsked(tx: Db, scanId: string, cause: string): Promise<void> {
  await tables(tx).updateTable('local_scan_point').set({ state: 'interrupted', cause }).where('scan_id', '=', scanId).where('state', '=', 'asked').execute();
}

/** Keeps what is known only when the scan begins. */
export async function noteSettings(tx: Db, scanId: string, settings: ScanSettings): Promise<void> {
  await tables(tx).updateTable('local_scan').set({ settings: JSON.stringify(settings) }).where('id', '=', scanId).execute();
}

/** Says why the scan ends early. */
export async function noteCause(tx: Db, scanId: string, cause: string): Promise<void> {
  await tables(tx).updateTable('local_scan').set({ cause }).where('id', '=', scanId).execute();
}

/** Marks the scan as ended; the oldest of its business are forgotten. */
export async function endScan(tx: Db, scan: Pick<ScanRow, 'id' | 'business_id'>, { state, cause, summary, now }: { state: 'completed' | 'partial'; cause: string | null; summary: readonly KeywordSummary[]; now: number }): Promise<void> {
  await tables(tx).updateTable('local_scan').set({ state, cause, summary: JSON.stringify(summary), finished_at: now }).where('id', '=', scan.id).execute();
  const kept = await tables(tx).selectFrom('local_scan').select('id').where('business_id', '=', scan.business_id).orderBy('id', 'desc').limit(KEPT_SCANS).execute();
  await tables(tx).deleteFrom('local_scan').where('business_id', '=', scan.business_id).where('id', '<', kept.at(-1)!.id).execute();
}

/** Scans of a business that have ended, with what is said of them, the newest first. */
export function endedScans(db: Db, accountId: string, businessId: string, provider: string): Promise<ScanRow[]> {
  return tables(db).selectFrom('local_scan').selectAll().where('account_id', '=', accountId).where('business_id', '=', businessId).where('provider', '=', provider)
    .where('finished_at', 'is not', null).orderBy('id', 'desc').limit(KEPT_SCANS).execute();
}
