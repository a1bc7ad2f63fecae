import type { Db } from '../../../../store/index.ts';
import { nextTime } from '../../../schedule.ts';
import type { Plan } from '../../../../core/access.ts';
import { tables } from '../tables.ts';

const DAY_MS = 86_400_000;

/** How long after a scan the next one is due, by plan; the free plan has none. */
export const scanEveryMs: Readonly<Record<Plan, number | null>> = { free: null, pro: 7 * DAY_MS, enterprise: DAY_MS };

/** From the first scan that somebody asks for, the domain is scanned again and again. */
export async function watchExposure(tx: Db, { accountId, domainId, profile, plan }: { accountId: string; domainId: string; profile: string; plan: Plan }, now: number): Promise<void> {
  const due_at = nextTime(now, scanEveryMs[plan] ?? 7 * DAY_MS, domainId);
  await tables(tx).insertInto('exposure_watch').values({ domain_id: domainId, account_id: accountId, profile, due_at, missed: null })
    .onConflict(conflict => conflict.column('domain_id').doUpdateSet({ profile, due_at })).execute();
}

/** Why the last scheduled scan of the domain did not happen; null where it did. */
export async function missedScan(db: Db, domainId: string): Promise<string | null> {
  return (await tables(db).selectFrom('exposure_watch').select('missed').where('domain_id', '=', domainId).executeTakeFirst())?.missed ?? null;
}

export async function scanMissed(tx: Db, domainId: string, cause: string): Promise<void> {
  await tables(tx).updateTable('exposure_watch').set({ missed: cause }).where('domain_id', '=', domainId).execute();
}

export async function scanHappened(tx: Db, domainId: string): Promise<void> {
  await tables(tx).updateTable('exposure_watch').set({ missed: null }).where('domain_id', '=', domainId).execute();
}
