import { planCovers, type Plan } from '../../../core/access.ts';
import type { Db } from '../../../store/index.ts';
import { nextTime, type Schedule } from '../../schedule.ts';
import { ownedBy } from '../../domains/ownership/index.ts';
import { startRun } from '../../platform/runs/index.ts';
import { alertOfExposure } from './alerts.ts';
import { vulnScan } from './run.ts';
import type { ExposureServices } from './services.ts';
import { scanEveryMs, scanMissed } from './store/watch.ts';
import { tables } from './tables.ts';
import type { Profile } from './targets/scope.ts';

const DAY_MS = 86_400_000;

interface DueScan {
  domain_id: string;
  account_id: string;
  profile: string;
  due_at: number;
  name: string;
  plan: string;
}

/** Scans whose time has come. One that cannot happen is an alert: silence would look like safety. */
export const scanning: Schedule<Pick<ExposureServices, 'queue' | 'newId' | 'clock'>> = {
  name: 'exposure',
  async due(tx, services, now, max) {
    const rows: DueScan[] = await tables(tx).selectFrom('exposure_watch').innerJoin('domain', 'domain.id', 'exposure_watch.domain_id').innerJoin('account', 'account.id', 'exposure_watch.account_id')
      .select(['domain_id', 'exposure_watch.account_id', 'exposure_watch.profile', 'exposure_watch.due_at', 'domain.name', 'account.plan'])
      .where('exposure_watch.due_at', '<=', now).orderBy('exposure_watch.due_at').orderBy('domain_id').limit(max).execute();
    for (const row of rows) if (await putOff(tx, row, now)) await start(tx, services, row, now);
    return rows.length;
  },
};

/** Sets the next time; false where another process has done so. */
async function putOff(tx: Db, { domain_id: id, due_at, plan }: DueScan, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx).updateTable('exposure_watch').set({ due_at: nextTime(now, scanEveryMs[plan as Plan] ?? DAY_MS, id) })
    .where('domain_id', '=', id).where('due_at', '=', due_at).executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function start(tx: Db, services: Pick<ExposureServices, 'queue' | 'newId' | 'clock'>, row: DueScan, now: number): Promise<void> {
  const { domain_id: id, account_id: accountId, name, plan, profile } = row;
  const missed = planCovers(plan as Plan, 'pro') ? await refusalOf(tx, row, now) : null;
  if (missed !== null) await scanMissed(tx, id, missed);
  else if (planCovers(plan as Plan, 'pro')) {
    await startRun(tx, services, {
      accountId, kind: vulnScan, subject: { type: 'domain', id, label: name }, input: { profile: profile as Profile, targets: null }, trigger: 'schedule', allowance: null, dedupeKey: id,
    });
  }
  await alertOfExposure(tx, services, { accountId, domain: { id, name } }, now);
}

/** Why the scan that is due cannot happen, or the one before it did not come to its end; null where nothing is amiss. */
async function refusalOf(tx: Db, { account_id: accountId, domain_id: id, name }: DueScan, now: number): Promise<string | null> {
  if (await ownedBy(tx, accountId, name, now) === null) return `The ownership of ${name} is no longer proven. Prove it again to resume the scans.`;
  const last = await tables(tx).selectFrom('run').select('status').where('subject_id', '=', id).where('kind', '=', vulnScan.kind).orderBy('id', 'desc').limit(1).executeTakeFirst();
  if (last?.status === 'failed') await scanMissed(tx, id, 'The last scan failed. Another one has been started; if that fails too, give the operator the id of the run.');
  return null;
}
