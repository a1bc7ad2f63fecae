import { sql } from 'kysely';
import { severities, type Severity } from '../../../core/finding.ts';
import type { Db } from '../../../store/index.ts';
import { MOST_URGENT } from './shapes.ts';
import { tables } from './tables.ts';

/** A place in the order of severities, 0 for the most severe. */
const rank = (column: string) => sql<number>`case ${sql.ref(column)} ${sql.join(severities.map((severity, at) => sql`when ${severity} then ${sql.lit(at)}`), sql` `)} else ${sql.lit(severities.length)} end`;

/** The sums over all domains of the account; those whose registration ends before `soon` (epoch milliseconds) count as such. */
export async function sumsOf(db: Db, accountId: string, soon: number) {
  const { domains, scanned } = await tables(db).selectFrom('domain').where('account_id', '=', accountId)
    .select(({ fn }) => [fn.countAll<number | string>().as('domains'), fn.count<number | string>('checked_at').as('scanned')]).executeTakeFirstOrThrow();
  const { with_issues, issues, open_events, ending, score } = await tables(db).selectFrom('domain_facet')
    .where('account_id', '=', accountId).where('measure', 'in', ['score', 'issues', 'openEvents', 'expiresAt']).where('value', 'is not', null).select([
      sql<number | string | null>`avg(case measure when 'score' then value end)`.as('score'),
      sql<number | string | null>`sum(case measure when 'issues' then value end)`.as('issues'), sql<number | string | null>`sum(case measure when 'openEvents' then value end)`.as('open_events'),
      sql<number | string>`count(case when measure = 'issues' and value > 0 then 1 end)`.as('with_issues'),
      sql<number | string>`count(case when measure = 'expiresAt' and value <= ${soon} then 1 end)`.as('ending'),
    ]).executeTakeFirstOrThrow();
  return {
    totals: {
      domains: Number(domains), neverChecked: Number(domains) - Number(scanned), withIssues: Number(with_issues), issues: Number(issues), openEvents: Number(open_events), endingSoon: Number(ending),
    },
    score: meanOf(score),
    scanned: Number(scanned),
  };
}

/** How many of the `scanned` domains have each grade; null for those that could not be judged. */
export async function gradesOf(db: Db, accountId: string, scanned: number): Promise<Map<string | null, number>> {
  const rows = await tables(db).selectFrom('domain_facet').select(({ fn }) => ['word', fn.countAll<number | string>().as('domains')])
    .where('account_id', '=', accountId).where('measure', '=', 'grade').where('word', 'is not', null).groupBy('word').execute();
  const graded = rows.reduce((sum, { domains }) => sum + Number(domains), 0);
  return new Map([...rows.map(({ word, domains }) => [word, Number(domains)] as const), ...(scanned > graded ? [[null, scanned - graded] as const] : [])]);
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

const UNSETTLED = ['open', 'denied'] as const;

function unsettledEvents(db: Db, accountId: string) {
  return tables(db).selectFrom('domain_event').where('domain_event.account_id', '=', accountId).where('domain_event.state', 'in', UNSETTLED);
}

/** The most severe changes that wait for a decision, or were denied and are still there; of equal ones the newest. */
export async function mostSevereEvents(db: Db, accountId: string) {
  return unsettledEvents(db, accountId)
    .select(['domain_event.id', 'domain_event.domain_id', 'domain_event.domain_name', 'domain_event.kind', 'domain_event.severity', 'domain_event.title', 'domain_event.created_at'])
    .orderBy(rank('domain_event.severity')).orderBy('domain_event.id', 'desc').limit(MOST_URGENT).execute();
}

/** The registrations that end before `soon` (epoch milliseconds) and of which no event tells. */
function endingsBefore(db: Db, accountId: string, soon: number) {
  return tables(db).selectFrom('domain_facet as ending').where('ending.account_id', '=', accountId).where('ending.measure', '=', 'expiresAt').where('ending.value', '<=', soon)
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('domain_event').select('domain_event.id').whereRef('domain_event.domain_id', '=', 'ending.domain_id')
      .where('domain_event.state', 'in', UNSETTLED).where('domain_event.kind', 'like', 'registration.expir%'))));
}

/** The same, those that end first. */
export async function soonestEndings(db: Db, accountId: string, soon: number) {
  return endingsBefore(db, accountId, soon).innerJoin('domain', 'domain.id', 'ending.domain_id')
    .select(['domain.id', 'domain.name', 'ending.value as expires_at']).orderBy('ending.value').orderBy('domain.id').limit(MOST_URGENT).execute();
}

/** The domains with serious issues. */
function withSeriousIssues(db: Db, accountId: string) {
  const serious: Severity[] = ['critical', 'high'];
  return tables(db).selectFrom('domain_facet as worst').where('worst.account_id', '=', accountId).where('worst.measure', '=', 'worst').where('worst.word', 'in', serious);
}

/** The domains with the most severe issues; of equal ones those with the most. */
export async function worstDomains(db: Db, accountId: string) {
  return withSeriousIssues(db, accountId).innerJoin('domain', 'domain.id', 'worst.domain_id')
    .leftJoin('domain_facet as issues', join => join.onRef('issues.domain_id', '=', 'worst.domain_id').on('issues.measure', '=', 'issues'))
    .select(['domain.id', 'domain.name', 'worst.word as worst', 'domain.checked_at'])
    .orderBy(rank('worst.word')).orderBy(sql`coalesce(issues.value, 0)`, 'desc').orderBy('domain.id').limit(MOST_URGENT).execute();
}

/** How many unsettled changes, registrations that end before `soon` (epoch milliseconds) and domains with serious issues there are together. */
export async function countConcerns(db: Db, accountId: string, soon: number): Promise<number> {
  const count = sql<number | string>`count(*)`.as('count');
  const counts = await Promise.all([
    unsettledEvents(db, accountId).select(count).executeTakeFirstOrThrow(), endingsBefore(db, accountId, soon).select(count).executeTakeFirstOrThrow(),
    withSeriousIssues(db, accountId).select(count).executeTakeFirstOrThrow(),
  ]);
  return counts.reduce((sum, row) => sum + Number(row.count), 0);
}
