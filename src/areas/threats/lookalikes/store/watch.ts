import type { Db } from '../../../../store/index.ts';
import { domainScanned } from '../../../domains/history/index.ts';
import { nextTime } from '../../../schedule.ts';
import { GENERATOR, namesFor } from '../names.ts';
import { isoOf, type SweepRecord, type WatchRow } from '../shapes.ts';
import { emptyStates } from '../state/packed.ts';
import { tables } from '../tables.ts';

const FIRST_MS = 3_600_000;

/** Every domain that was ever scanned is swept when its time has come, the first time an hour later: a whole inventory that was added at once spreads. */
export const watchLookalikes = domainScanned.heardBy<object>(async (tx, _services, { accountId, domainId, at }) => {
  await tables(tx).insertInto('lookalike_watch').values(newWatch(accountId, domainId, nextTime(at, FIRST_MS, domainId))).onConflict(conflict => conflict.column('domain_id').doNothing()).execute();
});

function newWatch(account_id: string, domain_id: string, at: number): WatchRow {
  return { domain_id, account_id, generator: 0, states: new Uint8Array(), names: 0, due_at: at, hot_at: null, daily_at: at, weekly_at: at, swept_at: null, look_after: '', left_out: 0 };
}

/** Where the sweeps of the domain stand, made for the present way of making names; null where the domain is gone. */
export async function readWatch(tx: Db, accountId: string, domainId: string, domain: string, now: number): Promise<WatchRow> {
  const row = await tables(tx).selectFrom('lookalike_watch').selectAll().where('domain_id', '=', domainId).executeTakeFirst() ?? newWatch(accountId, domainId, now);
  if (row.generator === GENERATOR) return row;
  const names = namesFor(domain).length;
  return { ...row, generator: GENERATOR, names, states: emptyStates(names) };
}

/** Keeps what a sweep has learnt of the names. */
export async function keepStates(tx: Db, row: WatchRow): Promise<void> {
  const { generator, names, states, swept_at } = row;
  await tables(tx).insertInto('lookalike_watch').values(row).onConflict(conflict => conflict.column('domain_id').doUpdateSet({ generator, names, states, swept_at })).execute();
}

/** The candidate behind which the last sweep left off; empty where it came to all. */
export async function resumeAfterOf(db: Db, domainId: string): Promise<string> {
  const row = await tables(db).selectFrom('lookalike_watch').select('look_after').where('domain_id', '=', domainId).executeTakeFirst();
  return row?.look_after ?? '';
}

/** Keeps where a sweep left off, and when all names were swept; null where only some were. */
export async function endSweep(tx: Db, domainId: string, { resumeAfter, sweptAt }: { resumeAfter: string; sweptAt: number | null }): Promise<void> {
  await tables(tx).updateTable('lookalike_watch').set({ look_after: resumeAfter, ...(sweptAt === null ? {} : { swept_at: sweptAt }) }).where('domain_id', '=', domainId).execute();
}

/** How far the sweeps are, as it is shown. */
export async function sweepOf(db: Db, domainId: string): Promise<SweepRecord> {
  const row = await tables(db).selectFrom('lookalike_watch').innerJoin('domain', 'domain.id', 'lookalike_watch.domain_id')
    .select(['names', 'swept_at', 'left_out', 'lookalike_watch.due_at', 'domain.due_at as watched']).where('domain_id', '=', domainId).executeTakeFirst();
  return row ? { names: row.names, sweptAt: isoOf(row.swept_at), nextAt: row.watched === null ? null : isoOf(row.due_at), leftOut: row.left_out } : null;
}
