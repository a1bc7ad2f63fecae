import type { Selectable } from 'kysely';
import type { DarkwebSource } from '../../../../core/outside/darkweb.ts';
import type { Db } from '../../../../store/index.ts';
import { tables, type DarkwebTables } from '../tables.ts';
import type { IncidentKind } from '../words.ts';

export type IncidentRow = Selectable<DarkwebTables['darkweb_incident']>;

/** Who answered an incident, when and why. */
export interface IncidentAnswer {
  reason: string | null;
  by: string;
  /** Epoch milliseconds. */
  at: number;
}

const MAX_ROWS = 1000;

export async function findIncident(db: Db, accountId: string, id: string): Promise<IncidentRow | null> {
  return await tables(db).selectFrom('darkweb_incident').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst() ?? null;
}

/** What the source has reported of the domain, by fingerprint. */
export async function incidentsOfSource(db: Db, domainId: string, source: DarkwebSource): Promise<Map<string, IncidentRow>> {
  const rows = await tables(db).selectFrom('darkweb_incident').selectAll().where('domain_id', '=', domainId).where('source', '=', source).execute();
  return new Map(rows.map(row => [row.fingerprint, row]));
}

/** Says that everything the source has reported of the domain still holds. */
export async function touchIncidents(tx: Db, domainId: string, source: DarkwebSource, now: number, forgetAt: number): Promise<void> {
  await tables(tx).updateTable('darkweb_incident').set({ last_seen_at: now, forget_at: forgetAt }).where('domain_id', '=', domainId).where('source', '=', source).execute();
  await tables(tx).updateTable('darkweb_address').set({ last_seen_at: now, forget_at: forgetAt }).where('domain_id', '=', domainId).where('id', 'in', eb => eb.selectFrom('darkweb_appearance')
    .innerJoin('darkweb_incident', 'darkweb_incident.id', 'darkweb_appearance.incident_id').select('darkweb_appearance.address_id').where('darkweb_incident.domain_id', '=', domainId).where('darkweb_incident.source', '=', source)).execute();
}

/** What is wrong now: open incidents of infected employees and claims, and of the others those that became known after the first answer. */
export async function pressingIncidents(db: Db, domainId: string): Promise<IncidentRow[]> {
  return tables(db).selectFrom('darkweb_incident').selectAll().where('domain_id', '=', domainId).where('state', '=', 'open').where('kind', '!=', 'stealerCustomer')
    .where(eb => eb.or([
      eb('kind', 'in', ['stealerEmployee', 'ransomClaim'] satisfies IncidentKind[]),
      eb('id', 'in', eb.selectFrom('darkweb_event').select('incident_id').where('darkweb_event.domain_id', '=', domainId)),
    ])).orderBy('position').orderBy('id').limit(MAX_ROWS).execute();
}

export async function answerIncident(tx: Db, row: IncidentRow, state: string, answer: IncidentAnswer | null): Promise<IncidentRow> {
  return tables(tx).updateTable('darkweb_incident').set({ state, answer: answer && JSON.stringify(answer) }).where('id', '=', row.id).returningAll().executeTakeFirstOrThrow();
}
