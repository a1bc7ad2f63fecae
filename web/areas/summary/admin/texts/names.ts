import { defineTexts } from '../../../../language/index.ts';

/** What the area is called. */
export const names = defineTexts('summary/admin/names', () => ({
  admin: 'Operator',
  adminAlso: 'operator accounts health administration',
}));
