import { defineRules } from '../../../../core/findings/rules.ts';
import type { DocumentFacts, PageFacts } from '../page/index.ts';
import { checksOf, host, page, seen, seenAll, type Check, type Seen } from './check.ts';
import { canonicalOf } from './directives.ts';
import { ref } from './references.ts';
import type { Destination, SiteIndex } from './site-index.ts';

const references = [ref.canonical];
const rules = defineRules({ area: 'site-audit', record: 'page', prefix: 'canonical' }, {
  'missing': { severity: 'low', title: 'The page names no canonical URL', passTitle: 'The page names its canonical URL', why: 'Search engines choose among its spellings themselves.', fix: page('Add <link rel="canonical"> with its own absolute URL.'), references },
  'multiple': { severity: 'high', title: 'The page names several canonical URLs', passTitle: 'The page names one canonical URL', why: 'Search engines ignore all of them.', fix: page('Keep one.'), references },
  'relative': { severity: 'medium', title: 'The canonical URL is relative', passTitle: 'The canonical URL is absolute', why: 'It changes with the address by which the page was reached.', fix: page('Write it with https:// and the host.'), references },
  'header-vs-html-differ': { severity: 'high', title: 'Header and page name different canonical URLs', passTitle: 'Header and page name the same canonical URL', why: 'Search engines ignore both.', fix: host('Name it in one of the two alone.'), references },
  'to-redirect': { severity: 'high', title: 'The canonical URL redirects', passTitle: 'The canonical URL does not redirect', why: 'The page that should be listed is not there.', fix: page('Name the address where the redirect ends.'), references },
  'to-4xx-5xx': { severity: 'high', title: 'The canonical URL answers with an error', passTitle: 'The canonical URL answers', why: 'The page that should be listed does not exist.', fix: page('Name a page that exists.'), references },
  'to-noindex': { severity: 'high', title: 'The canonical URL is set to noindex', passTitle: 'The canonical URL may be listed', why: 'Neither of the two pages is listed then.', fix: page('Remove noindex there, or name another page.'), references },
  'to-non-canonical': { severity: 'high', title: 'The canonical URL names another one as its own', passTitle: 'The canonical URL is its own canonical', why: 'Search engines do not follow chains reliably.', fix: page('Name the last page of the chain.'), references },
  'other-host': { severity: 'medium', title: 'The canonical URL is on another host', passTitle: 'The canonical URL is on the same host', why: 'The other site is listed instead of this page.', fix: page('Name a page of this host unless the text comes from the other one.'), references },
  'http-on-https': { severity: 'high', title: 'A page on https names one on plain http as canonical', passTitle: 'The canonical URL has https', why: 'Search engines list the address without protection.', fix: page('Name the address with https.'), references },
  'in-body': { severity: 'high', title: 'The canonical URL stands in the body', passTitle: 'The canonical URL stands in the head', why: 'Search engines ignore it there. An element that does not belong in the head may have ended it early.', fix: page('Move it into the head, and remove what ends the head before.'), references },
  'changed-by-script': { severity: 'high', title: 'A script changes the canonical URL', passTitle: 'Scripts do not change the canonical URL', why: 'Search engines see two canonical URLs, and may ignore both.', fix: page('Send the right canonical URL from the server, and do not change it by script.'), references: [ref.canonical, ref.scripts] },
  'only-after-render': { severity: 'medium', title: 'The canonical URL is added by a script', passTitle: 'The canonical URL is in the HTML', why: 'Search engines may have chosen another one by then.', fix: page('Let the server send it.'), references },
});

const { document, linked } = checksOf('canonical');

/** The page that is named as canonical, where it is another one that is known. */
function linkedTo(says: (target: Destination) => string | null) {
  return (_: DocumentFacts, facts: PageFacts, site: SiteIndex): Seen => {
    const url = canonicalOf(facts);
    const target = url === null || url === facts.finalUrl ? undefined : site.destination(url);
    if (!target) return null;
    const said = says(target);
    return seen(said !== null, `canonical: ${url}`, said ?? '');
  };
}

export const canonicalChecks: readonly Check[] = [
  document(rules.missing, ({ canonicals }, { rendered }) => seen(canonicals.length === 0 && (rendered?.canonicals.length ?? 0) === 0, 'no link with rel=canonical')),
  document(rules.multiple, ({ canonicals }) => {
    const own = canonicals.filter(({ source }) => source === 'html');
    return own.length > 1 ? own.map(({ href }) => href) : [];
  }),
  document(rules.relative, ({ canonicals }) => seenAll(canonicals.filter(({ href }) => !/^https?:\/\//i.test(href)).map(({ href }) => href))),
  document(rules['header-vs-html-differ'], ({ canonicals }) => {
    const [header, html] = [canonicals.find(({ source }) => source === 'header'), canonicals.find(({ source }) => source === 'html')];
    return header && html ? seen(header.url !== html.url, `header: ${header.href}`, `page: ${html.href}`) : null;
  }),
  linked(rules['to-redirect'], linkedTo(({ moved, finalUrl }) => (moved === null ? null : `leads to ${finalUrl}`))),
  linked(rules['to-4xx-5xx'], linkedTo(({ status, moved }) => (moved === null && status !== null && status >= 400 ? `status ${status}` : null))),
  linked(rules['to-noindex'], linkedTo(({ noindex, moved }) => (noindex && moved === null ? 'noindex' : null))),
  linked(rules['to-non-canonical'], linkedTo(({ canonical, url, moved }) => (moved === null && canonical !== null && canonical !== url ? `its canonical: ${canonical}` : null))),
  document(rules['other-host'], (_, facts) => {
    const url = canonicalOf(facts);
    return url === null ? null : seen(URL.parse(url)?.hostname !== new URL(facts.finalUrl).hostname, url);
  }),
  document(rules['http-on-https'], (_, facts) => {
    const url = canonicalOf(facts);
    return url === null || !facts.finalUrl.startsWith('https:') ? null : seen(url.startsWith('http:'), url);
  }),
  document(rules['in-body'], ({ canonicals }) => seenAll(canonicals.filter(({ inHead }) => !inHead).map(({ href }) => href))),
  document(rules['changed-by-script'], ({ canonicals }, { rendered }) => {
    const sent = canonicals.find(({ source, url }) => source === 'html' && url !== null)?.url;
    return rendered === null || sent === undefined ? null : seen(rendered.canonicals[0] !== sent, `sent: ${sent}`, `after scripts: ${rendered.canonicals[0] ?? 'none'}`);
  }, 'rendering'),
  document(rules['only-after-render'], ({ canonicals }, { rendered }) => (rendered === null ? null : seen(canonicals.length === 0 && rendered.canonicals.length > 0, ...rendered.canonicals)), 'rendering'),
];
