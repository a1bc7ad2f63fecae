import type { Selectable } from 'kysely';
import type { DarkwebSource } from '../../../../core/outside/darkweb.ts';
import type { Db } from '../../../../store/index.ts';
import { tables, type DarkwebTables } from '../tables.ts';
import type { AnswerState } from '../words.ts';

export type AnswerRow = Selectable<DarkwebTables['darkweb_answer']>;

/** What the sources said of these domains. */
export async function answersOf(db: Db, domainIds: readonly string[]): Promise<AnswerRow[]> {
  return domainIds.length === 0 ? [] : tables(db).selectFrom('darkweb_answer').selectAll().where('domain_id', 'in', domainIds).execute();
}

export async function answerOf(db: Db, domainId: string, source: DarkwebSource): Promise<AnswerRow | undefined> {
  return tables(db).selectFrom('darkweb_answer').selectAll().where('domain_id', '=', domainId).where('source', '=', source).executeTakeFirst();
}

/** Keeps that a source has answered, and why that is not all it knows; null where it had nothing new. */
export async function noteAnswered(tx: Db, { accountId, domainId, source }: { accountId: string; domainId: string; source: DarkwebSource }, now: number, said: { revision: string | null; cause: string | null } | null): Promise<void> {
  const set = { state: 'ok', asked_at: now, answered_at: now, ...said };
  await tables(tx).insertInto('darkweb_answer').values({ domain_id: domainId, source, account_id: accountId, revision: null, cause: null, ...set }).onConflict(conflict => conflict.columns(['domain_id', 'source']).doUpdateSet(set)).execute();
}

/** Keeps why a source has not answered; what it said before stays, with its age. */
export async function noteUnanswered(
  tx: Db, { accountId, domainId, source }: { accountId: string; domainId: string; source: DarkwebSource }, now: number, { state, cause }: { state: AnswerState; cause: string },
): Promise<void> {
  const set = { state, cause: cause.slice(0, 500), asked_at: now };
  await tables(tx).insertInto('darkweb_answer').values({ domain_id: domainId, source, account_id: accountId, answered_at: null, revision: null, ...set }).onConflict(conflict => conflict.columns(['domain_id', 'source']).doUpdateSet(set)).execute();
}
