import { texts } from '../texts/audit.ts';
import type { PageDetails } from '../types.ts';

const { facts: names, sources, yes, no, ms, kilobytes } = texts.page;

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
