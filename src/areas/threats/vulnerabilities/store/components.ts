import type { Selectable } from 'kysely';
import { inColumns, insertMany, type Db } from '../../../../store/index.ts';
import type { JudgedComponent } from '../judging/judged-component.ts';
import { tables, type VulnerabilityTables } from '../tables.ts';

export type ComponentRow = Selectable<VulnerabilityTables['vuln_component']>;

const columns = { domain_id: 'text', account_id: 'text', fingerprint: 'text', host: 'text', location: 'text', name: 'text', product: 'text', version: 'text', package: 'text', origin: 'text', judged: 'integer' } as const;

/** What a later judgement needs of a component that a scan saw. */
export interface SeenRow {
  address: string;
  location: string;
  product: string;
  version: string | null;
  /** `{distribution, release, package, version}`; null where no package shows. */
  distribution: string | null;
  /** A list of CPE 2.3 names. */
  cpe23: string;
  purl: string | null;
  /** What showed it. */
  evidence: string;
  last_seen_at: number;
}

/** What scans saw in use on the hosts of a domain. */
export async function componentsSeenIn(db: Db, domainId: string): Promise<SeenRow[]> {
  return tables(db).selectFrom('exposure_component').select(['address', 'location', 'product', 'version', 'distribution', 'cpe23', 'purl', 'evidence', 'last_seen_at']).where('domain_id', '=', domainId).orderBy('id').execute();
}

/** The ids of all domains of which something is known to be installed, with their accounts. */
export async function domainsWithComponents(db: Db): Promise<Map<string, string>> {
  const domains = new Map<string, string>();
  for (const table of ['exposure_component', 'vuln_package_host'] as const) {
    for (const row of await tables(db).selectFrom(table).select(['account_id', 'domain_id']).distinct().execute()) domains.set(row.domain_id, row.account_id);
  }
  return domains;
}

/** Makes `judged` what the hosts of the domain run, as far as it was judged. */
export async function keepComponents(tx: Db, { accountId, domainId }: { accountId: string; domainId: string }, judged: readonly JudgedComponent[]): Promise<void> {
  const rows = new Map(judged.map(({ component: { host, location, name, version, distributionPackage, from }, product, isJudged }): [string, ComponentRow] => {
    const fingerprint = JSON.stringify([from, host, location, name, version]);
    return [fingerprint, { domain_id: domainId, account_id: accountId, fingerprint, host, location, name, product, version, package: distributionPackage?.version ?? null, origin: from, judged: isJudged ? 1 : 0 }];
  }));
  const before = await tables(tx).selectFrom('vuln_component').selectAll().where('domain_id', '=', domainId).execute();
  const isSame = (row: ComponentRow): boolean => Object.keys(columns).every(name => rows.get(row.fingerprint)?.[name as keyof ComponentRow] === row[name as keyof ComponentRow]);
  if (before.length === rows.size && before.every(isSame)) return;
  await tables(tx).deleteFrom('vuln_component').where('domain_id', '=', domainId).execute();
  await insertMany<VulnerabilityTables>(tables(tx), { table: 'vuln_component', columns, rows: inColumns(columns, rows.values()) });
}

/** What the hosts of the domain run, as it was judged last. */
export async function componentsIn(db: Db, domainId: string): Promise<ComponentRow[]> {
  return tables(db).selectFrom('vuln_component').selectAll().where('domain_id', '=', domainId).orderBy('fingerprint').execute();
}

/** When something was last seen to run on hosts of the domain, by a scan or a list of packages; null where nothing was. */
export async function lastSeenIn(db: Db, domainId: string): Promise<number | null> {
  const scanned = await tables(db).selectFrom('exposure_component').select(eb => eb.fn.max('last_seen_at').as('at')).where('domain_id', '=', domainId).executeTakeFirst();
  const listed = await tables(db).selectFrom('vuln_package_host').select(eb => eb.fn.max('imported_at').as('at')).where('domain_id', '=', domainId).executeTakeFirst();
  return Math.max(scanned?.at ?? 0, listed?.at ?? 0) || null;
}
