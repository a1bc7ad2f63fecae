/** What the area is called. */
export const names = {
  tab: 'Subdomains',
  discovery: 'Search for subdomains',
  stages: { names: 'Looking for names' },
} as const;
