import { defineTexts } from '../language/index.ts';

/** What a sample is called. */
export const texts = defineTexts('sample', () => ({ caption: 'Sample data' }));
