import { defineTexts } from '../../../../language/index.ts';

/** What the area, its pages, runs and notifications are called. */
export const names = defineTexts('domains/inventory/names', () => ({
  domains: 'Domains',
  report: 'Report',
  settings: 'Settings',
  scan: 'Domain scan',
  stages: { scan: 'Scanning the domain', keep: 'Storing results' },
  notices: {
    'dns.*': 'DNS records', 'dnssec.*': 'DNSSEC', 'delegation.*': 'Delegation', 'domain.*': 'The domain name', 'registrar.*': 'Registrar', 'registration.*': 'Registration', 'transfer.*': 'Transfers', 'cert.*': 'Certificates',
  },
}));
