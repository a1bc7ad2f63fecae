import { defineRules } from '../../../../core/findings/rules.ts';
import { checksOf, host, onPages, type Check, type SiteCheck } from './check.ts';
import { ref } from './references.ts';
import type { Brief, SitemapFacts, SiteIndex } from './site-index.ts';
import { isWithheld } from './targets.ts';

const references = [ref.sitemap];
const rules = defineRules({ area: 'site-audit', record: 'site', prefix: 'sitemap' }, {
  'missing': { severity: 'medium', title: 'There is no sitemap', passTitle: 'There is a sitemap', why: 'Search engines find new pages later.', fix: host('Serve /sitemap.xml with the pages that should be listed.'), references },
  'not-in-robots': { severity: 'low', title: 'robots.txt does not name the sitemap', passTitle: 'robots.txt names the sitemap', why: 'Search engines to which it was not submitted cannot find it.', fix: host('Add a line Sitemap: with its whole address.'), references },
  'invalid-xml': { severity: 'high', title: 'The sitemap cannot be read', passTitle: 'The sitemap can be read', why: 'Search engines ignore it.', fix: host('Write it as the protocol says, with & as &amp;.'), references },
  'too-large': { severity: 'high', title: 'The sitemap has more than 50,000 addresses or 50 MB', passTitle: 'The sitemap keeps to its limits', why: 'Search engines ignore it.', fix: host('Split it, and name the parts in an index.'), references },
  'error-urls': { severity: 'high', title: 'The sitemap names pages that redirect or answer with an error', passTitle: 'Pages of the sitemap answer', why: 'Search engines trust a sitemap less if it is wrong.', fix: host('Name the pages that answer with 200 alone.'), references },
  'non-canonical-urls': { severity: 'medium', title: 'The sitemap names pages that name another as canonical', passTitle: 'Pages of the sitemap are their own canonicals', why: 'One says that it should be listed, the other that it should not.', fix: host('Name canonical addresses alone.'), references: [ref.sitemaps] },
  'other-host': { severity: 'medium', title: 'The sitemap names pages of another host', passTitle: 'The sitemap names pages of its own host', why: 'Search engines ignore them.', fix: host('Serve a sitemap on each host.'), references },
  'lastmod-invalid-or-all-equal': { severity: 'low', title: 'The dates of the sitemap are wrong or all the same', passTitle: 'The dates of the sitemap are right', why: 'Search engines no longer believe them.', fix: host('Write when each page was really changed, as 2026-11-24.'), references: [ref.sitemaps] },
  'indexable-page-absent': { severity: 'medium', title: 'A page that may be listed is in no sitemap', passTitle: 'The page is in a sitemap', why: 'Search engines find changes of it later.', fix: host('Add it.'), references: [ref.sitemaps] },
  'index-nesting-error': { severity: 'medium', title: 'A sitemap index names another index', passTitle: 'Sitemap indexes name sitemaps', why: 'The protocol does not allow nested indexes.', fix: host('Name the sitemaps themselves.'), references },
});

const { site } = checksOf('sitemaps');
const MAX = { entries: 50_000, bytes: 50 * 1024 * 1024 };
const MIN_DATES = 5;

function onSitemaps(says: (sitemap: SitemapFacts) => readonly string[]): SiteCheck['judge'] {
  return ({ sitemaps }) => {
    const read = sitemaps.filter(({ status }) => status === 200);
    return { applicable: read.length, hits: read.map(one => ({ url: one.url, evidence: says(one) })).filter(({ evidence }) => evidence.length > 0) };
  };
}
function onEntries(says: (brief: Brief) => string | null): SiteCheck['judge'] {
  return onPages(({ inSitemap, status, moved }) => inSitemap && (status !== null || moved !== null), says);
}
const found = ({ sitemaps }: SiteIndex) => sitemaps.some(({ status }) => status === 200);
/** Hosts that may have one more: it could not be fetched, or robots.txt could not, which would name it. */
const unsure = ({ hosts, sitemaps }: SiteIndex) => {
  const withheld = sitemaps.filter(({ status }) => isWithheld(status));
  return new Set(hosts.filter(({ origin, robots }) => robots === null || isWithheld(robots.status) || withheld.some(({ url }) => url.startsWith(`${origin}/`) || robots.sitemaps.includes(url))).map(({ origin }) => origin));
};

export const sitemapChecks: readonly Check[] = [
  site(rules.missing, index => (index.withoutSitemaps || (!found(index) && unsure(index).size > 0) ? null : { applicable: 1, hits: found(index) ? [] : [{ url: index.startUrl, evidence: ['neither in robots.txt nor at /sitemap.xml'] }] })),
  site(rules['not-in-robots'], index => {
    const read = index.hosts.filter(({ robots }) => robots?.status === 200);
    return !found(index) || read.length === 0 ? null : { applicable: read.length, hits: read.filter(({ robots }) => robots!.sitemaps.length === 0).map(({ origin }) => ({ url: `${origin}/robots.txt`, evidence: ['no line Sitemap'] })) };
  }),
  site(rules['invalid-xml'], onSitemaps(({ faults }) => faults)),
  site(rules['too-large'], onSitemaps(({ entries, bytes }) => (entries > MAX.entries || bytes > MAX.bytes ? [`${entries} addresses, ${bytes} bytes`] : []))),
  site(rules['error-urls'], onEntries(({ status, moved, finalUrl }) => (moved !== null ? `redirects to ${finalUrl}` : status !== null && status >= 400 ? `status ${status}` : null))),
  site(rules['non-canonical-urls'], onEntries(({ canonical, url, moved }) => (moved === null && canonical !== null && canonical !== url ? `canonical: ${canonical}` : null))),
  site(rules['other-host'], ({ sitemapEntries: { count, elsewhere } }) => ({ applicable: count, hits: elsewhere.map(({ url, sitemap }) => ({ url, evidence: [`named in ${sitemap}`] })) })),
  site(rules['lastmod-invalid-or-all-equal'], onSitemaps(({ lastModified: { invalid, valid, distinct } }) => (invalid > 0 ? [`dates that cannot be read: ${invalid}`] : valid >= MIN_DATES && distinct === 1 ? [`${valid} times the same date`] : []))),
  site(rules['indexable-page-absent'], index => {
    if (!found(index)) return null;
    const open = unsure(index);
    return onPages(({ indexable, url }) => indexable && !open.has(new URL(url).origin), ({ inSitemap }) => (inSitemap ? null : 'in no sitemap'))(index);
  }),
  site(rules['index-nesting-error'], onSitemaps(({ kind, depth, holdsIndex }) => (holdsIndex || (kind === 'index' && depth > 0) ? ['an index within an index'] : []))),
];
