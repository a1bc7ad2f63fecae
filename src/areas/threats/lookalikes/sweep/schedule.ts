import { planCovers, type Plan } from '../../../../core/access.ts';
import type { Db } from '../../../../store/index.ts';
import { nextTime, type Schedule } from '../../../schedule.ts';
import { startRun } from '../../../platform/runs/index.ts';
import type { LookalikesServices } from '../services.ts';
import type { WatchRow } from '../shapes.ts';
import { HOT_THREAT } from '../store/keep.ts';
import { everyMs, tierDue, type Tier } from './tiers.ts';
import { tables } from '../tables.ts';
import { lookalikeSweep } from './run.ts';

const HOUR_MS = 3_600_000;
/** Sweeps that wait or are under way, of all accounts. */
const MOST_UNDER_WAY = 4;

interface DueRow extends Pick<WatchRow, 'domain_id' | 'account_id' | 'due_at' | 'hot_at' | 'daily_at' | 'weekly_at'> {
  name: string;
  watched: number | null;
  plan: string;
}

/**
 * Sweeps whose time has come, a few at a time, so that workers are left for what people wait for. A domain that nobody watches, or whose plan has no
 * lookalikes, is passed over, each time anew.
 */
export const sweeping: Schedule<Pick<LookalikesServices, 'queue' | 'newId' | 'clock' | 'plans'>> = {
  name: 'lookalikes',
  async due(tx, context, now, max) {
    const rows: DueRow[] = await tables(tx).selectFrom('lookalike_watch').innerJoin('domain', 'domain.id', 'lookalike_watch.domain_id').innerJoin('account', 'account.id', 'lookalike_watch.account_id')
      .select(['domain_id', 'lookalike_watch.account_id', 'lookalike_watch.due_at', 'hot_at', 'daily_at', 'weekly_at', 'domain.name', 'domain.due_at as watched', 'account.plan'])
      .where('lookalike_watch.due_at', '<=', now).orderBy('lookalike_watch.due_at').orderBy('domain_id').limit(max).execute();
    let [taken, remaining] = [0, MOST_UNDER_WAY - await underWay(tx)];
    for (const row of rows) {
      const tier = tierDue(row, now);
      const isHot = row.hot_at !== null && await hasHot(tx, row.domain_id);
      const isWanted = row.watched !== null && planCovers(row.plan as Plan, 'pro') && (tier !== 'hot' || isHot);
      if (isWanted && remaining <= 0) continue;
      taken++;
      if (!await putOff(tx, context, row, { tier, isHot }, now) || !isWanted) continue;
      remaining--;
      const { domain_id: id, account_id: accountId, name } = row;
      await startRun(tx, context, { accountId, kind: lookalikeSweep, subject: { type: 'domain', id, label: name }, input: { tier }, trigger: 'schedule', allowance: null, dedupeKey: id });
    }
    return taken;
  },
};

/** Sets the next times of everything that the tier has in it; false where another process has done so. */
async function putOff(tx: Db, { plans }: Pick<LookalikesServices, 'plans'>, row: DueRow, { tier, isHot }: { tier: Tier; isHot: boolean }, now: number): Promise<boolean> {
  const { domain_id: id } = row;
  const hotMs = Math.max(everyMs.hot, plans[row.plan as Plan].shortestMonitoringHours * HOUR_MS);
  const next = {
    hot_at: isHot ? nextTime(now, hotMs, id) : null,
    daily_at: tier === 'hot' ? row.daily_at : nextTime(now, everyMs.daily, id),
    weekly_at: tier === 'all' ? nextTime(now, everyMs.all, id) : row.weekly_at,
  };
  const due_at = Math.min(next.hot_at ?? Infinity, next.daily_at, next.weekly_at);
  const { numUpdatedRows } = await tables(tx).updateTable('lookalike_watch').set({ ...next, due_at }).where('domain_id', '=', id).where('due_at', '=', row.due_at).executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function underWay(tx: Db): Promise<number> {
  const { count } = await tables(tx).selectFrom('job').select(eb => eb.fn.countAll<number | string>().as('count')).where('kind', '=', lookalikeSweep.kind).executeTakeFirstOrThrow();
  return Number(count);
}

async function hasHot(tx: Db, domainId: string): Promise<boolean> {
  return await tables(tx).selectFrom('lookalike').select('id').where('domain_id', '=', domainId).where('threat', '>=', HOT_THREAT).limit(1).executeTakeFirst() !== undefined;
}
