import { defineRules } from '../../../../core/findings/rules.ts';
import type { DocumentFacts, PageFacts, PageLink } from '../page/index.ts';
import { checksOf, page, seen, seenAll, type Check, type Seen } from './check.ts';
import { hashOf } from './hash.ts';
import { isPrivateHost } from './private-host.ts';
import { ref } from './references.ts';
import type { Brief, SiteIndex } from './site-index.ts';
import { brokenOf, knownOf } from './targets.ts';

const references = [ref.links];
const rules = defineRules({ area: 'site-audit', record: 'page', prefix: 'links' }, {
  'broken-internal': { severity: 'high', title: 'Internal links lead to pages that answer with an error', passTitle: 'Internal links lead to pages that work', why: 'People end at an error, and search engines lose the way.', fix: page('Correct or remove the links.'), references },
  'broken-external': { severity: 'medium', title: 'The page links to pages of others that are gone', passTitle: 'Links to pages of others lead somewhere', why: 'Broken links frustrate visitors.', fix: page('Replace or remove the links.'), references },
  'broken-fragment': { severity: 'medium', title: 'A link leads to a part of a page that is not there', passTitle: 'Links to parts of pages find them', why: 'People arrive at the top and search for it.', fix: page('Correct the part after #, or give the part its id.'), references },
  'to-redirect': { severity: 'low', title: 'The page links to addresses that redirect', passTitle: 'Links lead to where pages are', why: 'Each visit costs one more round trip.', fix: page('Link to the address where the redirect ends.'), references: [ref.redirects] },
  'orphan': { severity: 'medium', title: 'No page links to this page', passTitle: 'Other pages link to this page', why: 'Visitors cannot find it, and search engines consider it unimportant.', fix: page('Link to it from related pages, or remove it.'), references },
  'dead-end': { severity: 'low', title: 'The page links to no other page', passTitle: 'The page links to other pages', why: 'People can only go back.', fix: page('Add navigation.'), references },
  'depth': { severity: 'medium', title: 'The page is more than four clicks from the start', passTitle: 'The page is near the start', why: 'Search engines visit it seldom.', fix: page('Link to it from a page higher up.'), references },
  'too-many': { severity: 'low', title: 'The page has more than 150 links', passTitle: 'The page has no more than 150 links', why: 'None of them stands out to visitors or search engines.', fix: page('Group them on pages of their own.'), references },
  'nofollow-internal': { severity: 'medium', title: 'Internal links are marked nofollow', passTitle: 'Internal links may be followed', why: 'The linked pages lose link equity.', fix: page('Remove rel=nofollow from links to own pages.'), references: [ref.nofollow] },
  'mixed-follow': { severity: 'info', title: 'The page links to the same page with and without nofollow', passTitle: 'Links to the same page are marked the same', why: 'The mark has no effect then.', fix: page('Use one of the two.'), references: [ref.nofollow] },
  'empty-anchor': { severity: 'medium', title: 'A link has no text', passTitle: 'Every link has a text', why: 'People who cannot see the image do not know where it leads.', fix: page('Give it a text, or its image an alternative.'), references },
  'non-descriptive-anchor': { severity: 'low', title: 'A link does not say where it leads', passTitle: 'Links say where they lead', why: '“Click here” tells neither people nor search engines anything.', fix: page('Name what stands behind the link.'), references },
  'non-crawlable-anchor': { severity: 'medium', title: 'A link works only with JavaScript', passTitle: 'Links work without JavaScript', why: 'Search engines do not follow it.', fix: page('Give it an address in href.'), references },
  'http-links-on-https': { severity: 'medium', title: 'Internal links use plain http', passTitle: 'Internal links use https', why: 'The first request is sent unencrypted.', fix: page('Write https.'), references: [ref.moves] },
  'localhost-or-private-host': { severity: 'high', title: 'The page links to an internal address', passTitle: 'The page links to no internal address', why: 'It does not work for visitors, and reveals the internal network.', fix: page('Replace it with the public address.'), references },
  'malformed-href': { severity: 'medium', title: 'The address of a link cannot be read', passTitle: 'The addresses of links can be read', why: 'The link does nothing.', fix: page('Correct it.'), references },
  'tel-mailto-invalid': { severity: 'low', title: 'A link to a telephone or an e-mail address is wrong', passTitle: 'Links to telephones and e-mail addresses are right', why: 'Nobody can call or write.', fix: page('Write tel:+ and digits, or mailto: and an address.'), references },
  'target-blank-without-noopener': { severity: 'low', title: 'A link to another site opens a window that can control this one', passTitle: 'Windows that links open cannot control the page', why: 'Older browsers let the other site replace the page.', fix: page('Add rel=noopener.'), references: [ref.noopener] },
  'external-no-rel': { severity: 'info', title: 'Paid or user-generated links are not marked', passTitle: 'Paid and user-generated links are marked', why: 'Search engines expect sponsored or ugc there.', fix: page('Add rel=sponsored or rel=ugc.'), references: [ref.nofollow] },
  'only-one-inlink': { severity: 'low', title: 'Only one page links to this page', passTitle: 'Several pages link to this page', why: 'With that page it is lost.', fix: page('Link to it from more related pages.'), references },
  'low-internal-pagerank-important-page': { severity: 'low', title: 'An important page has a low internal PageRank', passTitle: 'Important pages have enough internal PageRank', why: 'The internal links contradict the sitemap.', fix: page('Link to it from pages that many link to.'), references },
  'only-after-render': { severity: 'low', title: 'Links are added by scripts', passTitle: 'Links are in the HTML', why: 'Search engines discover them late.', fix: page('Let the server send them.'), references },
});

const { document, linked } = checksOf('links');
const GENERIC = /^(?:click here|here|read more|more|learn more|link|this|continue|hier|mehr|weiterlesen|en savoir plus|ici|leer más|aquí|clicca qui|qui|lees meer|saiba mais)\W*$/i;
const FOLLOWED = /^https?:/;
const AFFILIATE = /[?&](?:aff(?:id|iliate)?|partner|tag|ref)=|\/\/(?:amzn\.to|go\.|track\.)/i;
const MAX = { links: 150, depth: 4 };
const LOW_RANK = 0.2;
const MIN_RANKED_PAGES = 20;

const sameHost = (url: string, { finalUrl }: PageFacts) => authorityOf(url) === authorityOf(finalUrl);
const isWeb = ({ url }: PageLink) => url !== null && FOLLOWED.test(url);
const own = ({ links }: DocumentFacts, facts: PageFacts) => links.filter(link => isWeb(link) && sameHost(link.url!, facts));
const show = ({ href, anchor }: PageLink) => (anchor === '' ? href ?? 'no href' : `${href ?? 'no href'} (${anchor})`);
const unique = (found: readonly string[]): Seen => seenAll([...new Set(found)]);

function ofTargets(says: (target: Brief) => string | null) {
  return ({ links }: DocumentFacts, _: PageFacts, site: SiteIndex): Seen => unique(links.flatMap(link => {
    const target = link.url === null ? undefined : site.find(link.url);
    const said = target ? says(target) : null;
    return said === null ? [] : [`${link.url}: ${said}`];
  }));
}
function ofBrief(judge: (brief: Brief, site: SiteIndex) => Seen) {
  return (_: DocumentFacts, { url }: PageFacts, site: SiteIndex): Seen => {
    const brief = site.find(url);
    return brief?.indexable ? judge(brief, site) : null;
  };
}

export const linkChecks: readonly Check[] = [
  linked(rules['broken-internal'], ofTargets(({ status }) => (status !== null && status >= 400 && status !== 403 && status !== 429 ? `status ${status}` : null))),
  linked(rules['broken-external'], ({ links }, _, site) => {
    const known = knownOf(links, site, ({ url }) => (url === null || site.isInternal(url) ? null : url));
    return known && unique(brokenOf(known));
  }, 'link'),
  linked(rules['broken-fragment'], ({ links, anchors, anchorsCut }, facts, site) => unique(links.flatMap(({ url, fragment, href }) => {
    if (url === null || fragment === null || fragment === '' || fragment.toLowerCase() === 'top' || fragment.startsWith(':~:') || fragment.startsWith('!') || fragment.startsWith('/')) return [];
    const name = decoded(fragment);
    const here = url === facts.finalUrl;
    const there = here ? null : site.find(url)?.anchors;
    const missing = here ? !anchorsCut && !anchors.includes(name) : there !== null && there !== undefined && !there.includes(hashOf(name));
    return missing ? [href ?? url] : [];
  }))),
  linked(rules['to-redirect'], ofTargets(({ moved, finalUrl }) => (moved === null ? null : `${moved}, to ${finalUrl}`))),
  linked(rules.orphan, ofBrief(({ inlinks, inSitemap, url }, { startUrl }) => (url === startUrl ? null : seen(inlinks === 0, inSitemap ? 'named in a sitemap, linked from nowhere' : 'linked from nowhere')))),
  linked(rules['dead-end'], ofBrief(({ internalLinks }) => seen(internalLinks === 0, 'no link to another page of the site'))),
  linked(rules.depth, ofBrief(({ depth }) => (depth < 0 ? null : seen(depth > MAX.depth, `${depth} clicks`)))),
  document(rules['too-many'], ({ linkCount }) => seen(linkCount > MAX.links, `${linkCount} links`)),
  document(rules['nofollow-internal'], (of, facts) => unique(own(of, facts).filter(({ rel }) => rel.includes('nofollow')).map(show))),
  document(rules['mixed-follow'], ({ links }) => {
    const marks = new Map<string, Set<boolean>>();
    for (const { url, rel } of links) if (url !== null) marks.set(url, (marks.get(url) ?? new Set()).add(rel.includes('nofollow')));
    return seenAll([...marks].filter(([, of]) => of.size > 1).map(([url]) => url));
  }),
  document(rules['empty-anchor'], ({ links }) => unique(links.filter(({ anchor, href }) => anchor === '' && href !== null).map(show))),
  document(rules['non-descriptive-anchor'], ({ links }) => unique(links.filter(({ anchor }) => GENERIC.test(anchor)).map(show))),
  document(rules['non-crawlable-anchor'], ({ links }) => unique(links.filter(({ href }) => href === null || /^javascript:/i.test(href)).map(show))),
  document(rules['http-links-on-https'], (of, facts) => (facts.finalUrl.startsWith('https:') ? unique(own(of, facts).filter(({ url }) => url!.startsWith('http:')).map(show)) : null)),
  document(rules['localhost-or-private-host'], ({ links }, { finalUrl }) => (isPrivateHost(new URL(finalUrl).hostname) ? null : unique(links.filter(link => isWeb(link) && isPrivateHost(authorityOf(link.url!).replace(/:\d+$/, ''))).map(show)))),
  document(rules['malformed-href'], ({ links }) => unique(links.filter(({ href, url }) => href !== null && (url === null || /^(?:https?:\/\/https?:|https?:\/\/?$|https?:(?!\/\/)|htp:|htps:|http\/\/|www\.)/i.test(href))).map(show))),
  document(rules['tel-mailto-invalid'], ({ links }) => unique(links.filter(({ href }) => href !== null && (badTelephone(href) || badMail(href))).map(show))),
  document(rules['target-blank-without-noopener'], ({ links }, facts) => unique(links.filter(link => link.blank && isWeb(link) && !sameHost(link.url!, facts) && !link.rel.some(word => word === 'noopener' || word === 'noreferrer')).map(show))),
  document(rules['external-no-rel'], ({ links }, facts) => unique(links.filter(link => isWeb(link) && !sameHost(link.url!, facts) && AFFILIATE.test(link.url!) && !link.rel.some(word => word === 'sponsored' || word === 'nofollow' || word === 'ugc')).map(show))),
  linked(rules['only-one-inlink'], ofBrief(({ inlinks, url }, { startUrl }) => (url === startUrl || inlinks === 0 ? null : seen(inlinks === 1, 'linked from one page')))),
  linked(rules['low-internal-pagerank-important-page'], ofBrief(({ rank, inSitemap, inlinks }, { briefs }) => (inSitemap && inlinks > 0 && briefs.length >= MIN_RANKED_PAGES ? seen(rank < LOW_RANK, `${rank.toFixed(2)} of the mean`) : null))),
  document(rules['only-after-render'], ({ links }, { rendered }) => {
    if (rendered === null) return null;
    const raw = new Set(links.map(({ url }) => url));
    return unique(rendered.links.filter(url => !raw.has(url)));
  }, 'rendering'),
];

/** Host and port of a URL of the web that is written as the URL Standard writes it, always with a path: without parsing it once more for every link and check. */
function authorityOf(url: string): string {
  const start = url.indexOf('//') + 2;
  const end = url.indexOf('/', start);
  return end < 0 ? url.slice(start) : url.slice(start, end);
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** RFC 3966 §3, with the spaces that people write. */
function badTelephone(href: string): boolean {
  return /^tel:/i.test(href) && !/^tel:\+?[\d().\-\s]{3,30}(?:;[\w=+;.-]*)?$/i.test(decoded(href));
}

/** RFC 6068 §2: an address, or fields alone. */
function badMail(href: string): boolean {
  return /^mailto:/i.test(href) && !/^mailto:(?:[^\s@?,]{1,64}@[^\s@?,]{1,253}\.[^\s@?,]{2,63}(?:,(?=.)|(?=\?|$)))*(?:\?.*)?$/i.test(decoded(href).slice(0, 1000)) || /^mailto:$/i.test(href);
}
