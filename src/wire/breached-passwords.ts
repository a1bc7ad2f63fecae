import { createHash } from 'node:crypto';
import type { GetOptions, HttpReply } from './http.ts';

export interface BreachedPasswordsOptions {
  /** `createHttpGet` of a door. */
  get(url: string, options: GetOptions & { headers: Readonly<Record<string, string>> }): Promise<HttpReply>;
  /** Of the range service; five hexadecimal digits are appended. */
  url: string;
  /** Whether the operator named the service, which then may stand anywhere. */
  configured: boolean;
  timeoutMs: number;
}

/** Whether the password stands in a public collection of leaked ones; `unknown` where that cannot be found out. Never throws. */
export type BreachedPasswords = (password: string) => Promise<'breached' | 'clean' | 'unknown'>;

/** The longest reply known has about 40 kB, padding included. */
const MAX_BYTES = 256 * 1024;
const PREFIX_LENGTH = 5;
const LINE = /^([0-9A-F]{35}):(\d{1,12})$/;

/** Asks a range service of "Have I Been Pwned": only the first five digits of the password's SHA-1 leave the machine. */
export function createBreachedPasswords({ get, url, configured, timeoutMs }: BreachedPasswordsOptions): BreachedPasswords {
  return async password => {
    const hash = createHash('sha1').update(password, 'utf8').digest('hex').toUpperCase();
    const reply = await get(`${url}${hash.slice(0, PREFIX_LENGTH)}`, {
      maxBytes: MAX_BYTES, timeoutMs, configured, redirects: 0, accept: 'text/plain', signal: new AbortController().signal,
      // Lines with the count 0 hide from onlookers how long the real reply is.
      headers: { 'Add-Padding': 'true' },
    });
    if (reply.outcome === 'failed' || reply.status !== 200 || reply.truncated) return 'unknown';
    return find(hash.slice(PREFIX_LENGTH), Buffer.from(reply.body).toString('latin1'));
  };
}

function find(suffix: string, text: string): 'breached' | 'clean' | 'unknown' {
  const lines = text.split(/\r?\n/).filter(line => line !== '').map(line => LINE.exec(line));
  if (lines.length === 0 || lines.includes(null)) return 'unknown';
  return lines.some(line => line![1] === suffix && Number(line![2]) > 0) ? 'breached' : 'clean';
}
