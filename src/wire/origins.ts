import type { Clock } from '../core/clock.ts';
import { parseCidr, parseIp, inCidr } from '../core/ip.ts';
import type { OriginReply, Origins, ValidityReply } from '../core/outside/origins.ts';
import type { Resolver } from './dns/resolver.ts';
import type { HttpGet } from './http.ts';

export interface OriginOptions {
  resolver: Pick<Resolver, 'lookup'>;
  get: HttpGet;
  clock: Clock;
  /** Zone of a service that tells networks by the DNS as Team Cymru's does, such as `asn.cymru.com`; null asks none. */
  zone: string | null;
  /** Base of a validator's HTTP API, as Routinator has it; null asks none. */
  validatorUrl: string | null;
}

const DAY_MS = 86_400_000;
const VALIDITY_MS = 10 * 60_000;
const FAILURE_MS = 60_000;
const TIMEOUT_MS = 5000;
const MAX_BYTES = 256 * 1024;
const MAX_REMEMBERED = 10_000;
const MAX_NAME = 100;
/** RFC 6793: four octets. */
const MAX_ASN = 0xffff_ffff;

/** Tells networks by the DNS, and asks a validator over HTTP. */
export function createOrigins({ resolver, get, clock, zone, validatorUrl }: OriginOptions): Origins {
  const names = remembering<string | null>(clock, name => (name === null ? FAILURE_MS : DAY_MS));
  const validities = remembering<ValidityReply>(clock, ({ outcome }) => (outcome === 'failed' ? FAILURE_MS : VALIDITY_MS));
  return {
    async of(address, signal) {
      const name = zone === null ? null : originName(address, zone);
      if (name === null) return { outcome: 'notConfigured' };
      const lookup = await resolver.lookup(name, 'TXT', AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]));
      if (lookup.outcome === 'absent') return { outcome: 'absent' };
      return lookup.outcome === 'failed' ? { outcome: 'failed', cause: lookup.cause } : readOrigins(lookup.value, address);
    },
    async nameOf(asn) {
      if (zone === null) return null;
      // Not the signal of one scan: the answer is for all of them.
      return names(String(asn), async () => {
        const lookup = await resolver.lookup(`AS${asn}.${zone}`, 'TXT', AbortSignal.timeout(TIMEOUT_MS));
        return lookup.outcome === 'found' ? nameIn(lookup.value[0] ?? '') : null;
      });
    },
    async validity(asn, prefix) {
      if (validatorUrl === null) return { outcome: 'notConfigured' };
      return validities(`${asn} ${prefix}`, async () => {
        const url = `${validatorUrl.replace(/\/$/, '')}/api/v1/validity/${asn}/${prefix}`;
        const reply = await get(url, { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, signal: AbortSignal.timeout(TIMEOUT_MS), redirects: 0, accept: 'application/json', configured: true });
        if (reply.outcome === 'failed') return { outcome: 'failed', cause: `the RPKI validator: ${reply.cause}` };
        if (reply.status !== 200) return { outcome: 'failed', cause: `the RPKI validator answers with status ${reply.status}` };
        return reply.truncated ? { outcome: 'failed', cause: 'the answer of the RPKI validator is too long' } : readValidity(new TextDecoder().decode(reply.body), asn, prefix);
      });
    },
  };
}

/** The same question is asked once while its answer holds, which `keptMs` says. */
function remembering<T>(clock: Clock, keptMs: (value: T) => number) {
  const known = new Map<string, { value: Promise<T>; untilMs: number }>();
  return (key: string, ask: () => Promise<T>): Promise<T> => {
    const nowMs = clock.monotonicMs();
    const before = known.get(key);
    if (before && before.untilMs > nowMs) return before.value;
    if (known.size >= MAX_REMEMBERED) known.delete(known.keys().next().value!);
    const entry = { value: ask(), untilMs: nowMs + DAY_MS };
    known.set(key, entry);
    void entry.value.then(value => { entry.untilMs = clock.monotonicMs() + keptMs(value); });
    return entry.value;
  };
}

/** The name that holds the networks of an address: `origin` for IPv4, `origin6` with the nibbles of the /64 for IPv6. */
function originName(address: string, zone: string): string | null {
  const bytes = parseIp(address);
  if (!bytes) return null;
  if (bytes.length === 4) return `${[...bytes].toReversed().join('.')}.origin.${zone}`;
  const nibbles = [...bytes.subarray(0, 8)].flatMap(byte => [(byte >> 4).toString(16), (byte & 15).toString(16)]);
  return `${nibbles.toReversed().join('.')}.origin6.${zone}`;
}

/** Of several prefixes the longest that holds the address, as routers choose; lines are `AS [AS …] | prefix | country | registry | date`. */
function readOrigins(lines: readonly string[], address: string): OriginReply {
  const bytes = parseIp(address)!;
  const read = lines.flatMap(line => {
    const [numbers = '', prefix = '', country = '', registry = ''] = line.split('|').map(part => part.trim());
    const asns = numbers.split(/\s+/).map(Number);
    const range = parseCidr(prefix);
    if (!range || !prefix.includes('/') || !inCidr(bytes, range) || !asns.every(asn => Number.isInteger(asn) && asn > 0 && asn <= MAX_ASN)) return [];
    return [{ bits: range.prefixLength, asns, prefix, country: /^[A-Z]{2}$/.test(country) ? country : null, registry: /^[a-z]{2,12}$/i.test(registry) ? registry.toLowerCase() : null }];
  }).toSorted((a, b) => b.bits - a.bits);
  const [longest] = read;
  if (!longest) return { outcome: 'failed', cause: 'the answer about its network cannot be read' };
  const same = read.filter(({ prefix }) => prefix === longest.prefix);
  return { outcome: 'found', asns: [...new Set(same.flatMap(({ asns }) => asns))].toSorted((a, b) => a - b).slice(0, 16), prefix: longest.prefix, country: longest.country, registry: longest.registry };
}

/** The last part of `23028 | US | arin | 2002-01-04 | TEAM-CYMRU, US`. */
function nameIn(line: string): string | null {
  const name = line.split('|').at(4)?.trim().replace(/\p{Cc}/gu, '').slice(0, MAX_NAME);
  return name === undefined || name === '' ? null : name;
}

/** Total on any text. */
function readValidity(text: string, asn: number, prefix: string): ValidityReply {
  const states = { valid: 'valid', invalid: 'invalid', 'not-found': 'notFound' } as const;
  const { route, validity } = (parsed(text)?.['validated_route'] ?? {}) as { route?: { origin_asn?: unknown; prefix?: unknown }; validity?: { state?: unknown; description?: unknown } };
  const state = typeof validity?.state === 'string' ? validity.state.toLowerCase() : '';
  if (!(state in states)) return { outcome: 'failed', cause: 'the answer of the RPKI validator cannot be read' };
  if (route?.origin_asn !== `AS${asn}` || route.prefix !== prefix) return { outcome: 'failed', cause: 'the RPKI validator answers another question' };
  return { outcome: 'answered', state: states[state as keyof typeof states], reason: typeof validity?.description === 'string' ? validity.description.replace(/\p{Cc}/gu, ' ').slice(0, 300) : null };
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value as Record<string, unknown> | null : null;
  } catch {
    return null;
  }
}
