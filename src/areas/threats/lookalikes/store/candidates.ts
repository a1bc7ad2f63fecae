import { sql } from 'kysely';
import type { Cursor } from '../../../../core/page.ts';
import type { Db } from '../../../../store/index.ts';
import type { LookalikeQuery, LookalikeRow } from '../shapes.ts';
import { bitsOf, candidateStates, type CandidateState } from '../state/words.ts';
import { tables } from '../tables.ts';

const ROWS_A_PAGE = 500;

/** The candidate of this name; null where the domain has none. */
export async function findCandidate(db: Db, domainId: string, name: string): Promise<LookalikeRow | null> {
  return await tables(db).selectFrom('lookalike').selectAll().where('domain_id', '=', domainId).where('name', '=', name).executeTakeFirst() ?? null;
}

type Filters = Omit<LookalikeQuery, 'limit' | 'cursor'>;

/** Candidates that pass the filters. */
function matching(db: Db, { id, state, review, source, minRisk, search }: Filters) {
  return tables(db).selectFrom('lookalike').where('domain_id', '=', id)
    .$if(state !== undefined, query => query.where('state', 'in', state!))
    .$if(review !== undefined, query => query.where('review', 'in', review!))
    .$if(source !== undefined, query => query.where(sql<boolean>`(sources & ${bitsOf(source!)}) <> 0`))
    .$if(minRisk !== undefined, query => query.where('risk', '>=', minRisk!))
    .$if(search !== undefined, query => query.where('name', 'like', `%${search!}%`));
}

/** How many candidates pass the filters. */
export async function countMatching(db: Db, filters: Filters): Promise<number> {
  const { count } = await matching(db, filters).select(eb => eb.fn.countAll<number | string>().as('count')).executeTakeFirstOrThrow();
  return Number(count);
}

/** Candidates that pass the filters, the highest rank first, at most `limit`, after the place of one. */
export async function listCandidates(db: Db, filters: Filters, after: Cursor | null, limit: number): Promise<LookalikeRow[]> {
  return matching(db, filters).selectAll()
    .$if(after !== null, query => query.where(eb => eb.or([eb('rank', '<', after!.at), eb.and([eb('rank', '=', after!.at), eb('id', '<', after!.id)])])))
    .orderBy('rank', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** How many candidates of the domain stand so, for each state. */
export async function countStates(db: Db, domainId: string): Promise<Record<CandidateState, number>> {
  const rows = await tables(db).selectFrom('lookalike').select(['state', eb => eb.fn.countAll<number | string>().as('count')]).where('domain_id', '=', domainId).groupBy('state').execute();
  const counts = new Map(rows.map(({ state, count }) => [state, Number(count)]));
  return Object.fromEntries(candidateStates.map(state => [state, counts.get(state) ?? 0])) as Record<CandidateState, number>;
}

/** The candidates of these names. */
export async function candidatesNamed(db: Db, domainId: string, names: readonly string[]): Promise<Map<string, LookalikeRow>> {
  if (names.length === 0) return new Map();
  const rows = await tables(db).selectFrom('lookalike').selectAll().where('domain_id', '=', domainId).where('name', 'in', names).execute();
  return new Map(rows.map(row => [row.name, row]));
}

/** Candidates with ids after one and up to another, null for all that follow, with at least so much threat. */
export interface Stretch {
  after: string;
  upTo: string | null;
  leastThreat: number;
}

/** The first candidates of the stretch by their ids, at most `limit`. */
export async function candidatesIn(db: Db, domainId: string, { after, upTo, leastThreat }: Stretch, limit: number): Promise<LookalikeRow[]> {
  return tables(db).selectFrom('lookalike').selectAll().where('domain_id', '=', domainId).where('id', '>', after).where('threat', '>=', leastThreat)
    .$if(upTo !== null, query => query.where('id', '<=', upTo!)).orderBy('id').limit(limit).execute();
}

/** How many candidates the stretch has. */
export async function countIn(db: Db, domainId: string, { after, upTo, leastThreat }: Stretch): Promise<number> {
  const { count } = await tables(db).selectFrom('lookalike').select(eb => eb.fn.countAll<number | string>().as('count')).where('domain_id', '=', domainId).where('id', '>', after).where('threat', '>=', leastThreat)
    .$if(upTo !== null, query => query.where('id', '<=', upTo!)).executeTakeFirstOrThrow();
  return Number(count);
}

/** Candidates that are to be checked outside of sweeps, those that are due longest first. */
export async function candidatesDue(db: Db, domainId: string, now: number, limit: number): Promise<LookalikeRow[]> {
  return tables(db).selectFrom('lookalike').selectAll().where('domain_id', '=', domainId).where('probe_at', '<=', now).orderBy('probe_at').orderBy('id').limit(limit).execute();
}

/** All lookalikes of the account, for the export of everything that it holds. */
export async function* lookalikesOf(db: Db, accountId: string): AsyncGenerator<object> {
  for (let last = '', rows: LookalikeRow[]; (rows = await tables(db).selectFrom('lookalike').selectAll().where('account_id', '=', accountId).where('id', '>', last).orderBy('id').limit(ROWS_A_PAGE).execute()).length > 0; last = rows.at(-1)!.id) {
    for (const { account_id: _, facts, pending, details, registration, similarity, reasons, reviewed_by, ...row } of rows) {
      const parsed = Object.entries({ facts, pending, details, registration, similarity, reasons, reviewed_by }).map(([name, text]) => [name, text === null ? null : JSON.parse(text) as unknown]);
      yield { ...row, ...Object.fromEntries(parsed) as object };
    }
  }
}
