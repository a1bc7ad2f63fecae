import type { Selectable } from 'kysely';
import type { Cursor } from '../../../core/page.ts';
import type { Db } from '../../../store/index.ts';
import { services } from './catalogue/services.ts';
import type { FollowRow } from './follow-levels.ts';
import type { FeedRow } from './store.ts';
import { tables, type StatusTables } from './tables.ts';

export type EventRow = Selectable<StatusTables['status_event']>;
/** What an account follows, with the feed that it is read from. */
export type FollowedRow = FollowRow & { feed: FeedRow };

const slugs: ReadonlySet<string> = new Set(services.map(({ slug }) => slug));

/** What the account follows, newest first, after `position`. */
export async function followsOf(db: Db, accountId: string, position: Cursor | null, limit: number): Promise<FollowedRow[]> {
  const rows = await tables(db).selectFrom('status_follow').selectAll().where('account_id', '=', accountId)
    .$if(position !== null, query => query.where(eb => eb.or([
      eb('created_at', '<', position!.at), eb.and([eb('created_at', '=', position!.at), eb('id', '<', position!.id)]),
    ])))
    .orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return withFeeds(db, rows);
}

export async function findFollow(db: Db, accountId: string, id: string): Promise<FollowedRow | null> {
  const rows = await tables(db).selectFrom('status_follow').selectAll().where('account_id', '=', accountId).where('id', '=', id).execute();
  return (await withFeeds(db, rows))[0] ?? null;
}

export async function countFollows(db: Db, accountId: string): Promise<number> {
  const { count } = await tables(db).selectFrom('status_follow').select(eb => eb.fn.countAll<number | string>().as('count')).where('account_id', '=', accountId).executeTakeFirstOrThrow();
  return Number(count);
}

/** Follows the feed; null where the account does already. */
export async function addFollow(tx: Db, row: FollowRow): Promise<FollowRow | null> {
  return await tables(tx).insertInto('status_follow').values(row).onConflict(conflict => conflict.columns(['account_id', 'feed_id']).doNothing()).returningAll().executeTakeFirst() ?? null;
}

/** The id of the account's follow of the feed. */
export async function idOfFollow(db: Db, accountId: string, feedId: string): Promise<string> {
  return (await tables(db).selectFrom('status_follow').select('id').where('account_id', '=', accountId).where('feed_id', '=', feedId).executeTakeFirstOrThrow()).id;
}

export async function saveFollow(tx: Db, accountId: string, id: string, change: Partial<FollowRow>): Promise<FollowRow> {
  return tables(tx).updateTable('status_follow').set(change).where('account_id', '=', accountId).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export async function endFollow(tx: Db, accountId: string, id: string): Promise<void> {
  await tables(tx).deleteFrom('status_follow').where('account_id', '=', accountId).where('id', '=', id).execute();
}

/** The feed of a service of the catalogue. */
export async function feedOfCatalogue(db: Db, slug: string): Promise<FeedRow> {
  return tables(db).selectFrom('status_feed').selectAll().where('id', '=', slug).executeTakeFirstOrThrow();
}

/** Adds a feed unless one is listed at its address, and gives the one that is. */
export async function addFeed(tx: Db, row: FeedRow): Promise<FeedRow> {
  await tables(tx).insertInto('status_feed').values(row).onConflict(conflict => conflict.column('listed_url').doNothing()).execute();
  return tables(tx).selectFrom('status_feed').selectAll().where('listed_url', '=', row.listed_url).executeTakeFirstOrThrow();
}

/** The feed that is read from this address, or was listed there. */
export async function feedByUrl(db: Db, url: string): Promise<FeedRow | null> {
  return await tables(db).selectFrom('status_feed').selectAll().where(eb => eb.or([eb('url', '=', url), eb('listed_url', '=', url)])).orderBy('id').limit(1).executeTakeFirst() ?? null;
}

/** Removes a feed that is not of the catalogue, which is read for its followers alone, where it has none; true where it did. */
export async function removeFeedIfUnused(tx: Db, feedId: string): Promise<boolean> {
  if (slugs.has(feedId)) return false;
  const followed = await tables(tx).selectFrom('status_follow').select('id').where('feed_id', '=', feedId).limit(1).executeTakeFirst();
  if (!followed) await tables(tx).deleteFrom('status_feed').where('id', '=', feedId).execute();
  return !followed;
}

/** Events of the account, newest first, after `position`. */
export async function eventsFrom(db: Db, accountId: string, { followIds, from, before }: { followIds: readonly string[] | undefined; from: number | undefined; before: number | undefined }, position: Cursor | null, limit: number): Promise<EventRow[]> {
  return tables(db).selectFrom('status_event').selectAll().where('account_id', '=', accountId)
    .$if(followIds !== undefined, query => query.where('follow_id', 'in', followIds!))
    .$if(from !== undefined, query => query.where('at', '>=', from!))
    .$if(before !== undefined, query => query.where('at', '<', before!))
    .$if(position !== null, query => query.where(eb => eb.or([
      eb('at', '<', position!.at), eb.and([eb('at', '=', position!.at), eb('id', '<', position!.id)]),
    ])))
    .orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

async function withFeeds(db: Db, rows: readonly FollowRow[]): Promise<FollowedRow[]> {
  if (rows.length === 0) return [];
  const feeds = await tables(db).selectFrom('status_feed').selectAll().where('id', 'in', rows.map(row => row.feed_id)).execute();
  const byId = new Map(feeds.map(feed => [feed.id, feed]));
  return rows.map(row => ({ ...row, feed: byId.get(row.feed_id)! }));
}

/** When one of the services that the account follows was last read; null where it follows none, or none has answered. */
export async function lastReadAt(db: Db, accountId: string): Promise<number | null> {
  const row = await tables(db).selectFrom('status_follow').innerJoin('status_feed', 'status_feed.id', 'status_follow.feed_id').select(eb => eb.fn.max('status_feed.read_at').as('at'))
    .where('status_follow.account_id', '=', accountId).executeTakeFirst();
  return row?.at ?? null;
}
