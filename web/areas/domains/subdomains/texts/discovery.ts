/** What a search for names found. */
export const texts = {
  added: 'New names',
  zoneWalk: 'Names from the zone itself',
  failed: 'Looks that failed',
} as const;
