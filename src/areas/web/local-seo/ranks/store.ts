import type { Selectable } from 'kysely';
import type { Cursor } from '../../../../core/page.ts';
import type { Db } from '../../../../store/index.ts';
import { tables, type LocalSeoTables } from '../tables.ts';
import { seriesOf, type AiPresence, type RankSettings } from './settings.ts';

export type CheckRow = Selectable<LocalSeoTables['rank_check']>;
export type RankRow = Selectable<LocalSeoTables['web_rank']>;
export type ListedCheck = CheckRow & { run_status: string | null };

/** Checks of a domain that are kept. */
const KEPT_CHECKS = 500;

/** What a keyword gave. */
export type RankAnswer =
  | { state: 'answered'; rank: number | null; url: string | null; features: readonly string[]; packRank: number | null; depth: number; ai: AiPresence | null }
  | { state: 'failed'; cause: string };

/** Earlier ranks of the same question. */
export interface Earlier {
  previous: { rank: number | null; at: number } | null;
  best: { rank: number; at: number } | null;
}

export async function addCheck(tx: Db, { id, accountId, domainId, settings, now }: { id: string; accountId: string; domainId: string; settings: RankSettings; now: number }): Promise<void> {
  await tables(tx).insertInto('rank_check').values({ id, account_id: accountId, domain_id: domainId, settings: JSON.stringify(settings), state: null, cause: null, created_at: now, finished_at: null }).execute();
}

function checks(db: Db, accountId: string) {
  return tables(db).selectFrom('rank_check').leftJoin('run', 'run.id', 'rank_check.id').selectAll('rank_check').select('run.status as run_status').where('rank_check.account_id', '=', accountId);
}

/** The check of the account; null where there is none. */
export async function findCheck(db: Db, accountId: string, id: string): Promise<ListedCheck | null> {
  return await checks(db, accountId).where('rank_check.id', '=', id).executeTakeFirst() ?? null;
}

/** Checks of the account, newest first, after `position`. */
export function checksOf(db: Db, accountId: string, domainIds: readonly string[] | undefined, position: Cursor | null, limit: number): Promise<ListedCheck[]> {
  return checks(db, accountId).$if(domainIds !== undefined, query => query.where('rank_check.domain_id', 'in', domainIds!))
    .$if(position !== null, query => query.where('rank_check.id', '<', position!.id)).orderBy('rank_check.id', 'desc').limit(limit).execute();
}

export function ranksOf(db: Db, checkId: string): Promise<RankRow[]> {
  return tables(db).selectFrom('web_rank').selectAll().where('check_id', '=', checkId).orderBy('keyword').execute();
}

/** Notes that a keyword is about to be asked for, before that may cost anything. */
export async function noteAsked(tx: Db, { id, domain_id: domainId }: CheckRow, settings: RankSettings, keyword: number, now: number): Promise<void> {
  await tables(tx).insertInto('web_rank').values({
    check_id: id, keyword, domain_id: domainId, series: seriesOf(settings, settings.keywords[keyword]!), state: 'asked', rank: null, url: null, features: null, pack_rank: null, depth: null, ai: null, cause: null, at: now,
  }).onConflict(conflict => conflict.columns(['check_id', 'keyword']).doUpdateSet({ state: 'asked', at: now })).execute();
}

export async function saveRank(tx: Db, checkId: string, keyword: number, answer: RankAnswer, now: number): Promise<void> {
  const set = answer.state === 'failed' ? { state: 'failed', cause: answer.cause } : { state: 'answered', rank: answer.rank, url: answer.url, features: JSON.stringify(answer.features), pack_rank: answer.packRank, depth: answer.depth, ai: answer.ai && JSON.stringify(answer.ai) };
  await tables(tx).updateTable('web_rank').set({ ...set, at: now }).where('check_id', '=', checkId).where('keyword', '=', keyword).execute();
}

export async function giveUpAsked(tx: Db, checkId: string, cause: string): Promise<void> {
  await tables(tx).updateTable('web_rank').set({ state: 'interrupted', cause }).where('check_id', '=', checkId).where('state', '=', 'asked').execute();
}

export async function noteCause(tx: Db, checkId: string, cause: string): Promise<void> {
  await tables(tx).updateTable('rank_check').set({ cause }).where('id', '=', checkId).execute();
}

/** Marks the check as ended; the oldest of its domain are forgotten. */
export async function endCheck(tx: Db, check: Pick<CheckRow, 'id' | 'domain_id'>, { state, cause, now }: { state: 'completed' | 'partial'; cause: string | null; now: number }): Promise<void> {
  await tables(tx).updateTable('rank_check').set({ state, cause, finished_at: now }).where('id', '=', check.id).execute();
  const oldest = await tables(tx).selectFrom('rank_check').select('id').where('domain_id', '=', check.domain_id).orderBy('id', 'desc').offset(KEPT_CHECKS - 1).limit(1).executeTakeFirst();
  if (oldest) await tables(tx).deleteFrom('rank_check').where('domain_id', '=', check.domain_id).where('id', '<', oldest.id).execute();
}

/** The rank before `at` and the best one up to it, of the same question. */
export async function earlierThan(db: Db, { domain_id: domainId, series, at, rank }: Pick<RankRow, 'domain_id' | 'series' | 'at' | 'rank'>): Promise<Earlier> {
  const before = tables(db).selectFrom('web_rank').select(['rank', 'at']).where('domain_id', '=', domainId).where('series', '=', series).where('state', '=', 'answered').where('at', '<', at);
  const previous = await before.orderBy('at', 'desc').limit(1).executeTakeFirst() ?? null;
  const best = await before.where('rank', 'is not', null).orderBy('rank').orderBy('at').limit(1).executeTakeFirst() ?? null;
  const isBest = rank !== null && (best === null || rank < best.rank!);
  return { previous, best: isBest ? { rank, at } : best && { rank: best.rank!, at: best.at } };
}

/** The newest answer to the question of a series; null where there is none. */
export async function newestRank(db: Db, domainId: string, series: string): Promise<RankRow | null> {
  return await tables(db).selectFrom('web_rank').selectAll().where('domain_id', '=', domainId).where('series', '=', series).where('state', '!=', 'asked').orderBy('at', 'desc').limit(1).executeTakeFirst() ?? null;
}
