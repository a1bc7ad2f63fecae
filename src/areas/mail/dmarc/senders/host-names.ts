import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { oneOf, type Db } from '../../../../store/index.ts';
import { bulkStates, type BulkAnswers, type BulkLookup, type BulkState } from '../../../../core/outside/bulk-lookup.ts';
import { formatIp, parseIp } from '../../../../core/ip.ts';
import { covers, reverseName, unmapped } from '../../../../checks/spf/client.ts';
import { tables, type DmarcTables } from '../tables.ts';

/** What a lookup for the host name of an address found: `host` is null where no name leads back to the address. */
export type HostLookup = { outcome: 'known'; host: string | null } | { outcome: 'failed' };

/** Names of one address that are asked for theirs: more than one is rare. */
const MAX_NAMES = 3;
const HOUR_MS = 3_600_000;
/** A name lasts; that there is none is asked again sooner, and sooner still what failed. */
const NAMED_MS = 7 * 24 * HOUR_MS;
const NAMELESS_MS = 48 * HOUR_MS;
const FAILED_MS = 6 * HOUR_MS;
/** A job that asks waits for its turn, and may be done again. */
const ASKING_MS = HOUR_MS;
const SINGLE = { prefixLength4: 32, prefixLength6: 128 } as const;

/** The first name of each address whose addresses lead back to it. At most one PTR question for each, and one for each of its first names. */
export async function findHosts(addresses: readonly string[], bulkLookup: BulkLookup, signal: AbortSignal): Promise<Map<string, HostLookup>> {
  const asked = addresses.flatMap(ip => {
    const bytes = parseIp(ip);
    return bytes ? [{ ip, address: unmapped(bytes) }] : [];
  });
  const pointers = await bulkLookup(asked.map(({ address }) => reverseName(address)), 'PTR', signal);
  const found = asked.map((one, at) => ({
    ...one, isUnknown: stateOf(pointers, at) === 'unknown', names: pointers.records(at).map(name => name.replace(/\.$/, '')).filter(name => name.includes('.')).slice(0, MAX_NAMES),
  }));
  const named = (length: number) => [...new Set(found.filter(({ address }) => address.length === length).flatMap(({ names }) => names))];
  const [v4, v6] = await Promise.all([forwards(named(4), 'A', bulkLookup, signal), forwards(named(16), 'AAAA', bulkLookup, signal)]);
  return new Map(found.map(({ ip, address, isUnknown, names }): [string, HostLookup] => {
    const of = address.length === 4 ? v4 : v6;
    const host = names.find(name => of.get(name)?.some(value => covers(address, value, SINGLE)));
    const failed = isUnknown || names.some(name => of.get(name) === null);
    return [ip, host === undefined && failed ? { outcome: 'failed' } : { outcome: 'known', host: host ?? null }];
  }));
}

/** The addresses of names; null for a lookup that failed. */
async function forwards(names: readonly string[], type: 'A' | 'AAAA', bulkLookup: BulkLookup, signal: AbortSignal): Promise<Map<string, readonly string[] | null>> {
  const answers = await bulkLookup(names, type, signal);
  return new Map(names.map((name, at) => [name, stateOf(answers, at) === 'unknown' ? null : answers.records(at)]));
}

function stateOf({ states }: BulkAnswers, index: number): BulkState {
  return bulkStates[states[index]!]!;
}

/** What is remembered of the addresses; one that is not in it has not been looked up, or too long ago. */
export async function hostsOf(db: Db, addresses: readonly string[], now: number): Promise<Map<string, string | null>> {
  if (addresses.length === 0) return new Map();
  const rows = await tables(db).selectFrom('host_name').select(['address', 'host']).where(oneOf(tables(db), 'address', 'text', [...new Set(addresses)]))
    .where('state', '=', 'known').where(isFresh(now)).execute();
  return new Map(rows.map(({ address, host }) => [address, host]));
}

/** Those of `addresses` that should be looked up now, each once: of which nothing is remembered that still counts, and that nobody asks for. */
export function dueForLookup(db: Db, addresses: readonly string[], now: number): Promise<string[]> {
  return without(db, addresses, eb => eb.or([isFresh(now)(eb), isAsked(now)(eb)]));
}

/** Those of `addresses` that were not answered yet, also where somebody asks for them. */
export function unanswered(db: Db, addresses: readonly string[], now: number): Promise<string[]> {
  return without(db, addresses, isFresh(now));
}

type Remembered = ExpressionBuilder<DmarcTables, 'host_name'>;

async function without(db: Db, addresses: readonly string[], settled: (eb: Remembered) => Expression<SqlBool>): Promise<string[]> {
  const each = [...new Set(addresses)].filter(isReadable);
  if (each.length === 0) return [];
  const rows = await tables(db).selectFrom('host_name').select('address').where(oneOf(tables(db), 'address', 'text', each)).where(settled).execute();
  const known = new Set(rows.map(({ address }) => address));
  return each.filter(address => !known.has(address));
}

/** Whether an answer still counts. */
function isFresh(now: number) {
  return ({ eb, or, and }: Remembered) => or([
    and([eb('host_name.state', '=', 'known'), eb('host_name.host', 'is not', null), eb('host_name.looked_at', '>', now - NAMED_MS)]),
    and([eb('host_name.state', '=', 'known'), eb('host_name.host', 'is', null), eb('host_name.looked_at', '>', now - NAMELESS_MS)]),
    and([eb('host_name.state', '=', 'failed'), eb('host_name.looked_at', '>', now - FAILED_MS)]),
  ]);
}

/** Whether somebody asks for the address. */
function isAsked(now: number) {
  return ({ eb, and }: Remembered) => and([eb('host_name.state', '=', 'asking'), eb('host_name.looked_at', '>', now - ASKING_MS)]);
}

/** Takes those of `addresses` that are due: whoever gets one back asks for it, nobody else does. */
export async function claimHosts(tx: Db, addresses: readonly string[], now: number): Promise<string[]> {
  if (addresses.length === 0) return [];
  const claimed = await tables(tx).insertInto('host_name').values(addresses.toSorted().map(address => ({ address, state: 'asking', host: null, looked_at: now })))
    .onConflict(conflict => conflict.column('address').doUpdateSet({ state: 'asking', host: null, looked_at: now }).where(eb => eb.not(eb.or([isFresh(now)(eb as never), isAsked(now)(eb as never)]))))
    .returning('address').execute();
  return claimed.map(({ address }) => address);
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
