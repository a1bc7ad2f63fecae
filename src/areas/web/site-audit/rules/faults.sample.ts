import { goodFields, goodPage } from '../../../../../lab/audit-sites/good-page.ts';
import type { PageFault } from '../../../../../lab/audit-sites/page-faults.ts';
import { pageOf } from '../page/page.sample.ts';
import type { PageFacts } from '../page/index.ts';

const ORIGIN = 'https://site.example';

/** The facts of a page with the fault; without one, of a good page. */
export function faultyPage(name: string, seed: number, fault: PageFault = {}): PageFacts {
  const url = new URL(fault.path ?? `/${name}`, fault.plain ? 'http://site.example' : ORIGIN).href;
  const parts = typeof fault.parts === 'function' ? fault.parts(url) : fault.parts;
  const redirects = (fault.redirects ?? []).map(([path, status]) => ({ url: new URL(path, url).href, status, location: url }));
  const fields = (fault.fields ?? goodFields).map(([key, value]) => [key, value.replace('{url}', url)] as const);
  const body = fault.body ?? goodPage(url, `subject ${seed}`, seed, parts);
  const page = pageOf(fault.failed ? null : body, {
    url: redirects[0]?.url ?? url, finalUrl: url, redirects, status: fault.status ?? 200, fields, ttfbMs: fault.ttfbMs ?? 50, robots: fault.robots ?? null,
    ...(fault.rendered && { rendered: { title: null, canonicals: [], links: [], words: 0, images: [], ...fault.rendered } }),
  });
  if (fault.failed) return { ...page, fetch: { outcome: 'failed', cause: `site.example: ${fault.failed.late ? 'timeout' : fault.failed.stage}`, late: false, ...fault.failed } };
  return page.fetch.outcome === 'answered' && fault.certificate ? { ...page, fetch: { ...page.fetch, certificate: fault.certificate } } : page;
}
