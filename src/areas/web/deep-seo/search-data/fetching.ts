import { isFault, type Fault } from './answers.ts';
import type { Ask } from './asking.ts';
import { FINAL_AFTER_DAYS, MAX_HOSTS, MAX_PAGES, MAX_QUERIES, MAX_SPEED_PAGES, MAX_SUBMITTED, PERIOD_DAYS, ROWS_A_REQUEST } from './catalog.ts';
import type { ImportSummary } from './connections.ts';
import { bingRows, PageSums, queryOf, searchConsoleRows, speedIn, type FieldSpeed, type PageClicks, type QueryClicks } from './reading.ts';

const DAY_MS = 86_400_000;
const nothing: ImportSummary = { from: null, to: null, pages: 0, queries: null, clicks: null, impressions: null, cut: false, submitted: null };

/** Of which website and when. */
interface Asked {
  domain: string;
  property: string;
  now: number;
}

export interface Clicks {
  pages: PageClicks[];
  queries: QueryClicks[];
  summary: ImportSummary;
}

/** Pages, and queries with their pages, on Google over the last 28 days that are final. */
export async function fetchSearchConsole(ask: Ask, { domain, property, now }: Asked): Promise<Clicks | Fault> {
  const to = now - FINAL_AFTER_DAYS * DAY_MS;
  const dates = { startDate: dayOf(to - (PERIOD_DAYS - 1) * DAY_MS), endDate: dayOf(to) };
  const all = async (dimensions: readonly string[], most: number) => {
    const rows = [];
    for (let startRow = 0; startRow < most; startRow += ROWS_A_REQUEST) {
      const answer = await ask({ path: `sites/${encodeURIComponent(property)}/searchAnalytics/query`, json: JSON.stringify({ ...dates, dimensions, type: 'web', dataState: 'final', rowLimit: ROWS_A_REQUEST, startRow }) });
      const found = isFault(answer) ? answer : searchConsoleRows(answer.json);
      if (isFault(found)) return found;
      rows.push(...found);
      if (found.length < ROWS_A_REQUEST) return { rows, cut: false };
    }
    return { rows, cut: true };
  };
  const byPage = await all(['page'], MAX_PAGES);
  if (isFault(byPage)) return byPage;
  const byQuery = await all(['page', 'query'], MAX_QUERIES);
  if (isFault(byQuery)) return byQuery;
  const sums = new PageSums(domain);
  for (const { keys: [url], ...row } of byPage.rows) sums.add(url!, row);
  const queries = byQuery.rows.flatMap(({ keys: [url, query], ...row }): QueryClicks[] => {
    const key = query === undefined ? null : sums.keyOf(url!);
    return key === null ? [] : [{ key, query: queryOf(query!), ...row }];
  });
  const pages = sums.pages();
  return { pages, queries, summary: { ...summaryOf(pages), from: dates.startDate, to: dates.endDate, queries: queries.length, cut: byPage.cut || byQuery.cut } };
}

/** Pages on Bing, which counts them by weeks. */
export async function fetchBing(ask: Ask, { domain, property, now }: Asked): Promise<Clicks | Fault> {
  const answer = await ask({ path: `GetPageStats?siteUrl=${encodeURIComponent(property)}` });
  const rows = isFault(answer) ? answer : bingRows(answer.json, now);
  if (isFault(rows)) return rows;
  const sums = new PageSums(domain);
  for (const { url, ...row } of rows) sums.add(url, row);
  const all = sums.pages();
  const pages = all.slice(0, MAX_PAGES);
  return { pages, queries: [], summary: { ...summaryOf(pages), from: dayOf(now - PERIOD_DAYS * DAY_MS), to: dayOf(now), cut: pages.length < all.length } };
}

export interface Speeds {
  speeds: (FieldSpeed & { key: string })[];
  summary: ImportSummary;
}

/** The speed of the whole origin, by the key `origin`, and of pages; of those that too few people visit nothing is known. */
export async function fetchSpeeds(ask: Ask, domain: string, pages: readonly { key: string; url: string }[]): Promise<Speeds | Fault> {
  const speeds: Speeds['speeds'] = [];
  const questions = [{ key: 'origin', url: `https://${domain}`, of: { origin: `https://${domain}` } }, ...pages.slice(0, MAX_SPEED_PAGES).map(({ key, url }) => ({ key, url, of: { url } }))];
  for (const { key, url, of } of questions) {
    const answer = await ask({ path: 'records:queryRecord', json: JSON.stringify({ ...of, metrics: ['largest_contentful_paint', 'interaction_to_next_paint', 'cumulative_layout_shift'] }) });
    const speed = isFault(answer) ? answer : speedIn(answer.json, url);
    if (isFault(speed)) return speed;
    if (speed !== null) speeds.push({ key, ...speed });
  }
  return { speeds, summary: { ...nothing, pages: speeds.filter(({ key }) => key !== 'origin').length, cut: pages.length > MAX_SPEED_PAGES } };
}

/** Submits pages that are new, changed or gone, host by host. */
export async function submit(ask: Ask, apiKey: string, urls: readonly string[]): Promise<{ summary: ImportSummary } | Fault> {
  const byHost = [...Map.groupBy(urls, url => new URL(url).host)].toSorted(([, a], [, b]) => b.length - a.length).slice(0, MAX_HOSTS);
  let submitted = 0;
  for (const [host, urlList] of byHost) {
    const answer = await ask({ path: 'indexnow', json: JSON.stringify({ host, key: apiKey, urlList: urlList.slice(0, MAX_SUBMITTED) }) });
    if (isFault(answer)) return answer;
    submitted += Math.min(urlList.length, MAX_SUBMITTED);
  }
  return { summary: { ...nothing, submitted, cut: submitted < urls.length } };
}

function summaryOf(pages: readonly PageClicks[]): ImportSummary {
  const sum = (member: 'clicks' | 'impressions'): number => Math.round(pages.reduce((total, page) => total + page[member], 0));
  return { ...nothing, pages: pages.length, clicks: sum('clicks'), impressions: sum('impressions') };
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
