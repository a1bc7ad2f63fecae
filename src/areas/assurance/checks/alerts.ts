import { defineAlerts } from '../../alert.ts';

/** The alerts of this area. */
export const checksAlerts = defineAlerts('checks', {
  'check.down': { scope: 'status', says: 'A custom check is down.' },
  'check.flapping': { scope: 'status', says: 'A custom check keeps changing between up and down.' },
  'check.degraded': { scope: 'status', says: 'A custom check is slow, or its certificate expires soon.' },
  'domain.unreachable': { scope: 'domains', says: 'The website or the mail server of a domain does not answer.' },
});

/** The kinds of notifications, with what each says. */
export const checksNotifications = {
  'check.down': 'Checks of one host have failed for one cause.',
  'check.up': 'What had failed works again.',
  'check.flapping': 'A check keeps changing between up and down.',
  'check.our_side': 'The service itself cannot reach most of what it checks.',
} as const;
