import { byName, defineTexts } from '../../../../language/index.ts';

/** Search intent, topics and internal links of a website. */
export const texts = defineTexts('web/deep-seo/deep-seo', ({ number, plural }) => ({
  what: 'Deep SEO',
  planNeeded: (domain: string) => `Deep SEO shows the search intent of every page of ${domain}, pages that compete, gaps, and how the site is linked.`,
  empty: { noAudit: 'No finished audit yet', analyzing: 'The last audit is being analysed', failed: 'The last audit could not be analysed' },
  explains: {
    noAudit: 'Start a site audit. Its pages are analysed when it ends.', analyzing: 'This takes about a minute, longer for large sites.', failed: 'Run the site audit again. If the site is large, limit the number of pages.',
  },
  toAudit: 'Site audit',
  answer: {
    competing: (count: number) => plural(count, { one: 'group of pages competes', other: 'groups of pages compete' }),
    calm: 'No pages compete', gaps: (count: number) => `${plural(count, { one: 'funnel stage has', other: 'funnel stages have' })} no page`, next: (title: string) => `Next: ${title}`,
  },
  from: 'Audited', pages: (count: number) => plural(count, { one: 'page', other: 'pages' }),
  intents: byName({ informational: 'Informational', navigational: 'Navigational', commercial: 'Commercial', transactional: 'Transactional' }),
  stages: byName({ awareness: 'Awareness', consideration: 'Consideration', decision: 'Decision', retention: 'Retention' }),
  share: (value: number) => `${number(Math.round(1000 * value) / 10)} %`,
  intent: {
    title: 'Search intent', says: 'Informational pages explain, commercial pages help visitors compare, transactional pages let them act, and navigational pages are searched for by name.', columns: ['Intent', 'Pages', 'Share'], stages: ['Funnel stage', 'Pages', 'Share'],
    local: (count: number) => `${plural(count, { one: 'page has', other: 'pages have' })} local intent`, mismatches: (count: number) => `${plural(count, { one: 'title does', other: 'titles do' })} not match the intent of the page`,
  },
  recommendations: { title: 'Recommendations', columns: ['Issue', 'Count', 'Fix'], none: 'No recommendations.' },
  competing: { title: 'Pages that compete', says: 'Pages with the same topic and intent whose titles share at least half of their words.', none: 'No pages compete.', columns: ['Topic', 'Intent', 'Pages', 'Examples'], more: (count: number) => `and ${number(count)} more` },
  gaps: { title: 'Gaps', stages: (list: string) => `No page for: ${list}.`, none: 'Every funnel stage has pages.', columns: ['Topic', 'Pages', 'Missing'] },
  topics: { title: 'Topics', columns: ['Topic', 'Pages', 'Intents'], none: 'No two pages share a topic.' },
  links: {
    title: 'Internal links', says: (pages: number, links: number) => `${plural(pages, { one: 'page', other: 'pages' })}, ${plural(links, { one: 'link', other: 'links' })}`, picture: 'Links between pages', folders: 'Links between folders',
    pictureSays: 'From left to right by clicks from the start page. Larger circles have a higher internal PageRank.', hidden: (count: number) => `${plural(count, { one: 'connection', other: 'connections' })} with few links not shown.`,
    clicks: (count: number) => plural(count, { one: 'click', other: 'clicks' }), start: 'Start', unlinked: 'No path', rank: 'PageRank', inlinks: 'Inlinks', depth: 'Clicks', page: 'Page', columns: ['Address', 'Pages', 'Share of PageRank', 'Clicks'], label: 'Pages by internal PageRank',
  },
  duplicates: { title: 'Near-duplicate pages', none: 'No near-duplicate pages.', says: (groups: number, pages: number) => `${plural(groups, { one: 'group', other: 'groups' })} with ${plural(pages, { one: 'page', other: 'pages' })}`, columns: ['Text', 'Pages', 'Kind', 'Examples'], same: 'Identical', near: 'Near-duplicate' },
  templates: { title: 'Templates', none: 'No pages share a template.', says: 'Pages with the same structure. A fault in a template affects all of its pages.', columns: ['Folder', 'Pages', 'Share', 'Examples'] },
  rendered: {
    title: 'Raw and rendered', says: (shown: number, changed: number, missing: number) => `Scripts change ${number(changed)} of ${plural(shown, { one: 'rendered page', other: 'rendered pages' })}.${missing === 0 ? '' : ` ${plural(missing, { one: 'page was', other: 'pages were' })} not rendered.`} Times are lab data: one load in the browser of this service.`,
    none: 'No page was rendered.', never: 'The last audit did not run the scripts of pages. Choose a rendering mode when you start the next one.', columns: ['Page', 'What scripts change', 'LCP', 'CLS', 'INP', 'TBT'], same: 'Nothing', failed: (cause: string) => `Not rendered: ${cause}`, nothing: 'none',
    parts: { title: 'Title', robots: 'Robots', canonical: 'Canonical', links: 'Links', words: 'Words', headings: 'Headings', structuredData: 'Structured data' }, changed: (part: string, before: string, after: string) => `${part}: ${before} → ${after}`,
    ratings: { good: 'good', needsImprovement: 'needs improvement', poor: 'poor' }, rated: (value: string, rating: string) => `${value}, ${rating}`, ms: (value: number) => `${number(value)} ms`,
  },
  orphans: { title: 'Orphan pages', none: 'No orphan pages.', says: (count: number) => plural(count, { one: 'page', other: 'pages' }), columns: ['Page', 'Reason', 'Inlinks'], reasons: byName({ noLinks: 'No page links to it', unreachable: 'Linked only from pages that cannot be reached' }) },
}));
