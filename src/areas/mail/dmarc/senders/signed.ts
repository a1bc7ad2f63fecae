import { isWithin } from '../../../../core/domain-name.ts';
import { formatIp, parseIp } from '../../../../core/ip.ts';
import { ownDomain } from './gather.ts';
import type { Network, SeenBefore, SenderFacts } from './shapes.ts';

/** The networks that valid signatures of a domain came from, by `selector domain`. */
export type Signed = ReadonlyMap<string, ReadonlyMap<string, SignedThere>>;

/** What one network has sent with one key; days count from 1970-01-01, UTC. */
export interface SignedThere {
  /** A report that is named again counts again. */
  messages: number;
  lastDay: number;
}

type Authenticated = Pick<SenderFacts, 'dkim' | 'dkimAligned'>;

const MAX_SELECTORS = 50;
const MAX_NETWORKS = 100;
/** Networks that a key has left are forgotten after so long. */
const KEPT_DAYS = 400;
/** What is passed on comes from elsewhere than most of what a key has signed. */
const HOME_SHARE = 0.8;

/** The network that `ip` counts as: its autonomous system, or without data for it the /24 or /48 around it. */
export function originOf(ip: string, network: Network | null): string {
  if (network?.asn != null) return `AS${network.asn}`;
  const bytes = parseIp(ip);
  if (!bytes) return ip;
  const kept = bytes.length === 4 ? 3 : 6;
  return `${formatIp(bytes.map((byte, at) => (at < kept ? byte : 0)))}/${kept * 8}`;
}

/** The key that has signed for the domain, as `Signed` names it: the one that was valid where one was; null where none tells of itself. */
export function keyOf(policyDomain: string, { dkim, dkimAligned }: Authenticated): string | null {
  const own = ownDomain(policyDomain);
  const wanted = dkimAligned ? 'pass' : 'fail';
  const found = dkim.find(({ domain, selector, result }) => result === wanted && domain && selector && isWithin(domain, own));
  return found ? `${found.selector} ${found.domain}` : null;
}

/** Whether the row is validly signed with a key that `signed` does not have, and could. */
export function isNewKey(signed: Signed | null, policyDomain: string, row: Authenticated): boolean {
  const key = row.dkimAligned ? keyOf(policyDomain, row) : null;
  return key !== null && !signed?.has(key) && (signed?.size ?? 0) < MAX_SELECTORS;
}

/** What is known with `rows` besides what was known `before`; bounded: the keys and networks that were seen last stay. */
export function withSigned(before: Signed | null, rows: readonly { key: string; origin: string; messages: number }[], day: number): Signed {
  const signed = new Map([...before ?? []].map(([key, origins]) => [key, new Map(origins)]));
  for (const { key, origin, messages } of rows) {
    const origins = signed.get(key) ?? new Map<string, SignedThere>();
    const known = origins.get(origin);
    origins.set(origin, { messages: (known?.messages ?? 0) + messages, lastDay: Math.max(known?.lastDay ?? 0, day) });
    signed.set(key, origins);
  }
  const lastOf = (origins: ReadonlyMap<string, SignedThere>) => Math.max(...[...origins.values()].map(({ lastDay }) => lastDay));
  const kept = [...signed].map(([key, origins]) => [key, latest([...origins], ({ lastDay }) => lastDay, day, MAX_NETWORKS)] as const).filter(([, origins]) => origins.size > 0);
  return latest(kept, lastOf, day, MAX_SELECTORS);
}

function latest<Value>(entries: readonly (readonly [string, Value])[], lastDay: (value: Value) => number, day: number, max: number): Map<string, Value> {
  const recent = entries.filter(([, value]) => lastDay(value) > day - KEPT_DAYS);
  return new Map(recent.length <= max ? recent : recent.toSorted(([, a], [, b]) => lastDay(b) - lastDay(a)).slice(0, max));
}

/** What `signed` says of a row from `origin`. */
export function seenBefore(signed: Signed, policyDomain: string, row: Authenticated, origin: string): SeenBefore {
  const key = keyOf(policyDomain, row);
  const origins = key === null ? undefined : signed.get(key);
  const alignedDkimFromNetwork = signed.values().some(there => there.has(origin));
  if (origins) {
    const [all, here] = [origins.values().reduce((sum, { messages }) => sum + messages, 0), origins.get(origin)?.messages ?? 0];
    return { alignedDkimFromNetwork, networksOfSelector: origins.size + (row.dkimAligned && !origins.has(origin) ? 1 : 0), homeOfSelector: here >= all * HOME_SHARE };
  }
  // Of a key that is new, or was forgotten, nothing is known; one that is only ever broken was never the domain's.
  const isForeign = key !== null && !row.dkimAligned && signed.size > 0 && signed.size < MAX_SELECTORS;
  return { alignedDkimFromNetwork, ...(isForeign ? { networksOfSelector: 0 } : {}) };
}
