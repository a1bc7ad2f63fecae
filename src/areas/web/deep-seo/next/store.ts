import type { Selectable } from 'kysely';
import type { Cursor } from '../../../../core/page.ts';
import { insertMany, type Db } from '../../../../store/index.ts';
import { tables, type DeepSeoTables } from '../tables.ts';
import type { NextStep, StepKind } from './rules.ts';

const MAX_STEPS = 1000;

/** Over all steps. */
export interface NextSummary {
  kinds: Readonly<Record<StepKind, { steps: number; clicksAtStake: number }>>;
  /** Expected CTR by positions from 1 to 10. */
  expected: readonly number[];
  pages: number;
}

export type NextRow = Selectable<DeepSeoTables['next_steps']>;

/** Replaces what is to be done next; the first 1,000 are kept. */
export async function saveNext(tx: Db, { accountId, domainId, auditId, now }: { accountId: string; domainId: string; auditId: string | null; now: number }, summary: NextSummary, steps: readonly NextStep[]): Promise<void> {
  await tables(tx).deleteFrom('next_steps').where('domain_id', '=', domainId).execute();
  await tables(tx).insertInto('next_steps').values({ domain_id: domainId, account_id: accountId, audit_id: auditId, summary: JSON.stringify(summary), made_at: now }).execute();
  await insertMany(tables(tx), { table: 'next_step', columns: { domain_id: 'text', nth: 'integer', kind: 'text', details: 'text' }, rows: steps.slice(0, MAX_STEPS).map((step, at) => [domainId, at + 1, step.kind, JSON.stringify(step)]) });
}

export async function findNext(db: Db, accountId: string, domainId: string): Promise<NextRow | null> {
  return await tables(db).selectFrom('next_steps').selectAll().where('account_id', '=', accountId).where('domain_id', '=', domainId).executeTakeFirst() ?? null;
}

/** Steps in their order, after `position.at`. */
export async function stepsOf(db: Db, domainId: string, kinds: readonly StepKind[] | undefined, position: Cursor | null, limit: number): Promise<{ nth: number; step: NextStep }[]> {
  const rows = await tables(db).selectFrom('next_step').select(['nth', 'details']).where('domain_id', '=', domainId).$if(kinds !== undefined, query => query.where('kind', 'in', kinds!)).$if(position !== null, query => query.where('nth', '>', position!.at)).orderBy('nth').limit(limit).execute();
  return rows.map(({ nth, details }) => ({ nth, step: JSON.parse(details) as NextStep }));
}

export async function countSteps(db: Db, domainId: string, kinds: readonly StepKind[] | undefined): Promise<number> {
  const { count } = await tables(db).selectFrom('next_step').select(({ fn }) => fn.countAll<number | string>().as('count')).where('domain_id', '=', domainId).$if(kinds !== undefined, query => query.where('kind', 'in', kinds!)).executeTakeFirstOrThrow();
  return Number(count);
}
