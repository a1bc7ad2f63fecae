import type { Cursor } from '../../../../core/page.ts';
import type { Db } from '../../../../store/index.ts';
import { priorities, type Priority } from '../matching/priority.ts';
import { tables } from '../tables.ts';
import type { MatchRow } from './matches.ts';

/** Which matches of the account are meant; what is left out does not matter. */
export interface MatchFilter {
  /** Ids of domains. */
  domain?: readonly string[] | undefined;
  priority?: readonly Priority[] | undefined;
  cve?: readonly string[] | undefined;
  host?: readonly string[] | undefined;
  product?: readonly string[] | undefined;
  /** Also what is no alert: what may have been fixed, what is not known to apply, and what people said is none. */
  withDoubtful: boolean;
}

/** A match with the name of its domain. */
export type ListedMatch = MatchRow & { name: string };

export interface MatchCounts {
  total: number;
  priorities: Record<Priority, number>;
  vulnerabilities: number;
  hosts: number;
}

/** Matches that pass the filter, the most urgent first; those behind `position`. */
export async function listMatches(db: Db, accountId: string, filter: MatchFilter, position: Cursor | null, limit: number, now: number): Promise<ListedMatch[]> {
  return matching(db, accountId, filter, now)
    .$if(position !== null, query => query.where(eb => eb.or([eb('vuln_match.position', '>', position!.at), eb.and([eb('vuln_match.position', '=', position!.at), eb('vuln_match.id', '>', position!.id)])])))
    .selectAll('vuln_match').select('domain.name').orderBy('vuln_match.position').orderBy('vuln_match.id').limit(limit).execute();
}

export async function countMatches(db: Db, accountId: string, filter: MatchFilter, now: number): Promise<MatchCounts> {
  const rows = await matching(db, accountId, filter, now).groupBy('vuln_match.priority').select(eb => ['vuln_match.priority', eb.fn.countAll<number | string>().as('total')]).execute();
  const { vulnerabilities, hosts } = await matching(db, accountId, filter, now)
    .select(eb => [eb.fn.count<number | string>('vuln_match.cve').distinct().as('vulnerabilities'), eb.fn.count<number | string>('vuln_match.host').distinct().as('hosts')]).executeTakeFirstOrThrow();
  const byPriority = countsByPriority(rows);
  return { total: Object.values(byPriority).reduce((sum, count) => sum + count, 0), priorities: byPriority, vulnerabilities: Number(vulnerabilities), hosts: Number(hosts) };
}

/** How many of each priority these rows have. */
export function countsByPriority(rows: readonly { priority: string; total: number | string }[]): Record<Priority, number> {
  return Object.fromEntries(priorities.map(priority => [priority, Number(rows.find(row => row.priority === priority)?.total ?? 0)])) as Record<Priority, number>;
}

/** The matches of the account that pass the filter, with their domains. */
export function matching(db: Db, accountId: string, { domain, priority, cve, host, product, withDoubtful }: MatchFilter, now: number) {
  return tables(db).selectFrom('vuln_match').innerJoin('domain', 'domain.id', 'vuln_match.domain_id')
    .where('vuln_match.account_id', '=', accountId).where('vuln_match.gone_at', 'is', null)
    .$if(domain !== undefined, query => query.where('vuln_match.domain_id', 'in', domain!))
    .$if(priority !== undefined, query => query.where('vuln_match.priority', 'in', priority!))
    .$if(cve !== undefined, query => query.where('vuln_match.cve', 'in', cve!))
    .$if(host !== undefined, query => query.where('vuln_match.host', 'in', host!))
    .$if(product !== undefined, query => query.where('vuln_match.product', 'in', product!))
    .$if(!withDoubtful, query => query.where('vuln_match.alert', '=', 1).where(eb => eb.or([eb('vuln_match.state', 'in', ['open', 'acknowledged']), eb.and([eb('vuln_match.state', '=', 'falsePositive'), eb('vuln_match.answer_until', '<=', now)])])));
}
