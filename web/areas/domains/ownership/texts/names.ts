import { defineTexts } from '../../../../language/index.ts';

/** What the page and the notifications are called. */
export const names = defineTexts('domains/ownership/names', () => ({
  many: 'Proofs of ownership',
  manyAlso: 'verify domains txt record challenge zone',
  notices: { 'ownership.*': 'Ownership' },
}));
