import type { Credential } from '../../core/access.ts';
import { originsOf } from '../../core/origin.ts';
import type { Browser } from '../../core/operation.ts';

/** The headers that say who calls, and with what. */
interface CallerHeaders {
  authorization?: string | undefined;
  cookie?: string | undefined;
  origin?: string | undefined;
  'user-agent'?: string | undefined;
  'sec-fetch-site'?: string | string[] | undefined;
}

const NONE: Credential = { kind: 'none' };

/**
 * Reads who calls. An `Authorization` header goes before a cookie even where it holds no bearer token: then the token is
 * empty, which no key is. The cookie's value is given as it was sent.
 */
export function createCredentialReader(cookieName: string, baseUrl: string): (headers: CallerHeaders) => Credential {
  const origins = new Set(originsOf(baseUrl));
  return headers => {
    const { authorization, cookie, origin } = headers;
    if (authorization !== undefined) return { kind: 'bearer', token: /^Bearer +([^\s]+)$/i.exec(authorization)?.[1] ?? '' };
    const value = cookie === undefined ? null : cookieValue(cookie, cookieName);
    if (value === null) return NONE;
    return { kind: 'cookie', value, sameOrigin: origin === undefined ? headers['sec-fetch-site'] === 'same-origin' : origins.has(origin) };
  };
}

/** What the sign-in library reads by itself. */
export function browserOf({ cookie, origin, 'user-agent': userAgent }: CallerHeaders): Browser {
  return { cookie: cookie ?? null, origin: origin ?? null, userAgent: userAgent ?? null };
}

/** The first cookie of that name, which is the one of the most specific path (RFC 6265 §5.4). */
function cookieValue(header: string, name: string): string | null {
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return null;
}
