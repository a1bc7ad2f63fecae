import type { Clock } from '../core/clock.ts';
import type { RegistryReply } from '../core/outside/probes.ts';
import type { HttpGet } from './http.ts';
import { baseUrls, parseBootstrap, rememberBootstrap, type Bootstrap } from './rdap-bootstrap.ts';

export interface RdapOptions {
  get: HttpGet;
  /** The operator's own bootstrap URL; it and the servers that it names may stand anywhere. Null for IANA's. */
  bootstrapUrl: string | null;
  clock: Clock;
}

/** Asks the registry for a name in A-labels; null where its top-level domain has no RDAP. Ends when `signal` fires. */
export type Rdap = (name: string, signal: AbortSignal) => Promise<RegistryReply | null>;

/** Which registry answers for which top-level domain (RFC 9224). */
export const IANA_BOOTSTRAP = 'https://data.iana.org/rdap/dns.json';
const TIMEOUT_MS = 5000;
const MAX_BOOTSTRAP_BYTES = 4 * 1024 * 1024;
const MAX_REPLY_BYTES = 512 * 1024;
const MAX_DEPTH = 32;
const NEVER = new AbortController().signal;

export function createRdap({ get, bootstrapUrl, clock }: RdapOptions): Rdap {
  const configured = bootstrapUrl !== null;
  const findBootstrap = rememberBootstrap(() => fetchBootstrap(get, bootstrapUrl ?? IANA_BOOTSTRAP, configured), clock);

  return async (name, signal) => {
    const bootstrap = await findBootstrap(signal);
    if ('malformed' in bootstrap) return failed(bootstrap.malformed);
    const base = baseUrls(bootstrap, name).find(url => configured || url.startsWith('https:'));
    // RFC 9082 §3.1.3.
    return base === undefined ? null : askRdap(get, `${base.replace(/\/$/, '')}/domain/${name}`, { configured, signal });
  };
}

/** Puts one question to an RDAP server (RFC 7480 §4 and §5). */
export async function askRdap(get: HttpGet, url: string, { configured, signal }: { configured: boolean; signal: AbortSignal }): Promise<RegistryReply> {
  const reply = await get(url, { timeoutMs: TIMEOUT_MS, redirects: 5, configured, accept: 'application/rdap+json, application/json', maxBytes: MAX_REPLY_BYTES, signal });
  if (reply.outcome === 'failed') return failed(reply.cause);
  const server = new URL(reply.url).host;
  if (reply.status === 404) return { outcome: 'absent', source: 'rdap', server };
  if (reply.status === 429) return failed(`${server} limits the rate of questions (HTTP 429)`);
  if (reply.status !== 200) return failed(`${server}: HTTP ${reply.status}`);
  if (reply.truncated) return failed(`${server}: the reply is larger than ${MAX_REPLY_BYTES / 1024} KiB`);
  const text = new TextDecoder().decode(reply.body);
  const fault = faultOfJson(text);
  return fault ? failed(`${server}: ${fault}`) : { outcome: 'answered', source: 'rdap', server, text };
}

/** Fetches a registry file of IANA's form (RFC 9224 §3). */
export async function fetchBootstrap(get: HttpGet, url: string, configured: boolean): Promise<Bootstrap | { malformed: string }> {
  const reply = await get(url, { timeoutMs: TIMEOUT_MS, redirects: 5, configured, accept: 'application/json', maxBytes: MAX_BOOTSTRAP_BYTES, signal: NEVER });
  if (reply.outcome === 'failed') return { malformed: `RDAP bootstrap: ${reply.cause}` };
  if (reply.status !== 200) return { malformed: `RDAP bootstrap: HTTP ${reply.status}` };
  return parseBootstrap(new TextDecoder().decode(reply.body));
}

/** What keeps `text` from being read as one JSON object that is not nested too deeply; total on any input. */
export function faultOfJson(text: string): string | null {
  if (depthOf(text) > MAX_DEPTH) return `the reply is nested more than ${MAX_DEPTH} levels deep`;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? null : 'the reply is not a JSON object';
  } catch {
    return 'the reply is not valid JSON';
  }
}

/** How deep brackets nest outside of strings; reads nothing else. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') inString = !inString;
    else if (inString) at += character === '\\' ? 1 : 0;
    else if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth);
    else if (character === ']' || character === '}') depth--;
  }
  return deepest;
}

function failed(cause: string): RegistryReply {
  return { outcome: 'failed', source: 'rdap', cause };
}
