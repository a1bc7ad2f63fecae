import { proseOf } from './good-page.ts';
import type { PageFault } from './page-faults.ts';

/** A URL that is not of the site, or no page: what came of asking for it. */
export interface LabTarget {
  url: string;
  kind: 'link' | 'image' | 'resource' | 'page';
  status: number;
  moved?: number;
  page?: { noindex: boolean; canonical: string | null; alternates: readonly string[] };
  bytes?: number;
  contentType?: string;
  blockedBy?: string;
}

/** How a site with one fault differs from a good one. Pages are by their paths; `linked: false` keeps a page out of the list, `listed: false` out of the sitemap. They refer to each other by relative addresses, so that a fault can be planted in a folder of its own. */
export interface SiteFault {
  pages?: Readonly<Record<string, PageFault & { linked?: false; listed?: false; seed?: number; blocked?: true }>>;
  targets?: readonly LabTarget[];
  /** Null where robots.txt gives no answer. */
  robots?: Partial<{ status: number; faults: string[]; blocksAll: boolean; blockedAi: string[]; sitemaps: string[] }> | null;
  plain?: string;
  sibling?: string;
  sitemap?: Partial<{ status: number | null; faults: string[]; entries: number; kind: 'index' | 'urls'; depth: number; lastModified: { invalid: number; valid: number; distinct: number } }>;
  /** Further entries of the sitemap. */
  entries?: readonly string[];
  previous?: number;
}

const one = (fault: PageFault & { linked?: false; listed?: false; seed?: number; blocked?: true }, more: SiteFault['pages'] = {}): SiteFault => ({ pages: { '/faulty': fault, ...more } });
const linkTo = (href: string): PageFault => ({ parts: { links: `<nav><a href="/">Start</a> <a href="/list">All pages</a> <a href="${href}">Further on</a></nav>` } });
const amongMany = (path: string): PageFault => ({ parts: { links: `<nav><a href="/">Start</a> <a href="/list">All pages</a> <a href="${path}">Further</a> ${Array.from({ length: 24 }, (_, at) => `<a href="/p${at}">Page ${at}</a>`).join(' ')}</nav>` } });
const canonicalTo = (path: string): PageFault & { listed: false } => ({ listed: false, parts: url => ({ canonical: `<link rel="canonical" href="${new URL(path, url).href}">` }) });
const versions = (path: string): PageFault => ({ parts: url => ({ head: `<link rel="alternate" hreflang="en" href="${url}"><link rel="alternate" hreflang="x-default" href="${url}"><link rel="alternate" hreflang="de" href="${new URL(path, url).href}">` }) });
const backTo = (path: string, head = ''): PageFault => ({ parts: url => ({ head: `${head}<link rel="alternate" hreflang="en" href="${new URL(path, url).href}"><link rel="alternate" hreflang="x-default" href="${new URL(path, url).href}"><link rel="alternate" hreflang="de" href="${url}">` }) });
const imageAt = (src: string): PageFault => ({ parts: { body: `<img src="${src}" alt="A lamp" width="10" height="10">` } });
const moved = (path: string): PageFault & { listed: false; linked: false } => ({ listed: false, linked: false, redirects: [[path, 301]] });
const noindex = '<meta name="robots" content="noindex">';
const gone: PageFault & { listed: false; linked: false } = { listed: false, linked: false, status: 404, body: '' };
const text = `<p>About what it is and a subject in short. ${proseOf(999)}</p>`;
const nearText = `<p>About what it is and a subject in short. ${proseOf(998)}</p>`;

/** Every fault that takes more than one page to see, by the check that finds it. */
export const siteFaults: Readonly<Record<string, SiteFault>> = {
  'http.4xx-external': { ...one(linkTo('https://other.example/nothing')), targets: [{ url: 'https://other.example/nothing', kind: 'link', status: 404 }] },
  'http.resource-broken': { ...one({ parts: { head: '<link rel="stylesheet" href="gone.css">' } }), targets: [{ url: 'https://site.example/gone.css', kind: 'resource', status: 404 }] },
  'redirect.permanent-internal-link': one(linkTo('old'), { '/new': moved('old') }),
  'redirect.http-to-https-missing': { plain: 'http://site.example/' },
  'redirect.host-variants-diverge': { sibling: 'https://www.site.example/' },
  'robots.txt-missing': { robots: { status: 404, sitemaps: [] } },
  'robots.txt-5xx': { robots: { status: 503, sitemaps: [] } },
  'robots.txt-syntax': { robots: { faults: ['Disalow: /x'] } },
  'robots.txt-blocks-all': { robots: { blocksAll: true } },
  'robots.txt-blocks-css-js': { ...one({ parts: { head: '<link rel="stylesheet" href="/closed/a.css">' } }), targets: [{ url: 'https://site.example/closed/a.css', kind: 'resource', status: 200, blockedBy: 'Disallow: /closed/' }] },
  'robots.blocked-but-linked': one({ blocked: true, listed: false }),
  'robots.blocked-in-sitemap': one({ blocked: true }),
  'robots.ai-bots-blocked': { robots: { blockedAi: ['GPTBot'] } },
  'index.noindex-in-sitemap': one({ parts: { head: noindex } }),
  'index.site-wide-noindex': { pages: Object.fromEntries(['/', '/list', ...Array.from({ length: 24 }, (_, at) => `/p${at}`)].map(path => [path, { fields: [['content-type', 'text/html'], ['content-encoding', 'gzip'], ['strict-transport-security', 'max-age=1'], ['x-content-type-options', 'nosniff'], ['content-security-policy', 'frame-ancestors \'self\''], ['x-robots-tag', 'noindex']] }])) },
  'index.indexable-pages-count-drop': { previous: 1000 },
  'canonical.to-redirect': one(canonicalTo('old'), { '/new': moved('old') }),
  'canonical.to-4xx-5xx': one(canonicalTo('gone'), { '/gone': gone }),
  'canonical.to-noindex': one(canonicalTo('hidden'), { '/hidden': { listed: false, parts: { head: noindex } } }),
  'canonical.to-non-canonical': one(canonicalTo('second'), { '/second': canonicalTo('/p1') }),
  'title.duplicate': one({ parts: { title: '<title>About the very same thing as others</title>' } }, { '/twin': { parts: { title: '<title>About the very same thing as others</title>' } } }),
  'desc.duplicate': { pages: Object.fromEntries(['/faulty', '/twin'].map(path => [path, { parts: { description: '<meta name="description" content="The very same words on two pages, which say nothing of either of them to anybody.">' } }])) },
  'heading.duplicate': { pages: Object.fromEntries(['/faulty', '/twin'].map(path => [path, { parts: { h1: '<h1>The same heading</h1>' } }])) },
  'content.duplicate-exact': { pages: Object.fromEntries(['/faulty', '/twin'].map(path => [path, { parts: { h1: '<h1>It is the same</h1>', title: `<title>About the ${path.slice(1)}, which is a subject, and what it is</title>`, text } }])) },
  'content.duplicate-near': { pages: Object.fromEntries(['/faulty', '/twin'].map(path => [path, { parts: { h1: `<h1>${path.slice(1)} in short</h1>`, title: `<title>About ${path.slice(1)}, a subject, and what it is</title>`, text: nearText } }])) },
  'content.keyword-cannibalisation': one({ parts: { title: '<title>About subject lamps for gardens | Lab</title>' } }, { '/twin': { parts: { title: '<title>Gardens: about lamps for subject - Lab</title>' } } }),
  'links.broken-internal': one(linkTo('gone'), { '/gone': gone }),
  'links.broken-external': { ...one(linkTo('https://other.example/gone')), targets: [{ url: 'https://other.example/gone', kind: 'link', status: 410 }] },
  'links.broken-fragment': one(linkTo('/p3#nowhere')),
  'links.to-redirect': one(linkTo('old'), { '/new': { ...moved('old'), redirects: [['old', 301]] } }),
  'links.orphan': one({ linked: false }),
  'links.dead-end': one({ parts: { links: '' } }),
  'links.depth': { pages: Object.fromEntries([1, 2, 3, 4, 5].map(at => [`/deep-${at}`, { ...(at === 1 ? {} : { linked: false as const }), parts: { links: `<nav><a href="/">Start</a> <a href="/list">All pages</a> ${at < 5 ? `<a href="deep-${at + 1}">Deeper</a>` : ''}</nav>` } }])) },
  'links.only-one-inlink': one(linkTo('lonely'), { '/lonely': { linked: false } }),
  'links.low-internal-pagerank-important-page': one({ linked: false }, { '/hub': amongMany('inner'), '/inner': { ...amongMany('faulty'), linked: false } }),
  'img.broken': { ...one(imageAt('gone.webp')), targets: [{ url: 'https://site.example/gone.webp', kind: 'image', status: 404 }] },
  'img.large': { ...one(imageAt('big.webp')), targets: [{ url: 'https://site.example/big.webp', kind: 'image', status: 200, bytes: 900_000, contentType: 'image/webp' }] },
  'img.legacy-format': { ...one(imageAt('old.png')), targets: [{ url: 'https://site.example/old.png', kind: 'image', status: 200, bytes: 90_000, contentType: 'image/png' }] },
  'hreflang.no-return-link': one(versions('/p3')),
  'hreflang.to-redirect': one(versions('old'), { '/new': moved('old') }),
  'hreflang.to-4xx': one(versions('gone'), { '/gone': gone }),
  'hreflang.to-noindex': one(versions('hidden'), { '/hidden': { ...backTo('faulty', noindex), listed: false } }),
  'hreflang.to-non-canonical': one(versions('second'), { '/second': { listed: false, parts: url => ({ head: `<link rel="alternate" hreflang="en" href="${new URL('faulty', url).href}"><link rel="alternate" hreflang="x-default" href="${new URL('faulty', url).href}"><link rel="alternate" hreflang="de" href="${url}">`, canonical: `<link rel="canonical" href="${new URL('/p1', url).href}">` }) } }),
  'sitemap.missing': { sitemap: { status: 404 } },
  'sitemap.not-in-robots': { robots: { sitemaps: [] } },
  'sitemap.invalid-xml': { sitemap: { faults: ['line 3: unclosed tag'] } },
  'sitemap.too-large': { sitemap: { entries: 50_001 } },
  'sitemap.error-urls': one({ status: 404, body: '', linked: false }),
  'sitemap.non-canonical-urls': one({ parts: url => ({ canonical: `<link rel="canonical" href="${new URL('/p1', url).href}">` }) }),
  'sitemap.other-host': { entries: ['https://other.example/page'] },
  'sitemap.lastmod-invalid-or-all-equal': { sitemap: { lastModified: { invalid: 0, valid: 26, distinct: 1 } } },
  'sitemap.indexable-page-absent': one({ listed: false }),
  'sitemap.index-nesting-error': { sitemap: { kind: 'index', depth: 1 } },
  'og.image-broken': { ...one({ parts: url => ({ social: `<meta property="og:title" content="a"><meta property="og:type" content="article"><meta property="og:image" content="none.png"><meta property="og:url" content="${url}"><meta name="twitter:card" content="summary">` }) }), targets: [{ url: 'https://site.example/none.png', kind: 'image', status: 404 }] },
};
