import { defineRules } from '../../../../core/findings/rules.ts';
import type { PageFacts } from '../page/index.ts';
import { checksOf, countPages, host, onPages, page, seen, seenAll, type Check, type Seen, type SiteCheck } from './check.ts';
import { ref } from './references.ts';
import { robotsOf } from '../render/compare.ts';
import { canonicalOf, directivesOf, hasDirective } from './directives.ts';
import type { Brief, HostFacts } from './site-index.ts';
import { knownOf } from './targets.ts';

const robots = defineRules({ area: 'site-audit', record: 'site', prefix: 'robots' }, {
  'txt-missing': { severity: 'low', title: 'There is no robots.txt', passTitle: 'There is a robots.txt', why: 'Crawlers may read everything then, and nothing leads them to the sitemap.', fix: host('Serve /robots.txt, with at least a line Sitemap.'), references: [ref.robots] },
  'txt-5xx': { severity: 'high', title: 'The server answers with an error for robots.txt', passTitle: 'robots.txt can be read', why: 'Search engines then read nothing of the site at all.', fix: host('Serve the file, or answer 404 where there is none.'), references: [ref.robotsTxt] },
  'txt-syntax': { severity: 'low', title: 'robots.txt has lines that cannot be parsed', passTitle: 'Every line of robots.txt can be parsed', why: 'Crawlers ignore them.', fix: host('Correct or remove the lines.'), references: [ref.robots] },
  'txt-blocks-all': { severity: 'critical', title: 'robots.txt forbids the whole site', passTitle: 'robots.txt lets the site be read', why: 'No search engine reads it.', fix: host('Remove Disallow: / for the crawlers that should read the site.'), references: [ref.robotsTxt] },
  'txt-blocks-css-js': { severity: 'high', title: 'robots.txt forbids style sheets or scripts', passTitle: 'Style sheets and scripts may be read', why: 'Search engines render and rank the page without them.', fix: host('Allow the folders in which they lie.'), references: [ref.robotsTxt] },
  'blocked-but-linked': { severity: 'medium', title: 'A page that robots.txt forbids is linked', passTitle: 'Linked pages may be read', why: 'Search engines may list it by its address, without knowing what it says.', fix: page('Allow the page, or remove the links to it.'), references: [ref.robotsTxt] },
  'blocked-in-sitemap': { severity: 'high', title: 'The sitemap names a page that robots.txt forbids', passTitle: 'robots.txt allows it', why: 'One says that it should be listed, the other that it must not be read.', fix: host('Allow it, or take it out of the sitemap.'), references: [ref.sitemaps] },
  'ai-bots-blocked': { severity: 'info', title: 'Crawlers of AI services may not read the site', passTitle: 'Crawlers of AI services may read the site', why: 'The site does not appear in their answers. That may be what you want.', fix: host('Decide for each of them, and say so in robots.txt.'), references: [ref.robots] },
});

const index = defineRules({ area: 'site-audit', record: 'page', prefix: 'index' }, {
  'noindex-page': { severity: 'info', title: 'The page is set to noindex', passTitle: 'The page may be listed', why: 'Search engines leave it out. That may be what you want.', fix: page('Remove noindex where the page should be found.'), references: [ref.noindex] },
  'noindex-in-sitemap': { severity: 'high', title: 'The sitemap names a page that is set to noindex', passTitle: 'What the sitemap names may be listed', why: 'One says that it should be listed, the other that it should not.', fix: page('Remove noindex, or take it out of the sitemap.'), references: [ref.sitemaps] },
  'noindex-and-canonical-conflict': { severity: 'medium', title: 'The page is set to noindex and names another as its canonical', passTitle: 'noindex and canonical do not contradict each other', why: 'Search engines may carry noindex over to the other page.', fix: page('Use one of the two.'), references: [ref.canonical] },
  'nofollow-page': { severity: 'medium', title: 'The page asks that none of its links be followed', passTitle: 'Links of the page may be followed', why: 'Pages that are linked from here alone are not found.', fix: page('Remove nofollow from the robots meta tag, and mark single links instead.'), references: [ref.meta] },
  'nosnippet': { severity: 'info', title: 'The page allows no snippet', passTitle: 'The page allows snippets', why: 'Results show it without text.', fix: page('Remove nosnippet where a text should be shown.'), references: [ref.meta] },
  'noimageindex': { severity: 'info', title: 'The page asks that its images be left out', passTitle: 'Images of the page may be listed', why: 'They are not found in image search.', fix: page('Remove noimageindex where they should be.'), references: [ref.meta] },
  'noarchive-or-max-snippet-0': { severity: 'info', title: 'The page limits what results show of it', passTitle: 'The page does not limit what results show', why: 'Snippets of length 0 are none.', fix: page('Remove noarchive and max-snippet:0 where this was not meant.'), references: [ref.meta] },
  'x-robots-vs-meta-conflict': { severity: 'high', title: 'Header and page say different things to search engines', passTitle: 'Header and page agree', why: 'The stricter of the two holds, which may not be the one you meant.', fix: host('Say it in one place alone.'), references: [ref.meta] },
  'multiple-robots-meta': { severity: 'medium', title: 'The page has several robots meta tags', passTitle: 'The page has one robots meta tag at most', why: 'All of them hold together, the strictest wins.', fix: page('Keep one.'), references: [ref.meta] },
  'site-wide-noindex': { severity: 'critical', title: 'Every page of the site is set to noindex', passTitle: 'Pages of the site may be listed', why: 'The site disappears from search engines.', fix: page('Remove noindex, which is often left over from before the start.'), references: [ref.noindex] },
  'blocked-and-noindex': { severity: 'medium', title: 'robots.txt hides that the page is set to noindex', passTitle: 'robots.txt does not hide a noindex', why: 'Search engines never see the noindex, and may list the address.', fix: host('Allow the page in robots.txt until it is gone from results.'), references: [ref.noindex] },
  'changed-by-script': { severity: 'high', title: 'A script changes the robots directives', passTitle: 'Scripts do not change the robots directives', why: 'Where the HTML says noindex, scripts are not run at all; a noindex that scripts add takes the page out of results.', fix: page('Send the right robots meta tag from the server.'), references: [ref.scripts] },
  'indexable-pages-count-drop': { severity: 'high', title: 'Far fewer pages can be listed than at the audit before', passTitle: 'As many pages can be listed as before', why: 'A change of a template or of the server may have taken them away.', fix: host('Compare the lists of the two audits.'), references: [ref.noindex] },
});

const { page: anyPage, document, site, linked } = checksOf('indexability');
const directive = (name: string | RegExp) => (_: unknown, facts: PageFacts) => seenAll(directivesOf(facts).filter(({ words }) => words.some(word => (typeof name === 'string' ? word === name : name.test(word)))).map(({ source, text }) => `${source}: ${text}`));
const onHosts = (judge: (robots: NonNullable<HostFacts['robots']>) => Seen): SiteCheck['judge'] => ({ hosts }) => {
  const read = hosts.flatMap(({ origin, robots: of }) => {
    const evidence = of && judge(of);
    return evidence === null ? [] : [{ url: `${origin}/robots.txt`, evidence }];
  });
  return { applicable: read.length, hits: read.filter(({ evidence }) => evidence.length > 0) };
};
const isGiven = (status: number): boolean => status >= 200 && status < 300;
/** RFC 9309 §2.3.1.3: as if there were none. */
const isRefused = (status: number): boolean => status >= 400 && status < 500 && status !== 429;
/** Where an error came instead, nobody knows what the file says. */
const onRules = (judge: (robots: NonNullable<HostFacts['robots']>) => Seen): SiteCheck['judge'] => onHosts(of => (isGiven(of.status) || isRefused(of.status) ? judge(of) : null));
const DROP = 0.2;
const MIN_PAGES = 10;

export const indexabilityChecks: readonly Check[] = [
  site(robots['txt-missing'], onRules(({ status }) => seen(isRefused(status), `status ${status}`))),
  site(robots['txt-5xx'], onHosts(({ status }) => (status === 429 ? null : seen(status >= 500, `status ${status}`)))),
  site(robots['txt-syntax'], onHosts(({ status, faults }) => (isGiven(status) ? faults.slice(0, 10) : null))),
  site(robots['txt-blocks-all'], onRules(({ blocksAll }) => (blocksAll ? ['Disallow: /'] : []))),
  linked(robots['txt-blocks-css-js'], ({ resources }, _, site) => {
    const known = knownOf(resources.filter(({ kind }) => kind === 'stylesheet' || kind === 'script'), site, ({ url }) => url, ({ robots: verdict }) => verdict !== null);
    return known && seenAll([...new Set(known.flatMap(({ url, target: { robots: verdict } }) => (verdict!.allowed ? [] : [`${url} by ${verdict!.rule}`])))]);
  }, 'resource'),
  site(robots['blocked-but-linked'], onPages(({ inlinks, blocked }) => inlinks > 0 && blocked !== null, ({ blocked, inlinks }) => (blocked ? `pages that link to it: ${inlinks}` : null))),
  site(robots['blocked-in-sitemap'], onPages(({ inSitemap, blocked }) => inSitemap && blocked !== null, ({ blocked }) => (blocked ? 'named in a sitemap' : null))),
  site(robots['ai-bots-blocked'], onRules(({ blockedAi, blocksAll }) => (blocksAll ? [] : blockedAi))),

  document(index['noindex-page'], directive(/^(?:noindex|none)$/)),
  site(index['noindex-in-sitemap'], onPages(({ inSitemap, status }) => inSitemap && status !== null, ({ noindex }) => (noindex ? 'named in a sitemap' : null))),
  document(index['noindex-and-canonical-conflict'], (_, facts) => {
    const canonical = canonicalOf(facts);
    return seen(hasDirective(facts, 'noindex') && canonical !== null && canonical !== facts.finalUrl, `canonical: ${canonical}`);
  }),
  document(index['nofollow-page'], directive(/^(?:nofollow|none)$/)),
  document(index.nosnippet, directive('nosnippet')),
  document(index.noimageindex, directive('noimageindex')),
  document(index['noarchive-or-max-snippet-0'], directive(/^(?:noarchive|max-snippet:0)$/)),
  document(index['x-robots-vs-meta-conflict'], (_, facts) => {
    const said = directivesOf(facts);
    const [headers, metas] = [said.filter(({ source }) => source === 'X-Robots-Tag'), said.filter(({ source }) => source !== 'X-Robots-Tag')];
    const positive = (of: typeof said) => of.some(({ words }) => words.some(word => word === 'index' || word === 'all'));
    const negative = (of: typeof said) => of.some(({ words }) => words.some(word => word === 'noindex' || word === 'none'));
    const conflict = headers.length > 0 && metas.length > 0 && ((negative(headers) && positive(metas)) || (positive(headers) && negative(metas)));
    return conflict ? said.map(({ source, text }) => `${source}: ${text}`) : [];
  }),
  document(index['multiple-robots-meta'], ({ metas }) => {
    const own = metas.filter(({ name }) => name === 'robots');
    return own.length > 1 ? own.map(({ content }) => content) : [];
  }),
  site(index['site-wide-noindex'], of => {
    const isThere = ({ status, moved }: Brief): boolean => status === 200 && moved === null;
    const [pages, hidden] = [countPages(of, isThere), countPages(of, page => isThere(page) && page.noindex)];
    return pages === 0 ? null : { applicable: 1, hits: hidden === pages ? [{ url: of.startUrl, evidence: [`pages: ${pages}`] }] : [] };
  }),
  document(index['changed-by-script'], (of, { rendered }) => {
    if (rendered === null) return null;
    const [sent, shown] = [robotsOf(of).join('; '), rendered.robots.join('; ')];
    return seen(sent.toLowerCase() !== shown.toLowerCase(), `sent: ${sent === '' ? 'nothing' : sent}`, `after scripts: ${shown === '' ? 'nothing' : shown}`);
  }, 'rendering'),
  anyPage(index['blocked-and-noindex'], facts => (facts.document === null ? null : seen(facts.robots?.allowed === false && hasDirective(facts, 'noindex'), `robots.txt: ${facts.robots?.rule ?? ''}`))),
  site(index['indexable-pages-count-drop'], of => {
    const { previous, startUrl, find } = of;
    if (previous === null || previous.indexable < MIN_PAGES) return null;
    const now = countPages(of, ({ indexable }) => indexable);
    const few = previous.indexable * (1 - DROP);
    const unread = countPages(of, ({ status, blocked }) => status === null && blocked !== true);
    // Pages that gave no answer may be there still, and so may what only they link to.
    if (now < few && (now + unread >= few || (unread > 0 && find(startUrl)?.status === null))) return null;
    return { applicable: 1, hits: now < few ? [{ url: startUrl, evidence: [`${now} now, ${previous.indexable} before`] }] : [] };
  }),
];
