import type { Db } from '../../../../store/index.ts';
import { tables } from '../tables.ts';

/** What scans saw in use on the hosts of a domain. */
export async function componentsSeenIn(db: Db, domainId: string) {
  return tables(db).selectFrom('exposure_component').select(['address', 'location', 'product', 'version', 'distribution', 'cpe23', 'purl', 'last_seen_at']).where('domain_id', '=', domainId).orderBy('id').execute();
}

/** The ids of all domains of which something is known to be installed, with their accounts. */
export async function domainsWithComponents(db: Db): Promise<Map<string, string>> {
  const domains = new Map<string, string>();
  for (const table of ['exposure_component', 'vuln_package_host'] as const) {
    for (const row of await tables(db).selectFrom(table).select(['account_id', 'domain_id']).distinct().execute()) domains.set(row.domain_id, row.account_id);
  }
  return domains;
}
