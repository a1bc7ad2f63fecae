import { sql } from 'kysely';
import { severities, type Severity } from '../../../core/finding.ts';
import type { Db } from '../../../store/index.ts';
import { MOST_URGENT } from './shapes.ts';
import { tables } from './tables.ts';

/** A place in the order of severities, 0 for the most severe. */
const rank = (column: string) => sql<number>`case ${sql.ref(column)} ${sql.join(severities.map((severity, at) => sql`when ${severity} then ${sql.lit(at)}`), sql` `)} else ${sql.lit(severities.length)} end`;

/** The sums over all domains of the account; those whose registration ends before `soon` (epoch milliseconds) count as such. */
export async function sumsOf(db: Db, accountId: string, soon: number) {
  const { domains, scanned, with_issues, issues, open_events, ending, score } = await tables(db).selectFrom('domain').where('account_id', '=', accountId).select(({ fn }) => [
    fn.countAll<number | string>().as('domains'), fn.count<number | string>('checked_at').as('scanned'), fn.avg<number | string | null>('score').as('score'),
    fn.sum<number | string | null>('issues').as('issues'), fn.sum<number | string | null>('open_events').as('open_events'),
    sql<number | string>`count(case when issues > 0 then 1 end)`.as('with_issues'), sql<number | string>`count(case when expires_at <= ${soon} then 1 end)`.as('ending'),
  ]).executeTakeFirstOrThrow();
  return {
    totals: {
      domains: Number(domains), neverChecked: Number(domains) - Number(scanned), withIssues: Number(with_issues), issues: Number(issues), openEvents: Number(open_events), endingSoon: Number(ending),
    },
    score: meanOf(score),
  };
}

/** How many of the scanned domains have each grade. */
export async function gradesOf(db: Db, accountId: string): Promise<Map<string | null, number>> {
  const rows = await tables(db).selectFrom('domain').select(({ fn }) => ['grade', fn.countAll<number | string>().as('domains')])
    .where('account_id', '=', accountId).where('checked_at', 'is not', null).groupBy('grade').execute();
  return new Map(rows.map(({ grade, domains }) => [grade, Number(domains)]));
}

/** The mean score at a moment (epoch milliseconds): each domain counts with its last scan until then; null where there was none. */
export async function meanAt(db: Db, accountId: string, at: number): Promise<number | null> {
  const { score } = await tables(db).selectFrom('domain').innerJoin('snapshot', 'snapshot.domain_id', 'domain.id').select(({ fn }) => fn.avg<number | string | null>('snapshot.score').as('score'))
    .where('domain.account_id', '=', accountId)
    .where('snapshot.at', '=', eb => eb.selectFrom('snapshot as earlier').select(({ fn }) => fn.max('earlier.at').as('at')).whereRef('earlier.domain_id', '=', 'domain.id').where('earlier.at', '<=', at))
    .executeTakeFirstOrThrow();
  return meanOf(score);
}

function meanOf(mean: number | string | null): number | null {
  return mean === null ? null : Math.round(Number(mean));
}

/** The most severe changes that wait for a decision, or were denied and are still there; of equal ones the newest. */
export async function mostSevereEvents(db: Db, accountId: string) {
  return tables(db).selectFrom('domain_event').innerJoin('domain', 'domain.id', 'domain_event.domain_id')
    .select(['domain_event.id', 'domain_event.domain_id', 'domain_event.domain_name', 'domain_event.kind', 'domain_event.severity', 'domain_event.title', 'domain_event.created_at', 'domain.issues'])
    .where('domain_event.account_id', '=', accountId).where('domain_event.state', 'in', ['open', 'denied'])
    .orderBy(rank('domain_event.severity')).orderBy('domain_event.id', 'desc').limit(MOST_URGENT).execute();
}

/** The registrations that end before `soon` (epoch milliseconds), those that end first. */
export async function soonestEndings(db: Db, accountId: string, soon: number) {
  return tables(db).selectFrom('domain').select(['id', 'name', 'expires_at', 'issues']).where('account_id', '=', accountId).where('expires_at', '<=', soon)
    .orderBy('expires_at').orderBy('id').limit(MOST_URGENT).execute();
}

/** The domains with the most severe issues; of equal ones those with the most. */
export async function worstDomains(db: Db, accountId: string) {
  const serious: Severity[] = ['critical', 'high'];
  return tables(db).selectFrom('domain').select(['id', 'name', 'worst', 'issues', 'checked_at']).where('account_id', '=', accountId).where('worst', 'in', serious)
    .orderBy(rank('worst')).orderBy('issues', 'desc').orderBy('id').limit(MOST_URGENT).execute();
}
