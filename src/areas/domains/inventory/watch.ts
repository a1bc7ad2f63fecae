import { sql } from 'kysely';
import type { Plan } from '../../../core/access.ts';
import type { Db } from '../../../store/index.ts';
import type { Schedule } from '../../schedule.ts';
import type { DomainsServices } from './services.ts';
import { dueAfter, intervalOf } from './interval.ts';
import { watchOf } from './record.ts';
import { firstBeyond } from './quota.ts';
import { startScan } from './scan-start.ts';
import { tables } from './tables.ts';

/** Monitored domains whose time has come. One that is beyond its account's plan is passed over each time: so it is monitored again with a larger plan. */
export const watching: Schedule<DomainsServices> = {
  name: 'domains',
  async due(tx, context, now, max) {
    const { plans, store } = context;
    // Anyone who holds a row is just starting its scan.
    const domains = await tables(tx).selectFrom('domain').innerJoin('account', 'account.id', 'domain.account_id')
      .select(['domain.id', 'domain.name', 'domain.account_id', 'domain.monitored', 'domain.interval_minutes', 'account.plan'])
      .where('domain.due_at', '<=', now).orderBy('domain.due_at').limit(max)
      .$if(store.dialect === 'postgresql', query => query.forUpdate('domain').skipLocked())
      .execute();
    await putOff(tx, domains.map(({ id, plan, interval_minutes }) => ({ id, dueAt: dueAfter(now, intervalOf(plans, plan as Plan, interval_minutes), id, now) })));
    // Accounts in one order: two processes that start looks for the same ones follow one another.
    for (const [accountId, due] of [...Map.groupBy(domains, ({ account_id }) => account_id)].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const beyond = await firstBeyond(tx, { id: accountId, plan: due[0]!.plan as Plan }, plans);
      for (const { id, name } of due.filter(domain => watchOf(domain, beyond) === 'on')) await startScan(tx, context, accountId, { id, name }, null);
    }
    return domains.length;
  },
};

/** Sets the next times in one statement. */
async function putOff(tx: Db, next: readonly { id: string; dueAt: number }[]): Promise<void> {
  if (next.length === 0) return;
  const rows = sql.join(next.map(({ id, dueAt }) => sql`(${id}, cast(${dueAt} as bigint))`));
  await sql`update domain set due_at = next.column2 from (values ${rows}) as next where domain.id = next.column1`.execute(tables(tx));
}
