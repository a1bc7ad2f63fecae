import { byName, defineTexts } from '../../../../language/index.ts';

/** The names below a domain. */
export const texts = defineTexts('domains/subdomains/subdomains', ({ plural }) => ({
  what: 'The list of subdomains',
  label: 'Subdomains',
  search: 'Part of a name',
  source: 'Source',
  sources: byName({ mx: 'MX', ns: 'Nameservers', spf: 'SPF', alias: 'Alias', srv: 'Service record', web: 'Web', mail: 'Mail', certificate: 'Certificate', wordlist: 'Common names', zoneWalk: 'Zone' }),
  columns: { name: 'Name', leads: 'Leads to', sources: 'Seen in', first: 'First seen', last: 'Last seen' },
  noAddress: 'No address was found with the name',
  discover: 'Discover subdomains',
  discovering: 'The search',
  running: 'The search is running',
  export: 'Export as CSV',
  emptyTitle: 'No subdomains known yet',
  empty: 'Discovery uses its records, a list of common names and, where ownership is proven, the zone itself.',
  filteredTitle: 'No subdomain matches these filters',
  never: 'No search in the last 90 days.',
  last: 'Last search',
  wildcard: 'A wildcard answers for every name here; such names are not counted.',
  failed: (lookups: number) => `${plural(lookups, { one: 'lookup', other: 'lookups' })} failed: what they would have shown is not known.`,
  walk: {
    whole: (names: number) => `The zone was read as a whole: ${plural(names, { one: 'name', other: 'names' })}.`,
    part: (names: number) => `A part of the zone was read: ${plural(names, { one: 'name', other: 'names' })}.`,
    impossible: () => 'The zone cannot be read from outside: it has no NSEC chain.',
    notOwned: () => 'Prove that the domain is yours, and the search also reads the zone itself where that is signed with NSEC.',
  },
  prove: 'Prove ownership',
}));
