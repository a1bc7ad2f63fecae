import { defineTexts } from '../../../../language/index.ts';

/** What runs on the hosts of all domains. */
export const texts = defineTexts('threats/exposure/components', ({ number, plural }) => ({
  sample: [
    ['Outdated', 'jQuery 1.11.0', 'https://www.shop.example'],
    ['Current', 'nginx 1.28.0', '198.51.100.20, port 443'],
  ] as const,
  title: 'Components',
  what: 'The components',
  label: 'Components in use on the hosts of all domains',
  planNeeded: 'It lists the software and libraries that scans find on your hosts, with their versions.',
  answer: (total: number, domains: number, addresses: number) => `${plural(total, { one: 'component', other: 'components' })} at ${plural(addresses, { one: 'address', other: 'addresses' })} of ${plural(domains, { one: 'domain', other: 'domains' })}`,
  unknown: (count: number) => (count === 0 ? 'all with a known version' : `${number(count)} without a known version`),
  export: 'Export as CycloneDX',
  emptyTitle: 'No components yet',
  empty: 'A scan of the hosts of a domain lists what runs there. Start one on the exposure page of the domain.',
  domains: 'Domains',
  filteredTitle: 'No component matches the filters',
  columns: { product: 'Component', version: 'Version', kind: 'Kind', host: 'Host', seen: 'Seen' },
  filters: { product: 'Part of a name', version: 'Version', kind: 'Kind', domain: 'Domain' },
  kinds: { service: 'Service', application: 'Application', library: 'Library', operatingSystem: 'System' },
  noVersion: 'Unknown',
}));
