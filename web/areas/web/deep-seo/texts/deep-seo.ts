import { byName, defineTexts } from '../../../../language/index.ts';

/** What the pages of a website are for, and how they hang together. */
export const texts = defineTexts('web/deep-seo/deep-seo', ({ number, plural }) => ({
  what: 'Deep SEO',
  planNeeded: (domain: string) => `It says what each page of ${domain} is for, which pages compete, what is missing, and how links lead through the site.`,
  empty: { noAudit: 'No finished audit yet', analyzing: 'The last audit is being analysed', failed: 'The last audit could not be analysed' },
  explains: {
    noAudit: 'Start a site audit: its pages are analysed once it ends.', analyzing: 'This takes a minute, longer for large sites.', failed: 'Start another site audit, with fewer pages where it was a large one.',
  },
  toAudit: 'Site audit',
  answer: {
    competing: (count: number) => plural(count, { one: 'group of pages competes', other: 'groups of pages compete' }),
    calm: 'No pages compete', gaps: (count: number) => `${plural(count, { one: 'step has', other: 'steps have' })} no page`, next: (title: string) => `Next: ${title}`,
  },
  from: 'Audited', pages: (count: number) => plural(count, { one: 'page', other: 'pages' }),
  intents: byName({ informational: 'Informational', navigational: 'Navigational', commercial: 'Commercial', transactional: 'Transactional' }),
  stages: byName({ awareness: 'Awareness', consideration: 'Consideration', decision: 'Decision', retention: 'Retention' }),
  share: (value: number) => `${number(Math.round(1000 * value) / 10)} %`,
  intent: {
    title: 'What pages are for', says: 'Informational pages explain, commercial ones help to compare, transactional ones let people act, navigational ones are searched by name.', columns: ['Intent', 'Pages', 'Share'], stages: ['Step', 'Pages', 'Share'],
    local: (count: number) => `${plural(count, { one: 'page is', other: 'pages are' })} about somewhere near`, mismatches: (count: number) => `${plural(count, { one: 'title promises', other: 'titles promise' })} something else than the page offers`,
  },
  recommendations: { title: 'What to do', columns: ['What', 'How often', 'How'], none: 'Nothing to do.' },
  competing: { title: 'Pages that compete', says: 'They are about one topic with one intent, and their titles share half of their words or more.', none: 'No pages compete.', columns: ['Topic', 'Intent', 'Pages', 'Begin with'], more: (count: number) => `and ${number(count)} more` },
  gaps: { title: 'Gaps', stages: (list: string) => `No page serves: ${list}.`, none: 'Every step on the way to a purchase has pages.', columns: ['Topic', 'Pages', 'Missing'] },
  topics: { title: 'Topics', columns: ['Topic', 'Pages', 'Intents'], none: 'No two pages share a topic.' },
  links: {
    title: 'Internal links', says: (pages: number, links: number) => `${plural(pages, { one: 'page', other: 'pages' })}, ${plural(links, { one: 'link', other: 'links' })}`, picture: 'Links between pages', folders: 'Links between folders',
    pictureSays: 'From left to right by clicks from the start; the larger the circle, the more of the internal PageRank.', hidden: (count: number) => `${plural(count, { one: 'connection', other: 'connections' })} with few links left out.`,
    clicks: (count: number) => plural(count, { one: 'click', other: 'clicks' }), start: 'Start', unlinked: 'No path', rank: 'Rank', inlinks: 'Links to it', depth: 'Clicks', page: 'Page', columns: ['Address', 'Pages', 'Share of PageRank', 'Clicks'], label: 'Pages by internal PageRank',
  },
  duplicates: { title: 'Nearly the same text', none: 'No texts are nearly the same.', says: (groups: number, pages: number) => `${plural(groups, { one: 'group', other: 'groups' })} with ${plural(pages, { one: 'page', other: 'pages' })}`, columns: ['Text', 'Pages', 'Kind', 'Begin with'], same: 'Same', near: 'Nearly the same' },
  templates: { title: 'Templates', none: 'No pages are built alike.', says: 'Pages that are built alike: one fault in a template is on all of its pages.', columns: ['Folder', 'Pages', 'Share', 'Such as'] },
  orphans: { title: 'Pages to which no click leads', none: 'Clicks lead to every page.', says: (count: number) => plural(count, { one: 'page', other: 'pages' }), columns: ['Page', 'Why', 'Links to it'], reasons: byName({ noLinks: 'No page links to it', unreachable: 'Only pages that no click leads to' }) },
}));
