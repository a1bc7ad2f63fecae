import type { NewId } from '../../../../core/ids.ts';
import type { Db } from '../../../../store/index.ts';
import type { ListedPackage, PackageFormat } from '../packages/listed-package.ts';
import { tables } from '../tables.ts';

/** What a host listed itself, of products that are known here. */
export interface PackageList {
  host: string;
  /** Its name and addresses, by which it is the same host as one that was scanned. */
  hosts: readonly string[];
  packages: readonly ListedPackage[];
  importedAt: number;
}

/** What comes with a list besides its packages. */
interface ListFacts {
  format: PackageFormat;
  distribution: string | null;
  /** How many packages it had, those of unknown products among them. */
  count: number;
}

/** Hosts of a domain whose lists are kept; of more, those that listed last. */
const MAX_HOSTS = 1000;

/** Keeps the package list of a host in place of its earlier one. */
export async function keepPackages(tx: Db, { newId }: { newId: NewId }, of: { accountId: string; domainId: string }, { host, hosts, packages, importedAt }: PackageList, { format, distribution, count }: ListFacts): Promise<void> {
  const is = { format, distribution, packages: JSON.stringify({ hosts, packages }), package_count: count, imported_at: importedAt };
  await tables(tx).insertInto('vuln_package_host').values({ ...is, id: newId('vph'), account_id: of.accountId, domain_id: of.domainId, host }).onConflict(conflict => conflict.columns(['domain_id', 'host']).doUpdateSet(is)).execute();
  const beyond = await tables(tx).selectFrom('vuln_package_host').select('id').where('domain_id', '=', of.domainId).orderBy('imported_at', 'desc').orderBy('id').limit(1).offset(MAX_HOSTS).execute();
  if (beyond.length > 0) await tables(tx).deleteFrom('vuln_package_host').where('id', 'in', beyond.map(({ id }) => id)).execute();
}

export async function packageListsIn(db: Db, domainId: string): Promise<PackageList[]> {
  const rows = await tables(db).selectFrom('vuln_package_host').select(['host', 'packages', 'imported_at']).where('domain_id', '=', domainId).orderBy('id').execute();
  return rows.map(row => ({ host: row.host, importedAt: row.imported_at, ...JSON.parse(row.packages) as Pick<PackageList, 'hosts' | 'packages'> }));
}

/** Every package list that hosts of the account gave, for the export of everything that it holds. */
export async function* packageListsOf(db: Db, accountId: string): AsyncGenerator<object> {
  const rows = await tables(db).selectFrom('vuln_package_host').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
  for (const { account_id: _, packages, ...row } of rows) yield { ...row, packages: JSON.parse(packages) as unknown };
}
