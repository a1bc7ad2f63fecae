import type { WebAnalysis } from './analysis/web-analysis.ts';
import { findExposedPaths } from './checks/run.ts';
import type { Component } from './component.ts';
import type { WebFacts, WebFinder, WebProbe } from './find.ts';
import type { FetchedPage } from './page.ts';
import { scriptsOf } from './scripts.ts';
import type { Template } from './templates/template.ts';
import { runTemplates } from './templates/run.ts';
import { mergeTechnologies } from './technologies/recognise.ts';

const MAX_REDIRECTS = 3;
const MAX_SCRIPTS = 12;
const MAX_PAGE_BYTES = 524_288;
const MAX_SCRIPT_BYTES = 1_048_576;
/** What is kept of each list. */
const MOST_KEPT = { components: 200, exposedPaths: 100, templates: 100, notTested: 50 } as const;

interface WebFinderParts {
  /** Judges away from the main thread, each page and script in bounded time. */
  analysis: WebAnalysis;
  /** Templates of the operator's folder. */
  templates: readonly Template[];
}

type Gap = WebFacts['notTested'][number];

/** Looks at the first page of a website and its own scripts, then for what should not be public; bodies are judged and forgotten. */
export function createWebFinder({ analysis, templates }: WebFinderParts): WebFinder {
  return async probe => {
    const gaps: Gap[] = [];
    const components = await componentsOf(probe, analysis, gaps);
    const { found, notTested } = await findExposedPaths(probe.fetchPage, probe.randomName);
    const run = await runTemplates(templates, { fetchPage: probe.fetchPage, origin: probe.origin, randomName: probe.randomName, judge: (request, pages) => analysis.judge(request, pages) });
    gaps.push(...notTested.map(({ path, cause }) => ({ what: path, cause })), ...run.notTested.map(({ id, cause }) => ({ what: `template ${id}`, cause })));
    return {
      components: components.slice(0, MOST_KEPT.components), exposedPaths: found.slice(0, MOST_KEPT.exposedPaths), templates: run.found.slice(0, MOST_KEPT.templates),
      notTested: keptGaps(gaps),
    };
  };
}

async function componentsOf(probe: WebProbe, analysis: WebAnalysis, gaps: Gap[]): Promise<Component[]> {
  const page = await firstPage(probe, gaps);
  if (page === null) return [];
  const url = `${probe.origin}${page.path}`;
  const technologies = await analysis.technologies(page, url);
  if (technologies.outcome === 'incomplete') gaps.push({ what: `technologies of ${page.path}`, cause: technologies.cause });
  return mergeTechnologies([...technologies.components, ...await librariesOf(probe, analysis, page, gaps)]);
}

/** The page that `/` leads to within the origin; null where nothing answered. */
async function firstPage({ fetchPage, origin }: WebProbe, gaps: Gap[]): Promise<FetchedPage | null> {
  let path = '/';
  for (let left = MAX_REDIRECTS; ; left--) {
    const answer = await fetchPage(path, { method: 'GET', maxBytes: MAX_PAGE_BYTES });
    if (answer.outcome === 'failed') {
      gaps.push({ what: path, cause: answer.cause });
      return null;
    }
    const target = answer.page.status >= 300 && answer.page.status < 400 ? URL.parse(answer.page.headers['location'] ?? '', `${origin}${path}`) : null;
    if (left === 0 || target?.origin !== origin) return answer.page;
    path = `${target.pathname}${target.search}`;
  }
}

/** Scripts of the origin are fetched; those of others are known by their addresses alone, since nobody asked these hosts. */
async function librariesOf({ fetchPage, origin }: WebProbe, analysis: WebAnalysis, page: FetchedPage, gaps: Gap[]): Promise<Component[]> {
  const { own, others, left } = scriptsOf(page, origin, MAX_SCRIPTS);
  if (left > 0) gaps.push({ what: `${left} more scripts`, cause: `only ${MAX_SCRIPTS} are fetched` });
  const scripts: { url: string; content: string | null }[] = others.map(url => ({ url, content: null }));
  const found: Component[] = [];
  for (const path of own) {
    const answer = await fetchPage(path, { method: 'GET', maxBytes: MAX_SCRIPT_BYTES });
    const content = answer.outcome === 'answered' && answer.page.status === 200 ? answer.page.body : null;
    if (answer.outcome === 'failed') gaps.push({ what: path, cause: answer.cause });
    scripts.push({ url: `${origin}${path}`, content });
  }
  for (const script of scripts) {
    const analysed = await analysis.libraries(script);
    if (analysed.outcome === 'incomplete') gaps.push({ what: `libraries in ${script.url.slice(0, 200)}`, cause: analysed.cause });
    found.push(...analysed.components);
  }
  return found;
}

/** The first gaps by themselves, the rest as a number. */
function keptGaps(gaps: readonly Gap[]): Gap[] {
  const more = gaps.length - MOST_KEPT.notTested;
  return more <= 0 ? [...gaps] : [...gaps.slice(0, MOST_KEPT.notTested), { what: `${more} more requests`, cause: gaps.at(-1)!.cause }];
}
