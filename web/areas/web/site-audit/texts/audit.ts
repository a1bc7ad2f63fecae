import type { Severity } from '../../../../api/types.ts';
import { byName, defineTexts } from '../../../../language/index.ts';
import { names } from './names.ts';

/** The site audit of one domain: its overview, its issues and its pages. */
export const texts = defineTexts('web/site-audit/audit', ({ number, plural, sentence }) => ({
  sample: [
    ['High', '12 pages have no title', 'Easy to fix · 3.1 points'],
    ['Medium', '4 links lead to pages that are gone', 'New since the audit before'],
    ['Low', '20 images have no size', 'The layout moves while they load'],
  ] as const,
  what: 'The site audit',
  planNeeded: (domain: string) => `It fetches the pages of ${domain} regularly: broken links, indexing, titles, content, structured data, and what changed.`,
  severities: { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low', info: 'Advice' } satisfies Record<Severity, string>,
  categories: byName({
    http: 'Status codes and redirects', indexability: 'Indexing', canonical: 'Canonicals', titles: 'Titles and headings', content: 'Content', links: 'Links', images: 'Images', urls: 'Addresses',
    international: 'Languages', sitemaps: 'Sitemaps', structuredData: 'Structured data', security: 'Security', performance: 'Performance', other: 'Other',
  }),
  eases: { easy: 'Easy to fix', moderate: 'Some work', hard: 'Much work' },
  answer: {
    never: 'Not audited yet',
    urgent: (count: number) => `${plural(count, { one: 'issue needs', other: 'issues need' })} you now`,
    open: (count: number) => `${plural(count, { one: 'issue', other: 'issues' })} to look into`,
    signedOut: 'The audit was not signed in to the end',
    unread: 'No page could be read: whether there is something to fix is not known',
    calm: 'Nothing to fix on the pages that were fetched',
    changed: (fresh: number, fixed: number) => (fresh + fixed === 0 ? 'nothing changed since the previous audit' : `${number(fresh)} new and ${number(fixed)} fixed since the previous audit`),
    first: 'this is the first audit',
    next: (title: string) => `Next: ${title}`,
  },
  start: {
    start: 'Audit website', limit: 'Pages at most', render: 'Run scripts', renders: { never: 'Never', auto: 'Where needed', always: 'On every page' }, what: 'The audit', done: 'Audited', pages: (count: number) => plural(count, { one: 'page', other: 'pages' }), see: 'View run', waits: 'The audit is queued', ended: 'The audit has finished',
    progress: 'Progress of the audit', steps: byName(names.stages), limits: (count: number) => plural(count, { one: 'page', other: 'pages' }),
    pause: 'Pause', resume: 'Resume', stop: 'Stop', paused: 'Paused', control: 'The run',
    far: (done: number, known: number) => `${number(done)} of ${number(known)} known pages`, asked: (done: number, known: number) => `${number(done)} of ${number(known)} addresses`,
    rate: (perMinute: number) => `${number(perMinute)} pages a minute`, left: (minutes: number) => (minutes < 1 ? 'less than a minute left' : `about ${plural(minutes, { one: 'minute', other: 'minutes' })} left`),
  },
  signIn: {
    title: 'Sign in to the site', label: 'Sign in', says: 'Only for domains with proven ownership. What you enter is stored encrypted with the domain and is not shown again. An audit that signs in runs no scripts and follows every link: use an account that cannot change anything.',
    uses: { kept: 'Use what is saved, if anything', basic: 'User name and password (HTTP Basic)', steps: 'Steps in a browser', none: 'Do not sign in; delete what is saved' },
    username: 'User name', password: 'Password', signOut: 'Addresses that sign out', signOutSays: 'Patterns such as /bye*, separated by spaces; they are not followed. The usual names, such as /logout, are known.',
  },
  emptyTitle: 'No finished audit yet',
  empty: 'An audit fetches the pages of the website, judges each of them and shows what to fix first. Until ownership of the domain is proven, it fetches at most 500 pages, slowly, and obeys robots.txt.',
  partial: {
    title: 'This audit is partial', says: (waiting: number, beyond: number) => (waiting + beyond === 0 ? '' : `${plural(waiting + beyond, { one: 'known page was', other: 'known pages were' })} not fetched.`),
    cuts: { pages: 'It ended at the chosen number of pages.', depth: 'Pages beyond the chosen depth were left out.', bytes: 'It ended at the limit of data.', time: 'It ended at the limit of time.', traps: 'Addresses without end, such as calendars, were left out.', rendering: 'Some pages could not be rendered. What their scripts change is not known.', signedOut: 'It could not sign in, or not stay signed in.' },
    cause: (cause: string) => sentence(`Cause: ${cause}`),
  },
  score: {
    title: 'Score', deductions: 'What lowers the score', columns: ['Issue', 'Points'], none: 'Nothing lowers the score.', unread: 'No page could be read: there is no score.', more: (count: number) => `Show ${plural(count, { one: 'more issue', other: 'more issues' })}`, points: (points: number) => `−${number(points)}`,
    trend: 'Scores of the last audits', trendSays: 'Each audit, from 0 to 100.', report: 'Report', links: 'Links', sitemap: 'Sitemap', formats: { html: 'Page', pdf: 'PDF', csv: 'CSV', json: 'JSON' },
  },
  issues: {
    title: 'Issues', none: 'No issue matches.', noneAtAll: 'No check failed.', unread: 'No page could be read, so that hardly anything was tested.', order: 'The issues that gain most for the least work come first: by severity × share of pages × ease.', columns: ['Issue', 'Severity', 'Pages', 'Share', 'Ease', 'Since the previous audit'],
    of: (count: number, all: number) => `${number(count)} of ${number(all)}`, change: (fresh: number, fixed: number) => (fresh + fixed === 0 ? 'unchanged' : `${number(fresh)} new, ${number(fixed)} fixed`), first: 'first audit', passed: (count: number) => `${plural(count, { one: 'check', other: 'checks' })} passed on every page.`,
    notTested: (count: number) => `${plural(count, { one: 'check was', other: 'checks were' })} not tested`,
    category: 'Category', severity: 'Severity', percent: (share: number) => `${number(Math.round(100 * share))} %`,
  },
  exclusions: {
    title: 'Excluded addresses', what: 'The excluded addresses', preview: 'The preview', none: 'No address is excluded.', nothing: 'No address will be excluded: every issue counts.',
    says: 'Issues on addresses that match a pattern do not count. In a pattern of path and query, * matches anything and $ the end; a pattern that begins with https:// covers the whole address.',
    pattern: 'Pattern', example: '/tag/*', begins: 'Begin with /, * or https://', add: 'Add pattern', remove: 'Remove', removeOne: (pattern: string) => `Remove ${pattern}`, matches: (count: number) => plural(count, { one: 'address', other: 'addresses' }),
    effect: (pages: number, issues: number) => `Excludes ${plural(pages, { one: 'page', other: 'pages' })} and ${plural(issues, { one: 'issue', other: 'issues' })} of the latest audit.`, score: (before: number, after: number) => (before === after ? `The score stays ${number(before)}.` : `The score goes from ${number(before)} to ${number(after)}.`),
    examples: 'Examples', columns: ['Issue', 'Excluded'], save: 'Save patterns', discard: 'Discard changes', unsaved: 'Not saved yet.',
    judging: 'The patterns of excluded addresses were changed. Score and issues are being recalculated; until then, some still show the previous patterns.',
  },
  figures: {
    title: 'Pages', all: 'View all pages', statuses: 'By status', depths: 'By clicks from the start page', status: 'Status', depth: 'Clicks', count: 'Pages', none: 'no answer', unlinked: 'no link leads there', links: 'Links', indexing: 'robots.txt', origin: 'Host', answer: 'Answer',
    depthSays: 'Each bar is the number of pages at that distance from the start page.',
  },
  issue: {
    tab: (title: string, domain: string) => `${title} · ${domain}`, above: (domain: string) => `Website of ${domain}`, none: 'No page has this issue in the latest audit.', what: 'The pages with this issue', why: 'Why it matters', fix: 'What to do', where: 'Where', about: 'About this check', whole: 'The website as a whole',
    answer: (count: number, of: number) => `On ${number(count)} of ${plural(of, { one: 'page', other: 'pages' })}`, columns: ['Page', 'What was seen', 'Since the previous audit'], changes: { new: 'New', unchanged: 'Unchanged' }, points: (points: number) => `It takes ${number(points)} points from the score.`,
  },
  pages: {
    title: (domain: string) => `Pages of ${domain}`, what: 'The list of pages', answer: (count: number) => plural(count, { one: 'page', other: 'pages' }), none: 'No page matches.', columns: { url: 'Page', status: 'Status', issues: 'Issues', depth: 'Clicks' },
    filters: { search: 'Part of the address', outcome: 'Outcome', statusClass: 'Status', severity: 'Worst issue' }, outcomes: { answered: 'Answered', redirected: 'Redirected', failed: 'Could not be fetched', blocked: 'Blocked by robots.txt' },
    classes: { 2: '2xx', 3: '3xx', 4: '4xx', 5: '5xx' }, never: 'No audit has finished yet.',
  },
  page: {
    above: (domain: string) => `Pages of ${domain}`, what: 'The page', issues: 'Issues', noIssue: 'No check failed on this page.', response: 'Response', content: 'What search engines read', inlinks: 'Links to this page', outlinks: 'Links on this page', noLinks: 'None.', headers: 'Headers', redirects: 'Redirects', headings: 'Headings', structured: 'Structured data', performance: 'Performance (lab data)', loads: 'Loaded by type', thirdParties: 'Third parties',
    answer: (issues: number) => (issues === 0 ? 'No issue on this page' : plural(issues, { one: 'issue', other: 'issues' })), open: 'Open the page', columns: { issues: ['Issue', 'Severity', 'What was seen'], links: ['Page', 'Text', 'Status'], headers: ['Header', 'Value'], redirects: ['From', 'Status', 'To'], loads: ['Type', 'Size'], thirdParties: ['Host', 'Requests', 'Size'] },
    measures: { lcp: 'Largest Contentful Paint', fcp: 'First Contentful Paint', cls: 'Cumulative Layout Shift', tbt: 'Total Blocking Time', inp: 'Response to a key press', load: 'Loaded after', elements: 'Elements', requests: 'Requests', size: 'Size' },
    loaded: { document: 'HTML', stylesheet: 'Style sheets', script: 'Scripts', image: 'Images', font: 'Fonts', media: 'Media', other: 'Other' },
    facts: {
      status: 'Status', cause: 'Cause', final: 'Ended at', ttfb: 'Time to first byte', size: 'Size', robots: 'robots.txt', allowed: 'Allowed', source: 'Found by', depth: 'Clicks from the start page', sitemap: 'In a sitemap', title: 'Title', description: 'Description', canonical: 'Canonical', robotsMeta: 'Robots directives', lang: 'Language', words: 'Words', h1: 'First heading', images: 'Images', links: 'Links', viewport: 'Viewport',
    },
    sources: { start: 'Start of the audit', link: 'A link', sitemap: 'A sitemap', list: 'The given list', redirect: 'A redirect', reference: 'A canonical URL or a language version' }, yes: 'Yes', no: 'No', nofollow: 'nofollow', ms: (ms: number) => `${number(ms)} ms`, kilobytes: (bytes: number) => `${number(Math.ceil(bytes / 1024))} KB`,
  },
}));
