import { defineTexts } from '../../../../language/index.ts';

/** What a search for lookalikes, or a capture of evidence, found. */
export const texts = defineTexts('threats/lookalikes/runs', () => ({
  failed: 'Failed lookups',
  names: 'Names searched',
  found: 'New among them',
  candidates: 'Checked further',
  unknown: 'Unknown names',
}));
