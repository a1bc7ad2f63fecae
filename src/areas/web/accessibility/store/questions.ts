import type { Selectable } from 'kysely';
import { insertMany, type Db } from '../../../../store/index.ts';
import { tables, type AccessibilityTables } from '../tables.ts';

export type QuestionRow = Selectable<AccessibilityTables['accessibility_question']>;

export const answers = ['yes', 'no', 'notApplicable'] as const;
export type Answer = (typeof answers)[number];

export interface NewQuestion extends Pick<QuestionRow, 'criterion' | 'page' | 'fingerprint'> {
  details: object;
}

/** Adds the questions of an audit; those that were answered in the audit before, and whose subject is unchanged, keep their answers. */
export async function addQuestions(tx: Db, newId: (prefix: string) => string, { id: auditId, account_id: accountId }: { id: string; account_id: string }, questions: readonly NewQuestion[], before: string | null): Promise<void> {
  const answered = new Map((before === null ? [] : await questionsOf(tx, before, { answered: true }, null, MAX_KEPT)).map(row => [`${row.criterion} ${row.fingerprint}`, row]));
  await tables(tx).deleteFrom('accessibility_question').where('audit_id', '=', auditId).execute();
  await insertMany(tables(tx), {
    table: 'accessibility_question',
    columns: { id: 'text', account_id: 'text', audit_id: 'text', ordinal: 'integer', criterion: 'text', page: 'integer', fingerprint: 'text', details: 'text', answer: 'text', note: 'text', answered_by: 'text', answered_at: 'bigint' },
    rows: questions.map(({ criterion, page, fingerprint, details }, at) => {
      const kept = answered.get(`${criterion} ${fingerprint}`);
      return [newId('aqu'), accountId, auditId, at + 1, criterion, page, fingerprint, JSON.stringify(details), kept?.answer ?? null, kept?.note ?? null, kept?.answered_by ?? null, kept?.answered_at ?? null];
    }),
  });
}

const MAX_KEPT = 100_000;

export interface QuestionFilter {
  criterion?: readonly string[] | undefined;
  answered?: boolean | undefined;
}

/** Questions of the audit in their order, from behind the ordinal `after` on. */
export async function questionsOf(db: Db, auditId: string, { criterion, answered }: QuestionFilter, after: number | null, limit: number): Promise<QuestionRow[]> {
  return tables(db).selectFrom('accessibility_question').selectAll().where('audit_id', '=', auditId)
    .$if(criterion !== undefined, query => query.where('criterion', 'in', criterion!))
    .$if(answered === true, query => query.where('answer', 'is not', null)).$if(answered === false, query => query.where('answer', 'is', null))
    .$if(after !== null, query => query.where('ordinal', '>', after!))
    .orderBy('ordinal').limit(limit).execute();
}

export async function findQuestion(db: Db, accountId: string, id: string): Promise<QuestionRow | null> {
  return await tables(db).selectFrom('accessibility_question').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst() ?? null;
}

/** Stores an answer; null takes it back. */
export async function answerQuestion(tx: Db, id: string, { answer, note, by, now }: { answer: Answer | null; note: string | null; by: string; now: number }): Promise<QuestionRow> {
  const given = answer === null ? { answer: null, note: null, answered_by: null, answered_at: null } : { answer, note, answered_by: by, answered_at: now };
  return tables(tx).updateTable('accessibility_question').set(given).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** How many questions each criterion has, by answer. */
export async function answerCounts(db: Db, auditId: string) {
  return tables(db).selectFrom('accessibility_question').where('audit_id', '=', auditId).groupBy(['criterion', 'answer', 'page']).select(['criterion', 'answer', 'page', ({ fn }) => fn.countAll<number | string>().as('count')]).execute();
}

/** All answers of the account, for the export of everything that it holds. */
export async function* answeredQuestionsOf(db: Db, accountId: string): AsyncGenerator<object> {
  const rows = await tables(db).selectFrom('accessibility_question').selectAll().where('account_id', '=', accountId).where('answer', 'is not', null).orderBy('id').execute();
  for (const { account_id: _, details, ...row } of rows) yield { ...row, details: JSON.parse(details) as unknown };
}
