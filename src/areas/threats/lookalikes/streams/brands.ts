import { registrableDomain } from '../../../../core/domain-name.ts';
import type { Db, Store } from '../../../../store/index.ts';
import { createMatcher, type Brand, type Matcher } from '../match/index.ts';
import { tables } from '../tables.ts';

/** A matcher over all watched domains. */
export interface Watched {
  match: Matcher;
  /** Whose a watched domain is. */
  accountOf: ReadonlyMap<string, string>;
}

const kept = new WeakMap<Store, { state: string; watched: Watched }>();

/** The domains that all accounts watch, as one matcher; made anew only where domains were added or deleted. */
export async function watchedIn(store: Store): Promise<Watched> {
  const state = await stateOf(store.db);
  const known = kept.get(store);
  if (known?.state === state) return known.watched;
  const rows = await tables(store.db).selectFrom('domain').select(['id', 'name', 'account_id']).orderBy('id').execute();
  const brands = withoutParts(rows.map(({ id, name, account_id: owner }) => ({ id, domain: name, owner })));
  const watched = { match: createMatcher(brands), accountOf: new Map(brands.map(({ id, owner }) => [id, owner])) };
  kept.set(store, { state, watched });
  return watched;
}

/** Ids ascend with time: one that is added or deleted changes the number or the last. */
async function stateOf(db: Db): Promise<string> {
  const { count, last } = await tables(db).selectFrom('domain').select(eb => [eb.fn.countAll<number | string>().as('count'), eb.fn.max('id').as('last')]).executeTakeFirstOrThrow();
  return `${count} ${last}`;
}

/** Leaves out hosts below a domain that the same account watches: they are the same brand. */
function withoutParts(brands: readonly Brand[]): Brand[] {
  const whole = new Set(brands.map(({ owner, domain }) => `${owner} ${domain}`));
  return brands.filter(({ owner, domain }) => {
    const registrable = registrableDomain(domain);
    return registrable === null || registrable === domain || !whole.has(`${owner} ${registrable}`);
  });
}
