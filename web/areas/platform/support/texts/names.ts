import { defineTexts } from '../../../../language/index.ts';

/** What the area is called. */
export const names = defineTexts('platform/support/names', () => ({ support: 'Support', supportAlso: 'help contact questions' }));
