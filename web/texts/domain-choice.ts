import { defineTexts } from '../language/index.ts';

/** What a field says that chooses from all domains and has none to offer. */
export const texts = defineTexts('domain-choice', () => ({ nothingFound: 'Nothing found', searching: 'Searching …', failed: 'The search failed. Type again to try once more.' }));
