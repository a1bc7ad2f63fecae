import { defineTexts } from '../../../../language/index.ts';

/** What the area and its notifications are called. */
export const names = defineTexts('assurance/status/names', () => ({
  status: 'Status',
  statusAlso: 'uptime outage services incidents checks',
  services: 'Third-party services',
  notices: { 'status.service.*': 'Third-party services' },
}));
