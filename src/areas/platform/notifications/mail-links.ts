import { z } from 'zod';
import { operationIn, type AuditNote } from '../../../core/operation.ts';
import { Problem } from '../../../core/problem.ts';
import type { Db } from '../../../store/index.ts';
import { confirmChannel, disableChannel, findChannel, type ChannelRow } from './channel-store.ts';
import type { NotificationsServices } from './services.ts';
import { findMailToken, type MailToken } from './mail-token.ts';
import { WEEKLY_REPORT } from './notice.ts';
import { disableRule, findRule, type RuleRow } from './rule-store.ts';
import { replyOf } from './shapes.ts';
import type { Digest } from './schedule.ts';

const LinkPath = z.strictObject({ token: z.string().regex(/^[\w-]{1,64}$/, 'Open the link exactly as it appears in the e-mail.').describe('What stands behind /u/ in the link') });

const MailLink = z.object({
  purpose: z.enum(['unsubscribe', 'confirm']),
  address: z.string().describe('Where the e-mails go'),
  subscription: z.string().describe('Which e-mails the link is about'),
  done: z.boolean().describe('Whether what the link does is done'),
  stopped: z.boolean().describe('Whether this channel sends no e-mails at all to this address'),
}).meta({ id: 'MailLink' });
type MailLink = z.output<typeof MailLink>;

const example = { token: 'Zm9yIHRoZSBkb2NzIQ' };

const show = operationIn<NotificationsServices>()({
  id: 'notifications.mail_link.show',
  summary: 'Show what an e-mail link does',
  description: 'What the link at the end of an e-mail does, and whether it was used. The page /u/{token} shows the same.',
  method: 'GET',
  path: '/api/mail-links/{token}',
  access: 'public',
  allowance: 'none',
  input: LinkPath,
  output: replyOf(MailLink),
  examples: [{ input: example, says: 'By the token in the link' }],
  run: async (_call, { db }, { token }) => ({ success: true as const, data: present(await open(db, token)) }),
});

const use = operationIn<NotificationsServices>()({
  id: 'notifications.mail_link.use',
  summary: 'Use an e-mail link',
  description: 'Stops the e-mails that the link is about, or with `all` every e-mail to this address from this channel; a confirmation link allows them. '
    + 'Needs no sign-in; a POST to /u/{token} does the same, as RFC 8058 wants it.',
  method: 'POST',
  path: '/api/mail-links/{token}',
  access: 'public',
  allowance: 'none',
  idempotent: true,
  input: LinkPath.extend({ all: z.boolean().default(false).describe('Every e-mail to this address from this channel') }),
  output: replyOf(MailLink),
  audit: { none: 'The entry names the account, which only the token tells.' },
  examples: [{ input: example, says: 'Stop these e-mails' }],
  run: async ({ now, note }, { db }, { token, all }) => {
    const linked = await open(db, token);
    for (const entry of await (linked.token.purpose === 'confirm' ? confirm(db, linked, now) : unsubscribe(db, linked, all, now))) note({ ...entry, accountId: linked.token.account_id });
    return { success: true as const, data: present(await open(db, token)) };
  },
});

interface Linked {
  token: MailToken;
  channel: ChannelRow;
  /** The rule whose e-mails they are; null where the link is about all. */
  rule: RuleRow | null;
}

async function open(db: Db, text: string): Promise<Linked> {
  const token = await findMailToken(db, text);
  const channel = token && await findChannel(db, token.account_id, token.channel_id);
  if (!channel) throw new Problem('not_found', 'This link is no longer valid: its e-mails have been stopped, or it was not copied completely.');
  return { token, channel, rule: token.rule_id === null ? null : await findRule(db, token.account_id, token.rule_id) };
}

async function confirm(tx: Db, { channel }: Linked, now: number): Promise<AuditNote[]> {
  return await confirmChannel(tx, channel.id, now) ? [{ action: 'notification_channel.confirmed', resource: { type: 'notification_channel', id: channel.id } }] : [];
}

async function unsubscribe(tx: Db, { token, channel, rule }: Linked, all: boolean, now: number): Promise<AuditNote[]> {
  if (!all && token.rule_id !== null) {
    const off = rule !== null && await disableRule(tx, rule.id, now);
    return off ? [{ action: 'notification_rule.unsubscribed', resource: { type: 'notification_rule', id: rule.id } }] : [];
  }
  const off = await disableChannel(tx, channel.id, 'Its reader has unsubscribed.', now);
  return off ? [{ action: 'notification_channel.unsubscribed', resource: { type: 'notification_channel', id: channel.id } }] : [];
}

const subscription: Readonly<Record<Digest, string>> = {
  immediate: 'immediate e-mails', hourly: 'hourly summaries', daily: 'daily summaries', weekly: 'weekly summaries',
};

function subscriptionOf({ kinds, digest }: RuleRow): string {
  return kinds === JSON.stringify([WEEKLY_REPORT]) ? 'weekly reports' : subscription[digest as Digest];
}

function present({ token, channel, rule }: Linked): MailLink {
  const purpose = token.purpose as MailLink['purpose'];
  const stopped = channel.state !== 'active';
  const ruleIsOff = token.rule_id !== null && rule?.enabled !== 1;
  return {
    purpose, address: channel.target, subscription: rule ? subscriptionOf(rule) : 'all notifications',
    done: purpose === 'confirm' ? channel.confirmed_at !== null : stopped || ruleIsOff, stopped,
  };
}

export const mailLinkOperations = [show, use] as const;
