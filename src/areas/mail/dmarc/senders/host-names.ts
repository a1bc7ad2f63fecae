import { oneOf, type Db } from '../../../../store/index.ts';
import type { Dns } from '../../../../core/lookup.ts';
import { formatIp, parseIp } from '../../../../core/ip.ts';
import { covers, reverseName, unmapped } from '../../../../checks/spf/client.ts';
import { tables } from '../tables.ts';

/** What a lookup for the host name of an address found: `host` is null where no name leads back to the address. */
export type HostLookup = { outcome: 'known'; host: string | null } | { outcome: 'failed' };

const MAX_NAMES = 5;
const KEPT_MS = 7 * 24 * 3600_000;
/** A failure says nothing of the address: it is asked again sooner. */
const FAILURE_KEPT_MS = 6 * 3600_000;
const SINGLE = { prefixLength4: 32, prefixLength6: 128 } as const;

/** The first name of `ip` whose addresses lead back to it. */
export async function lookupHost(ip: string, dns: Pick<Dns, 'lookup'>): Promise<HostLookup> {
  const bytes = parseIp(ip);
  if (!bytes) return { outcome: 'known', host: null };
  const address = unmapped(bytes);
  const pointers = await dns.lookup(reverseName(address), 'PTR');
  if (pointers.outcome !== 'found') return pointers.outcome === 'failed' ? pointers : { outcome: 'known', host: null };
  let failed = false;
  for (const name of pointers.value.slice(0, MAX_NAMES).filter(name => name.includes('.'))) {
    const lookup = await dns.lookup(name, address.length === 4 ? 'A' : 'AAAA');
    if (lookup.outcome === 'found' && lookup.value.some(value => covers(address, value, SINGLE))) return { outcome: 'known', host: name };
    failed ||= lookup.outcome === 'failed';
  }
  return failed ? { outcome: 'failed' } : { outcome: 'known', host: null };
}

/** What is remembered of the addresses; one that is not in it has not been looked up, or too long ago. */
export async function hostsOf(db: Db, addresses: readonly string[], now: number): Promise<Map<string, string | null>> {
  if (addresses.length === 0) return new Map();
  const rows = await tables(db).selectFrom('host_name').select(['address', 'host']).where(oneOf(tables(db), 'address', 'text', [...new Set(addresses)]))
    .where('state', '=', 'known').where('looked_at', '>', now - KEPT_MS).execute();
  return new Map(rows.map(({ address, host }) => [address, host]));
}

/** Those of `addresses` that should be looked up now, each once. */
export async function dueForLookup(db: Db, addresses: readonly string[], now: number): Promise<string[]> {
  if (addresses.length === 0) return [];
  const rows = await tables(db).selectFrom('host_name').select('address').where(oneOf(tables(db), 'address', 'text', [...new Set(addresses)]))
    .where(({ eb, or, and }) => or([
      and([eb('state', '=', 'known'), eb('looked_at', '>', now - KEPT_MS)]),
      and([eb('state', '=', 'failed'), eb('looked_at', '>', now - FAILURE_KEPT_MS)]),
    ])).execute();
  const fresh = new Set(rows.map(({ address }) => address));
  return [...new Set(addresses)].filter(address => !fresh.has(address) && isReadable(address));
}

/** Remembers what the lookups found; in one order of addresses, so that two workers follow one another. */
export async function keepHosts(db: Db, lookups: ReadonlyMap<string, HostLookup>, now: number): Promise<void> {
  const rows = [...lookups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([address, lookup]) => ({
    address, state: lookup.outcome, host: lookup.outcome === 'known' ? lookup.host : null, looked_at: now,
  }));
  if (rows.length === 0) return;
  await tables(db).insertInto('host_name').values(rows)
    .onConflict(conflict => conflict.column('address').doUpdateSet(({ ref }) => ({ state: ref('excluded.state'), host: ref('excluded.host'), looked_at: ref('excluded.looked_at') })))
    .execute();
}

/** Written as reports are kept: anything else would be asked for again and again. */
function isReadable(address: string): boolean {
  const bytes = parseIp(address);
  return bytes !== null && formatIp(bytes) === address;
}
