import { createSign } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import { isMailboxFault } from '../core/outside/mailbox.ts';
import type { SearchData, SearchDataProvider, SearchDataReply, SearchDataSecret } from '../core/outside/search-data.ts';
import { retryAfterMs } from './conditional.ts';
import type { Connector } from './door.ts';
import { createAuthorized } from './mailboxes/oauth.ts';
import { sendRequest, type MailboxReply, type MailboxRequest } from './mailboxes/request.ts';
import { mirrorOf } from './mirror.ts';

/** 5,000 rows with addresses of usual length are some 2 MiB. */
const MAX_BYTES = 8 << 20;
const TIMEOUT_MS = 30_000;
const TOKEN_URL = 'https://oauth2.googleapis.com/token';
const SCOPE = 'https://www.googleapis.com/auth/webmasters.readonly';
const ASSERTION_SECONDS = 3600;

const urls: Readonly<Record<SearchDataProvider, string>> = {
  searchConsole: 'https://www.googleapis.com/webmasters/v3/', bingWebmaster: 'https://ssl.bing.com/webmaster/api.svc/json/', crux: 'https://chromeuxreport.googleapis.com/v1/', indexNow: 'https://api.indexnow.org/',
};

interface Terms {
  /** For public addresses, and for those that the operator named. */
  door: Connector & { configured: Connector };
  clock: Clock;
  /** As `mirrorOf` takes it. */
  from: string;
  /** For one request, in milliseconds; by default 30 s. */
  timeoutMs?: number;
}

/** Asks the services with the credentials of whoever connected them, each request on its own time limit and for up to 8 MiB. */
export function createSearchData({ door, clock, from, timeoutMs = TIMEOUT_MS }: Terms): SearchData {
  const { isOn, isMirrored, at } = mirrorOf(from);
  const connector = isMirrored ? door.configured : door;
  return {
    isOn,
    open(provider, secret, signal) {
      const authorized = 'apiKey' in secret ? null : createAuthorized({ door: connector, signal, timeoutMs, tokenUrl: at(TOKEN_URL), form: formOf(secret, clock.now()) });
      return async ({ path, json }) => {
        const request: MailboxRequest = {
          method: json === undefined ? 'GET' : 'POST', url: at(`${urls[provider]}${path}${queryOf(provider, secret, path)}`), maxBytes: MAX_BYTES,
          headers: { ...(provider === 'crux' && 'apiKey' in secret ? { 'X-Goog-Api-Key': secret.apiKey } : {}), ...(json === undefined ? {} : { 'Content-Type': 'application/json; charset=utf-8' }) },
          ...(json === undefined ? {} : { body: json }),
        };
        const reply = await (authorized?.(request) ?? sendRequest(connector, request, timeoutMs, signal));
        if (isMailboxFault(reply)) return reply.fault === 'limited' ? { outcome: 'answered', status: 429, json: undefined, retryAfterMs: reply.retryAfterMs ?? null } : { outcome: reply.fault === 'credentials' ? 'refused' : 'failed', cause: reply.cause };
        return read(reply, clock.now());
      };
    },
  };
}

/** Bing takes its key in the query alone. */
function queryOf(provider: SearchDataProvider, secret: SearchDataSecret, path: string): string {
  if (provider !== 'bingWebmaster' || !('apiKey' in secret)) return '';
  return `${path.includes('?') ? '&' : '?'}apikey=${encodeURIComponent(secret.apiKey)}`;
}

/** The form that asks for an access token: RFC 6749 §6 for the grant of a person, RFC 7523 §2.1 for a service account. */
function formOf(secret: Exclude<SearchDataSecret, { apiKey: string }>, now: number): Record<string, string> {
  if ('refreshToken' in secret) return { grant_type: 'refresh_token', client_id: secret.clientId, client_secret: secret.clientSecret, refresh_token: secret.refreshToken };
  const seconds = Math.floor(now / 1000);
  const part = (of: object): string => Buffer.from(JSON.stringify(of)).toString('base64url');
  const signed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ iss: secret.clientEmail, scope: SCOPE, aud: TOKEN_URL, iat: seconds, exp: seconds + ASSERTION_SECONDS })}`;
  return { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: `${signed}.${createSign('RSA-SHA256').update(signed).sign(secret.privateKey, 'base64url')}` };
}

function read({ status, headers, body }: MailboxReply, now: number): SearchDataReply {
  return { outcome: 'answered', status, json: jsonIn(body), retryAfterMs: retryAfterMs(headers['retry-after'], now) };
}

/** Pages of errors are often no JSON. */
function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
