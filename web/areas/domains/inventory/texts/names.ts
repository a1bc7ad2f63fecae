import { defineTexts } from '../../../../language/index.ts';

/** What the area, its pages, runs and notifications are called. */
export const names = defineTexts('domains/inventory/names', () => ({
  domains: 'Domains',
  heatMap: 'Heat map of checks',
  heatMapAlso: 'matrix overview spf dkim dmarc mta-sts',
  import: 'Import domains',
  importAlso: 'add upload csv many',
  labels: 'Groups and clients',
  labelsAlso: 'customers tags labels',
  domainsAlso: 'inventory list names portfolio',
  report: 'Report',
  settings: 'Settings',
  scan: 'Domain scan',
  stages: { scan: 'Scanning the domain', keep: 'Storing results' },
  notices: {
    'dns.*': 'DNS records', 'dnssec.*': 'DNSSEC', 'delegation.*': 'Delegation', 'domain.*': 'The domain name', 'registrar.*': 'Registrar', 'registration.*': 'Registration', 'transfer.*': 'Transfers', 'cert.*': 'Certificates',
    'takeover.*': 'Takeover', 'cname.*': 'Dangling records', 'wildcard.*': 'Wildcards', 'blocklist.*': 'Blocklists', 'mtaSts.*': 'MTA-STS', 'tlsRpt.*': 'TLS reports', 'bimi.*': 'BIMI',
  },
}));
