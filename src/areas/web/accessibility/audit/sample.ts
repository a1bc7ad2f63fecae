import { isWithin } from '../../../../core/domain-name.ts';
import { drawn, seeded } from '../../../../core/seeded.ts';
import type { OfferedPages } from '../../deep-seo/index.ts';

/** What is no page to audit, by its address. */
const FILES = /\.(?:pdf|zip|png|jpe?g|gif|webp|svg|mp[34]|webm|docx?|xlsx?|pptx?|csv|xml|json|ics|gz)$/i;

/**
 * Why a page is in the sample: somebody named it, it is of a template of the last site audit, no other page of that audit is like it and many
 * links lead to it, pages of the sample link to it, or it was drawn at random (WCAG-EM 1.0, step 3).
 */
export const choices = ['named', 'template', 'single', 'link', 'random'] as const;
export type Choice = (typeof choices)[number];

export interface ChosenPage {
  url: string;
  chosen: Choice;
  /** The template that it stands for. */
  template: string | null;
}

/** How the sample of an audit comes about. */
export interface SampleBasis {
  /** The site audit that it is chosen from; null where pages that link to each other were all there was. */
  siteAuditId: string | null;
  /** How many of its pages are drawn at random, and the seed of that draw: the same seed draws the same pages. */
  randomPages: number;
  seed: number;
}

/** Those of the chosen pages that an audit takes: of hosts for which `isOwn` is false no more than `max`, the known ones counted. */
export function withinProof(chosen: readonly ChosenPage[], known: readonly string[], isOwn: (url: string) => boolean, max: number): ChosenPage[] {
  let left = max - known.filter(url => !isOwn(url)).length;
  return chosen.filter(({ url }) => isOwn(url) || left-- > 0);
}

/** Whether the address may be a page of the domain to audit. */
function isPage(url: string, domain: string): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && /^https?:$/.test(parsed.protocol) && isWithin(parsed.hostname, domain) && !FILES.test(parsed.pathname);
}

/** Up to `remaining` pages of the last site audit: one of each template, the largest first, then single ones, then further ones of the templates. */
export function structuredSample({ templates, single }: Pick<OfferedPages, 'templates' | 'single'>, known: readonly string[], domain: string, remaining: number): ChosenPage[] {
  const own = templates.map(({ label, urls }) => urls.filter(url => isPage(url, domain)).map((url): ChosenPage => ({ url, chosen: 'template', template: label })));
  const all = [...own.flatMap(([first]) => first ?? []), ...single.filter(url => isPage(url, domain)).map((url): ChosenPage => ({ url, chosen: 'single', template: null })), ...own.flatMap(([, ...rest]) => rest)];
  const seen = new Set(known);
  return all.filter(({ url }) => seen.size < seen.add(url).size).slice(0, Math.max(0, remaining));
}

/** Ranks of pages of a site audit to draw from: more than `count`, since not every rank is a page. */
export function drawnRanks(total: number, { seed }: SampleBasis, count: number): number[] {
  const random = seeded(seed);
  const ranks = new Set<number>();
  for (let tries = 0; tries < 8 * count + 16 && ranks.size < total; tries++) ranks.add(1 + Math.floor(random() * total));
  return [...ranks];
}

/** `count` of these pages that are not known, in their order or, where `seed` is given, drawn. */
export function randomSample(urls: readonly string[], known: readonly string[], domain: string, count: number, seed: number | null = null): ChosenPage[] {
  const seen = new Set(known);
  const fresh = urls.filter(url => isPage(url, domain) && seen.size < seen.add(url).size);
  return (seed === null ? fresh.slice(0, Math.max(0, count)) : drawn(fresh, count, seeded(seed))).map(url => ({ url, chosen: 'random', template: null }));
}

/**
 * Chooses up to `remaining` more pages among `links`: one of each template first, as their paths tell it, in the order in which
 * they stand on the page. Other hosts than those of the domain are left out.
 */
export function chooseSample(links: readonly string[], known: readonly string[], domain: string, remaining: number): ChosenPage[] {
  const seen = new Set(known);
  const candidates = links.filter(link => !seen.has(link) && isPage(link, domain));
  const taken = new Set(known.map(templateOf));
  const [first, rest]: [string[], string[]] = [[], []];
  for (const link of candidates) {
    const template = templateOf(link);
    (taken.has(template) ? rest : first).push(link);
    taken.add(template);
  }
  return [...first, ...rest].slice(0, Math.max(0, remaining)).map(url => ({ url, chosen: 'link', template: null }));
}

/** What pages of one kind have in common: host, depth and first part of the path. */
function templateOf(url: string): string {
  const { host, pathname } = new URL(url);
  const parts = pathname.split('/').filter(Boolean);
  return parts.length <= 1 ? `${host} ${pathname}` : `${host} /${parts[0]}/ ${parts.length}`;
}
