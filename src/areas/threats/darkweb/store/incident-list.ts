import type { Cursor } from '../../../../core/page.ts';
import type { Db } from '../../../../store/index.ts';
import { tables } from '../tables.ts';
import { incidentKinds, type IncidentKind } from '../words.ts';
import type { IncidentRow } from './incidents.ts';

/** Which incidents of the account are meant; what is left out does not matter. */
export interface IncidentFilter {
  /** Ids of domains. */
  domain?: readonly string[] | undefined;
  kind?: readonly IncidentKind[] | undefined;
  source?: readonly string[] | undefined;
  status?: readonly string[] | undefined;
}

export type ListedIncident = IncidentRow & { name: string };

/** Incidents that pass the filter, the latest first, without sensitive ones; those behind `position`. */
export async function listIncidents(db: Db, accountId: string, filter: IncidentFilter, position: Cursor | null, limit: number): Promise<ListedIncident[]> {
  return matching(db, accountId, filter).where('darkweb_incident.sensitive', '=', 0)
    .$if(position !== null, query => query.where(eb => eb.or([eb('darkweb_incident.position', '>', position!.at), eb.and([eb('darkweb_incident.position', '=', position!.at), eb('darkweb_incident.id', '>', position!.id)])])))
    .selectAll('darkweb_incident').select('domain.name').orderBy('darkweb_incident.position').orderBy('darkweb_incident.id').limit(limit).execute();
}

export interface IncidentCounts {
  total: number;
  open: number;
  /** Sensitive ones, which no list shows and no other figure counts. */
  withheld: number;
  kinds: Record<IncidentKind, number>;
}

/** Over all incidents that pass the filter. */
export async function countIncidents(db: Db, accountId: string, filter: IncidentFilter): Promise<IncidentCounts> {
  return countsOf(await matching(db, accountId, filter).groupBy(['darkweb_incident.kind', 'darkweb_incident.state', 'darkweb_incident.sensitive'])
    .select(eb => ['darkweb_incident.kind', 'darkweb_incident.state', 'darkweb_incident.sensitive', eb.fn.countAll<number | string>().as('total')]).execute());
}

/** The one rule by which leaks are counted, of a domain as of all: what no list shows is counted for itself. */
function countsOf(rows: readonly { kind: string; state: string; sensitive: 0 | 1; total: number | string }[]): IncidentCounts {
  const sum = (of: typeof rows) => of.reduce((total, row) => total + Number(row.total), 0);
  const shown = rows.filter(({ sensitive }) => sensitive === 0);
  return {
    total: sum(shown), open: sum(shown.filter(({ state }) => state === 'open')), withheld: sum(rows.filter(({ sensitive }) => sensitive === 1)),
    kinds: Object.fromEntries(incidentKinds.map(kind => [kind, sum(shown.filter(row => row.kind === kind))])) as IncidentCounts['kinds'],
  };
}

function matching(db: Db, accountId: string, { domain, kind, source, status }: IncidentFilter) {
  return tables(db).selectFrom('darkweb_incident').innerJoin('domain', 'domain.id', 'darkweb_incident.domain_id').where('darkweb_incident.account_id', '=', accountId)
    .$if(domain !== undefined, query => query.where('darkweb_incident.domain_id', 'in', domain!))
    .$if(kind !== undefined, query => query.where('darkweb_incident.kind', 'in', kind!))
    .$if(source !== undefined, query => query.where('darkweb_incident.source', 'in', source!))
    .$if(status !== undefined, query => query.where('darkweb_incident.state', 'in', status!));
}

/** What is known of each of these domains. */
export async function figuresOf(db: Db, domainIds: readonly string[]): Promise<Map<string, IncidentCounts & { addresses: number }>> {
  if (domainIds.length === 0) return new Map();
  const incidents = await tables(db).selectFrom('darkweb_incident').where('domain_id', 'in', domainIds).groupBy(['domain_id', 'kind', 'state', 'sensitive'])
    .select(eb => ['domain_id', 'kind', 'state', 'sensitive', eb.fn.countAll<number | string>().as('total')]).execute();
  const addresses = await tables(db).selectFrom('darkweb_address').where('domain_id', 'in', domainIds).groupBy('domain_id').select(eb => ['domain_id', eb.fn.countAll<number | string>().as('total')]).execute();
  return new Map(domainIds.map(id => [id, { ...countsOf(incidents.filter(row => row.domain_id === id)), addresses: Number(addresses.find(row => row.domain_id === id)?.total ?? 0) }]));
}
