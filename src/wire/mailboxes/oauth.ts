import { z } from 'zod';
import { isMailboxFault, type MailboxFault } from '../../core/outside/mailbox.ts';
import type { Connector } from '../door.ts';
import { faultOf, sendRequest, type MailboxReply, type MailboxRequest } from './request.ts';

const Token = z.object({ access_token: z.string().min(1).max(16_384) });
const MAX_TOKEN_REPLY_BYTES = 64 * 1024;
const TIMEOUT_MS = 30_000;

/** Sends requests in the name of a mailbox. */
export type Authorized = (request: MailboxRequest) => Promise<MailboxReply | MailboxFault>;

export interface OauthOptions {
  door: Connector;
  tokenUrl: string;
  /** The form that asks for a token (RFC 6749 §4.4, §6). */
  form: Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** For each request, in milliseconds; by default 30 s. */
  timeoutMs?: number;
}

/** Requests with an access token, which is asked for when it is first needed and once more when it is no longer taken. */
export function createAuthorized({ door, tokenUrl, form, signal, timeoutMs = TIMEOUT_MS }: OauthOptions): Authorized {
  let token: Promise<string | MailboxFault> | null = null;
  const askToken = async (): Promise<string | MailboxFault> => {
    const body = new URLSearchParams(form).toString();
    const request = { method: 'POST', url: tokenUrl, headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body, maxBytes: MAX_TOKEN_REPLY_BYTES } as const;
    const reply = await sendRequest(door, request, timeoutMs, signal);
    if (isMailboxFault(reply)) return reply;
    // RFC 6749 §5.2: credentials that are not taken are a 400.
    const fault = reply.status === 400 ? { fault: 'credentials', cause: 'the token was refused: the credentials are not taken' } as const : faultOf(reply, 'the token was refused');
    return fault ?? parseJson(reply, Token, ({ access_token }) => access_token);
  };
  const sendOnce = async (request: MailboxRequest): Promise<MailboxReply | MailboxFault> => {
    const bearer = await (token ??= askToken());
    if (isMailboxFault(bearer)) {
      token = null;
      return bearer;
    }
    return sendRequest(door, { ...request, headers: { ...request.headers, Authorization: `Bearer ${bearer}` } }, timeoutMs, signal);
  };
  return async request => {
    const reply = await sendOnce(request);
    if (isMailboxFault(reply) || reply.status !== 401) return reply;
    token = null;
    return sendOnce(request);
  };
}

/** What the JSON in `reply` says, or a fault where it says something else. */
export function parseJson<Shape extends z.ZodType, Result>(reply: MailboxReply, shape: Shape, read: (value: z.output<Shape>) => Result): Result | MailboxFault {
  try {
    return read(shape.parse(JSON.parse(reply.body.toString('utf8'))));
  } catch {
    return { fault: 'unreachable', cause: 'the server answered something that cannot be read' };
  }
}
