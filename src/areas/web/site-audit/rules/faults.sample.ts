import { goodFields, goodPage } from '../../../../../lab/audit-sites/good-page.ts';
import type { PageFault } from '../../../../../lab/audit-sites/page-faults.ts';
import { pageOf } from '../page/page.sample.ts';
import { linksOf, robotsOf, typesOf } from '../render/compare.ts';
import type { DocumentFacts, PageFacts, PerformanceFacts, RenderedFacts } from '../page/index.ts';

const ORIGIN = 'https://site.example';

/** The facts of a page with the fault; without one, of a good page. */
export function faultyPage(name: string, seed: number, fault: PageFault = {}): PageFacts {
  const url = new URL(fault.path ?? `/${name}`, fault.plain ? 'http://site.example' : ORIGIN).href;
  const parts = typeof fault.parts === 'function' ? fault.parts(url) : fault.parts;
  const redirects = (fault.redirects ?? []).map(([path, status]) => ({ url: new URL(path, url).href, status, location: url }));
  const fields = (fault.fields ?? goodFields).map(([key, value]) => [key, value.replace('{url}', url)] as const);
  const body = fault.body ?? goodPage(url, `subject ${seed}`, seed, parts);
  const sent = pageOf(fault.failed ? null : body, {
    url: redirects[0]?.url ?? url, finalUrl: url, redirects, status: fault.status ?? 200, fields, ttfbMs: fault.ttfbMs ?? 50, robots: fault.robots ?? null,
  });
  const page = fault.rendered && sent.document ? { ...sent, rendered: renderedFrom(sent.document, fault.rendered) } : sent;
  if (fault.failed) return { ...page, fetch: { outcome: 'failed', cause: `site.example: ${fault.failed.late ? 'timeout' : fault.failed.stage}`, late: false, ...fault.failed } };
  return page.fetch.outcome === 'answered' && fault.certificate ? { ...page, fetch: { ...page.fetch, certificate: fault.certificate } } : page;
}

/** A load in which everything is good. */
const quick: PerformanceFacts = { lcpMs: 900, fcpMs: 400, loadMs: 500, cls: 0, tbtMs: 0, inpMs: 0, elements: 40, requests: 1, bytes: { document: 6000, stylesheet: 0, script: 0, image: 0, font: 0, media: 0, other: 0 }, thirdParties: [], failed: [], errors: [] };

/** As a browser shows the page whose scripts change nothing but what is said. */
function renderedFrom(document: DocumentFacts, { performance, ...changed }: NonNullable<PageFault['rendered']>): RenderedFacts {
  return {
    title: document.titles[0]?.text ?? null, robots: robotsOf(document), canonicals: document.canonicals.filter(({ source }) => source === 'html').flatMap(({ url }) => url ?? []), links: linksOf(document), words: document.text.mainWords,
    headings: document.headings, structured: typesOf(document), images: [], ...changed, performance: { ...quick, ...performance },
  };
}
