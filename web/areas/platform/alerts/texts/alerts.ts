import type { Severity } from '../../../../api/types.ts';
import { defineTexts } from '../../../../language/index.ts';

/** What is wrong now, and who deals with it. */
export const texts = defineTexts('platform/alerts/alerts', ({ number, plural }) => ({
  sample: [
    ['Critical', 'The nameservers have changed: ns1.hoster.example is new', 'shop.example · 5 minutes ago'],
    ['High', 'The certificate ends in 6 days', 'mail.shop.example · since this morning'],
    ['Medium', 'The DMARC policy is "none": forged mail is still delivered', 'shop.example · since Monday'],
  ] as const,
  title: 'Alerts',
  what: 'The alerts',
  answer: {
    none: 'No alerts.',
    current: (count: number) => `${plural(count, { one: 'alert', other: 'alerts' })}.`,
    serious: (count: number) => `${number(count)} critical or high.`,
    unassigned: (count: number) => `${number(count)} unassigned.`,
    muted: (count: number) => `${number(count)} muted.`,
  },
  current: 'State: current',
  filters: { state: 'State', severity: 'Severity', area: 'Area', domain: 'Domain', assignee: 'Assigned to' },
  severities: { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low', info: 'Info' } satisfies Record<Severity, string>,
  states: { open: 'Open', acknowledged: 'Acknowledged', muted: 'Muted', cleared: 'Cleared' },
  assignees: { me: 'Me', none: 'Nobody' },

  since: 'began',
  assignedTo: (email: string) => `assigned to ${email}`,
  facts: { about: 'About', area: 'Found by', since: 'Since', first: 'First time', notified: 'Notified', acknowledged: 'Acknowledged', muted: 'Muted until', assignee: 'Assigned to', note: 'Note', cleared: 'Cleared' },
  notified: (count: number) => count === 0 ? 'Not yet' : plural(count, { one: 'time, most recently', other: 'times, most recently' }),
  byKey: 'with an API key',

  keys: { acknowledge: 'Acknowledge or reopen the alert', mute: 'Mute the alert for a day, or end the mute', assign: 'Assign the alert to you, or remove the assignment' },
  act: 'See what to do',
  acknowledge: 'Acknowledge',
  reopen: 'Reopen',
  take: 'Assign to me',
  release: 'Remove assignment',
  mute: 'Mute',
  unmute: 'End the mute',
  muteFor: { day: 'For a day', week: 'For a week', month: 'For 30 days', quarter: 'For 90 days' },
  note: 'Note',
  saveNote: 'Save note',
  says: 'A muted alert sends no notifications and returns when the mute ends. An alert clears itself once its cause is gone.',
  viewer: 'Your role is read-only. A member can acknowledge, mute and assign alerts.',
  done: { acknowledged: 'Acknowledged', reopened: 'Reopened', muted: 'Muted', unmuted: 'No longer muted', assigned: 'Assigned to you', released: 'No longer assigned', noted: 'Note saved' },
  changing: (title: string) => `Changing "${title}"`,

  empty: 'No alerts',
  emptyWhy: 'Alerts appear here for changes to review, denied changes that persist, failed findings from the severity chosen below, forged mail and lookalikes that imitate a domain.',
  emptyFiltered: 'No alert matches these filters',
  clear: 'Clear all filters',
  toDomains: 'See the domains',

  threshold: 'Raise alerts for failed findings from',
  thresholdSays: 'Applies to the whole account at once.',
  thresholdFailed: 'Changing the severity',
}));
