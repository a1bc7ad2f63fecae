import type { Selectable } from 'kysely';
import type { Db } from '../../../../store/index.ts';
import { tables, type ComplianceTables } from '../tables.ts';

export type AffirmationRow = Selectable<ComplianceTables['compliance_affirmation']>;

/** Keeps an affirmation; false where there is one of that day already. */
export async function insertAffirmation(tx: Db, row: AffirmationRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows: written } = await tables(tx).insertInto('compliance_affirmation').values(row).onConflict(conflict => conflict.doNothing()).executeTakeFirst();
  return written === 1n;
}

/** The affirmations of the account, newest first. */
export async function affirmationsOf(db: Db, accountId: string): Promise<AffirmationRow[]> {
  return tables(db).selectFrom('compliance_affirmation').selectAll().where('account_id', '=', accountId).orderBy('affirmed_on', 'desc').orderBy('framework').execute();
}

/** The day of the last affirmation by framework. */
export async function lastAffirmations(db: Db, accountId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await tables(db).selectFrom('compliance_affirmation').select(eb => ['framework', eb.fn.max('affirmed_on').as('last')]).where('account_id', '=', accountId).groupBy('framework').execute();
  return new Map(rows.map(({ framework, last }) => [framework, last]));
}
