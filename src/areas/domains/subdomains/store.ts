import type { Selectable } from 'kysely';
import type { Db } from '../../../store/index.ts';
import { portions, lockDomain } from '../inventory/index.ts';
import type { NameSource, SeenName } from './names.ts';
import { tables, type SubdomainTables } from './tables.ts';

export type KnownNameRow = Selectable<SubdomainTables['known_name']>;

const MAX_NAMES = 5000;
const DAY_MS = 86_400_000;
const ROWS_A_PAGE = 500;

/**
 * Keeps names with where they were seen. Of one that was seen on the same day nothing is
 * written unless there is something new to say. A domain has at most 5,000.
 */
export async function rememberNames(tx: Db, domainId: string, seen: readonly SeenName[], now: number): Promise<void> {
  const byName = Map.groupBy(seen, ({ name }) => name);
  for (const names of portions([...byName.keys()].toSorted())) {
    const known = await tables(tx).selectFrom('known_name').selectAll().where('domain_id', '=', domainId).where('name', 'in', names).execute();
    const fresh = await withinLimit(tx, domainId, names.filter(name => !known.some(row => row.name === name)));
    const before = [...known, ...fresh.map(name => ({ domain_id: domainId, name, ...nothingKnown, first_seen_at: now, last_seen_at: 0 }))];
    const after = before.map(row => [row, merged(row, byName.get(row.name)!, now)] as const).filter(([was, is]) => isNews(was, is)).map(([, is]) => is);
    if (after.length > 0 && await lockDomain(tx, domainId)) await write(tx, after);
  }
}

const nothingKnown = { sources: '[]', addresses: '[]', target: null } as const;

/** As many of the names as there is room for. */
async function withinLimit(tx: Db, domainId: string, names: readonly string[]): Promise<readonly string[]> {
  return names.length === 0 ? names : names.slice(0, Math.max(0, MAX_NAMES - await countNames(tx, domainId)));
}

async function write(tx: Db, rows: readonly KnownNameRow[]): Promise<void> {
  await tables(tx).insertInto('known_name').values(rows).onConflict(conflict => conflict.columns(['domain_id', 'name']).doUpdateSet(eb => ({
    sources: eb.ref('excluded.sources'), addresses: eb.ref('excluded.addresses'), target: eb.ref('excluded.target'), last_seen_at: eb.ref('excluded.last_seen_at'),
  }))).execute();
}

function merged(row: KnownNameRow, seen: readonly SeenName[], now: number): KnownNameRow {
  const sources = new Set([...JSON.parse(row.sources) as NameSource[], ...seen.flatMap(({ source }) => source ?? [])]);
  const checked = seen.findLast(({ addresses }) => addresses !== undefined);
  return {
    ...row, sources: JSON.stringify([...sources].toSorted()), last_seen_at: Math.max(row.last_seen_at, now),
    ...(checked ? { addresses: JSON.stringify(checked.addresses!.toSorted()), target: checked.target ?? null } : {}),
  };
}

function isNews(before: KnownNameRow, after: KnownNameRow): boolean {
  const isOld = after.last_seen_at - before.last_seen_at >= DAY_MS;
  return isOld || before.sources !== after.sources || before.addresses !== after.addresses || before.target !== after.target;
}

/** How many names of the domain are known that were first seen since then (epoch milliseconds). */
export async function countNames(db: Db, domainId: string, since = 0): Promise<number> {
  const { count } = await tables(db).selectFrom('known_name').select(eb => eb.fn.countAll<number | string>().as('count'))
    .where('domain_id', '=', domainId).where('first_seen_at', '>=', since).executeTakeFirstOrThrow();
  return Number(count);
}

/** Which names are wanted; what is left out does not matter. */
export interface NameFilter {
  /** A part of the name, without signs that stand for others. */
  search?: string | undefined;
  source?: readonly NameSource[] | undefined;
}

/** Known names in order, at most `limit`, after the name `after`. */
export async function namesAfter(db: Db, domainId: string, { search, source }: NameFilter, after: string, limit: number): Promise<KnownNameRow[]> {
  return tables(db).selectFrom('known_name').selectAll().where('domain_id', '=', domainId).where('name', '>', after)
    .$if(search !== undefined, query => query.where('name', 'like', `%${search!}%`))
    .$if(source !== undefined, query => query.where(eb => eb.or(source!.map(one => eb('sources', 'like', `%"${one}"%`)))))
    .orderBy('name').limit(limit).execute();
}

/** All names that are known below the domains of the account, for the export of everything that it holds. */
export async function* namesOf(db: Db, accountId: string): AsyncGenerator<object> {
  const domains = await tables(db).selectFrom('domain').select('id').where('account_id', '=', accountId).orderBy('id').execute();
  for (const { id } of domains) {
    for (let last = '', rows: KnownNameRow[]; (rows = await namesAfter(db, id, {}, last, ROWS_A_PAGE)).length > 0; last = rows.at(-1)!.name) {
      yield* rows.map(({ sources, addresses, ...row }) => ({ ...row, sources: JSON.parse(sources) as unknown, addresses: JSON.parse(addresses) as unknown }));
    }
  }
}

/** Names of the domain that were seen last, at most `limit`. */
export async function someKnownNames(db: Db, domainId: string, limit: number): Promise<string[]> {
  const rows = await tables(db).selectFrom('known_name').select('name').where('domain_id', '=', domainId).orderBy('last_seen_at', 'desc').orderBy('name').limit(limit).execute();
  return rows.map(({ name }) => name);
}

/** Names that were never looked up, in order. */
export async function namesWithoutAddress(db: Db, domainId: string, limit: number): Promise<string[]> {
  const rows = await tables(db).selectFrom('known_name').select('name').where('domain_id', '=', domainId).where('addresses', '=', '[]').where('target', 'is', null)
    .orderBy('last_seen_at', 'desc').orderBy('name').limit(limit).execute();
  return rows.map(({ name }) => name);
}
