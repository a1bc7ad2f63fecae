import type { SearchDataProvider } from '../../../../core/outside/search-data.ts';
import { insertMany, oneOf, type Db } from '../../../../store/index.ts';
import { tables } from '../tables.ts';
import { meanOf, type Clicked, type FieldSpeed, type PageClicks, type QueryClicks } from './reading.ts';

const ENGINES: readonly SearchDataProvider[] = ['searchConsole', 'bingWebmaster'];
const THOUSANDTHS = 1000;

/** Replaces the pages and queries of the connection. */
export async function saveClicks(tx: Db, connectionId: string, pages: readonly PageClicks[], queries: readonly QueryClicks[]): Promise<void> {
  for (const table of ['search_page', 'search_query'] as const) await tables(tx).deleteFrom(table).where('connection_id', '=', connectionId).execute();
  const figures = ({ clicks, impressions, position }: Clicked): number[] => [Math.round(clicks), Math.round(impressions), Math.round(THOUSANDTHS * position)];
  await insertMany(tables(tx), { table: 'search_page', columns: { connection_id: 'text', url_key: 'text', url: 'text', clicks: 'bigint', impressions: 'bigint', position: 'bigint' }, rows: pages.map(page => [connectionId, page.key, page.url, ...figures(page)]) });
  await insertMany(tables(tx), { table: 'search_query', columns: { connection_id: 'text', nth: 'integer', url_key: 'text', query: 'text', clicks: 'bigint', impressions: 'bigint', position: 'bigint' }, rows: queries.map((query, nth) => [connectionId, nth, query.key, query.query, ...figures(query)]) });
}

/** Replaces the speeds of the connection. */
export async function saveSpeeds(tx: Db, connectionId: string, speeds: readonly (FieldSpeed & { key: string })[]): Promise<void> {
  await tables(tx).deleteFrom('field_speed').where('connection_id', '=', connectionId).execute();
  await insertMany(tables(tx), { table: 'field_speed', columns: { connection_id: 'text', url_key: 'text', details: 'text' }, rows: speeds.map(({ key, ...speed }) => [connectionId, key, JSON.stringify(speed)]) });
}

/** What is known of a page on all search engines together. */
export interface KnownClicks extends Clicked {
  key: string;
  url: string;
  providers: SearchDataProvider[];
}

/** Pages of the domain by search engines, up to `most` of each: those with the given keys, or those that are shown most often. */
export async function clicksOf(db: Db, domainId: string, { keys, most }: { keys?: readonly string[]; most: number }): Promise<KnownClicks[]> {
  const all = tables(db);
  const known = new Map<string, KnownClicks>();
  for (const provider of ENGINES) {
    const rows = await all.selectFrom('search_page').innerJoin('search_connection', 'search_connection.id', 'search_page.connection_id').select(['url_key', 'url', 'clicks', 'impressions', 'position'])
      .where('search_connection.domain_id', '=', domainId).where('provider', '=', provider).$if(keys !== undefined, query => query.where(oneOf(all, 'url_key', 'text', keys!)))
      .orderBy('impressions', 'desc').orderBy('url_key').limit(most).execute();
    for (const { url_key: key, url, ...figures } of rows) {
      const row = read(figures);
      const before = known.get(key);
      if (!before) known.set(key, { key, url, ...row, providers: [provider] });
      else Object.assign(before, { position: meanOf([before, row]), clicks: before.clicks + row.clicks, impressions: before.impressions + row.impressions, providers: [...before.providers, provider] });
    }
  }
  return [...known.values()].toSorted((a, b) => b.impressions - a.impressions || (a.key < b.key ? -1 : 1));
}

/** Queries with the pages that were shown for them, after `after` in the order in which the provider gave them. */
export async function queriesOf(db: Db, domainId: string, after: number, most: number): Promise<(QueryClicks & { nth: number })[]> {
  const rows = await tables(db).selectFrom('search_query').innerJoin('search_connection', 'search_connection.id', 'search_query.connection_id').select(['nth', 'url_key', 'query', 'clicks', 'impressions', 'position'])
    .where('search_connection.domain_id', '=', domainId).where('nth', '>', after).orderBy('nth').limit(most).execute();
  return rows.map(({ nth, url_key: key, query, ...figures }) => ({ nth, key, query, ...read(figures) }));
}

/** How fast browsers found pages of the domain, by what stands for the page. */
export async function speedsOf(db: Db, domainId: string): Promise<Map<string, FieldSpeed>> {
  const rows = await tables(db).selectFrom('field_speed').innerJoin('search_connection', 'search_connection.id', 'field_speed.connection_id').select(['url_key', 'details']).where('search_connection.domain_id', '=', domainId).execute();
  return new Map(rows.map(({ url_key: key, details }) => [key, JSON.parse(details) as FieldSpeed]));
}

function read({ clicks, impressions, position }: Clicked): Clicked {
  return { clicks, impressions, position: position / THOUSANDTHS };
}
