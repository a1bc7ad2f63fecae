/** The list of domains. */
export const texts = {
  title: 'Domains',
  what: 'The list of domains',
  columns: { name: 'Domain', score: 'Grade', issues: 'To mend', checkedAt: 'Last look', expiresAt: 'Registration ends' },
  search: 'Name or note',
  emptyTitle: 'No domain is watched yet',
  empty: 'Check a domain, and add it to the inventory: it is looked at again and again, and you hear of changes.',
  check: 'Check a domain',
} as const;
