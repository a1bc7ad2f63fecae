import { keyOf, SITEMAP_RANK, type Found } from '../store/found.ts';
import { parsePageUrl } from '../urls/identity.ts';
import { readSitemap, type SitemapReport } from '../sitemap/read.ts';
import { isWithheld } from '../rules/index.ts';
import type { AuditSettings } from '../settings.ts';
import type { Outside } from './outside.ts';
import { scopeOf } from './scope.ts';

/** A sitemap as it was read. */
export interface SitemapSeen extends SitemapReport {
  url: string;
  /** Null where nothing answered. */
  status: number | null;
  /** How many indexes stand above it. */
  depth: number;
  /** As it was sent; more than the limit where it unpacks to more. */
  bytes: number;
  lastModified: { invalid: number; valid: number; distinct: number };
}

const MAX_SITEMAPS = 100;
const MAX_DEPTH = 3;
const MAX_BYTES = 50 * 1024 * 1024;
const TIMEOUT_MS = 60_000;
const PIECE = 65_536;

/** Where an audit begins. */
export function startOf({ domain, urls }: Pick<AuditSettings, 'domain' | 'urls'>): Found[] {
  const given = urls ?? [`https://${domain}/`];
  return given.flatMap(url => {
    const parsed = parsePageUrl(url);
    return parsed ? [{ url: parsed.url, key: keyOf(parsed.identity), source: urls ? 'list' as const : 'start' as const, rank: 0, inSitemap: false }] : [];
  });
}

/** Reads the sitemaps of an origin, those that others name included; `take` gets what they name of this site and of others. */
export async function readSitemaps(origin: string, outside: Outside, settings: AuditSettings, take: { own(found: Found): void; foreign(entry: { url: string; sitemap: string }): void }): Promise<SitemapSeen[]> {
  const { file } = await outside.rules(origin);
  const named = file.sitemaps.flatMap(text => parsePageUrl(text, origin)?.url ?? []);
  const waiting = (named.length > 0 ? named : [`${origin}/sitemap.xml`]).map(url => ({ url, depth: 0 }));
  const seen = new Set<string>();
  const read: SitemapSeen[] = [];
  for (let next = waiting.shift(); next !== undefined && read.length < MAX_SITEMAPS; next = waiting.shift()) {
    if (seen.has(next.url)) continue;
    seen.add(next.url);
    const { url, depth } = next;
    const sitemap = await readOne(url, depth, outside, (kind, location) => {
      const parsed = parsePageUrl(location, url);
      if (parsed === null) return;
      if (kind === 'index') {
        if (depth < MAX_DEPTH && waiting.length < MAX_SITEMAPS) waiting.push({ url: parsed.url, depth: depth + 1 });
      } else if (scopeOf(settings, parsed.parts) === 'other') take.foreign({ url: parsed.url, sitemap: url });
      else if (scopeOf(settings, parsed.parts) === 'site') take.own({ url: parsed.url, key: keyOf(parsed.identity), source: 'sitemap', rank: SITEMAP_RANK, inSitemap: true });
    });
    // That nobody could fetch it does not say that it is missing.
    if (named.length > 0 || sitemap.status === 200 || isWithheld(sitemap.status)) read.push(sitemap);
  }
  return read;
}

async function readOne(url: string, depth: number, outside: Outside, take: (kind: 'urls' | 'index', location: string) => void): Promise<SitemapSeen> {
  const reply = await outside.ask(url, { maxBytes: MAX_BYTES + 1, timeoutMs: TIMEOUT_MS });
  const none = { url, depth, kind: 'unknown', entries: 0, faults: [], bytes: 0, lastModified: { invalid: 0, valid: 0, distinct: 0 } } as const;
  if (reply.outcome === 'failed') return { ...none, status: null };
  if (reply.status !== 200) return { ...none, status: reply.status };
  const dates = new Map<string, boolean>();
  const counts = { invalid: 0, valid: 0 };
  const report = await readSitemap(inPieces(reply.body), (kind, { location, lastModified }) => {
    take(kind, location);
    if (lastModified === null) return;
    const isValid = /^\d{4}(-\d{2}(-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?)?)?$/.test(lastModified) && !Number.isNaN(Date.parse(lastModified));
    counts[isValid ? 'valid' : 'invalid']++;
    if (dates.size < 1000) dates.set(lastModified, isValid);
  });
  return { url, depth, status: 200, ...report, bytes: report.faults.includes('tooLarge') ? MAX_BYTES + 1 : reply.body.length, lastModified: { ...counts, distinct: [...dates.values()].filter(Boolean).length } };
}

async function* inPieces(body: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += PIECE) yield body.subarray(at, at + PIECE);
}
