import { defineTexts } from '../../../../language/index.ts';

/** What a search for lookalikes, or a capture of evidence, found. */
export const texts = defineTexts('threats/lookalikes/runs', () => ({
  failed: 'Looks that failed',
  names: 'Names looked for',
  found: 'New among them',
  candidates: 'Looked at further',
  unknown: 'Names of which nothing could be learnt',
}));
