import { sql } from 'kysely';
import type { Db } from '../../../store/index.ts';
import { tables } from './tables.ts';

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

/** How far the mean score has moved since a moment (epoch milliseconds), over the domains that had a score then and have one now; null without any. */
export async function moveSince(db: Db, accountId: string, at: number): Promise<number | null> {
  const { move } = await tables(db).selectFrom('domain').innerJoin('snapshot', 'snapshot.domain_id', 'domain.id')
    .innerJoin('domain_facet', join => join.onRef('domain_facet.domain_id', '=', 'domain.id').on('domain_facet.measure', '=', 'score'))
    .select(sql<number | string | null>`avg(domain_facet.value - snapshot.score)`.as('move'))
    .where('domain.account_id', '=', accountId)
    .where('snapshot.at', '=', eb => eb.selectFrom('snapshot as earlier').select(({ fn }) => fn.max('earlier.at').as('at'))
      .whereRef('earlier.domain_id', '=', 'domain.id').where('earlier.at', '<=', at).where('earlier.score', 'is not', null))
    .executeTakeFirstOrThrow();
  return meanOf(move);
}

function meanOf(mean: number | string | null): number | null {
  return mean === null ? null : Math.round(Number(mean));
}
