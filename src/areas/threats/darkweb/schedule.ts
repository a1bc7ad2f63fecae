import { planCovers, type Plan } from '../../../core/access.ts';
import type { Db } from '../../../store/index.ts';
import { nextTime, type Schedule } from '../../schedule.ts';
import { ownedBy } from '../../domains/ownership/index.ts';
import { startRun } from '../../platform/runs/index.ts';
import { alertOfDarkweb } from './alerts.ts';
import { darkwebScan } from './run.ts';
import type { DarkwebServices } from './services.ts';
import { usableSources } from './store/sources.ts';
import { noteMissed, scanEveryMs } from './store/watch.ts';
import { tables } from './tables.ts';
import { inEnglish } from './in-english.ts';

const DAY_MS = 86_400_000;

interface DueScan {
  domain_id: string;
  account_id: string;
  due_at: number;
  name: string;
  plan: string;
}

/** Scans whose time has come. One that cannot happen is an alert: silence would look like safety. */
export const scanning: Schedule<DarkwebServices> = {
  name: 'leaked credentials',
  async due(tx, services, now, max) {
    const rows: DueScan[] = await tables(tx).selectFrom('darkweb_watch').innerJoin('domain', 'domain.id', 'darkweb_watch.domain_id').innerJoin('account', 'account.id', 'darkweb_watch.account_id')
      .select(['domain_id', 'darkweb_watch.account_id', 'darkweb_watch.due_at', 'domain.name', 'account.plan'])
      .where('darkweb_watch.due_at', '<=', now).orderBy('darkweb_watch.due_at').orderBy('domain_id').limit(max).execute();
    for (const row of rows) if (await putOff(tx, row, now)) await start(tx, services, row, now);
    return rows.length;
  },
};

/** Sets the next time; false where another process has done so. */
async function putOff(tx: Db, { domain_id: id, due_at, plan }: DueScan, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx).updateTable('darkweb_watch').set({ due_at: nextTime(now, scanEveryMs[plan as Plan] ?? DAY_MS, id) })
    .where('domain_id', '=', id).where('due_at', '=', due_at).executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function start(tx: Db, services: DarkwebServices, { domain_id: id, account_id: accountId, name, plan }: DueScan, now: number): Promise<void> {
  if (!planCovers(plan as Plan, 'pro') || (await usableSources(tx, services.darkweb.isConfigured)).length === 0) return;
  if (await ownedBy(tx, accountId, name, now) === null) {
    await noteMissed(tx, id, inEnglish.missed.unproven(name));
    return alertOfDarkweb(tx, services, accountId, { id, name }, now);
  }
  await startRun(tx, services, { accountId, kind: darkwebScan, subject: { type: 'domain', id, label: name }, input: { sources: null }, trigger: 'schedule', allowance: null, dedupeKey: id });
}
