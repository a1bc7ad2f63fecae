import type { Posted, Posting } from '../../../core/outside/post.ts';
import { textsOfAccount } from '../account/index.ts';
import { channelKinds, type ChannelKindName } from './channel-kinds.ts';
import type { ChannelRow } from './channel-store.ts';
import type { NotificationsServices } from './services.ts';
import { makeMailLink } from './mail-token.ts';
import { readRetryAfter, type Attempt } from './retry.ts';
import type { Sealer } from './sealing.ts';
import { signedHeaders } from './signature.ts';
import { withUnsubscribe, type EmailBody } from './templates/email-body.ts';
import { notificationsTexts } from './texts.ts';

/** What is to be sent. */
export interface Sending {
  messageId: string;
  ruleId: string | null;
  body: string;
}

/** Sends a message through the channel, once; takes at most some 20 s and never throws for what the receiver does. */
export async function attempt(context: NotificationsServices, channel: ChannelRow, sending: Sending, signal: AbortSignal): Promise<Attempt> {
  const startedMs = context.clock.monotonicMs();
  const outcome = channel.kind === 'email' ? await writeEmail(context, channel, sending) : await postTo(context, channel, sending, signal);
  return { ...outcome, durationMs: context.clock.monotonicMs() - startedMs };
}

/** Why e-mails go nowhere, and what to do about it. */
export const NO_MAIL_SERVER = 'No mail server is set up, so the e-mail was not sent. The operator of this service sets DSS_SMTP_URL.';

const NOT_CONFIGURED: Omit<Attempt, 'durationMs'> = { status: null, cause: NO_MAIL_SERVER, notConfigured: true, response: null };

const UNREADABLE: Omit<Attempt, 'durationMs'> = {
  status: null, cause: 'What is secret of this channel cannot be read, because the secret of the service has changed. Enter it again.', permanent: true, response: null,
};

async function postTo({ post, clock, sealer }: NotificationsServices, channel: ChannelRow, sending: Sending, signal: AbortSignal): Promise<Omit<Attempt, 'durationMs'>> {
  const posting = postingOf(channel, sending, sealer, clock.now());
  return posting ? judgePosted(await post(posting, signal), clock.now()) : UNREADABLE;
}

function judgePosted(posted: Posted, now: number): Omit<Attempt, 'durationMs'> {
  if (posted.outcome === 'failed') return { status: null, cause: posted.cause, response: null };
  const { status, retryAfter, reply: response } = posted;
  if (status >= 200 && status < 300) return { status, cause: null, response };
  const redirected = status >= 300 && status < 400;
  const cause = redirected ? `The receiver answered ${status}, a redirect: those are not followed.` : `The receiver answered ${status}.`;
  return { status, cause, gone: status === 410, retryAfterMs: status === 429 || status === 503 ? readRetryAfter(retryAfter, now) : null, response };
}

/** The request that brings `body` to the channel; null where what is secret of it cannot be read. */
function postingOf(channel: ChannelRow, { messageId, body }: Sending, sealer: Sealer, now: number): Posting | null {
  const target = targetOf(channel, sealer);
  const secret = channel.secret === null ? '' : sealer.open(channel.secret, channel.id);
  if (target === null || secret === null) return null;
  const kind = channelKinds[channel.kind as ChannelKindName];
  const own = kind.request?.({ target, secret, body });
  const signed = kind.secret === 'made' ? signedHeaders(messageId, now, body, [secret, ...formerSecrets(channel, sealer, now)]) : {};
  return { url: target, body, ...own, headers: { 'Content-Type': 'application/json; charset=utf-8', ...own?.headers, ...signed } };
}

function formerSecrets({ id, former_secret: former, former_secret_until: until }: ChannelRow, sealer: Sealer, now: number): string[] {
  const secret = former !== null && until !== null && until > now ? sealer.open(former, id) : null;
  return secret === null ? [] : [secret];
}

/** Where the channel leads, readable; null where it is kept encrypted and cannot be read any more. */
export function targetOf({ id, kind, target }: Pick<ChannelRow, 'id' | 'kind' | 'target'>, sealer: Sealer): string | null {
  return channelKinds[kind as ChannelKindName].target.secret ? sealer.open(target, id) : target;
}

async function writeEmail(context: NotificationsServices, channel: ChannelRow, { messageId, ruleId, body }: Sending): Promise<Omit<Attempt, 'durationMs'>> {
  const { mailer, store, clock } = context;
  const of = { account_id: channel.account_id, channel_id: channel.id, rule_id: ruleId, purpose: 'unsubscribe' } as const;
  const unsubscribeUrl = await store.transaction(tx => makeMailLink(tx, context, of, clock.now()));
  const texts = await textsOfAccount(context, notificationsTexts, channel.account_id);
  try {
    const status = await mailer.send({ id: messageId, to: channel.target, ...withUnsubscribe(JSON.parse(body) as EmailBody, unsubscribeUrl, texts), unsubscribeUrl });
    return status === null ? NOT_CONFIGURED : { status, cause: null, response: null };
  } catch (error) {
    return judgeMailFault(error as { responseCode?: number });
  }
}

/** RFC 5321 §4.2.1: 5yz is for good. What else the error says is about the operator's own server. */
function judgeMailFault({ responseCode }: { responseCode?: number }): Omit<Attempt, 'durationMs'> {
  if (responseCode === undefined) return { status: null, cause: 'The mail server could not be reached.', response: null };
  return { status: responseCode, cause: `The mail server answered ${responseCode}.`, permanent: responseCode >= 500, response: null };
}
