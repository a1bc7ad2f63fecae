import type { Db } from '../../../../store/index.ts';
import { priorities, type Priority } from '../matching/priority.ts';
import { tables } from '../tables.ts';
import type { ComponentRow } from './components.ts';
import { countsByPriority, matching, type ListedMatch } from './match-list.ts';

/** One version of a product, wherever it runs. */
export interface ProductInUse {
  name: string;
  /** Null where it is none that is known here. */
  product: string | null;
  version: string | null;
  hosts: number;
  isJudged: boolean;
  alerts: Record<Priority, number>;
}

const NO_ALERTS: Readonly<Record<Priority, number>> = { act: 0, attend: 0, track: 0 };

/** Every version of what the hosts of the account run, those with the most urgent alerts first; of these domains where some are named. */
export async function productsInUse(db: Db, accountId: string, domain: readonly string[] | undefined, now: number): Promise<ProductInUse[]> {
  const alerts = await matching(db, accountId, { domain, withDoubtful: false }, now).groupBy(['vuln_match.product', 'vuln_match.version', 'vuln_match.priority'])
    .select(eb => ['vuln_match.product', 'vuln_match.version', 'vuln_match.priority', eb.fn.countAll<number | string>().as('total')]).execute();
  const byVersion = Map.groupBy(alerts, keyOf);
  const rows = await tables(db).selectFrom('vuln_component').where('account_id', '=', accountId).$if(domain !== undefined, query => query.where('domain_id', 'in', domain!))
    .groupBy(['name', 'product', 'version', 'judged']).select(eb => ['name', 'product', 'version', 'judged', eb.fn.count<number | string>('host').distinct().as('hosts')]).execute();
  const inUse = rows.map(({ judged, hosts, ...row }) => ({ ...row, hosts: Number(hosts), isJudged: judged === 1, alerts: row.product === null ? NO_ALERTS : countsByPriority(byVersion.get(keyOf(row)) ?? []) }));
  const ordered = inUse.map(row => ({ row, order: JSON.stringify([row.name.toLowerCase(), row.name, row.product, row.version, row.isJudged]) }));
  return ordered.toSorted((a, b) => priorities.map(priority => b.row.alerts[priority] - a.row.alerts[priority]).find(difference => difference !== 0) ?? (a.order < b.order ? -1 : 1)).map(({ row }) => row);
}

function keyOf({ product, version }: { product: string | null; version: string | null }): string {
  return JSON.stringify([product, version]);
}

/** Every host of the account that runs the product, with the name of its domain. */
export async function hostsOf(db: Db, accountId: string, product: string, limit: number): Promise<(ComponentRow & { domain: string })[]> {
  return tables(db).selectFrom('vuln_component').innerJoin('domain', 'domain.id', 'vuln_component.domain_id').where('vuln_component.account_id', '=', accountId).where('vuln_component.product', '=', product)
    .selectAll('vuln_component').select('domain.name as domain').orderBy('domain.name').orderBy('vuln_component.host').orderBy('vuln_component.fingerprint').limit(limit).execute();
}

/** The alerts of the product, most urgent first. */
export async function alertsOf(db: Db, accountId: string, product: string, limit: number, now: number): Promise<ListedMatch[]> {
  return matching(db, accountId, { product: [product], withDoubtful: false }, now).selectAll('vuln_match').select('domain.name').orderBy('vuln_match.position').orderBy('vuln_match.id').limit(limit).execute();
}
