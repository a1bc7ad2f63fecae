import { defineTexts } from '../../../../language/index.ts';
import type { Answer, Cause, Impact, Outcome } from '../types.ts';

/** Accessibility audits of one domain: their list, an audit and its questions. */
export const texts = defineTexts('web/accessibility/audit', ({ number, plural }) => ({
  sampleLines: [
    ['Fails', '1.1.1 Non-text Content', '3 images without a text alternative'],
    ['Open', '1.4.5 Images of Text', 'A question for a person, with the pictures'],
    ['Passes', '3.1.1 Language of Page', 'All pages'],
  ] as const,
  planNeeded: (domain: string) => `It judges pages of ${domain} by WCAG: what fails, where and how to fix it, and what a person still has to answer.`,
  outcomes: { failed: 'Fails', cantTell: 'Open', passed: 'Met', inapplicable: 'Does not apply', untested: 'Not tested' } satisfies Record<Outcome, string>,
  impacts: { critical: 'Critical', serious: 'Serious', moderate: 'Moderate', minor: 'Minor' } satisfies Record<Impact, string>,
  changes: { new: 'New', unchanged: 'Unchanged', fixed: 'Fixed', notComparable: 'Not comparable' } satisfies Record<NonNullable<Cause['change']>, string>,
  standards: { wcag22: 'WCAG 2.2', wcag21: 'WCAG 2.1', wcag20: 'WCAG 2.0' },
  level: (standard: string, level: string) => `${standard}, level ${level}`,
  pages: (count: number) => plural(count, { one: 'page', other: 'pages' }),
  findings: (count: number) => plural(count, { one: 'finding', other: 'findings' }),
  list: {
    what: 'The list of audits', title: 'Audits', never: 'Not audited yet', emptyTitle: 'No audit yet', empty: 'An audit shows pages in a browser, judges them by every criterion of WCAG and asks what no rule can decide. Until ownership of the domain is proven, it takes at most 5 pages.',
    urgent: (count: number) => `${plural(count, { one: 'fault is', other: 'faults are' })} critical or serious`, some: (count: number) => `${plural(count, { one: 'fault', other: 'faults' })} to fix`, calm: 'No rule found a fault', open: (count: number) => (count === 0 ? 'all questions are answered' : `${plural(count, { one: 'question waits', other: 'questions wait' })} for an answer`),
    next: 'View what to fix', columns: ['Audit', 'Status', 'Pages', 'Faults', 'Critical or serious', 'Open questions'], statuses: { running: 'In progress', completed: 'Completed', partial: 'Partial' },
  },
  steps: {
    title: 'Sign in, or open menus and dialogs', says: 'Only for domains with proven ownership. Steps are stored encrypted with the domain and are not shown again.',
    signIn: 'Sign in', signInUses: { kept: 'Use the saved steps, if any', new: 'Use new steps', none: 'Do not sign in; delete saved steps' }, states: 'Menus and dialogs', statesUses: { kept: 'Use the saved states, if any', new: 'Use new states', none: 'Skip; delete saved states' },
    state: (at: number) => `State ${number(at)}`, name: 'Name, such as “menu open”', page: 'Page', eachPage: 'every page', addState: 'Add a state', removeState: 'Remove this state',
  },
  trend: {
    title: 'Faults over time', says: 'Distinct faults per audit with the same standard, level and window. Audits of more pages can find more.', kinds: { urgent: 'Critical or serious', others: 'Moderate or minor' }, columns: { audit: 'Audit', pages: 'Pages' },
    audit: (time: string, urgent: number, others: number, pages: number) => `${time}: ${number(urgent)} critical or serious, ${number(others)} moderate or minor, on ${plural(pages, { one: 'page', other: 'pages' })}`,
  },
  start: {
    start: 'Audit accessibility', what: 'The audit', standard: 'Standard', maxPages: 'Pages at most', viewport: 'Window', desktop: 'Desktop, 1280 pixels wide', phone: 'Phone, 390 pixels wide', urls: 'Pages to include', urlsSay: 'One address per line; if empty, the start page. More pages come from the last site audit or from links on these pages, some at random.', more: 'Choose pages',
    limits: (count: number) => plural(count, { one: 'page', other: 'pages' }),
  },
  audit: {
    title: (domain: string) => `Accessibility of ${domain}`, tab: (domain: string) => `Accessibility audit · ${domain}`, above: (domain: string) => `Audits of ${domain}`, what: 'The audit',
    failing: (count: number, of: number) => `${number(count)} of ${plural(of, { one: 'criterion fails', other: 'criteria fail' })}`, none: 'No criterion fails', running: 'The audit is in progress',
    changed: (fresh: number, fixed: number) => (fresh + fixed === 0 ? 'no fault is new or fixed since the previous audit' : `${number(fresh)} new and ${number(fixed)} fixed since the previous audit`), first: 'no previous audit of this kind',
    questions: (count: number) => (count === 0 ? 'View questions' : `Answer ${plural(count, { one: 'question', other: 'questions' })}`), export: 'Export', formats: { html: 'Page', pdf: 'PDF', csv: 'CSV', 'conformance-html': 'Conformance report', statement: 'Accessibility statement', openacr: 'OpenACR', 'wcag-em': 'WCAG-EM', earl: 'EARL', sarif: 'SARIF', json: 'JSON' },
    unjudged: (count: number) => `${plural(count, { one: 'page was', other: 'pages were' })} not judged; the audit is partial.`,
  },
  board: {
    title: 'Criteria', says: 'A criterion counts as met only when a person confirms it: rules cover only part of it.', all: 'All criteria', principles: { 1: 'Perceivable', 2: 'Operable', 3: 'Understandable', 4: 'Robust' },
    faults: (causes: number, pages: number) => `${plural(causes, { one: 'fault', other: 'faults' })} on ${plural(pages, { one: 'page', other: 'pages' })}`, open: (count: number) => `${number(count)} open`,
    chosen: (criterion: string, name: string) => `${criterion} ${name}`, level: (level: string) => `Level ${level}`, understanding: 'Understanding this criterion', answer: (open: number) => `Answer its questions (${number(open)})`, passedRules: 'Rules about a part of it that passed', modes: { automatic: 'Decided by rules', semiAutomatic: 'Decided by rules and people', manual: 'Decided by people' }, show: 'Show all criteria',
  },
  causes: {
    title: 'What to fix', what: 'The list of faults', says: 'Findings with one cause are one fault: fix the component once.', total: (count: number) => plural(count, { one: 'fault', other: 'faults' }), none: 'No fault matches.', noneAtAll: 'No rule found a fault. Answer the questions for what rules cannot decide.',
    filters: { criterion: 'Criterion', impact: 'Impact', change: 'Since the previous audit' }, fix: 'What to do', element: 'Element', code: 'Code', copy: 'the code', engines: 'Who says so', where: 'Where', rules: 'Rules', wherePages: 'The pages with this fault', act: (rule: string) => `ACT rule ${rule}`,
    picture: 'The element, outlined on the page', engineNames: { axe: 'axe-core', accessLint: 'AccessLint', qualWeb: 'QualWeb', ibm: 'IBM Equal Access', probes: 'Own probe', keyboard: 'Keyboard walk', layout: 'Layout probe', site: 'Pages compared' }, said: (engine: string, rule: string, says: string) => `${engine} (${rule}): ${says}`,
    enginesChanged: 'The previous audit used other engine versions, so some new faults may come from the change.',
  },
  sample: { title: 'Pages of the sample', columns: ['Page', 'Title', 'Status'], statuses: { judged: 'Judged', waiting: 'Waiting', failed: 'Not judged' }, noScripts: 'its scripts did not run', chosen: { named: 'named', template: 'stands for its template', single: 'a page of its own kind', link: 'other pages link to it', random: 'drawn at random' }, template: (label: string) => `stands for the template ${label}`, view: (view: string, cause: string) => `not judged as ${view}: ${cause}`, basis: { siteAudit: 'Chosen from the last site audit, with a random part.', links: 'Chosen among the pages that link to each other, with a random part: no site audit has been analyzed.' }, signedIn: 'Judged signed in.', certificate: (error: string) => `the browser refuses its certificate: ${error}`, cut: (stops: number) => `the walk with the keyboard ended after ${plural(stops, { one: 'stop', other: 'stops' })}`, reached: (limit: number) => `The keyboard made ${number(limit)} stops, the limit for one audit: the remaining pages were judged without it.`, engineFailed: (engine: string, cause: string) => `${engine} failed: ${cause}` },
  review: {
    title: 'Questions', tab: (domain: string) => `Questions of the accessibility audit · ${domain}`, what: 'The questions', above: (domain: string) => `Accessibility of ${domain}`, open: (count: number) => (count === 0 ? 'All questions are answered' : `${plural(count, { one: 'question waits', other: 'questions wait' })} for an answer`), answered: (count: number) => `${number(count)} answered`,
    position: (at: number, of: string) => `Question ${number(at)} of ${of}`, more: (count: number) => `${number(count)} or more`, none: 'No question matches.', answers: { yes: 'Yes', no: 'No', notApplicable: 'Does not apply' } satisfies Record<Answer, string>, takeBack: 'Take back', note: 'Note', noteSays: 'What was seen; it stands in exports.',
    previous: 'Previous', next: 'Next', whole: 'All pages of the sample', page: 'Page', says: 'What rules say', saved: (answer: string) => `Saved: ${answer}`, takenBack: 'The answer was taken back', answeredAt: 'Answered', keys: 'With the focus here: Y yes, N no, A does not apply, J next, K previous. Note: T.', group: 'The question',
    filters: { criterion: 'Criterion', answered: 'Answer' }, states: { false: 'Open', true: 'Answered' }, viewer: 'Your role can read questions and not answer them.',
  },
}));
