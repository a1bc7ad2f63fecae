import { sql } from 'kysely';
import type { Cursor } from '../../../../core/page.ts';
import { literally, type Db } from '../../../../store/index.ts';
import { componentKinds, type ComponentKind } from '../components/component.ts';
import { tables } from '../tables.ts';
import type { ComponentRow } from './components.ts';

/** Which components of the account are meant; what is left out does not matter. */
export interface ComponentFilter {
  /** Ids of domains. */
  domain?: readonly string[] | undefined;
  kind?: readonly ComponentKind[] | undefined;
  address?: readonly string[] | undefined;
  product?: string | undefined;
  version?: string | undefined;
  versionKnown?: 'true' | 'false' | undefined;
}

/** A component with the name of its domain. */
export type ListedComponent = Omit<ComponentRow, 'account_id' | 'fingerprint'> & { name: string };

export interface ComponentCounts {
  total: number;
  kinds: Record<ComponentKind, number>;
  versionKnown: number;
  domains: number;
  addresses: number;
}

/** Components of the account that pass the filter, by their ids; those behind `position`. */
export async function listComponents(db: Db, accountId: string, filter: ComponentFilter, position: Pick<Cursor, 'id'> | null, limit: number): Promise<ListedComponent[]> {
  return matching(db, accountId, filter)
    .$if(position !== null, query => query.where('exposure_component.id', '>', position!.id))
    .select([
      'exposure_component.id', 'exposure_component.domain_id', 'exposure_component.scan_id', 'exposure_component.address', 'exposure_component.port', 'exposure_component.location', 'exposure_component.kind',
      'exposure_component.vendor', 'exposure_component.product', 'exposure_component.version', 'exposure_component.distribution', 'exposure_component.cpe23', 'exposure_component.purl', 'exposure_component.evidence',
      'exposure_component.confidence', 'exposure_component.first_seen_at', 'exposure_component.last_seen_at', 'domain.name',
    ])
    .orderBy('exposure_component.id').limit(limit).execute();
}

export async function countComponents(db: Db, accountId: string, filter: ComponentFilter): Promise<ComponentCounts> {
  const rows = await matching(db, accountId, filter).groupBy('exposure_component.kind')
    .select(eb => ['exposure_component.kind', eb.fn.countAll<number | string>().as('total'), eb.fn.count<number | string>('exposure_component.version').as('versions')]).execute();
  const { domains, addresses } = await matching(db, accountId, filter)
    .select(eb => [eb.fn.count<number | string>('exposure_component.domain_id').distinct().as('domains'), eb.fn.count<number | string>('exposure_component.address').distinct().as('addresses')]).executeTakeFirstOrThrow();
  return {
    total: rows.reduce((sum, { total }) => sum + Number(total), 0),
    kinds: Object.fromEntries(componentKinds.map(kind => [kind, Number(rows.find(row => row.kind === kind)?.total ?? 0)])) as Record<ComponentKind, number>,
    versionKnown: rows.reduce((sum, { versions }) => sum + Number(versions), 0), domains: Number(domains), addresses: Number(addresses),
  };
}

function matching(db: Db, accountId: string, { domain, kind, address, product, version, versionKnown }: ComponentFilter) {
  return tables(db).selectFrom('exposure_component').innerJoin('domain', 'domain.id', 'exposure_component.domain_id')
    .where('exposure_component.account_id', '=', accountId)
    .$if(domain !== undefined, query => query.where('exposure_component.domain_id', 'in', domain!))
    .$if(kind !== undefined, query => query.where('exposure_component.kind', 'in', kind!))
    .$if(address !== undefined, query => query.where('exposure_component.address', 'in', address!))
    .$if(product !== undefined, query => query.where(eb => eb(eb.fn<string>('lower', ['exposure_component.product']), 'like', sql<string>`${`%${literally(product!.toLowerCase())}%`} escape '\\'`)))
    .$if(version !== undefined, query => query.where(eb => eb('exposure_component.version', 'like', sql<string>`${`${literally(version!)}%`} escape '\\'`)))
    .$if(versionKnown !== undefined, query => query.where('exposure_component.version', versionKnown === 'true' ? 'is not' : 'is', null));
}
