import { defineRules } from '../../../../core/findings/rules.ts';
import type { FetchFacts, PageFacts } from '../page/index.ts';
import { checksOf, header, host, isSecured, onPages, page, readable, seen, seenAll, type Check, type Seen } from './check.ts';
import { ref } from './references.ts';
import { brokenOf, faultOf, isSettled, knownOf } from './targets.ts';

const http = defineRules({ area: 'site-audit', record: 'page', prefix: 'http' }, {
  '5xx': { severity: 'critical', title: 'The server answers with a 5xx error', passTitle: 'The server answers without 5xx errors', why: 'Nobody sees the page, and search engines slow down and then drop it.', fix: host('Find the cause in the log of the server and repair it; answer 503 with Retry-After while you work on it.'), references: [ref.status] },
  '4xx-internal': { severity: 'high', title: 'The page answers with a 4xx error', passTitle: 'The page exists', why: 'Visitors see an error, and the value of links to the page is lost.', fix: page('Restore the page, redirect it to its successor with 301, or remove the links to it.'), references: [ref.status] },
  '4xx-external': { severity: 'medium', title: 'A linked page on another site is gone', passTitle: 'Linked pages on other sites answer', why: 'Broken links frustrate visitors.', fix: page('Replace or remove the links to it.'), references: [ref.status] },
  'resource-broken': { severity: 'high', title: 'A style sheet or script cannot be loaded', passTitle: 'Style sheets and scripts can be loaded', why: 'The page is shown without its design, or does not work.', fix: page('Correct its address or restore the file.'), references: [ref.status] },
  '403-or-429-to-bot': { severity: 'medium', title: 'The server blocks the crawler', passTitle: 'The server does not block the crawler', why: 'A server that blocks one crawler often blocks search engines too. The content of the page is unknown.', fix: host('Allow crawlers that identify themselves, or raise the rate limit.'), references: [ref.status] },
  'soft-404': { severity: 'high', title: 'The page is a soft 404', passTitle: 'The page is not a soft 404', why: 'Search engines waste visits on it and may index an error.', fix: host('Answer 404 or 410 where there is no page.'), references: [ref.status] },
  'timeout': { severity: 'high', title: 'The page did not answer in time', passTitle: 'The page answers in time', why: 'People leave, and search engines read less of the site.', fix: host('Find out what the server waits for.'), references: [ref.status] },
  'dns-failure': { severity: 'high', title: 'The name of the page\'s host cannot be resolved', passTitle: 'The name of the host resolves', why: 'Nobody can reach any page of this host.', fix: host('Publish the address of the host in DNS, or correct the links that name it.'), references: [ref.status] },
  'tls-failure': { severity: 'critical', title: 'No secure connection to the page can be made', passTitle: 'A secure connection can be made', why: 'Browsers show an error instead of the page.', fix: host('Offer TLS 1.2 and 1.3 on port 443, with a certificate for this host.'), references: [ref.tls] },
  'content-type-wrong': { severity: 'medium', title: 'The page is not sent as HTML', passTitle: 'The page is sent as what it is', why: 'Browsers show its source or offer it as a download.', fix: host('Send Content-Type: text/html; charset=utf-8 with pages.'), references: [ref.http] },
  'charset-missing': { severity: 'low', title: 'The page does not say its character encoding', passTitle: 'The page says its character encoding', why: 'Characters beyond ASCII may be garbled.', fix: page('Put <meta charset="utf-8"> first into the head, or name it in Content-Type.'), references: [ref.charset] },
  'no-compression': { severity: 'medium', title: 'The page is sent without compression', passTitle: 'The page is compressed', why: 'It takes several times as long to load as it could.', fix: host('Turn on gzip or Brotli for text.'), references: [ref.speed] },
  'large-html': { severity: 'medium', title: 'The HTML is larger than 2 MB', passTitle: 'The HTML is of a sensible size', why: 'Search engines read the beginning alone, and phones take long.', fix: page('Move embedded data and images into files, and split long lists.'), references: [ref.speed] },
  'slow-ttfb': { severity: 'medium', title: 'The server takes longer than 800 ms to begin its answer', passTitle: 'The server answers quickly', why: 'Everything else waits for it.', fix: host('Cache the page, or find out what takes long before the first byte.'), references: [ref.speed] },
});

const redirect = defineRules({ area: 'site-audit', record: 'page', prefix: 'redirect' }, {
  'temporary': { severity: 'low', title: 'The page redirects temporarily', passTitle: 'The redirect is permanent', why: 'Search engines keep the old address.', fix: host('Use 301 or 308 where the move stays.'), references: [ref.redirects] },
  'permanent-internal-link': { severity: 'low', title: 'Internal links point to an address that has moved permanently', passTitle: 'Internal links point to where the page is', why: 'Each visit costs one more round trip.', fix: page('Link to the new address.'), references: [ref.redirects] },
  'chain': { severity: 'medium', title: 'The page is reached over more than one redirect', passTitle: 'The page is reached over one redirect at most', why: 'Each step takes time, and search engines give up after some.', fix: host('Redirect to the last address at once.'), references: [ref.redirects] },
  'loop': { severity: 'critical', title: 'The redirects never end', passTitle: 'The redirects end', why: 'Nobody can see the page.', fix: host('Remove the redirect that leads back.'), references: [ref.redirects] },
  'to-error': { severity: 'high', title: 'The redirect leads to an error', passTitle: 'The redirect leads to a page', why: 'People and links end at an error.', fix: host('Redirect to a page that exists, or answer 410.'), references: [ref.redirects] },
  'meta-refresh': { severity: 'medium', title: 'The page redirects with a meta refresh', passTitle: 'The page does not redirect with a meta refresh', why: 'It is slower than a server-side redirect and breaks the Back button.', fix: host('Let the server redirect.'), references: [ref.redirects] },
  'js': { severity: 'medium', title: 'A script redirects to another page', passTitle: 'No script redirects', why: 'Clients that run no scripts are not redirected, and search engines notice late.', fix: host('Let the server redirect.'), references: [ref.redirects] },
  'http-to-https-missing': { severity: 'high', title: 'Plain http does not lead to https', passTitle: 'Plain http leads to https', why: 'Visitors stay on a connection that can be intercepted, and every page exists twice.', fix: host('Redirect each address of http to the same of https with 301.'), references: [ref.moves] },
  'host-variants-diverge': { severity: 'high', title: 'The site answers with and without www', passTitle: 'One of the two hosts leads to the other', why: 'Each page exists twice, and links count for one of them alone.', fix: host('Choose one host and redirect the other to it with 301.'), references: [ref.canonical] },
});

const TEMPORARY = new Set([302, 303, 307]);
const NOT_FOUND = /\b(?:404|page (?:not found|does not exist|cannot be found|no longer exists)|not found|seite nicht gefunden|page introuvable|página no encontrada|pagina non trovata)\b/i;
const MAX_HTML_BYTES = 2 * 1024 * 1024;
const MIN_COMPRESSED_BYTES = 1400;
type Failed = Extract<FetchFacts, { outcome: 'failed' }>;

const { page: anyPage, answered, document, linked, site } = checksOf('http');

/** What was seen where no answer came, and nothing where one did; null where nobody knows. */
const withoutAnswer = (fails: (fetch: Failed) => boolean) => ({ fetch }: PageFacts): Seen => (fetch.outcome === 'answered' ? [] : fetch.outcome === 'failed' && fails(fetch) ? [fetch.cause] : null);
/** A refused certificate is told by a check of its own. */
const insecure = (facts: PageFacts): Seen => (isSecured(facts) ? [] : facts.fetch.outcome === 'failed' && facts.fetch.stage === 'tls' && !facts.fetch.late && !facts.fetch.badCertificate ? [facts.fetch.cause] : null);
const moved = (judge: (facts: PageFacts) => Seen) => (facts: PageFacts) => (facts.redirects.length === 0 ? null : judge(facts));
const hops = ({ redirects, finalUrl }: PageFacts) => [...redirects.map(({ url, status }) => `${status} ${url}`), finalUrl];

export const httpChecks: readonly Check[] = [
  answered(http['5xx'], ({ status }, { redirects }) => (redirects.length > 0 ? null : seen(status >= 500, `status ${status}`))),
  answered(http['4xx-internal'], ({ status }, { redirects }) => (redirects.length > 0 ? null : seen(status >= 400 && status < 500 && status !== 403 && status !== 429, `status ${status}`))),
  site(http['4xx-external'], ({ targets, isInternal }) => {
    const external = [...targets.values()].filter(target => target.kinds.includes('link') && !isInternal(target.url) && isSettled(target));
    return { applicable: external.length, hits: external.flatMap(target => faultOf(target) === null ? [] : [{ url: target.url, evidence: [faultOf(target)!] }]) };
  }, 'link'),
  linked(http['resource-broken'], ({ resources }, _, index) => {
    const known = knownOf(resources.filter(({ kind }) => kind === 'stylesheet' || kind === 'script'), index, ({ url }) => url);
    return known && seenAll([...new Set(brokenOf(known))]);
  }, 'resource'),
  answered(http['403-or-429-to-bot'], ({ status }, { redirects }) => (redirects.length > 0 ? null : seen(status === 403 || status === 429, `status ${status}`))),
  document(http['soft-404'], ({ titles, headings, text }) => {
    const said = [titles[0]?.text ?? '', headings.find(({ level }) => level === 1)?.text ?? ''].filter(one => NOT_FOUND.test(one));
    return seen(said.length > 0 && text.mainWords < 200, ...said);
  }),
  anyPage(http.timeout, withoutAnswer(({ late }) => late)),
  // A lookup that failed says nothing of the name.
  anyPage(http['dns-failure'], withoutAnswer(({ absent }) => absent === true)),
  anyPage(http['tls-failure'], insecure),
  answered(http['content-type-wrong'], (fetch, facts) => {
    if (facts.document === null) return null;
    const type = header(fetch, 'content-type') ?? '';
    return seen(!/^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type), type === '' ? 'no Content-Type' : `Content-Type: ${type}`);
  }),
  document(http['charset-missing'], ({ encoding }) => seen(encoding.source === 'default', `read as ${encoding.name}`)),
  answered(http['no-compression'], (fetch, facts) => (readable(facts) === null ? null : seen(fetch.bytes > MIN_COMPRESSED_BYTES && header(fetch, 'content-encoding') === null, `${fetch.bytes} bytes, no Content-Encoding`))),
  answered(http['large-html'], (fetch, facts) => (readable(facts) === null ? null : seen(fetch.bytes > MAX_HTML_BYTES, `${fetch.bytes} bytes; the limit is ${MAX_HTML_BYTES}`))),
  answered(http['slow-ttfb'], ({ ttfbMs }) => (ttfbMs === null ? null : seen(ttfbMs > 800, `${Math.round(ttfbMs)} ms; the limit is 800 ms`))),

  anyPage(redirect.temporary, moved(facts => (facts.redirects.some(({ status }) => TEMPORARY.has(status)) ? hops(facts) : []))),
  site(redirect['permanent-internal-link'], onPages(({ inlinks, moved: status }) => inlinks > 0 && status !== null, ({ moved: status, finalUrl }) => (status === 301 || status === 308 ? `leads to ${finalUrl}` : null))),
  anyPage(redirect.chain, moved(facts => (facts.redirects.length > 1 && !(facts.fetch.outcome === 'failed' && facts.fetch.stage === 'redirect') ? hops(facts) : []))),
  anyPage(redirect.loop, ({ fetch, ...facts }) => (fetch.outcome === 'failed' && fetch.stage === 'redirect' ? [fetch.cause, ...hops({ fetch, ...facts })] : fetch.outcome === 'answered' && facts.redirects.length > 0 ? [] : null)),
  anyPage(redirect['to-error'], moved(facts => (facts.fetch.outcome !== 'answered' ? null : seen(facts.fetch.status >= 400, ...hops(facts), `status ${facts.fetch.status}`)))),
  document(redirect['meta-refresh'], ({ metas }) => seenAll(metas.filter(({ name, content }) => name === 'refresh' && /url\s*=/i.test(content)).map(({ content }) => content))),
  document(redirect.js, ({ scriptRedirect }) => seen(scriptRedirect !== null, `to ${scriptRedirect}`)),
  site(redirect['http-to-https-missing'], ({ hosts }) => {
    const asked = hosts.filter(({ plain }) => plain !== null);
    return { applicable: asked.length, hits: asked.filter(({ plain }) => plain!.finalUrl.startsWith('http:')).map(({ origin, plain }) => ({ url: `${origin}/`, evidence: [`${plain!.url} ends at ${plain!.finalUrl}`] })) };
  }),
  site(redirect['host-variants-diverge'], ({ hosts }) => {
    const asked = hosts.filter(({ sibling }) => sibling !== null);
    return { applicable: asked.length, hits: asked.filter(({ origin, sibling }) => new URL(sibling!.finalUrl).host !== new URL(origin).host).map(({ origin, sibling }) => ({ url: `${origin}/`, evidence: [`${sibling!.url} answers as well and does not lead here`] })) };
  }),
];
