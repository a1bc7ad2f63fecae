import type { Selectable } from 'kysely';
import type { NewId } from '../../../core/ids.ts';
import type { Cursor } from '../../../core/page.ts';
import type { Db } from '../../../store/index.ts';
import { services } from './catalogue/services.ts';
import type { Incident, Level } from './feeds/report.ts';
import { tables, type StatusTables } from './tables.ts';

export type FeedRow = Selectable<StatusTables['status_feed']>;
export type IncidentRow = Selectable<StatusTables['status_incident']>;

/** Older spans are not prolonged: nothing was read in between. */
const MAX_GAP_MS = 20 * 60_000;
const MAX_INCIDENTS = 100;

/** What a feed is before it was read. */
export const unread = { read_at: null, tried_at: null, searched_at: null, failure: null, etag: null, last_modified: null, level: 'unknown', components: '[]', maintenances: '[]' } as const;

/** Sees to it that every service of the catalogue has its feed as the catalogue has it now. */
export async function listFeeds(db: Db, now: number): Promise<void> {
  const there = new Map((await tables(db).selectFrom('status_feed').select(['id', 'listed_url']).execute()).map(row => [row.id, row.listed_url]));
  for (const { slug, feed } of services) {
    if (feed === null || there.get(slug) === feed.url) continue;
    const fresh = { listed_url: feed.url, url: feed.url, kind: feed.kind, due_at: now, ...unread };
    await tables(db).insertInto('status_feed').values({ id: slug, ...fresh }).onConflict(conflict => conflict.column('id').doUpdateSet(fresh)).execute();
  }
}

/** Takes the feed that is due longest, until `until`; null where none is due. */
export async function claimFeed(tx: Db, now: number, until: number): Promise<FeedRow | null> {
  const due = await tables(tx).selectFrom('status_feed').select(['id', 'due_at']).where('due_at', '<=', now).orderBy('due_at').orderBy('id').limit(1).executeTakeFirst();
  if (!due) return null;
  return await tables(tx).updateTable('status_feed').set({ due_at: until }).where('id', '=', due.id).where('due_at', '=', due.due_at).returningAll().executeTakeFirst() ?? null;
}

/** Prolongs the span of this level, or begins one. */
export async function noteLevel(tx: Db, feedId: string, level: Level, now: number): Promise<void> {
  const last = await tables(tx).selectFrom('status_level').selectAll().where('feed_id', '=', feedId).orderBy('at', 'desc').limit(1).executeTakeFirst();
  const follows = last !== undefined && now - last.lasted_until <= MAX_GAP_MS;
  if (follows) await tables(tx).updateTable('status_level').set({ lasted_until: now }).where('feed_id', '=', feedId).where('at', '=', last.at).execute();
  if (follows && (last.level === level || last.at === now)) return;
  await tables(tx).insertInto('status_level').values({ feed_id: feedId, at: now, lasted_until: now, level }).onConflict(conflict => conflict.columns(['feed_id', 'at']).doUpdateSet({ level })).execute();
}

/** Keeps the incidents of a report; those that it has no longer are over. */
export async function keepIncidents(tx: Db, { newId }: { newId: NewId }, feedId: string, reported: readonly Incident[], now: number): Promise<void> {
  const kept = reported.slice(0, MAX_INCIDENTS);
  const ids = kept.map(({ id }) => id);
  const known = new Map((await tables(tx).selectFrom('status_incident').selectAll().where('feed_id', '=', feedId)
    .where(eb => eb.or([eb('resolved_at', 'is', null), ...(ids.length > 0 ? [eb('reported_id', 'in', ids)] : [])])).execute()).map(row => [row.reported_id, row]));
  for (const incident of new Map(kept.map(one => [one.id, one])).values()) {
    const row = known.get(incident.id);
    known.delete(incident.id);
    const reports = { incident: JSON.stringify(incident), resolved_at: incident.status === 'resolved' ? incident.resolvedAt ?? row?.resolved_at ?? now : null };
    if (row?.incident === reports.incident && (row.resolved_at === null) === (reports.resolved_at === null)) continue;
    if (row) await tables(tx).updateTable('status_incident').set(reports).where('id', '=', row.id).execute();
    else await tables(tx).insertInto('status_incident').values({ id: newId('inc'), feed_id: feedId, reported_id: incident.id, started_at: incident.startedAt ?? now, ...reports }).execute();
  }
  const over = [...known.values()].filter(row => row.resolved_at === null).map(({ id }) => id);
  if (over.length > 0) await tables(tx).updateTable('status_incident').set({ resolved_at: now }).where('id', 'in', over).execute();
}

/** The feeds of the catalogue, by slug. */
export async function catalogueFeeds(db: Db): Promise<Map<string, FeedRow>> {
  const slugs = services.filter(({ feed }) => feed !== null).map(({ slug }) => slug);
  return new Map((await tables(db).selectFrom('status_feed').selectAll().where('id', 'in', slugs).execute()).map(row => [row.id, row]));
}

/** How many incidents of each of these feeds go on. */
export async function activeIncidents(db: Db, feedIds: readonly string[]): Promise<Map<string, number>> {
  if (feedIds.length === 0) return new Map();
  const rows = await tables(db).selectFrom('status_incident').select(['feed_id', eb => eb.fn.countAll<number | string>().as('count')])
    .where('feed_id', 'in', feedIds).where('resolved_at', 'is', null).groupBy('feed_id').execute();
  return new Map(rows.map(({ feed_id: id, count }) => [id, Number(count)]));
}

/** Which incidents are wanted; what is undefined does not matter. */
interface IncidentFilter {
  feedIds: readonly string[];
  active: boolean | undefined;
  from: number | undefined;
  before: number | undefined;
}

/** Incidents of these feeds, newest first, after `position`. */
export async function incidentsOfCatalogue(db: Db, { feedIds, active, from, before }: IncidentFilter, position: Cursor | null, limit: number): Promise<IncidentRow[]> {
  return tables(db).selectFrom('status_incident').selectAll().where('feed_id', 'in', feedIds)
    .$if(active !== undefined, query => query.where('resolved_at', active ? 'is' : 'is not', null))
    .$if(from !== undefined, query => query.where('started_at', '>=', from!))
    .$if(before !== undefined, query => query.where('started_at', '<', before!))
    .$if(position !== null, query => query.where(eb => eb.or([
      eb('started_at', '<', position!.at), eb.and([eb('started_at', '=', position!.at), eb('id', '<', position!.id)]),
    ])))
    .orderBy('started_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}
