import { domainToASCII } from 'node:url';
import type { z } from 'zod';
import { dnsProviders, isDnsFault, type DnsAttempt, type DnsFault, type DnsProvider, type DnsZone } from '../../core/outside/dns-providers.ts';

/** How long caches keep a published record, in seconds: it never changes. */
export const TTL_SECONDS = 3600;
const MAX_ZONES = 10_000;
const MAX_NAME = 253;

/** What a provider answered, whatever its status. */
export interface ProviderReply {
  status: number;
  text: string;
  /** What the header `Link` names as the next page, below the address of the provider; null where there is none. */
  next: string | null;
  retryAfterMs: number | null;
}

/** Sends one request to `path` below the address of the provider, in the name of the credentials; never throws. */
export type Ask = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: string) => Promise<ProviderReply | DnsFault>;

/** The fault of a provider, with what it means for people. */
export function faultAt(provider: DnsProvider, fault: DnsFault['fault'], says?: string, retryAfterMs: number | null = null): DnsFault {
  const name = dnsProviders[provider];
  const standard = {
    credentials: `${name} does not accept these credentials. Check that they are complete and have not expired.`,
    notAllowed: `${name} does not permit this with these credentials. Give them the permissions that are named.`,
    limited: `${name} accepts no more requests for now. Continue later.`,
    conflict: `${name} does not take the record.`,
    unreachable: `${name} could not be asked.`,
  };
  return { fault, cause: says ?? standard[fault], retryAfterMs };
}

/** The fault that the status of a reply means; null for success. */
export function faultOf(provider: DnsProvider, { status, retryAfterMs }: ProviderReply): DnsFault | null {
  if (status >= 200 && status < 300) return null;
  if (status === 401) return faultAt(provider, 'credentials');
  if (status === 403) return faultAt(provider, 'notAllowed');
  if (status === 429) return faultAt(provider, 'limited', undefined, retryAfterMs);
  if (status === 400 || status === 409 || status === 422) return faultAt(provider, 'conflict');
  return faultAt(provider, 'unreachable', `${dnsProviders[provider]} answered with status ${status}.`);
}

/** What the JSON of a successful reply says, as far as `shape` takes it; a fault for any other. */
export function readJson<Shape extends z.ZodType>(provider: DnsProvider, reply: ProviderReply | DnsFault, shape: Shape): z.output<Shape> | DnsFault {
  if (isDnsFault(reply)) return reply;
  const read = shape.safeParse(jsonIn(reply.text));
  return faultOf(provider, reply) ?? (read.success ? read.data : unreadable(provider));
}

/** What came of a write by what is known of its reply. */
export function written(made: object | DnsFault): 'published' | DnsFault {
  if (!isDnsFault(made)) return 'published';
  return made.fault === 'unreachable' ? { ...made, mayBeDone: true } : made;
}

/** A reply whose form is not the provider's. */
export function unreadable(provider: DnsProvider): DnsFault {
  return faultAt(provider, 'unreachable', `${dnsProviders[provider]} answered with something that cannot be read.`);
}

/** The value of JSON; undefined where the text is none, as pages of errors often are. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** One page of a list of zones; `next` is null after the last. */
interface ZonePage {
  zones: readonly (DnsZone | null)[];
  next: string | null;
}

/** All zones, page after page; `read` gives those of one page and the path of the next, null after the last. A page without a zone that is new is the end. */
export async function everyPage(attempt: DnsAttempt = ask => ask(), first: string, read: (path: string) => Promise<ZonePage | DnsFault>): Promise<readonly DnsZone[] | DnsFault> {
  const zones = new Map<string, DnsZone>();
  for (let path: string | null = first; path !== null;) {
    const at: string = path;
    const page: ZonePage | DnsFault = await attempt(() => read(at));
    if (isDnsFault(page)) return page;
    const before = zones.size;
    for (const zone of page.zones) if (zone) zones.set(zone.id, zone);
    if (zones.size > MAX_ZONES) return { fault: 'unreachable', cause: `The credentials reach more than ${MAX_ZONES} zones. Give some that reach fewer.`, retryAfterMs: null };
    path = zones.size === before ? null : page.next;
  }
  return [...zones.values()];
}

/** A zone of that name as providers write it; null for what is no name. */
export function zoneOf(id: string, name: string, unserved: string | null = null): DnsZone | null {
  const plain = name.length > MAX_NAME * 4 ? '' : domainToASCII(name.replace(/\.$/, ''));
  return plain === '' || plain.length > MAX_NAME ? null : { id, name: plain.toLowerCase(), unserved };
}

/** `name` as it is called within its zone. */
export function nameWithin({ name: zone }: DnsZone, name: string): string {
  return name === zone ? '@' : name.slice(0, -zone.length - 1);
}

/** TXT data in the form of zone files (RFC 1035, section 5.1). */
export function quoted(value: string): string {
  return `"${value.replaceAll(/["\\]/g, '\\$&')}"`;
}

/** The text of TXT data in the form of zone files, or without quotes: its strings put together. */
export function unquoted(data: string): string {
  const strings = [...data.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, inside]) => inside!);
  return (strings.length > 0 ? strings.join('') : data).replaceAll(/\\(.)/g, '$1');
}
