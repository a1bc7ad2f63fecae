import type { Selectable } from 'kysely';
import type { Db } from '../../../../store/index.ts';
import { tables, type ComplianceTables } from '../tables.ts';

export type ClockRow = Selectable<ComplianceTables['compliance_clock']>;

/** The clocks of the account, oldest first, those that it removed included. */
export async function clocksOf(db: Db, accountId: string): Promise<ClockRow[]> {
  return tables(db).selectFrom('compliance_clock').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
}

export async function findClock(db: Db, accountId: string, id: string): Promise<ClockRow | null> {
  return await tables(db).selectFrom('compliance_clock').selectAll().where('account_id', '=', accountId).where('id', '=', id).where('ended_at', 'is', null).executeTakeFirst() ?? null;
}

export async function insertClock(tx: Db, row: ClockRow): Promise<void> {
  await tables(tx).insertInto('compliance_clock').values(row).execute();
}

/** Removes the clock; incidents of which something was said by it keep it. */
export async function removeClock(tx: Db, { account_id: accountId, id }: ClockRow, now: number): Promise<void> {
  const own = tables(tx).selectFrom('compliance_incident').innerJoin('compliance_obligation', 'compliance_obligation.incident_id', 'compliance_incident.id')
    .select('incident_id').where('compliance_incident.account_id', '=', accountId).where('deadline', '=', id).limit(1);
  if (await own.executeTakeFirst()) await tables(tx).updateTable('compliance_clock').set({ ended_at: now }).where('account_id', '=', accountId).where('id', '=', id).execute();
  else await tables(tx).deleteFrom('compliance_clock').where('account_id', '=', accountId).where('id', '=', id).execute();
}
