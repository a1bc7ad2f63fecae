import { parseIp } from '../../core/ip.ts';
import type { Blocklist } from './lists.ts';

/** Where the list is asked: with a key at the service that knows the key. The name may hold the key: it is not for people. */
export function zoneToAsk({ zone, keyed }: Blocklist, spamhausKey: string | null): string {
  return keyed !== undefined && spamhausKey !== null ? `${spamhausKey}.${keyed}` : zone;
}

/** The label or labels that stand for `target` in a list: of an address its parts from behind (RFC 5782 §2.1, §2.4), of a domain itself. */
export function labelsFor(target: string): string {
  const bytes = parseIp(target);
  if (!bytes) return target;
  const parts = bytes.length === 4 ? [...bytes].map(String) : [...bytes].flatMap(byte => [(byte >> 4).toString(16), (byte & 15).toString(16)]);
  return parts.toReversed().join('.');
}
