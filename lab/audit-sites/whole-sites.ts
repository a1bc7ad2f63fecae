import { goodFields, goodPage } from './good-page.ts';
import { pageFaults, type PageFault } from './page-faults.ts';
import { siteFaults, type LabTarget, type SiteFault } from './site-faults.ts';

/** What the lab answers at one address. */
export interface LabAnswer {
  status: number;
  fields: readonly (readonly [string, string])[];
  body: string;
  /** The clock of the lab goes on by so much before the first byte. */
  lateMs?: number;
  /** Nothing is answered. */
  never?: true;
  /** Said instead of sent: bodies of images matter to nobody. */
  bytes?: number;
}

/** A fault and the addresses at which it shows. */
export interface Plant {
  id: string;
  urls: readonly string[];
}

/** What is wrong with a host below all that it serves. */
export type HostFault = 'noAddress' | 'noTls' | 'wrongCertificate' | 'certificateRunsOut';

/** A website over HTTP and the faults in it, each once. */
export interface WholeSite {
  domain: string;
  plants: readonly Plant[];
  answers: ReadonlyMap<string, LabAnswer>;
  /** What it was like at an audit before. */
  before?: ReadonlyMap<string, LabAnswer>;
  hosts: Readonly<Record<string, HostFault | null>>;
  /** How the audit is asked for. */
  choices: { subdomains?: true; respectRobots?: false; render?: 'auto' };
}

type Flags = { linked?: false; listed?: false; blocked?: true };
/** A page with its address, where it is linked and listed, and what differs from a good one. */
interface Planted {
  url: string;
  fault: PageFault;
  flags: Flags;
  seed: number;
}

const A_LIST = 100;
const HTML = ['content-type', 'text/html; charset=utf-8'] as const;
const TEXT = ['content-type', 'text/plain; charset=utf-8'] as const;
const XML = ['content-type', 'application/xml'] as const;
const WEBP = ['content-type', 'image/webp'] as const;
const moved = (location: string, status = 301): LabAnswer => ({ status, fields: [['location', location], HTML], body: '' });
const plainText = (body: string): LabAnswer => ({ status: 200, fields: [TEXT], body });
const image = (bytes = 4000): LabAnswer => ({ status: 200, fields: [WEBP], body: '', bytes });

/** How a site departs from a good one as a whole. */
interface Terms {
  domain: string;
  /** Pages without a fault besides the start and the lists. */
  goodPages: number;
  pageIds?: readonly string[];
  siteIds?: readonly string[];
  /** Faults that are made by hand, with the addresses at which they show. */
  plants?: readonly Plant[];
  /** Added to robots.txt, or instead of it. */
  robots?: (usual: string) => LabAnswer;
  sitemap?: LabAnswer;
  more?: Readonly<Record<string, LabAnswer>>;
  hosts?: WholeSite['hosts'];
  choices?: WholeSite['choices'];
  /** Of every page. */
  everyPage?: PageFault;
  /** Further pages, ready made. */
  pages?: readonly Planted[];
}

/** Faults of one page on this host, and further hosts that others need. */
function makeSite({ domain, goodPages, pageIds = [], siteIds = [], plants = [], robots = plainText, sitemap, more = {}, hosts = {}, choices = {}, everyPage = {}, pages: given = [] }: Terms): WholeSite {
  const origin = `https://${domain}`;
  const answers = new Map<string, LabAnswer>(Object.entries(more));
  const base = Array.from({ length: goodPages }, (_, at): Planted => ({ url: `${origin}/p${at}`, fault: everyPage, flags: {}, seed: at }));
  const ofPages = pageIds.map((id, at) => plantPage(domain, id, 1000 + at));
  const ofSites = siteIds.map((id, at) => plantSite(origin, id, 3000 + 20 * at));
  const overridden = new Map(ofSites.flatMap(({ own }) => own).map(page => [page.url, page]));
  const pages = [...base.map(page => overridden.get(page.url) ?? page), ...ofPages.map(({ page }) => page), ...given, ...ofSites.flatMap(({ own }) => own).filter(({ url }) => !base.some(page => page.url === url))];
  for (const target of ofSites.flatMap(({ targets }) => targets)) answers.set(target.url, answerOfTarget(target));
  for (const page of pages) for (const [url, answer] of answersOf(page)) answers.set(url, answer);

  const linked = pages.filter(({ flags }) => flags.linked !== false).flatMap(({ url, fault }) => [hopsOf(url, fault)[0] ?? url, ...(isListed(fault) && hopsOf(url, fault).length > 0 ? [url] : [])]);
  linked.push(...pages.filter(({ flags, fault, url }) => flags.linked === false && hopsOf(url, fault).length > 0).map(({ url }) => url));
  const lists = makeLists(origin, [...new Set(linked)]);
  for (const [at, { url, parts }] of lists.entries()) answers.set(url, goodAnswer(url, 9000 + at, { ...everyPage, parts }));
  const listed = [...lists.map(({ url }) => url), ...pages.filter(({ flags, fault, url }) => isListed(fault) && (flags.listed !== false || hopsOf(url, fault).length > 0)).map(({ url }) => url), ...ofSites.flatMap(({ listed: own }) => own), ...[...answers].filter(([url, { fields }]) => new URL(url).host !== domain && new URL(url).host.endsWith(`.${domain}`) && fields === goodFields).map(([url]) => url)];
  const ofHost = (host: string) => listed.filter(url => new URL(url).host === host);
  answers.set(`${origin}/sitemap.xml`, sitemap ?? { status: 200, fields: [XML], body: urlSet(ofHost(domain)) });
  for (const host of Object.keys(hosts)) {
    answers.set(`https://${host}/robots.txt`, plainText(`Sitemap: https://${host}/sitemap.xml`));
    answers.set(`https://${host}/sitemap.xml`, { status: 200, fields: [XML], body: urlSet(ofHost(host)) });
  }
  const closed = ofSites.flatMap(({ targets }) => targets).flatMap(({ blockedBy }) => blockedBy ?? []);
  const blocked = pages.filter(({ flags }) => flags.blocked).map(({ url }) => `Disallow: ${new URL(url).pathname}`);
  const usual = [...(closed.length > 0 ? ['User-agent: Googlebot', ...closed, ''] : []), 'User-agent: *', 'Allow: /', ...blocked, `Sitemap: ${origin}/sitemap.xml`].join('\n');
  answers.set(`${origin}/robots.txt`, robots(usual));
  for (const [from, to] of [[`http://${domain}`, origin], [`https://www.${domain}`, origin], [`http://www.${domain}`, origin]] as const) for (const path of ['/', '/robots.txt']) if (!answers.has(`${from}${path}`)) answers.set(`${from}${path}`, moved(`${to}${path}`));
  for (const path of ['/share.png', '/a.webp', '/l.webp', '/a.png', '/l.png']) answers.set(`${origin}${path}`, image());
  return { domain, plants: [...plants, ...ofPages.map(({ plant }) => plant), ...ofSites.map(({ plant }) => plant)], answers, hosts: { [domain]: null, [`www.${domain}`]: null, ...hosts }, choices };
}

/** Everything is linked from two pages, none of which has more links than is good. */
function makeLists(origin: string, linked: readonly string[]): { url: string; parts: PageFault['parts'] & object }[] {
  const chunks = Array.from({ length: Math.max(1, Math.ceil(linked.length / A_LIST)) }, (_, at) => linked.slice(at * A_LIST, (at + 1) * A_LIST));
  const names = ['list', 'more'].flatMap(name => chunks.map((_, at) => (at === 0 ? `/${name}` : `/${name}-${at + 1}`)));
  const toLists = names.map(name => `<a href="${name}">All of ${name.slice(1)}</a>`).join(' ');
  const toPages = (chunk: readonly string[]) => chunk.map((url, at) => `<a href="${url.replaceAll('&', '&amp;')}">Page number ${at}</a>`).join(' ');
  return [
    { url: `${origin}/`, parts: { links: `<nav>${toLists}</nav>` } },
    ...names.map((name, at) => ({ url: `${origin}${name}`, parts: { links: `<nav><a href="/">Start</a> ${toLists} ${toPages(chunks[at % chunks.length]!)}</nav>` } })),
  ];
}

function homeLinks(origin: string): string {
  return `<nav><a href="${origin}/">Start</a> <a href="${origin}/list">All pages</a></nav>`;
}

function sharedAs(url: string, origin: string): string {
  return `<meta property="og:title" content="a"><meta property="og:type" content="article"><meta property="og:image" content="${origin}/share.png"><meta property="og:url" content="${url}"><meta name="twitter:card" content="summary">`;
}

function plantPage(domain: string, id: string, seed: number): { page: Planted; plant: Plant } {
  const fault = pageFaults[id]!;
  const url = new URL(fault.path ?? `/${id.replaceAll('.', '-')}`, `${fault.plain ? 'http' : 'https'}://${domain}`).href;
  return { page: { url, fault: fault.plain ? { ...fault, parts: { links: homeLinks(`https://${domain}`), social: sharedAs(url, `https://${domain}`), ...(typeof fault.parts === 'object' && fault.parts) } } : fault, flags: { ...(fault.robots && { blocked: true }) }, seed }, plant: { id, urls: [...hopsOf(url, fault), url, ...(fault.plainPaths ?? []).map(path => `http://${domain}${path}`)] } };
}

/** A fault of several pages, in a folder of its own. */
function plantSite(origin: string, id: string, seed: number): { own: Planted[]; targets: LabTarget[]; listed: string[]; plant: Plant } {
  const fault: SiteFault = siteFaults[id]!;
  const placed = (path: string) => (/^\/(?:p\d+|list)?$/.test(path) ? `${origin}${path}` : `${origin}/${id.replaceAll('.', '-')}${path}`);
  const own = Object.entries(fault.pages ?? {}).map(([path, { linked, listed, blocked, ...page }], at): Planted => ({ url: placed(path), fault: page, flags: { ...(linked === false && { linked }), ...(listed === false && { listed }), ...(blocked && { blocked }) }, seed: seed + at }));
  const targets = (fault.targets ?? []).map(target => {
    const { host, pathname } = new URL(target.url);
    return { ...target, url: host !== 'site.example' ? target.url : pathname.lastIndexOf('/') === 0 ? placed(pathname) : `${origin}${pathname}` };
  });
  const listed = own.filter(({ flags, fault: { status = 200 } }) => flags.listed !== false && (status >= 400 || flags.blocked)).map(({ url }) => url);
  return { own, targets, listed, plant: { id, urls: [...own.flatMap(({ url, fault: page }) => [url, ...hopsOf(url, page)]), ...targets.map(({ url }) => url)] } };
}

function hopsOf(url: string, { redirects = [] }: PageFault): string[] {
  return redirects.map(([path]) => new URL(path, url).href);
}

/** What answers with success belongs into the sitemap. */
function isListed({ status = 200, failed }: PageFault): boolean {
  return status < 400 && !failed;
}

function answersOf({ url, fault, seed }: Planted): [string, LabAnswer][] {
  const hops = hopsOf(url, fault);
  const redirects = (fault.redirects ?? []).map(([, status], at): [string, LabAnswer] => [hops[at]!, moved(hops[at + 1] ?? (fault.failed ? hops[0]! : url), status)]);
  return [...redirects, ...(fault.failed && redirects.length > 0 ? [] : [[url, goodAnswer(url, seed, fault)] as [string, LabAnswer]])];
}

function goodAnswer(url: string, seed: number, fault: PageFault): LabAnswer {
  const parts = typeof fault.parts === 'function' ? fault.parts(url) : fault.parts;
  return {
    status: fault.status ?? 200, fields: fault.fields ?? goodFields, body: fault.body ?? goodPage(url, `subject ${seed}`, seed, parts),
    ...(fault.ttfbMs !== undefined && { lateMs: fault.ttfbMs }), ...(fault.failed?.late && { never: true }),
  };
}

function answerOfTarget({ status, contentType, bytes, kind }: LabTarget): LabAnswer {
  const type = contentType ?? (kind === 'resource' ? 'text/css' : 'text/html');
  return { status, fields: [['content-type', type]], body: '', ...(bytes !== undefined && { bytes }) };
}

function urlSet(urls: readonly string[], each = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map(url => `<url><loc>${url.replaceAll('&', '&amp;')}</loc>${each}</url>`).join('')}</urlset>`;
}

/** What takes a browser: no crawl of the pages as they are sent can show it. */
export const ofRendering = Object.keys(pageFaults).filter(id => pageFaults[id]!.rendered !== undefined);

const alone = new Set(['http.dns-failure', 'http.tls-failure', 'security.cert-invalid', 'security.cert-expiring', 'http.slow-ttfb', 'index.blocked-and-noindex']);
const ofTheWhole = new Set([
  'redirect.http-to-https-missing', 'redirect.host-variants-diverge', 'robots.txt-missing', 'robots.txt-5xx', 'robots.txt-syntax', 'robots.txt-blocks-all', 'robots.ai-bots-blocked', 'index.site-wide-noindex', 'index.indexable-pages-count-drop',
  'sitemap.missing', 'sitemap.not-in-robots', 'sitemap.invalid-xml', 'sitemap.too-large', 'sitemap.other-host', 'sitemap.lastmod-invalid-or-all-equal', 'sitemap.index-nesting-error',
]);

/** A site of many pages, with every fault that a page, the links between pages and what they refer to can have. */
function bigSite(): WholeSite {
  const domain = 'site.example';
  const page = (url: string, at: number) => goodAnswer(url, 8000 + at, { parts: { links: homeLinks(`https://${domain}`), social: sharedAs(url, `https://${domain}`) } });
  const badHosts = { 'nowhere.site.example': 'noAddress', 'broken.site.example': 'noTls', 'warned.site.example': 'wrongCertificate', 'expiring.site.example': 'certificateRunsOut' } as const;
  const ids = ['http.dns-failure', 'http.tls-failure', 'security.cert-invalid', 'security.cert-expiring'];
  const urls = Object.keys(badHosts).map(host => `https://${host}/page`);
  const site = makeSite({
    domain, goodPages: 24, choices: { subdomains: true }, hosts: badHosts,
    pageIds: Object.keys(pageFaults).filter(id => !alone.has(id) && !ofRendering.includes(id)), siteIds: Object.keys(siteFaults).filter(id => !ofTheWhole.has(id)),
    more: {
      ...Object.fromEntries(urls.map((url, at) => [url, page(url, at)])),
      'https://other.example/': plainText('here'), 'https://shop.example/?affid=7': plainText('here'), 'http://other.example/a.js': { status: 200, fields: [['content-type', 'text/javascript']], body: '' },
    },
    plants: urls.map((url, at) => ({ id: ids[at]!, urls: [url] })),
  });
  // Hosts that are wrong in themselves are linked from the two pages that list all others.
  const answers = new Map(site.answers);
  for (const name of ['/list', '/more']) {
    const list = answers.get(`https://${domain}${name}`)!;
    answers.set(`https://${domain}${name}`, { ...list, body: list.body.replace('</nav>', ` ${urls.map((url, at) => `<a href="${url}">Host number ${at}</a>`).join(' ')}</nav>`) });
  }
  return { ...site, answers, hosts: { ...site.hosts, 'other.example': null, 'shop.example': null } };
}

/** A site whose files for crawlers have faults of their own, in several sitemaps. */
function mapsSite(): WholeSite {
  const origin = 'https://maps.example';
  const map = (body: string): LabAnswer => ({ status: 200, fields: [XML], body });
  const indexOf = (...names: string[]) => map(`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${names.map(name => `<sitemap><loc>${origin}/${name}</loc></sitemap>`).join('')}</sitemapindex>`);
  const files: Record<string, LabAnswer> = {
    'broken.xml': map(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${origin}/p1</loc></url><url><loc>${origin}/p2</lo`),
    'large.xml': map(urlSet(Array.from({ length: 50_001 }, () => `${origin}/p3`))),
    'dates.xml': map(urlSet(['/p1', '/p2', '/p3', '/p4', '/p5', '/p6'].map(path => `${origin}${path}`), '<lastmod>2026-10-10</lastmod>')),
    'foreign.xml': map(urlSet(['https://foreign.example/page'])),
    'index.xml': indexOf('inner.xml'), 'inner.xml': indexOf('dates.xml'),
  };
  const named = Object.keys(files).filter(name => name !== 'inner.xml').map(name => `Sitemap: ${origin}/${name}`);
  const at = (id: string, ...urls: string[]): Plant => ({ id, urls });
  return makeSite({
    domain: 'maps.example', goodPages: 12, more: Object.fromEntries(Object.entries(files).map(([name, file]) => [`${origin}/${name}`, file])),
    robots: usual => plainText([usual, ...named, 'Nobody may read this', '', 'User-agent: GPTBot', 'Disallow: /'].join('\n')),
    plants: [
      at('robots.txt-syntax', `${origin}/robots.txt`), at('robots.ai-bots-blocked', `${origin}/robots.txt`), at('sitemap.invalid-xml', `${origin}/broken.xml`), at('sitemap.too-large', `${origin}/large.xml`),
      at('sitemap.lastmod-invalid-or-all-equal', `${origin}/dates.xml`), at('sitemap.other-host', 'https://foreign.example/page'), at('sitemap.index-nesting-error', `${origin}/inner.xml`),
    ],
  });
}

const openFields = [...goodFields.filter(([name]) => name !== 'content-security-policy'), ['content-security-policy', 'default-src https:; frame-ancestors \'self\''] as const];
const THIRD_HOSTS = Array.from({ length: 11 }, (_, at) => `h${at}.third.example`);
const svg = (width: number): LabAnswer => ({ status: 200, fields: [['content-type', 'image/svg+xml']], body: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="10"/>` });

/** Faults of a browser that do not hide each other stand on one page: what scripts change, what they add to a bare page, how they load; and what blocks the first paint, in whose way it stands. */
const scriptedPage = (id: string): string => (id === 'performance.lcp' ? 'late' : id.startsWith('performance.') ? 'busy' : pageFaults[id]!.parts ? 'bare' : 'changed');

/** A site whose faults only a browser shows; each page with a fault has a template of its own, for an audit shows one page of each. */
export function scriptedSite(): WholeSite {
  const origin = 'https://scripted.example';
  const script = (id: string): string => `/${id.replaceAll('.', '-')}.js`;
  const pages = [...Map.groupBy(ofRendering, scriptedPage)].map(([name, ids], at): Planted & { ids: string[] } => {
    const tags = ids.map(id => `<script src="${script(id)}"${name === 'late' ? '' : ' defer'}></script>`).join('');
    const parts = Object.assign({}, ...ids.map(id => pageFaults[id]!.parts), { head: `${tags}${'<link rel="author" href="/">'.repeat(at + 1)}` }) as PageFault['parts'] & object;
    return { url: `${origin}/${name}`, fault: { fields: openFields, parts }, flags: {}, seed: 5000 + at, ids };
  });
  const site = makeSite({
    domain: 'scripted.example', goodPages: 4, choices: { render: 'auto' }, pages, plants: pages.flatMap(({ url, ids }) => ids.map(id => ({ id, urls: [url] }))),
    more: {
      ...Object.fromEntries(ofRendering.map(id => [`${origin}${script(id)}`, { status: 200, fields: [['content-type', 'text/javascript']], body: pageFaults[id]!.script ?? '' } satisfies LabAnswer])),
      [`${origin}/wide.svg`]: svg(4000), [`${origin}/icon.png`]: svg(16), ...Object.fromEntries(THIRD_HOSTS.map(host => [`https://${host}/a.svg`, svg(10)])),
    },
  });
  return { ...site, hosts: { ...site.hosts, ...Object.fromEntries(THIRD_HOSTS.map(host => [host, null])) } };
}

/** Sites that together have every fault of the catalogue once, but those that take a browser. */
export function wholeSites(): WholeSite[] {
  const whole = (domain: string, id: string, path: string, terms: Partial<Terms> = {}) => makeSite({ domain, goodPages: 12, plants: [{ id, urls: [`https://${domain}${path}`] }], ...terms });
  const open = (domain: string): LabAnswer => goodAnswer(`https://${domain}/`, 7000, {});
  const doors = makeSite({
    domain: 'doors.example', goodPages: 12, robots: () => ({ status: 404, fields: [TEXT], body: '' }), more: { 'http://doors.example/': open('doors.example'), 'https://www.doors.example/': open('www.doors.example') },
    plants: [{ id: 'redirect.http-to-https-missing', urls: ['https://doors.example/'] }, { id: 'redirect.host-variants-diverge', urls: ['https://doors.example/'] }, { id: 'robots.txt-missing', urls: ['https://doors.example/robots.txt'] }],
  });
  const fewer = whole('fewer.example', 'index.indexable-pages-count-drop', '/', { goodPages: 8 });
  return [
    bigSite(), mapsSite(), doors,
    whole('busy.example', 'robots.txt-5xx', '/robots.txt', { robots: () => ({ status: 503, fields: [TEXT], body: '' }) }),
    whole('closed.example', 'robots.txt-blocks-all', '/robots.txt', { robots: usual => plainText(usual.replace('Allow: /', 'Disallow: /')) }),
    whole('unlisted.example', 'sitemap.missing', '/', { robots: () => plainText('User-agent: *\nAllow: /'), sitemap: { status: 404, fields: [TEXT], body: '' } }),
    whole('unnamed.example', 'sitemap.not-in-robots', '/robots.txt', { robots: () => plainText('User-agent: *\nAllow: /') }),
    whole('hidden.example', 'index.site-wide-noindex', '/', { everyPage: { fields: [...goodFields, ['x-robots-tag', 'noindex']] } }),
    { ...fewer, before: whole('fewer.example', 'index.indexable-pages-count-drop', '/', { goodPages: 24 }).answers },
    makeSite({ domain: 'ignored.example', goodPages: 12, pageIds: ['index.blocked-and-noindex'], choices: { respectRobots: false } }),
    makeSite({ domain: 'slow.example', goodPages: 12, pageIds: ['http.slow-ttfb'] }),
  ];
}
