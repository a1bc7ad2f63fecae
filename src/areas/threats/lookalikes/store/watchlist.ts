import { Problem } from '../../../../core/problem.ts';
import type { Db } from '../../../../store/index.ts';
import { type DomainRow, lockDomain } from '../../../domains/inventory/index.ts';
import type { LookalikesServices } from '../services.ts';
import type { WatchlistRow } from '../shapes.ts';
import { bitsOf } from '../state/words.ts';
import { loadBrand } from './brand.ts';
import { findCandidate } from './candidates.ts';
import { probeSoon } from './probe-soon.ts';
import { newCandidate } from './new-candidate.ts';
import { scored } from './scored.ts';
import { tables } from '../tables.ts';

const MAX_WATCHLIST = 500;
const MANUAL = bitsOf(['manual']);

/** The entry; null where the account has none of that id. */
export async function findOnWatchlist(db: Db, accountId: string, id: string): Promise<WatchlistRow | null> {
  return await tables(db).selectFrom('watchlist_name').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst() ?? null;
}

/** Entries of the account, newest first, at most `limit`, older than the one of the id `before`. */
export async function listWatchlist(db: Db, accountId: string, domainIds: readonly string[] | undefined, before: string | null, limit: number): Promise<WatchlistRow[]> {
  return tables(db).selectFrom('watchlist_name').selectAll().where('account_id', '=', accountId)
    .$if(domainIds !== undefined, query => query.where('domain_id', 'in', domainIds!))
    .$if(before !== null, query => query.where('id', '<', before!))
    .orderBy('id', 'desc').limit(limit).execute();
}

/** Puts a name on the list and has it checked; throws `Problem` for one that is there, one of the account's own, and where the list is full. */
export async function addToWatchlist(tx: Db, context: Pick<LookalikesServices, 'newId' | 'queue'>, domain: DomainRow, { name, note, now }: { name: string; note: string | null; now: number }): Promise<WatchlistRow> {
  await lockDomain(tx, domain.id);
  const there = await tables(tx).selectFrom('watchlist_name').select('id').where('domain_id', '=', domain.id).where('name', '=', name).executeTakeFirst();
  if (there) throw new Problem('already_exists', `${name} is on the watchlist of ${domain.name} already.`, { id: there.id });
  const brand = (await loadBrand(tx, domain.id))!;
  if (brand.isOwn(name)) throw new Problem('invalid_state', `${name} belongs to this account: it cannot be a lookalike.`, { current: { name, isOwn: true } });
  const { count } = await tables(tx).selectFrom('watchlist_name').select(eb => eb.fn.countAll<number | string>().as('count')).where('domain_id', '=', domain.id).executeTakeFirstOrThrow();
  if (Number(count) >= MAX_WATCHLIST) throw new Problem('limit_reached', `There are ${MAX_WATCHLIST} names for ${domain.name} already, and that is the most. Remove one that is not needed.`, { limit: MAX_WATCHLIST });
  const row = { id: context.newId('wtc'), account_id: domain.account_id, domain_id: domain.id, name, note, created_at: now };
  await tables(tx).insertInto('watchlist_name').values(row).execute();
  const known = await findCandidate(tx, domain.id, name);
  if (known) await tables(tx).updateTable('lookalike').set({ sources: known.sources | MANUAL }).where('id', '=', known.id).execute();
  // Somebody waits for it: it stands before what the streams have found.
  else await tables(tx).insertInto('lookalike').values({ ...scored(newCandidate(context.newId, brand, { name, kind: 'manual', sources: MANUAL }, now), brand, now), probe_at: 0 }).execute();
  await probeSoon(tx, context.queue, brand, now);
  return row;
}

/** Takes the entry away, and with it the candidate where nobody has registered it and nothing else has named it. */
export async function removeFromWatchlist(tx: Db, { id, domain_id, name }: WatchlistRow): Promise<void> {
  await tables(tx).deleteFrom('watchlist_name').where('id', '=', id).execute();
  const known = await findCandidate(tx, domain_id, name);
  if (!known) return;
  const sources = known.sources & ~MANUAL;
  if (sources === 0 && known.review === 'new' && (known.state === 'unregistered' || known.state === 'unknown')) await tables(tx).deleteFrom('lookalike').where('id', '=', known.id).execute();
  else await tables(tx).updateTable('lookalike').set({ sources }).where('id', '=', known.id).execute();
}

/** The whole watchlist of the account, for the export of everything that it holds. */
export async function* watchlistOf(db: Db, accountId: string): AsyncGenerator<object> {
  const rows = await tables(db).selectFrom('watchlist_name').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
  for (const { account_id: _, ...row } of rows) yield row;
}
