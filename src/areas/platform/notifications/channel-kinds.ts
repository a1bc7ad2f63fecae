import { parseIp } from '../../../core/ip.ts';
import type { Posting } from '../../../core/outside/post.ts';
import { specialPurpose } from '../../../core/special-addresses.ts';
import type { Message } from './notice.ts';
import type { NotificationsTexts } from './texts.ts';
import { discordBody } from './templates/discord.ts';
import { emailBody } from './templates/email-body.ts';
import { ntfyBody, ntfyServer } from './templates/ntfy.ts';
import { pagerdutyBody } from './templates/pagerduty.ts';
import { slackBody } from './templates/slack.ts';
import { teamsBody } from './templates/teams.ts';
import { telegramBody } from './templates/telegram.ts';
import { webhookBody } from './templates/webhook.ts';

/** How one kind of channel is addressed and what it takes. */
interface ChannelKind {
  target: {
    /** What it is where none is given; null where one is needed. */
    standard: string | null;
    /** Anyone who knows it can post: it is kept encrypted and shown in part. */
    secret: boolean;
    /** What is wrong with one; null where nothing is. */
    judge(target: string): string | null;
  };
  /** Null where there is none, `made` where we make it, else what it must look like and whether it is needed. */
  secret: null | 'made' | { pattern: RegExp; wanted: string; needed: boolean };
  /** Whether several notifications may come in one message. */
  collects: boolean;
  /** Whether people read it as it comes, so that too many at once are put together. */
  forPeople: boolean;
  /** Whether it keeps what it was notified of open until it is notified of the end: it gets every end, and nothing that was settled from the start. */
  holdsState?: true;
  /** What is sent, without secrets; the same for the same message. */
  body(message: Message, target: string, texts: NotificationsTexts): string;
  /** What of the request is not simply the body, as JSON, at the target; `secret` is empty where there is none. */
  request?(sending: { target: string; secret: string; body: string }): Partial<Posting>;
}

/** As a URL has them; others would let a channel knock at any service. */
const HTTPS_PORTS: ReadonlySet<string> = new Set(['', '8443']);

const url = { standard: null, secret: false, judge: judgeUrl };
const secretUrl = { ...url, secret: true };

const kinds = {
  email: {
    target: { standard: null, secret: false, judge: target => (/^[^\s@<>,;"]{1,64}@[^\s@<>,;"]{1,189}$/.test(target) ? null : 'Give one e-mail address.') },
    secret: null, collects: true, forPeople: true, body: emailBody,
  },
  webhook: { target: url, secret: 'made', collects: true, forPeople: false, body: webhookBody },
  slack: { target: secretUrl, secret: null, collects: true, forPeople: true, body: slackBody },
  teams: { target: secretUrl, secret: null, collects: true, forPeople: true, body: teamsBody },
  discord: { target: secretUrl, secret: null, collects: true, forPeople: true, body: discordBody },
  telegram: {
    target: { standard: null, secret: false, judge: target => (/^(-?\d{1,20}|@\w{5,32})$/.test(target) ? null : 'Give the id of a chat, a number, or the @name of a channel.') },
    secret: { pattern: /^\d{5,20}:[\w-]{30,64}$/, wanted: 'the token of the bot', needed: true },
    collects: true, forPeople: true, body: telegramBody, request: ({ secret }) => ({ url: `https://api.telegram.org/bot${secret}/sendMessage` }),
  },
  ntfy: {
    target: { ...url, judge: target => judgeUrl(target) ?? (/^\/(.*\/)?[\w-]{1,64}$/.test(new URL(target).pathname) ? null : 'Give the URL of a topic, such as https://ntfy.sh/my-alerts.') },
    secret: { pattern: /^[\x21-\x7e]{8,128}$/, wanted: 'an access token', needed: false },
    collects: true, forPeople: true, body: ntfyBody,
    request: ({ target, secret }) => ({ url: ntfyServer(target), headers: secret === '' ? {} : { Authorization: `Bearer ${secret}` } }),
  },
  pagerduty: {
    target: { ...url, standard: 'https://events.pagerduty.com/v2/enqueue' },
    secret: { pattern: /^[A-Za-z0-9]{32}$/, wanted: 'the integration key, 32 letters and digits', needed: true },
    collects: false, forPeople: false, holdsState: true, body: pagerdutyBody,
    request: ({ secret, body }) => ({ body: JSON.stringify({ routing_key: secret, ...JSON.parse(body) as object }) }),
  },
} satisfies Record<string, ChannelKind>;

export type ChannelKindName = keyof typeof kinds;

/** What each kind of channel is. */
export const channelKinds: Readonly<Record<ChannelKindName, ChannelKind>> = kinds;

export const channelKindNames = Object.keys(kinds) as [ChannelKindName, ...ChannelKindName[]];

/** What is wrong with the address of a receiver; whether its name leads to a public address is judged at every connection. */
function judgeUrl(target: string): string | null {
  const parsed = URL.parse(target);
  if (parsed?.protocol !== 'https:') return 'Give an https URL.';
  if (!HTTPS_PORTS.has(parsed.port)) return 'Give a URL at port 443 or 8443.';
  if (parsed.username !== '' || parsed.password !== '') return 'Leave the user name and the password out of the URL.';
  return parsed.hash === '' ? null : 'Leave out what stands behind #.';
}

/** The host of a URL where everybody can see that it is not public; null for any other. */
export function inwardHost(target: string): string | null {
  const host = URL.parse(target)?.hostname.replace(/^\[|\]$/g, '') ?? '';
  const inward = parseIp(host) ? specialPurpose(host) !== null : host !== '' && (!host.includes('.') || /\.(localhost|local|internal)\.?$/.test(host));
  return inward ? host : null;
}
