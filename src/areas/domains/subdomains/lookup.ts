import { found } from '../../../checks/lookups.ts';
import type { Dns } from '../../../core/lookup.ts';

/** What a name leads to. */
export interface Answer {
  name: string;
  addresses: readonly string[];
  /** The last alias on the way; null where there is none. */
  target: string | null;
}

/** How the zone answers for names that nobody made. */
export interface Wildcard {
  addresses: string[];
  target: string | null;
}

/** What was asked of the names, and what came of it. */
export interface Asked {
  there: Answer[];
  /** How many lookups failed. */
  failed: number;
}

type Lookups = Pick<Dns, 'lookup'>;

/** Each is one question. */
export const WILDCARD_PROBES = 3;
const AT_ONCE = 16;
const LABEL_CHARACTERS = 12;

/** What the zone says of names that nobody made: the wildcard that gives them addresses, null without one, and whether they exist. */
export async function findWildcard(domain: string, dns: Lookups, random: () => number): Promise<{ wildcard: Wildcard | null; everyNameExists: boolean }> {
  const names = Array.from({ length: WILDCARD_PROBES }, () => `${randomLabel(random)}.${domain}`);
  const lookups = await Promise.all(names.map(name => dns.lookup(name, 'A')));
  const [first, ...others] = lookups.filter(lookup => lookup.outcome === 'found');
  const wildcard = first ? { addresses: [...new Set([first, ...others].flatMap(found))].toSorted(), target: first.via.at(-1) ?? null } : null;
  return { wildcard, everyNameExists: lookups.some(lookup => lookup.outcome === 'found' || (lookup.outcome === 'absent' && !lookup.nxdomain)) };
}

/** Asks for the names, a few at a time. One that exists without an address counts only where `strict` is false: some zones say so of every name. */
export async function askFor(names: readonly string[], dns: Lookups, strict: boolean): Promise<Asked> {
  const asked: Asked = { there: [], failed: 0 };
  const waiting = [...names];
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const lookup = await dns.lookup(name, 'A');
      if (lookup.outcome === 'failed') asked.failed++;
      else if (lookup.outcome === 'found' || lookup.via.length > 0 || (!strict && !lookup.nxdomain)) {
        asked.there.push({ name, addresses: found(lookup), target: lookup.via.at(-1) ?? null });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { there: asked.there.toSorted((a, b) => (a.name < b.name ? -1 : 1)), failed: asked.failed };
}

/** Whether the answer is what the wildcard gives for every name. */
export function isMadeUp({ addresses, target }: Answer, wildcard: Wildcard | null): boolean {
  if (wildcard === null) return false;
  return target === wildcard.target && (target !== null || (addresses.length > 0 && addresses.every(address => wildcard.addresses.includes(address))));
}

/** A label that nobody has set up by hand. */
export function randomLabel(random: () => number): string {
  return Array.from({ length: LABEL_CHARACTERS }, () => Math.floor(random() * 36).toString(36)).join('');
}
