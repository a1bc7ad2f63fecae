import type { Selectable } from 'kysely';
import type { Cursor } from '../../../../core/page.ts';
import type { Db } from '../../../../store/index.ts';
import { tables, type DarkwebTables } from '../tables.ts';
import type { EventKind } from '../words.ts';

type Incident = DarkwebTables['darkweb_incident'];
/** An event with its domain and what it is about. */
export type ListedEvent = Selectable<DarkwebTables['darkweb_event']> & { name: string; incidentKind: string } & Selectable<Pick<Incident, 'title' | 'fields' | 'sensitive' | 'source' | 'count'>>;

/** Which events of the account are meant; what is left out does not matter. */
export interface EventFilter {
  /** Ids of domains. */
  domain?: readonly string[] | undefined;
  kind?: readonly EventKind[] | undefined;
  /** Epoch milliseconds; `before` is excluded. */
  from?: number | undefined;
  before?: number | undefined;
}

/** Events that pass the filter, newest first; those behind `position`. */
export async function listEvents(db: Db, accountId: string, { domain, kind, from, before }: EventFilter, position: Cursor | null, limit: number): Promise<ListedEvent[]> {
  return tables(db).selectFrom('darkweb_event').innerJoin('darkweb_incident', 'darkweb_incident.id', 'darkweb_event.incident_id').innerJoin('domain', 'domain.id', 'darkweb_event.domain_id')
    .selectAll('darkweb_event').select(['domain.name', 'darkweb_incident.kind as incidentKind', 'darkweb_incident.title', 'darkweb_incident.fields', 'darkweb_incident.sensitive', 'darkweb_incident.source', 'darkweb_incident.count'])
    .where('darkweb_event.account_id', '=', accountId)
    .$if(domain !== undefined, query => query.where('darkweb_event.domain_id', 'in', domain!))
    .$if(kind !== undefined, query => query.where('darkweb_event.kind', 'in', kind!))
    .$if(from !== undefined, query => query.where('darkweb_event.at', '>=', from!))
    .$if(before !== undefined, query => query.where('darkweb_event.at', '<', before!))
    .$if(position !== null, query => query.where(eb => eb.or([eb('darkweb_event.at', '<', position!.at), eb.and([eb('darkweb_event.at', '=', position!.at), eb('darkweb_event.id', '<', position!.id)])])))
    .orderBy('darkweb_event.at', 'desc').orderBy('darkweb_event.id', 'desc').limit(limit).execute();
}

export async function countEventsSince(db: Db, domainId: string, since: number): Promise<number> {
  const { total } = await tables(db).selectFrom('darkweb_event').where('domain_id', '=', domainId).where('at', '>=', since).select(eb => eb.fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow();
  return Number(total);
}
