import { defineTexts } from '../../../../language/index.ts';

/** Labels of the first load. */
export const names = defineTexts('assurance/compliance/names', () => ({ compliance: 'Compliance', notices: { 'compliance.contradicted': 'Contradicted controls' } }));
