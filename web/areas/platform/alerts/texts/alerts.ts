import type { Severity } from '../../../../api/types.ts';
import { byName, defineTexts } from '../../../../language/index.ts';

/** What is wrong now, and who deals with it. */
export const texts = defineTexts('platform/alerts/alerts', ({ number, plural }) => ({
  title: 'Alerts',
  what: 'The alerts',
  answer: {
    none: 'Nothing is wrong now.',
    current: (count: number) => `${plural(count, { one: 'alert', other: 'alerts' })}.`,
    serious: (count: number) => `${number(count)} critical or high.`,
    unassigned: (count: number) => `${number(count)} not assigned.`,
    muted: (count: number) => `${number(count)} muted.`,
  },
  filters: { state: 'State', severity: 'Severity', area: 'Area', domain: 'Domain', assignee: 'Assigned to' },
  severities: { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low', info: 'Info' } satisfies Record<Severity, string>,
  states: { open: 'Open', acknowledged: 'Acknowledged', muted: 'Muted', cleared: 'Cleared' },
  assignees: { me: 'Me', none: 'Nobody' },
  areas: byName({ history: 'Scans', events: 'Events', dmarc: 'DMARC reports', lookalikes: 'Lookalikes' }),

  since: 'since',
  assignedTo: (email: string) => `assigned to ${email}`,
  facts: { about: 'About', area: 'Found by', since: 'Since', first: 'First time', notified: 'Notified', acknowledged: 'Acknowledged', muted: 'Muted until', assignee: 'Assigned to', note: 'Note', cleared: 'Cleared' },
  notified: (count: number) => count === 0 ? 'Not yet' : plural(count, { one: 'time, last', other: 'times, last' }),
  by: { person: 'by a person', key: 'by an API key' },

  act: 'See what to do',
  acknowledge: 'Acknowledge',
  reopen: 'Reopen',
  take: 'Assign to me',
  release: 'Remove assignment',
  mute: 'Mute',
  unmute: 'End the mute',
  muteFor: { day: 'For a day', week: 'For a week', month: 'For 30 days', quarter: 'For 90 days' },
  note: 'Note for those who read it later',
  saveNote: 'Save note',
  says: 'A muted alert sends nothing and comes back when the mute ends. An alert is cleared when its cause is gone.',
  viewer: 'Your role is read-only. A member can acknowledge, mute and assign alerts.',
  done: { acknowledged: 'Acknowledged', reopened: 'Reopened', muted: 'Muted', unmuted: 'No longer muted', assigned: 'Assigned to you', released: 'No longer assigned', noted: 'Note saved' },
  changing: (title: string) => `Changing "${title}"`,

  empty: 'Nothing is wrong now',
  emptyWhy: 'Denied changes that are still there, failed findings, senders that forge and lookalikes that imitate a domain appear here, one alert for one cause.',
  emptyFiltered: 'No alert matches these filters',
  clear: 'Clear all filters',
  toDomains: 'See the domains',

  threshold: 'Failed findings are alerts from',
  thresholdSays: 'For the whole account. It holds at once.',
  thresholdFailed: 'Changing the severity',
}));
