import type { Db } from '../../../../store/index.ts';
import { tables } from '../tables.ts';

/** Whether a domain was judged with the same outcome before, and nothing that people said has ended since. */
export async function isJudgedSo(db: Db, domainId: string, digest: string, now: number): Promise<boolean> {
  const row = await tables(db).selectFrom('vuln_judgement').select(['digest', 'holds_until']).where('domain_id', '=', domainId).executeTakeFirst();
  return row?.digest === digest && (row.holds_until === null || row.holds_until > now);
}

/** Keeps the outcome; it holds until the first answer of people ends. */
export async function keepJudgement(tx: Db, { accountId, domainId }: { accountId: string; domainId: string }, digest: string): Promise<void> {
  const { until } = await tables(tx).selectFrom('vuln_match').select(eb => eb.fn.min('answer_until').as('until')).where('domain_id', '=', domainId).where('state', '=', 'falsePositive').executeTakeFirstOrThrow();
  const row = { digest, holds_until: until };
  await tables(tx).insertInto('vuln_judgement').values({ domain_id: domainId, account_id: accountId, ...row }).onConflict(conflict => conflict.column('domain_id').doUpdateSet(row)).execute();
}

/** Has the domain judged in full the next time. */
export async function forgetJudgement(tx: Db, domainId: string): Promise<void> {
  await tables(tx).deleteFrom('vuln_judgement').where('domain_id', '=', domainId).execute();
}
