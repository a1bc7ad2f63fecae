import { z } from 'zod';
import { isMailboxFault, type Mailbox, type MailboxAccess, type MailboxFault } from '../../core/outside/mailbox.ts';
import type { Connector } from '../door.ts';
import { createAuthorized, parseJson } from './oauth.ts';
import { faultOf, type MailboxReply } from './request.ts';

const API = 'https://gmail.googleapis.com/gmail/v1/users/me/messages';
const TOKEN_URL = 'https://oauth2.googleapis.com/token';
const MAX_JSON_BYTES = 4 * 1024 * 1024;
const MESSAGES = 100;
const Page = z.object({ messages: z.array(z.object({ id: z.string().max(200) })).max(1000).default([]) });
const Refusal = z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })).max(100) }) });
/** Google says 403 both to whom it does not let in and to whom it has let in too often. */
const LIMITS: ReadonlySet<string> = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'dailyLimitExceeded', 'quotaExceeded']);
const Raw = z.object({ raw: z.string() });

/** The messages of a Gmail mailbox that have a label, by the Gmail API with the scope gmail.modify; done ones lose the label. */
export function openGmail(access: MailboxAccess & { kind: 'gmail' }, door: Connector, maxBytes: number, signal: AbortSignal): Mailbox {
  const ask = createAuthorized({
    door, signal, tokenUrl: TOKEN_URL,
    form: { grant_type: 'refresh_token', client_id: access.clientId, client_secret: access.clientSecret, refresh_token: access.refreshToken },
  });
  // Base64 in JSON is a third larger.
  const maxRawBytes = Math.ceil(maxBytes * 4 / 3) + 64 * 1024;
  return {
    async list() {
      const reply = await ask({ method: 'GET', url: `${API}?labelIds=${encodeURIComponent(access.label)}&maxResults=${MESSAGES}`, maxBytes: MAX_JSON_BYTES });
      if (isMailboxFault(reply)) return reply;
      return gmailFaultOf(reply, 'listing the messages') ?? parseJson(reply, Page, ({ messages }) => messages.toReversed().map(({ id }) => ({ id, bytes: null, cursor: null })));
    },
    async read(id) {
      const reply = await ask({ method: 'GET', url: `${API}/${encodeURIComponent(id)}?format=raw`, maxBytes: maxRawBytes });
      if (isMailboxFault(reply)) return reply;
      return gmailFaultOf(reply, 'reading a message') ?? parseJson(reply, Raw, ({ raw }) => Buffer.from(raw, 'base64url'));
    },
    async done(id) {
      const body = JSON.stringify({ removeLabelIds: [access.label] });
      const reply = await ask({ method: 'POST', url: `${API}/${encodeURIComponent(id)}/modify`, headers: { 'Content-Type': 'application/json' }, body, maxBytes: MAX_JSON_BYTES });
      if (isMailboxFault(reply)) return reply;
      const fault = gmailFaultOf(reply, 'changing the labels of a message');
      return fault?.fault === 'notFound' ? null : fault;
    },
    close: () => Promise.resolve(),
  };
}

/** The fault that a reply means; null for success. */
function gmailFaultOf(reply: MailboxReply, what: string): MailboxFault | null {
  const limited = reply.status === 403 && parseJson(reply, Refusal, ({ error: { errors } }) => errors.some(({ reason }) => LIMITS.has(reason))) === true;
  return faultOf(limited ? { ...reply, status: 429 } : reply, what);
}
