import { z } from 'zod';
import { DomainReference } from '../../../core/domain-reference.ts';
import { severities } from '../../../core/finding.ts';
import { VersionRead } from '../../../core/inputs.ts';
import type { Mailer } from '../../../core/outside/mail.ts';
import { NO_MAIL_SERVER, targetOf } from './attempt.ts';
import { channelKindNames, channelKinds, type ChannelKindName } from './channel-kinds.ts';
import type { ChannelRow } from './channel-store.ts';
import { deliveryStates, type DeliveryRow, type DeliveryState } from './delivery-store.ts';
import { noticeOf, type NotificationRow } from './notice.ts';
import { wordsOf, type RuleRow } from './rule-store.ts';
import { digests, QuietHours } from './schedule.ts';
import type { Sealer } from './sealing.ts';
import type { NotificationsServices } from './services.ts';

export const Id = z.string().regex(/^[\w-]{1,64}$/, 'Give the id as the list shows it.');
export const SeverityName = z.enum(severities);
/** A kind of notification, in which `*` stands for anything. */
export const KindPattern = z.string().min(1).max(64).regex(/^[\w.*-]+$/, 'Give a kind such as dns.ns.changed, or dns.*').refine(text => text.split('*').length <= 5, 'Use at most four stars.');
export const Version = VersionRead.optional();
const Time = z.iso.datetime();

/** The reply that shows one thing. */
export function replyOf<Data extends z.ZodType>(data: Data) {
  return z.object({ success: z.literal(true), data });
}

export const NotificationRecord = z.object({
  id: z.string(),
  kind: z.string().describe('Such as `dns.ns.changed`'),
  severity: SeverityName,
  title: z.string(),
  body: z.string(),
  subject: z.object({ type: z.string(), id: z.string() }).describe('What it is about'),
  data: z.record(z.string(), z.unknown()).describe('What programs want to know of it; differs by kind'),
  url: z.string().describe('The page of the service that shows more'),
  createdAt: Time,
  readAt: Time.nullable().describe('When the caller, a person or an API key, marked it as read'),
}).meta({ id: 'Notification' });

export function presentNotification(row: NotificationRow & { read_at: number | null }, baseUrl: string): z.output<typeof NotificationRecord> {
  return { ...noticeOf(row, baseUrl), readAt: isoOf(row.read_at) };
}

const channelStates = ['active', 'unconfirmed', 'notConfigured', 'disabled'] as const;

export const ChannelRecord = z.object({
  id: z.string(),
  kind: z.enum(channelKindNames),
  name: z.string(),
  target: z.string().describe('Where it leads; of an address that is a secret by itself, only the host and the last characters'),
  state: z.enum(channelStates).describe('`unconfirmed`: the reader of the e-mail address has not yet agreed; `notConfigured`: an e-mail channel that is on, while no mail server is set up to send by'),
  cause: z.string().nullable().describe('Why it was turned off, or why nothing is sent'),
  failingSince: Time.nullable().describe('Since when every attempt has failed; after 5 days the channel is turned off'),
  formerSecretUntil: Time.nullable().describe('Until when messages are signed with the former secret, too'),
  version: z.int(),
  createdAt: Time,
  updatedAt: Time,
}).meta({ id: 'NotificationChannel' });
export type ChannelRecord = z.output<typeof ChannelRecord>;

export function presentChannel(row: ChannelRow, { sealer, mailer }: Pick<NotificationsServices, 'sealer' | 'mailer'>): ChannelRecord {
  const state = channelStateOf(row, mailer);
  return {
    id: row.id, kind: row.kind as ChannelKindName, name: row.name, target: shownTarget(row, sealer), state, cause: state === 'notConfigured' ? NO_MAIL_SERVER : row.cause,
    failingSince: isoOf(row.failing_since), formerSecretUntil: isoOf(row.former_secret_until), version: row.version,
    createdAt: isoOf(row.created_at), updatedAt: isoOf(row.updated_at),
  };
}

/** How the channel is doing; what has to be sent by e-mail is not sent where no mail server is set up. */
export function channelStateOf({ kind, state }: Pick<ChannelRow, 'kind' | 'state'>, { configured }: Pick<Mailer, 'configured'>): ChannelRecord['state'] {
  return kind === 'email' && state !== 'disabled' && !configured ? 'notConfigured' : state as ChannelRecord['state'];
}

function shownTarget(row: ChannelRow, sealer: Sealer): string {
  const target = targetOf(row, sealer);
  if (target === null) return 'cannot be read any more; enter it again';
  return channelKinds[row.kind as ChannelKindName].target.secret ? `${new URL(target).origin}/…${target.slice(-4)}` : target;
}

const ids = (what: string, item: z.ZodString = Id) => z.array(item).max(100).describe(`Only what is about one of these ${what}`);

/** What people say of a rule, without its channel. */
export const ruleFields = {
  kinds: z.array(KindPattern).min(1).max(50).describe('Kinds of notification, `*` for anything: such as `dns.*`'),
  leastSeverity: SeverityName.describe('From this severity up'),
  domainIds: ids('domains, by name or id', DomainReference),
  groupIds: ids('groups'),
  clientIds: ids('clients'),
  tags: z.array(z.string().min(1).max(100)).max(100).describe('Only what is about a domain with one of these tags'),
  endings: z.boolean().describe('Whether it also notifies when a change is resolved: authorized, reverted or superseded. PagerDuty is always notified'),
  digest: z.enum(digests).describe('At once, or together: at the full hour, daily at 07:00 UTC, or on Mondays at 07:00 UTC'),
  quietHours: QuietHours.nullable().describe('When all but critical notifications wait'),
  enabled: z.boolean(),
};

export const RuleRecord = z.object({ id: z.string(), channelId: z.string(), ...ruleFields, version: z.int(), createdAt: Time, updatedAt: Time }).meta({ id: 'NotificationRule' });

export function presentRule(row: RuleRow): z.output<typeof RuleRecord> {
  const { filter, quiet, channelId, kinds, leastSeverity, endings, digest, enabled } = wordsOf(row);
  const { domainIds, groupIds, clientIds, tags } = filter;
  return {
    id: row.id, channelId, kinds: [...kinds], leastSeverity, domainIds: [...domainIds], groupIds: [...groupIds], clientIds: [...clientIds], tags: [...tags],
    endings, digest, quietHours: quiet, enabled, version: row.version, createdAt: isoOf(row.created_at), updatedAt: isoOf(row.updated_at),
  };
}

export const DeliveryRecord = z.object({
  id: z.string(),
  channelId: z.string(),
  ruleId: z.string().nullable().describe('The rule that wanted it; null for a test, a repetition, and an end that no rule asks for'),
  messageId: z.string().describe('The same for every attempt and every replay: `webhook-id` of a webhook'),
  state: z.enum(deliveryStates).describe('`collecting`: it is sent later and takes more in until then; `waiting`: it is sent, or tried again, at `nextAt`'),
  attempts: z.int(),
  status: z.int().nullable().describe('Status of HTTP or SMTP that the last attempt got'),
  cause: z.string().nullable().describe('Why the last attempt failed, or why nothing was sent'),
  response: z.string().nullable().describe('How the receiver\'s last reply begins'),
  durationMs: z.int().nullable(),
  body: z.string().nullable().describe('What is sent, without secrets; null while it is collected'),
  nextAt: Time.nullable(),
  createdAt: Time,
  finishedAt: Time.nullable(),
}).meta({ id: 'Delivery' });

export function presentDelivery(row: DeliveryRow): z.output<typeof DeliveryRecord> {
  return {
    id: row.id, channelId: row.channel_id, ruleId: row.rule_id, messageId: row.message_id, state: row.state as DeliveryState, attempts: row.attempts, status: row.status, cause: row.cause,
    response: row.response, durationMs: row.duration_ms, body: row.body, nextAt: isoOf(row.next_at), createdAt: isoOf(row.created_at), finishedAt: isoOf(row.finished_at),
  };
}

function isoOf(at: number): string;
function isoOf(at: number | null): string | null;
function isoOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
