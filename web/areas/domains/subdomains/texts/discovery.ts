import { defineTexts } from '../../../../language/index.ts';

/** What a search for names found. */
export const texts = defineTexts('domains/subdomains/discovery', () => ({
  added: 'New names',
  zoneWalk: 'Names from the zone itself',
  failed: 'Failed lookups',
}));
