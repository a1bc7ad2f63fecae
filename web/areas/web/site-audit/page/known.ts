import { texts } from '../texts/audit.ts';
import type { PageDetails } from '../types.ts';

const { facts: names, sources, yes, no, ms, kilobytes, measures, loaded } = texts.page;

/** What of the recorded facts is shown; the API gives them as they were recorded. */
interface Recorded {
  finalUrl: string;
  redirects: readonly { url: string; status: number; location: string | null }[];
  fetch: { status?: number; cause?: string; rule?: string; fields?: readonly (readonly [string, string])[]; ttfbMs?: number | null; bytes?: number };
  robots: { allowed: boolean; rule: string | null } | null;
  document: {
    lang: string | null; metas: readonly { name: string; content: string }[]; titles: readonly { text: string }[]; canonicals: readonly { href: string }[]; headings: readonly { level: number; text: string }[];
    linkCount: number; imageCount: number; text: { mainWords: number };
  } | null;
  rendered: {
    performance: {
      lcpMs: number | null; fcpMs: number | null; loadMs: number | null; cls: number | null; tbtMs: number | null; inpMs: number | null; elements: number; requests: number;
      bytes: Readonly<Record<keyof typeof loaded, number>>; thirdParties: readonly { host: string; requests: number; bytes: number }[];
    };
  } | null;
}

type Pair = readonly [name: string, value: string | number | null];

function recordedOf({ facts }: PageDetails): Recorded | null {
  return facts as Recorded | null;
}

/** How the page was found and what the server answered. */
export function responseOf(page: PageDetails): readonly Pair[] {
  const recorded = recordedOf(page);
  const { fetch, robots, finalUrl } = recorded ?? { fetch: {}, robots: null, finalUrl: page.url };
  return [
    [names.status, page.status ?? texts.pages.outcomes[page.outcome]], [names.cause, fetch.cause ?? null], [names.final, finalUrl === page.url ? null : finalUrl], [names.ttfb, typeof fetch.ttfbMs === 'number' ? ms(fetch.ttfbMs) : null],
    [names.size, fetch.bytes === undefined ? null : kilobytes(fetch.bytes)], [names.robots, robots && (robots.rule ?? (robots.allowed ? names.allowed : null))], [names.source, sources[page.source]], [names.depth, page.depth], [names.sitemap, page.inSitemap ? yes : no],
  ];
}

/** What search engines read of the page; nothing where no HTML came. */
export function contentOf(page: PageDetails): readonly Pair[] {
  const document = recordedOf(page)?.document;
  if (!document) return [];
  const meta = (name: string) => document.metas.find(one => one.name === name)?.content ?? null;
  return [
    [names.title, document.titles[0]?.text ?? null], [names.description, meta('description')], [names.canonical, document.canonicals[0]?.href ?? null], [names.robotsMeta, meta('robots')], [names.lang, document.lang],
    [names.h1, document.headings.find(({ level }) => level === 1)?.text ?? null], [names.words, document.text.mainWords], [names.images, document.imageCount], [names.links, document.linkCount], [names.viewport, meta('viewport')],
  ];
}

export function redirectsOf(page: PageDetails): readonly (readonly string[])[] {
  return (recordedOf(page)?.redirects ?? []).map(({ url, status, location }) => [url, String(status), location ?? '']);
}

export function headersOf(page: PageDetails): readonly (readonly string[])[] {
  return (recordedOf(page)?.fetch.fields ?? []).map(([name, value]) => [name, value]);
}

/** What one load in the browser of the service measured; nothing where no browser showed the page. */
export function measuresOf(page: PageDetails): readonly Pair[] {
  const performance = recordedOf(page)?.rendered?.performance;
  if (!performance) return [];
  const { lcpMs, fcpMs, loadMs, cls, tbtMs, inpMs, elements, requests, bytes } = performance;
  const time = (value: number | null) => (value === null ? null : ms(value));
  return [
    [measures.lcp, time(lcpMs)], [measures.fcp, time(fcpMs)], [measures.cls, cls], [measures.tbt, time(tbtMs)], [measures.inp, time(inpMs)], [measures.load, time(loadMs)],
    [measures.elements, elements], [measures.requests, requests], [measures.size, kilobytes(Object.values(bytes).reduce((sum, one) => sum + one, 0))],
  ];
}

export function loadsOf(page: PageDetails): readonly (readonly string[])[] {
  const bytes = recordedOf(page)?.rendered?.performance.bytes;
  return bytes === undefined ? [] : (Object.keys(bytes) as (keyof typeof loaded)[]).filter(kind => bytes[kind] > 0).map(kind => [loaded[kind], kilobytes(bytes[kind])]);
}

export function thirdPartiesOf(page: PageDetails): readonly (readonly string[])[] {
  return (recordedOf(page)?.rendered?.performance.thirdParties ?? []).map(({ host, requests, bytes }) => [host, String(requests), kilobytes(bytes)]);
}
