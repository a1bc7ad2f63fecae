import { defineTexts } from '../../../../language/index.ts';

export const texts = defineTexts('assurance/compliance/compliance', () => ({
  answer: 'Say what people find here, and what to do next.',
  what: 'The list',
  empty: 'There is nothing yet.',
  columns: { text: 'Text', at: 'Added' },
}));
