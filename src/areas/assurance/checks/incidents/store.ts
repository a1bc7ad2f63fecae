import type { Selectable } from 'kysely';
import type { Cursor } from '../../../../core/page.ts';
import type { Db } from '../../../../store/index.ts';
import { isoOf } from '../present.ts';
import type { IncidentRecord } from '../shapes.ts';
import { tables, type ChecksTables } from '../tables.ts';

export type IncidentRow = Selectable<ChecksTables['check_incident']>;

/** A check in an incident; `until` is null while it is affected. */
export interface Affected {
  id: string;
  name: string;
  from: number;
  until: number | null;
}

type EntryKind = IncidentRecord['timeline'][number]['kind'];
interface Entry { at: number; kind: EntryKind; text: string }

const MAX_CHECKS = 500;
const MAX_ENTRIES = 500;
const MAX_SERVICES = 100;

export function affectedIn({ checks }: Pick<IncidentRow, 'checks'>): Affected[] {
  return JSON.parse(checks) as Affected[];
}

/** The timeline with one entry more; where it is full, the beginning and the end stay. */
export function withEntry({ timeline }: Pick<IncidentRow, 'timeline'>, ...added: readonly Entry[]): string {
  const entries = [...JSON.parse(timeline) as Entry[], ...added];
  return JSON.stringify(entries.length <= MAX_ENTRIES ? entries : [...entries.slice(0, MAX_ENTRIES / 2), ...entries.slice(-MAX_ENTRIES / 2)]);
}

/** The checks of an incident with another one; beyond the limit only those that are still affected are listed. */
export function withAffected(checks: readonly Affected[], added: Affected): string {
  const all = [...checks.filter(({ id, until }) => id !== added.id || until !== null), added];
  return JSON.stringify(all.length <= MAX_CHECKS ? all : all.filter(({ until }) => until === null).slice(-MAX_CHECKS));
}

/** The open incident of this host and cause. */
export async function openIncident(tx: Db, accountId: string, host: string, cause: string): Promise<IncidentRow | undefined> {
  return tables(tx).selectFrom('check_incident').selectAll().where('account_id', '=', accountId).where('host', '=', host).where('cause', '=', cause).where('resolved_at', 'is', null)
    .orderBy('started_at', 'desc').limit(1).executeTakeFirst();
}

/** How many incidents of the account are open, how many of them nobody has acknowledged, and which services reported trouble when they began. */
export async function countOpen(db: Db, accountId: string): Promise<{ open: number; unacknowledged: number; services: string[] }> {
  const rows = await tables(db).selectFrom('check_incident').select(['acknowledged_at', 'services']).where('account_id', '=', accountId).where('resolved_at', 'is', null).execute();
  const services = new Set(rows.flatMap(row => (JSON.parse(row.services) as { name: string }[]).map(({ name }) => name)));
  return { open: rows.length, unacknowledged: rows.filter(row => row.acknowledged_at === null).length, services: [...services].toSorted().slice(0, MAX_SERVICES) };
}

export async function findIncident(db: Db, accountId: string, id: string): Promise<IncidentRow | null> {
  return await tables(db).selectFrom('check_incident').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst() ?? null;
}

export async function saveIncident(tx: Db, id: string, changes: Partial<IncidentRow>): Promise<IncidentRow> {
  return tables(tx).updateTable('check_incident').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Which incidents are wanted; what is undefined does not matter. */
interface IncidentFilter {
  open: boolean | undefined;
  from: number | undefined;
  before: number | undefined;
}

/** Incidents of the account, newest first, after `position`. */
export function incidentsOf(db: Db, accountId: string, { open, from, before }: IncidentFilter, position: Cursor | null, limit: number): Promise<IncidentRow[]> {
  return tables(db).selectFrom('check_incident').selectAll().where('account_id', '=', accountId)
    .$if(open !== undefined, query => query.where('resolved_at', open ? 'is' : 'is not', null))
    .$if(from !== undefined, query => query.where('started_at', '>=', from!))
    .$if(before !== undefined, query => query.where('started_at', '<', before!))
    .$if(position !== null, query => query.where(eb => eb.or([eb('started_at', '<', position!.at), eb.and([eb('started_at', '=', position!.at), eb('id', '<', position!.id)])])))
    .orderBy('started_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export function presentIncident(row: IncidentRow): IncidentRecord {
  const services = JSON.parse(row.services) as (Omit<IncidentRecord['services'][number], 'since'> & { since: number | null })[];
  return {
    id: row.id, state: row.resolved_at === null ? 'open' : 'resolved', title: row.title, host: row.host, cause: row.cause,
    startedAt: isoOf(row.started_at)!, resolvedAt: isoOf(row.resolved_at), acknowledgedAt: isoOf(row.acknowledged_at), acknowledgedBy: row.acknowledged_by, note: row.note,
    checks: affectedIn(row).map(({ id, name, from, until }) => ({ id, name, from: isoOf(from)!, until: isoOf(until) })),
    services: services.map(one => ({ ...one, since: isoOf(one.since) })),
    timeline: (JSON.parse(row.timeline) as Entry[]).map(entry => ({ ...entry, at: isoOf(entry.at)! })),
  };
}
