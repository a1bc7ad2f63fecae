import { z } from 'zod';
import { isWithin } from '../../../../core/domain-name.ts';
import { pageKeyOf } from '../../site-audit/index.ts';
import type { Fault } from './answers.ts';
import { PERIOD_DAYS, ROWS_A_REQUEST } from './catalog.ts';

const DAY_MS = 86_400_000;
const MAX_URL = 2000;
const MAX_QUERY = 200;
const MAX_BING_ROWS = 100_000;

/** What a search engine reports of a page over the period, or of a page for a query. */
export interface Clicked {
  clicks: number;
  impressions: number;
  /** The mean over impressions, from 1. */
  position: number;
}
export interface PageClicks extends Clicked {
  key: string;
  url: string;
}
export interface QueryClicks extends Clicked {
  key: string;
  query: string;
}

/** Core Web Vitals of visits with Chrome at the 75th percentile; null for those that too few visits have. */
export interface FieldSpeed {
  url: string;
  lcpMs: number | null;
  inpMs: number | null;
  cls: number | null;
  /** The largest part of visits, 0 to 1, that are worse than good by one of the three. */
  slow: number;
}

const Count = z.number().min(0).max(1e12);
const SearchConsoleRow = z.object({ keys: z.array(z.string().max(4000)).min(1), clicks: Count, impressions: Count, position: Count });

/** The rows of a reply of Search Console; those that cannot be read are passed over. */
export function searchConsoleRows(json: unknown): { keys: string[]; clicks: number; impressions: number; position: number }[] | Fault {
  const rows = membersOf(json)?.['rows'] ?? [];
  if (membersOf(json) === null || !Array.isArray(rows)) return unreadable('Google Search Console');
  return rows.slice(0, ROWS_A_REQUEST).flatMap(row => SearchConsoleRow.safeParse(row).data ?? []);
}

const BingRow = z.object({ Query: z.string().max(4000), Date: z.string().max(40), Clicks: Count, Impressions: Count, AvgImpressionPosition: z.number().max(1e6) });

/** The rows of a reply of Bing, one for a page and a week, that lie within the period before `now`. */
export function bingRows(json: unknown, now: number): { url: string; clicks: number; impressions: number; position: number }[] | Fault {
  const rows = membersOf(json)?.['d'];
  if (!Array.isArray(rows)) return unreadable('Bing Webmaster Tools');
  return rows.slice(0, MAX_BING_ROWS).flatMap(row => {
    const { data } = BingRow.safeParse(row);
    const at = Number(/^\/Date\((\d{1,15})[+\-\d]*\)\/$/.exec(data?.Date ?? '')?.[1]);
    if (!data || !(at > now - PERIOD_DAYS * DAY_MS && at <= now + DAY_MS)) return [];
    return [{ url: data.Query, clicks: data.Clicks, impressions: data.Impressions, position: Math.max(1, data.AvgImpressionPosition) }];
  });
}

const Percentile = z.union([z.number(), z.string().regex(/^\d{1,6}(\.\d{1,6})?$/).transform(Number)]);
const Metric = z.object({ histogram: z.array(z.object({ density: z.number().min(0).max(1).optional() })).min(1).max(10), percentiles: z.object({ p75: Percentile }) });

/** The speed that a reply of CrUX reports; null where too few visits were measured. */
export function speedIn(json: unknown, url: string): FieldSpeed | null | Fault {
  if (json === null) return null;
  const metrics = membersOf(membersOf(membersOf(json)?.['record'])?.['metrics']);
  if (metrics === null) return unreadable('The Chrome UX Report');
  const [lcp, inp, cls] = ['largest_contentful_paint', 'interaction_to_next_paint', 'cumulative_layout_shift'].map(name => Metric.safeParse(metrics[name]).data ?? null);
  const slow = [lcp, inp, cls].map(metric => (metric ? 1 - (metric.histogram[0]!.density ?? 0) : 0));
  return { url, lcpMs: lcp?.percentiles.p75 ?? null, inpMs: inp?.percentiles.p75 ?? null, cls: cls?.percentiles.p75 ?? null, slow: Math.round(1000 * Math.max(...slow)) / 1000 };
}

/** Adds up rows by page: addresses that are one page are one, and those that are not of the domain are left out. */
export class PageSums {
  readonly #pages = new Map<string, PageClicks>();
  readonly #domain: string;

  constructor(domain: string) {
    this.#domain = domain;
  }

  add(url: string, row: Clicked): void {
    const key = this.keyOf(url);
    if (key === null) return;
    const before = this.#pages.get(key);
    if (!before) return void this.#pages.set(key, { key, url, clicks: row.clicks, impressions: row.impressions, position: row.position });
    before.position = meanOf([before, row]);
    before.clicks += row.clicks;
    before.impressions += row.impressions;
  }

  /** What stands for the page; null where it is none of the domain. */
  keyOf(url: string): string | null {
    const host = url.length > MAX_URL ? undefined : URL.parse(url)?.hostname;
    return host !== undefined && isWithin(host, this.#domain) ? pageKeyOf(url) : null;
  }

  /** Those with the most clicks, then with the most impressions, first. */
  pages(): PageClicks[] {
    return [...this.#pages.values()].toSorted((a, b) => b.clicks - a.clicks || b.impressions - a.impressions);
  }
}

/** A query as it is kept: without control characters. */
export function queryOf(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, MAX_QUERY);
}

/** The mean position over the impressions of all. */
export function meanOf(of: readonly Clicked[]): number {
  const impressions = of.reduce((sum, one) => sum + one.impressions, 0);
  return impressions === 0 ? of[0]!.position : of.reduce((sum, one) => sum + one.position * one.impressions, 0) / impressions;
}

function membersOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value as Record<string, unknown> : null;
}

function unreadable(name: string): Fault {
  return { fault: 'unreadable', cause: `${name} sent something that cannot be read.` };
}
