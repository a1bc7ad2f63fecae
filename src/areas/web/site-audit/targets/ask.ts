import type { PageFetched } from '../../../../core/outside/page-fetch.ts';
import { visit, type VisitMeans } from '../crawl/visit.ts';
import { valuesOf, type FetchedPage, type PageFacts, type RobotsVerdict } from '../page/index.ts';
import type { TargetAnswer, TargetKind } from '../rules/index.ts';
import { canonicalOf, hasDirective } from '../rules/directives.ts';

/** Of an answer whose body only says how large it is, and of one whose body says nothing. */
const IMAGE_BYTES = 1024 * 1024;
const LINK_BYTES = 16 * 1024;
const MAX_ALTERNATES = 100;
/** After these the body is not asked for: the host wants to be left alone. */
const WANTS_PEACE: ReadonlySet<number> = new Set([429, 503]);

/** What addresses are asked for with. */
export interface AskMeans extends Omit<VisitMeans, 'ask'> {
  ask(url: string, limits: { method?: 'GET' | 'HEAD'; maxBytes: number; timeoutMs: number }): Promise<PageFetched>;
  /** What robots.txt says to search engines; null where it could not be read. */
  searchEngines(url: string): Promise<RobotsVerdict | null>;
  parse(fetched: FetchedPage): Promise<PageFacts>;
}

/** Asks for the address without its body, and with it where that does not settle it; never throws for what the host does. */
export async function askFor(url: string, kinds: readonly TargetKind[], means: AskMeans): Promise<TargetAnswer> {
  const robots = kinds.includes('resource') ? await means.searchEngines(url) : null;
  const fetched = kinds.includes('page') ? await visit(url, means) : await withoutBody(url, kinds, means);
  const page = kinds.includes('page') && fetched.body !== null ? await pageOf(fetched, means) : null;
  return { ...answerOf(fetched), robots, page };
}

async function withoutBody(url: string, kinds: readonly TargetKind[], means: AskMeans): Promise<FetchedPage> {
  const head = await visit(url, { ...means, ask: (at, limits) => means.ask(at, { ...limits, method: 'HEAD' }) });
  if (!isOpen(head, kinds)) return head;
  const maxBytes = kinds.includes('image') ? IMAGE_BYTES : LINK_BYTES;
  return visit(url, { ...means, ask: (at, limits) => means.ask(at, { ...limits, maxBytes }) });
}

/** Servers answer HEAD with errors that GET does not have, or break off, or do not say how large an image is. */
function isOpen({ fetch }: FetchedPage, kinds: readonly TargetKind[]): boolean {
  if (fetch.outcome === 'failed') return fetch.stage === 'http' && !fetch.late;
  if (fetch.outcome === 'blocked' || WANTS_PEACE.has(fetch.status)) return false;
  return fetch.status >= 400 || (kinds.includes('image') && lengthOf(fetch.fields) === null);
}

function answerOf({ fetch, redirects, finalUrl }: FetchedPage): Omit<TargetAnswer, 'robots' | 'page'> {
  const none = { status: null, gone: false, moved: redirects[0]?.status ?? null, finalUrl, bytes: null, contentType: null };
  switch (fetch.outcome) {
    case 'failed': return { ...none, gone: fetch.absent === true, cause: fetch.cause };
    case 'blocked': return { ...none, cause: `robots.txt forbids it: ${fetch.rule}` };
    case 'answered': return { ...none, status: fetch.status, cause: null, bytes: lengthOf(fetch.fields) ?? (fetch.bytes > 0 ? fetch.bytes : null), contentType: valuesOf(fetch.fields, 'content-type')[0]?.slice(0, 100) ?? null };
  }
}

/** Of the body as it is sent without a content encoding; null where nobody says so. */
function lengthOf(fields: Parameters<typeof valuesOf>[0]): number | null {
  const given = valuesOf(fields, 'content-length')[0];
  return given !== undefined && /^\d{1,15}$/.test(given) && valuesOf(fields, 'content-encoding').length === 0 ? Number(given) : null;
}

async function pageOf(fetched: FetchedPage, means: AskMeans): Promise<TargetAnswer['page']> {
  const facts = await means.parse(fetched).catch(() => null);
  if (!facts?.document) return null;
  return { noindex: hasDirective(facts, 'noindex'), canonical: canonicalOf(facts), alternates: facts.document.alternates.flatMap(({ url }) => url ?? []).slice(0, MAX_ALTERNATES) };
}
