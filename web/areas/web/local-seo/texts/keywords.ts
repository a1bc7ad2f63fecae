import { defineTexts } from '../../../../language/index.ts';
import type { AiState } from '../types.ts';

/** Tracked keywords and their web ranks. */
export const texts = defineTexts('web/local-seo/keywords', ({ number }) => ({
  title: 'Web ranks', planNeeded: 'It shows where your domains rank among web results for keywords, week by week.', answer: 'Keywords that are checked regularly, with the latest rank of your domain', what: 'The list of keywords', add: 'Track keyword',
  empty: 'No tracked keyword yet', emptyWhy: 'Track a keyword to see where your domain ranks among web results, how that changes, and whether answers of an AI cite it.',
  columns: ['Keyword', 'Rank', 'Before', 'Best', 'Page', 'Also on the page', 'AI answer', 'Checked', 'Repeat'], everyLabel: (keyword: string) => `How often to check “${keyword}”`, skipped: 'Last scheduled check skipped:', moved: (gained: number) => (gained > 0 ? `up ${number(gained)}` : `down ${number(-gained)}`), off: 'Off', waits: 'Not checked yet', remove: 'Stop', removeLabel: (keyword: string) => `Stop tracking “${keyword}”`,
  aiStates: { none: 'None', cited: 'Cites you', notCited: 'Does not cite you', sourcesUnknown: 'Sources not known', unknown: 'Not known' } satisfies Record<AiState | 'unknown', string>,
  form: { title: 'Track a keyword', domain: 'Domain', keyword: 'Keyword', country: 'Country, such as US', language: 'Language, such as en', provider: 'Search service', maxCost: 'Maximum cost per check in US dollars', every: 'Repeat', noProvider: 'No search service for web ranks is set up.', save: 'Track', what: 'The keyword' },
}));
