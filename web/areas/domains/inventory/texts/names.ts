import { defineTexts } from '../../../../language/index.ts';

/** What the area, its pages, runs and notifications are called. */
export const names = defineTexts('domains/inventory/names', () => ({
  domains: 'Domains',
  report: 'Report',
  settings: 'Settings',
  scan: 'Domain scan',
  stages: { look: 'Looking at the domain', keep: 'Keeping what was seen' },
  notices: {
    'dns.*': 'DNS records', 'dnssec.*': 'DNSSEC', 'delegation.*': 'Delegation', 'domain.*': 'The name itself', 'registrar.*': 'Registrar', 'registration.*': 'Registration', 'transfer.*': 'Transfers', 'cert.*': 'Certificates',
  },
}));
