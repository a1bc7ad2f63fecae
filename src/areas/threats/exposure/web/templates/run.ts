import type { Severity } from '../../../../../core/finding.ts';
import { controlPath, kindOfPath } from '../checks/control.ts';
import { redact } from '../checks/redact.ts';
import type { FetchedPage, FetchOutcome, FetchPage } from '../page.ts';
import type { Judgement } from './judge.ts';
import type { Template, TemplateRequest } from './template.ts';

/** What a template found on a website. */
export interface TemplateResult {
  id: string;
  title: string;
  severity: Severity;
  path: string;
  /** `inconclusive`: the second request or the control failed, or the second reply was another one. */
  verified: 'verified' | 'inconclusive';
  cpe: string | null;
  cve: readonly string[];
  /** A version that the template read, where it has an extractor of that name. */
  version: string | null;
  evidence: { location: string; size: number; match: string };
}

export interface TemplateRun {
  found: TemplateResult[];
  /** Templates of which every request was answered and judged. */
  tested: number;
  /** Those of which nothing can be said. */
  notTested: { id: string; cause: string }[];
}

export interface TemplateOutside {
  fetchPage: FetchPage;
  /** Scheme, host and port of the target; redirects are followed within it only. */
  origin: string;
  /** Judges where patterns that take too long are stopped; null where one was. */
  judge: (request: TemplateRequest, pages: readonly FetchedPage[]) => Promise<Judgement | null>;
  /** Letters and digits that nobody uses. */
  randomName: () => string;
}

const MAX_BYTES = 1_048_576;
/** Pages of several paths that are kept for other templates. */
const MAX_KEPT = 64;

interface Hit {
  paths: readonly string[];
  pages: readonly FetchedPage[];
  judgement: Judgement;
}

/** Runs templates one after the other; what two of them ask for is fetched once. */
export async function runTemplates(templates: readonly Template[], outside: TemplateOutside): Promise<TemplateRun> {
  const kept = new Map<string, FetchOutcome>();
  const get = async (request: TemplateRequest, path: string, isFresh: boolean): Promise<FetchOutcome> => {
    const key = JSON.stringify([request.method, path, request.headers, request.maxRedirects]);
    const known = isFresh ? undefined : kept.get(key);
    const answer = known ?? await follow(outside, request, path);
    if (!isFresh && kept.size < MAX_KEPT) kept.set(key, answer);
    return answer.outcome === 'answered' && request.maxBytes !== null ? { ...answer, page: { ...answer.page, body: answer.page.body.slice(0, request.maxBytes) } } : answer;
  };
  const run: TemplateRun = { found: [], tested: 0, notTested: [] };
  for (const template of templates) {
    const causes: string[] = [];
    for (const request of template.requests) {
      for (const hit of await hitsOf(request, request.paths, path => get(request, path, false), outside, causes)) {
        const verified = await verify(request, hit, path => get(request, path, true), outside);
        if (verified) run.found.push(resultOf(template, hit, verified));
      }
    }
    if (causes.length > 0) run.notTested.push({ id: template.id, cause: causes[0]! });
    else run.tested++;
  }
  return run;
}

type Get = (path: string) => Promise<FetchOutcome>;

async function hitsOf(request: TemplateRequest, paths: readonly string[], get: Get, outside: TemplateOutside, causes: string[]): Promise<Hit[]> {
  const hits: Hit[] = [];
  const pages: FetchedPage[] = [];
  for (const path of paths) {
    const answer = await get(path);
    if (answer.outcome === 'failed') {
      causes.push(answer.cause);
      continue;
    }
    pages.push(answer.page);
    if (request.isJudgedAtOnce && pages.length < paths.length) continue;
    const judged = request.isJudgedAtOnce ? pages : [answer.page];
    const judgement = await outside.judge(request, judged);
    if (judgement === null) causes.push('its patterns took too long');
    else if (judgement.isMatch) hits.push({ paths: request.isJudgedAtOnce ? paths : [path], pages: judged, judgement });
    if (request.stopAtFirstMatch && hits.length > 0) break;
  }
  return hits;
}

/** Null where a path that cannot exist is answered alike. What only the first page shows has no such path next to it. */
async function verify(request: TemplateRequest, { paths }: Hit, get: Get, outside: TemplateOutside): Promise<TemplateResult['verified'] | null> {
  const causes: string[] = [];
  if (paths.some(path => path !== '/')) {
    const name = outside.randomName();
    if ((await hitsOf(request, paths.map(path => (path === '/' ? path : controlPath(kindOfPath(path), name))), get, outside, causes)).length > 0) return null;
  }
  const again = await hitsOf(request, paths, get, outside, causes);
  return again.length > 0 && causes.length === 0 ? 'verified' : 'inconclusive';
}

async function follow({ fetchPage, origin }: TemplateOutside, { method, headers, maxRedirects }: TemplateRequest, path: string): Promise<FetchOutcome> {
  let answer = await fetchPage(path, { method, headers, maxBytes: MAX_BYTES });
  for (let left = maxRedirects; left > 0 && answer.outcome === 'answered'; left--) {
    const target = redirectWithin(origin, answer.page);
    if (target === null) break;
    answer = await fetchPage(target, { method, headers, maxBytes: MAX_BYTES });
  }
  return answer;
}

function redirectWithin(origin: string, { status, headers, path }: FetchedPage): string | null {
  if (status < 300 || status > 399 || !headers['location']) return null;
  const url = URL.parse(headers['location'], `${origin}${path}`);
  return url?.origin === origin ? `${url.pathname}${url.search}` : null;
}

function resultOf({ id, title, severity, cpe, cve }: Template, { paths, pages, judgement }: Hit, verified: TemplateResult['verified']): TemplateResult {
  const [path, page] = [paths.at(-1)!, pages.at(-1)!];
  return { id, title, severity, path, verified, cpe, cve, version: judgement.extracted['version'] ?? null, evidence: { location: path, size: page.size, match: redact(judgement.match) } };
}
