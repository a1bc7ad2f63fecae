import { addressesOf, type Address } from '../crawl/addresses.ts';
import { isOfSite, isOwn } from '../crawl/scope.ts';
import type { PageFacts } from '../page/index.ts';
import { matchesPattern } from '../robots/match.ts';
import type { TargetKind } from '../rules/index.ts';
import type { AuditSettings } from '../settings.ts';
import { bitOf } from './kinds.ts';

/** Of one page; what goes beyond is not asked for. */
const MAX_OF_A_PAGE = 500;

/** An address that a page refers to and that is no page of the audit. */
export interface TargetFound {
  url: string;
  host: string;
  /** Of a host that the account has proven. */
  own: boolean;
  /** The sum of the bits of its kinds. */
  kinds: number;
}

/** What the page refers to besides pages of the site: pages of others, images, style sheets and scripts, each address once. `now` is the moment of the audit's start in epoch milliseconds. */
export function targetsOf({ document, finalUrl }: PageFacts, settings: AuditSettings, now: number): TargetFound[] {
  const found = new Map<string, TargetFound>();
  const read = addressesOf(settings, now);
  const add = (given: string | null, kind: TargetKind): void => {
    const address = given === null ? null : read(given);
    if (address === null || !isAsked(address, kind, settings)) return;
    const { url, host } = address;
    const before = found.get(url);
    if (before) before.kinds |= bitOf(kind);
    else if (found.size < MAX_OF_A_PAGE) found.set(url, { url, host, own: isOwn(url, settings), kinds: bitOf(kind) });
  };
  if (!settings.targets || document === null) return [];
  for (const { url } of [...document.alternates, ...document.canonicals]) add(url, 'page');
  for (const { kind, url } of document.resources) if (kind === 'stylesheet' || kind === 'script') add(url, 'resource');
  for (const { url } of document.images) add(url, 'image');
  for (const { name, content } of document.metas) if (name === 'og:image') add(URL.parse(content, finalUrl)?.href ?? null, 'image');
  for (const { url } of document.links) add(url, 'link');
  return [...found.values()];
}

/** Pages of the site are crawled instead, and what the patterns leave out is not asked for. */
function isAsked({ scope, parts }: Address, kind: TargetKind, settings: AuditSettings): boolean {
  if (kind === 'link' || kind === 'page') return scope === 'other';
  const { hostname, pathname, search } = parts;
  return !isOfSite(settings, hostname) || !settings.exclude.some(pattern => matchesPattern(pattern, `${pathname}${search}`));
}
