import type { Severity } from '../../../core/finding.ts';
import { defineTexts, type SpokenOf } from '../../../core/texts.ts';

const severities: Readonly<Record<Severity, string>> = { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low', info: 'Info' };

/** What messages to channels say besides the notifications that they bring, and the e-mails and notifications about channels. */
export const notificationsTexts = defineTexts('platform/notifications', ({ number, plural }) => ({
  severities,
  titled: (severity: Severity, title: string) => `${severities[severity]}: ${title}`,
  /** Such as `3 notifications: 1 high, 2 low`. */
  summary: (total: number, counts: readonly { severity: Severity; count: number }[]) =>
    `${plural(total, { one: 'notification', other: 'notifications' })}: ${counts.map(({ severity, count }) => `${number(count)} ${severity}`).join(', ')}`,
  more: (count: number) => `…and ${number(count)} more`,
  moreInEmail: (count: number) => `…and ${number(count)} more.`,
  open: 'Open',
  opens: (url: string) => `Open: ${url}`,
  unsubscribe: 'Unsubscribe',
  unsubscribes: (url: string) => `Unsubscribe: ${url}`,
  facts: { severity: 'Severity', kind: 'Kind', time: 'Time' },
  confirmation: (account: string) => ({
    subject: 'Do you want these notifications?',
    asks: `Somebody in the account "${account}" on the Domain Security Service wants to send notifications about domains to this address. Open this link to agree:`,
    otherwise: 'If you do not want them, ignore this e-mail: no other will follow.',
  }),
  test: { title: 'This is a test', body: 'The channel works: notifications of your rules arrive here.' },
  channelDisabled: (name: string, cause: string) => ({
    title: `The channel "${name}" was turned off`,
    body: `${cause} Nothing is sent there until somebody turns it on again. What could not be delivered can be sent again from the list of deliveries.`,
  }),
}));
export type NotificationsTexts = SpokenOf<typeof notificationsTexts>;
