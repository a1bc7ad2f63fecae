import type { HeaderField } from '../../src/core/outside/probes.ts';
import { goodFields, proseOf, type PageParts } from './good-page.ts';

/** What a load measured, as far as it differs from a good one. */
type Measured = Partial<{
  lcpMs: number; cls: number; inpMs: number; tbtMs: number; elements: number; bytes: Record<'document' | 'stylesheet' | 'script' | 'image' | 'font' | 'media' | 'other', number>;
  thirdParties: { host: string; requests: number; bytes: number }[]; failed: string[]; errors: string[];
}>;

/** One fault of one page: how the page differs from a good one. */
export interface PageFault {
  /** Instead of a path of the generator's own. */
  path?: string;
  parts?: PageParts | ((url: string) => PageParts);
  /** Instead of the page. */
  body?: string;
  status?: number;
  fields?: readonly HeaderField[];
  ttfbMs?: number;
  plain?: true;
  /** Paths over plain HTTP at which it shows as well. */
  plainPaths?: readonly string[];
  redirects?: readonly (readonly [path: string, status: number])[];
  failed?: { stage: 'dns' | 'connect' | 'tls' | 'http' | 'redirect'; late?: true; absent?: true; badCertificate?: true };
  certificate?: { notAfter: number | null };
  robots?: { allowed: boolean; rule: string | null };
  /** What a browser shows otherwise than the server sent it. */
  rendered?: Partial<{
    title: string; robots: string[]; canonicals: string[]; links: string[]; words: number; headings: { level: number; text: string }[]; structured: string[];
    images: { url: string; naturalWidth: number; shownWidth: number }[]; performance: Measured;
  }>;
  /** The script that brings this about. */
  script?: string;
}

const without = (...names: string[]) => goodFields.filter(([name]) => !names.includes(name));
const withField = (name: string, value: string) => [...goodFields, [name, value] as const];
const head = (html: string): PageFault => ({ parts: { head: html } });
const body = (html: string): PageFault => ({ parts: { body: html } });
const links = (html: string): PageFault => ({ parts: { links: `<nav><a href="/">Start</a> <a href="/list">All pages</a> ${html}</nav>` } });
const robots = (content: string) => head(`<meta name="robots" content="${content}">`);
const jsonLd = (json: object) => body(`<script type="application/ld+json">${JSON.stringify(json)}</script>`);
const alternates = (...all: (readonly [lang: string, href: string])[]): PageFault => ({ parts: url => ({ head: all.map(([lang, href]) => `<link rel="alternate" hreflang="${lang}" href="${href.replace('{url}', url)}">`).join('') }) });
const image = (attributes: string) => body(`<img src="/a.webp" width="10" height="10" ${attributes}>`);
const product = { '@context': 'https://schema.org', '@type': 'Product', name: 'Lamp', image: '/a.png', description: 'A lamp', brand: 'Lab', sku: '1', offers: { '@type': 'Offer', price: '12.50', priceCurrency: 'EUR', availability: 'InStock' } };
const HARD = Array.from({ length: 60 }, (_, at) => `The institutionalization of interdisciplinary considerations ${at} notwithstanding organizational responsibilities and`).join(' ');
const GERMAN = Array.from({ length: 40 }, (_, at) => `Das ist nicht die ${at} Sache, und wir sind mit der Antwort von dem Haus auch zu ihnen`).join('. ');

/** A script that adds an element with these properties at the end of another. */
const addTo = (parent: string, name: string, properties: string) => `document.querySelector('${parent}').append(Object.assign(document.createElement('${name}'), ${properties}));`;
/** A script that does it once the page was painted. */
const afterPaint = (script: string) => `requestAnimationFrame(() => setTimeout(() => { ${script} }, 50));`;
const busyFor = (ms: number) => `for (const end = performance.now() + ${ms}; performance.now() < end;);`;
const slow = (performance: Measured, script: string): PageFault => ({ rendered: { performance }, script });

/** Every fault that one page can show by itself, by the check that finds it. */
export const pageFaults: Readonly<Record<string, PageFault>> = {
  'http.5xx': { status: 500, body: '<!doctype html><title>Error</title>' },
  'http.4xx-internal': { status: 404, body: '<!doctype html><title>None</title>' },
  'http.403-or-429-to-bot': { status: 403, body: '<!doctype html><title>No</title>' },
  'http.soft-404': { parts: { h1: '<h1>Page not found</h1>', text: '<p>Nothing here.</p>' } },
  'http.timeout': { failed: { stage: 'http', late: true } },
  'http.dns-failure': { failed: { stage: 'dns', absent: true } },
  'http.tls-failure': { failed: { stage: 'tls' } },
  'http.content-type-wrong': { fields: [['content-type', 'text/plain; charset=utf-8'], ...without('content-type')] },
  'http.charset-missing': { fields: [['content-type', 'text/html'], ...without('content-type')], parts: { charset: '' } },
  'http.no-compression': { fields: without('content-encoding') },
  'http.large-html': { parts: { text: `<p>${Array.from({ length: 1600 }, (_, at) => proseOf(at)).join(' ').slice(0, 2_300_000)}</p>` } },
  'http.slow-ttfb': { ttfbMs: 1200 },
  'redirect.temporary': { redirects: [['/moved-for-now', 302]] },
  'redirect.chain': { redirects: [['/moved-1', 301], ['/moved-2', 301]] },
  'redirect.loop': { redirects: [['/round-1', 301], ['/round-2', 301]], failed: { stage: 'redirect' } },
  'redirect.to-error': { redirects: [['/moved-to-nothing', 301]], status: 404, body: '' },
  'redirect.meta-refresh': head('<meta http-equiv="refresh" content="0; url=/">'),
  'redirect.js': head('<script>location.href = "/";</script>'),
  'index.noindex-page': robots('noindex'),
  'index.noindex-and-canonical-conflict': { parts: url => ({ head: '<meta name="robots" content="noindex">', canonical: `<link rel="canonical" href="${new URL('/', url).href}">`, social: '<meta property="og:title" content="a"><meta property="og:type" content="article"><meta property="og:image" content="/share.png"><meta property="og:url" content="/"><meta name="twitter:card" content="summary">' }) },
  'index.nofollow-page': robots('nofollow'),
  'index.nosnippet': robots('nosnippet'),
  'index.changed-by-script': { rendered: { robots: ['noindex'] }, script: addTo('head', 'meta', '{ name: \'robots\', content: \'noindex\' }') },
  'index.noimageindex': robots('noimageindex'),
  'index.noarchive-or-max-snippet-0': robots('max-snippet:0'),
  'index.x-robots-vs-meta-conflict': { fields: withField('x-robots-tag', 'noindex'), parts: { head: '<meta name="robots" content="index">' } },
  'index.multiple-robots-meta': head('<meta name="robots" content="index"><meta name="robots" content="follow">'),
  'index.blocked-and-noindex': { robots: { allowed: false, rule: 'Disallow: /' }, parts: { head: '<meta name="robots" content="noindex">' } },
  'canonical.missing': { parts: { canonical: '' } },
  'canonical.multiple': { parts: url => ({ canonical: `<link rel="canonical" href="${url}"><link rel="canonical" href="${url}">` }) },
  'canonical.relative': { parts: url => ({ canonical: `<link rel="canonical" href="${new URL(url).pathname}">` }) },
  'canonical.header-vs-html-differ': { fields: withField('link', '<https://site.example/>; rel="canonical"') },
  'canonical.other-host': { parts: { canonical: '<link rel="canonical" href="https://elsewhere.example/">' } },
  'canonical.http-on-https': { parts: url => ({ canonical: `<link rel="canonical" href="${url.replace('https:', 'http:')}">` }) },
  'canonical.in-body': { parts: url => ({ canonical: '', body: `<link rel="canonical" href="${url}">` }) },
  'canonical.only-after-render': { parts: { canonical: '' }, rendered: { canonicals: ['https://site.example/'] }, script: addTo('head', 'link', '{ rel: \'canonical\', href: location.href }') },
  'canonical.changed-by-script': { rendered: { canonicals: ['https://site.example/'] }, script: 'document.querySelector(\'link[rel=canonical]\').href = \'/\';' },
  'title.missing': { parts: { title: '' } },
  'title.multiple': head('<title>Another title of the same page here</title>'),
  'title.short': { parts: { title: '<title>This is short</title>' } },
  'title.long': { parts: { title: '<title>About this and that and what it is good for in all of the world, and more</title>' } },
  'title.equals-h1': { parts: { title: '<title>A heading that is also the title</title>', h1: '<h1>A heading that is also the title</h1>' } },
  'title.only-after-render': { parts: { title: '' }, rendered: { title: 'Written by a script' }, script: 'document.title = \'Written by a script\';' },
  'title.changed-by-script': { rendered: { title: 'Written by a script' }, script: 'document.title = \'Written by a script\';' },
  'title.outside-head': { parts: { title: '', body: '<title>About what it is and what it is good for</title>' } },
  'desc.missing': { parts: { description: '' } },
  'desc.multiple': head('<meta name="description" content="Another description of the same page that says other things of it, and is long enough.">'),
  'desc.short': { parts: { description: '<meta name="description" content="Short.">' } },
  'desc.long': { parts: { description: `<meta name="description" content="${'Many words that say little. '.repeat(8)}">` } },
  'heading.missing': { parts: { h1: '' } },
  'heading.multiple': body('<h1>Another main heading</h1>'),
  'heading.long': { parts: { h1: '<h1>A heading that goes on and on until nobody knows any more what it was about</h1>' } },
  'heading.order-skip': body('<h3>Third without second</h3>'),
  'heading.empty': body('<h2></h2>'),
  'meta.keywords': head('<meta name="keywords" content="a, b">'),
  'meta.in-body': body('<meta name="robots" content="index">'),
  'viewport.missing': { parts: { viewport: '' } },
  'viewport.no-zoom': { parts: { viewport: '<meta name="viewport" content="width=device-width, user-scalable=no">' } },
  'favicon.missing': { parts: { icon: '' } },
  'content.thin': { parts: { text: '<p>Little to read.</p>' } },
  'content.lorem-ipsum': body('<p>Lorem ipsum dolor</p>'),
  'content.placeholder-or-error-text': body('<p>Dear {{ customer.name }}</p>'),
  'content.low-text-ratio': body(`<script>var data = "${'0123456789'.repeat(4000)}"</script>`),
  'content.readability-hard': { parts: { text: `<p>About the page: ${HARD}</p>` } },
  'content.mojibake': body('<p>CafÃ© and more</p>'),
  'content.date-stale': head('<meta property="article:modified_time" content="2019-05-01">'),
  'content.intent-mismatch': { parts: { title: '<title>Cheap holidays beside volcanoes worldwide</title>' } },
  'lang.missing': { parts: { lang: '' } },
  'lang.invalid': { parts: { lang: ' lang="qq-invalid-tag-x"', text: `<p>about ${'zz qx '.repeat(150)}</p>`, title: '<title>About zz and qx and what zz is</title>' } },
  'lang.vs-detected': { parts: { text: `<p>${GERMAN} about</p>` } },
  'links.too-many': { parts: { body: Array.from({ length: 160 }, (_, at) => `<a href="/list">Place ${at}</a>`).join(' ') } },
  'links.nofollow-internal': { parts: { links: '<nav><a href="/">Start</a> <a href="/list" rel="nofollow">All pages</a></nav>' } },
  'links.mixed-follow': links('<a href="https://other.example/">Other</a> <a href="https://other.example/" rel="nofollow">Other</a>'),
  'links.empty-anchor': links('<a href="/list"></a>'),
  'links.non-descriptive-anchor': links('<a href="/list">click here</a>'),
  'links.non-crawlable-anchor': links('<a href="javascript:go()">Menu</a>'),
  'links.http-links-on-https': { plainPaths: ['/list'], parts: url => ({ body: `<a href="http://${new URL(url).host}/list">Plain list</a>` }) },
  'links.localhost-or-private-host': links('<a href="http://localhost:8080/">Test</a>'),
  'links.malformed-href': links('<a href="https://[broken/">Bad</a>'),
  'links.tel-mailto-invalid': links('<a href="mailto:nobody">Mail</a>'),
  'links.target-blank-without-noopener': links('<a href="https://other.example/" target="_blank">Other</a>'),
  'links.external-no-rel': links('<a href="https://shop.example/?affid=7">Shop</a>'),
  'links.only-after-render': { rendered: { links: ['https://site.example/hidden'] }, script: addTo('main', 'a', '{ href: \'/p1\', textContent: \'The page with number one\' }') },
  'alt.missing': image(''),
  'alt.long': image(`alt="${'words '.repeat(30)}"`),
  'alt.filename': image('alt="IMG_1234.jpg"'),
  'img.no-dimensions': body('<img src="/a.webp" alt="A lamp">'),
  'img.oversized-vs-rendered': { rendered: { images: [{ url: 'https://site.example/a.webp', naturalWidth: 4000, shownWidth: 400 }] }, script: addTo('main', 'img', '{ src: \'/wide.svg\', alt: \'A wide picture\', width: 400, height: 10 }') },
  'img.lazy-above-fold': image('alt="A lamp" loading="lazy"'),
  'img.picture-without-img': body('<picture><source srcset="/a.webp"></picture>'),
  'img.video-without-poster-or-captions': body('<video src="/a.mp4"></video>'),
  'img.svg-no-name': body('<svg><path d="M0 0"/></svg>'),
  'url.http-scheme': { plain: true },
  'url.underscore': { path: '/some_page' },
  'url.uppercase': { path: '/Some-page' },
  'url.space': { path: '/some%20page' },
  'url.double-slash': { path: '/some//page' },
  'url.non-ascii': { path: '/caf%C3%A9' },
  'url.long': { path: `/${'long-'.repeat(25)}page` },
  'url.params': { path: '/page?a=1&b=2&c=3&d=4' },
  'url.session-id': { path: '/page?sid=abc' },
  'url.repetitive-path': { path: '/a/b/a/b/page' },
  'hreflang.invalid-code': alternates(['en', '{url}'], ['x-default', '{url}'], ['en-UK', '{url}']),
  'hreflang.no-self': alternates(['x-default', 'https://other.example/']),
  'hreflang.no-x-default': alternates(['en', '{url}']),
  'hreflang.duplicate-lang': alternates(['en', '{url}'], ['en', 'https://other.example/'], ['x-default', '{url}']),
  'hreflang.relative-url': { parts: url => ({ head: `<link rel="alternate" hreflang="en" href="${new URL(url).pathname}"><link rel="alternate" hreflang="x-default" href="${url}">` }) },
  'jsonld.parse-error': body('<script type="application/ld+json">{oops}</script>'),
  'jsonld.unknown-type': jsonLd({ '@type': 'Produkt', name: 'Lamp' }),
  'jsonld.required-property-missing': jsonLd({ ...product, name: undefined }),
  'jsonld.recommended-missing': jsonLd({ ...product, brand: undefined }),
  'jsonld.microdata-conflict': { parts: { body: `<script type="application/ld+json">${JSON.stringify({ '@type': 'Organization', name: 'Lab', url: '/', logo: '/l.png' })}</script><div itemscope itemtype="https://schema.org/Organization"><b itemprop="name">Lap</b><a itemprop="url" href="/">Start</a><img itemprop="logo" src="/l.webp" alt="Lab" width="1" height="1"></div>` } },
  'jsonld.value-format': jsonLd({ ...product, offers: { ...product.offers, price: '12,50 €' } }),
  'jsonld.rating-out-of-range': jsonLd({ ...product, aggregateRating: { '@type': 'AggregateRating', ratingValue: '7', reviewCount: 3, bestRating: 5 } }),
  'og.missing': { parts: { social: '<meta name="twitter:card" content="summary">' } },
  'og.url-vs-canonical': { parts: { social: '<meta property="og:title" content="a"><meta property="og:type" content="article"><meta property="og:image" content="/share.png"><meta property="og:url" content="https://site.example/another"><meta name="twitter:card" content="summary">' } },
  'twitter.card-missing': { parts: url => ({ social: `<meta property="og:title" content="a"><meta property="og:type" content="article"><meta property="og:image" content="/share.png"><meta property="og:url" content="${url}">` }) },
  'breadcrumbs.missing': body('<ol class="breadcrumbs"><li>Start</li></ol>'),
  'security.hsts-missing': { fields: without('strict-transport-security') },
  'security.csp-missing': { fields: [...without('content-security-policy'), ['x-frame-options', 'DENY']] },
  'security.nosniff-missing': { fields: without('x-content-type-options') },
  'security.mixed-content': body('<script src="http://other.example/a.js"></script>'),
  'security.insecure-form': body('<form action="http://other.example/"></form>'),
  'security.form-on-http': { plain: true, parts: { body: '<form action="/send"></form>' } },
  'heading.only-after-render': { parts: { h1: '' }, rendered: { headings: [{ level: 1, text: 'Written by a script' }] }, script: addTo('main', 'h1', '{ textContent: \'Written by a script\' }') },
  'content.only-after-render': { parts: { text: '<p>Soon.</p>' }, rendered: { words: 400 }, script: addTo('main', 'p', `{ textContent: ${JSON.stringify(proseOf(4711))} }`) },
  'jsonld.only-after-render': { rendered: { structured: ['Organization'] }, script: addTo('main', 'script', '{ type: \'application/ld+json\', textContent: \'{"@context":"https://schema.org","@type":"Organization","name":"Lab"}\' }') },
  'performance.lcp': slow({ lcpMs: 2600 }, busyFor(2600)),
  'performance.cls': slow({ cls: 0.2 }, afterPaint('document.body.style.paddingTop = \'600px\';')),
  'performance.inp': slow({ inpMs: 320 }, `addEventListener('keydown', () => { ${busyFor(320)} });`),
  'performance.tbt': slow({ tbtMs: 250 }, afterPaint(busyFor(450))),
  'performance.page-weight': slow({ bytes: { document: 0, stylesheet: 0, script: 5_300_000, image: 0, font: 0, media: 0, other: 0 } }, `/*${'x'.repeat(5_300_000)}*/`),
  'performance.third-parties': slow({ thirdParties: Array.from({ length: 11 }, (_, at) => ({ host: `h${at}.third.example`, requests: 1, bytes: 100 })) }, 'for (let at = 0; at < 11; at++) new Image().src = `https://h${at}.third.example/a.svg`;'),
  'performance.dom-size': slow({ elements: 1600 }, 'document.body.append(...Array.from({ length: 1600 }, () => document.createElement(\'i\')));'),
  'performance.script-errors': slow({ errors: ['It is planted'] }, 'throw new Error(\'It is planted\');'),
  'performance.failed-requests': slow({ failed: ['https://site.example/nothing.json: status 404'] }, 'fetch(\'/nothing.json\');'),
  'security.cert-expiring': { certificate: { notAfter: Date.UTC(2026, 10, 5) } },
  'security.cert-invalid': { failed: { stage: 'tls', badCertificate: true } },
  'security.cookie-flags': { fields: withField('set-cookie', 'id=1; Path=/') },
  'security.frame-policy': { fields: [...without('content-security-policy'), ['content-security-policy', 'default-src \'self\'']] },
};

/** A page in which whatever can pass does: with images, forms, cookies, languages, structured data, and all the rest that a check may ask for. */
export const richPage: PageFault = {
  fields: [...goodFields, ['set-cookie', 'id=1; Secure; HttpOnly; SameSite=Lax'], ['link', '<{url}>; rel="canonical"']],
  certificate: { notAfter: Date.UTC(2027, 5, 1) },
  rendered: { images: [{ url: 'https://site.example/a.webp', naturalWidth: 20, shownWidth: 10 }] },
  parts: url => ({
    head: `<meta property="article:modified_time" content="2026-09-01"><link rel="alternate" hreflang="en" href="${url}"><link rel="alternate" hreflang="x-default" href="${url}">`,
    body: `<ol class="breadcrumbs"><li>Start</li></ol><img src="/a.webp" alt="A lamp" width="10" height="10"><form action="/send"></form>
      <script type="application/ld+json">${JSON.stringify([product, { '@type': 'BreadcrumbList', itemListElement: 'Start' }])}</script><div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Lamp</b><i itemprop="description">A lamp</i><i itemprop="brand">Lab</i><i itemprop="sku">1</i><img itemprop="image" src="/a.webp" alt="Lamp" width="1" height="1">
      <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><i itemprop="price" content="12.50">12.50</i><i itemprop="priceCurrency">EUR</i><i itemprop="availability">InStock</i></div></div>`,
  }),
};
