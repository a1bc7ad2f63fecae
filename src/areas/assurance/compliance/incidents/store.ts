import type { Selectable } from 'kysely';
import type { NewId } from '../../../../core/ids.ts';
import type { Cursor } from '../../../../core/page.ts';
import type { Db } from '../../../../store/index.ts';
import { tables, type ComplianceTables } from '../tables.ts';

export type IncidentRow = Selectable<ComplianceTables['compliance_incident']>;
export type ObligationRow = Selectable<ComplianceTables['compliance_obligation']>;
export type IncidentHead = Omit<IncidentRow, 'id' | 'version' | 'created_at' | 'changed_at'>;

/** Incidents of the account, newest first, after `position`. */
export async function incidentsFrom(db: Db, accountId: string, status: readonly string[] | undefined, position: Cursor | null, limit: number): Promise<IncidentRow[]> {
  return tables(db).selectFrom('compliance_incident').selectAll().where('account_id', '=', accountId)
    .$if(status !== undefined, query => query.where('status', 'in', status!))
    .$if(position !== null, query => query.where(eb => eb.or([eb('created_at', '<', position!.at), eb.and([eb('created_at', '=', position!.at), eb('id', '<', position!.id)])])))
    .orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export async function findIncident(db: Db, accountId: string, id: string): Promise<IncidentRow | null> {
  return await tables(db).selectFrom('compliance_incident').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst() ?? null;
}

/** Statuses of an incident that is over: its deadlines count no more. */
export const overStatuses = ['closed', 'dismissed'] as const;

/** Every incident of the account that is not over. */
export async function openIncidents(db: Db, accountId: string): Promise<IncidentRow[]> {
  return tables(db).selectFrom('compliance_incident').selectAll().where('account_id', '=', accountId).where('status', 'not in', overStatuses).orderBy('id').execute();
}

export async function countIncidents(db: Db, accountId: string): Promise<number> {
  const { count } = await tables(db).selectFrom('compliance_incident').select(eb => eb.fn.countAll<number | string>().as('count')).where('account_id', '=', accountId).executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertIncident(tx: Db, { newId }: { newId: NewId }, head: IncidentHead, now: number): Promise<IncidentRow> {
  return tables(tx).insertInto('compliance_incident').values({ ...head, id: newId('csi'), version: 1, created_at: now, changed_at: now }).returningAll().executeTakeFirstOrThrow();
}

/** Writes the incident as its next version; null where somebody else was faster. */
export async function changeIncident(tx: Db, { id, account_id: accountId, version }: IncidentRow, change: Partial<IncidentHead>, now: number): Promise<IncidentRow | null> {
  return await tables(tx).updateTable('compliance_incident').set({ ...change, version: version + 1, changed_at: now })
    .where('account_id', '=', accountId).where('id', '=', id).where('version', '=', version).returningAll().executeTakeFirst() ?? null;
}

/** What was said of the duties of these incidents. */
export async function saidOfObligations(db: Db, incidentIds: readonly string[]): Promise<ObligationRow[]> {
  if (incidentIds.length === 0) return [];
  return tables(db).selectFrom('compliance_obligation').selectAll().where('incident_id', 'in', incidentIds).execute();
}

export async function sayOfObligation(tx: Db, row: ObligationRow): Promise<void> {
  const { incident_id: _, deadline: __, ...said } = row;
  await tables(tx).insertInto('compliance_obligation').values(row).onConflict(conflict => conflict.columns(['incident_id', 'deadline']).doUpdateSet(said)).execute();
}
