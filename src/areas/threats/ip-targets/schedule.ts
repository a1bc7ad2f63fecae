import { planCovers, type Plan } from '../../../core/access.ts';
import type { Db } from '../../../store/index.ts';
import { ALARM_MS } from '../../domains/events/index.ts';
import { textsOfAccount } from '../../platform/account/index.ts';
import { notifyAgain } from '../../platform/alerts/index.ts';
import { startRun } from '../../platform/runs/index.ts';
import { nextTime, type Schedule } from '../../schedule.ts';
import { alertOfTarget, ipTargetAlerts } from './alerts.ts';
import { noticeOf } from './events/notice.ts';
import { ipScan } from './scan-work.ts';
import type { IpTargetsServices } from './services.ts';
import { keyOf, type IpEventRow } from './store/events.ts';
import { changeTarget, type TargetRow } from './store/targets.ts';
import { tables } from './tables.ts';
import { ipTargetsTexts } from './texts.ts';

const DAY_MS = 86_400_000;

/** How long after a scan of the ports the next one is due, by plan. */
export const portsEveryMs: Readonly<Record<Plan, number>> = { free: 7 * DAY_MS, pro: 7 * DAY_MS, enterprise: DAY_MS };

type Scheduling = Pick<IpTargetsServices, 'queue' | 'newId' | 'clock' | 'speak'>;

/** Targets whose time has come: every day what others say of the addresses, and the ports as often as the plan has it. */
export const watchingTargets: Schedule<Scheduling> = {
  name: 'ip targets',
  async due(tx, services, now, max) {
    const rows = await tables(tx).selectFrom('ip_target').innerJoin('account', 'account.id', 'ip_target.account_id').selectAll('ip_target').select('account.plan')
      .where('ip_target.due_at', '<=', now).orderBy('ip_target.due_at').orderBy('ip_target.id').limit(max).execute();
    for (const { plan, ...row } of rows) if (await putOff(tx, row, now) && planCovers(plan as Plan, 'pro')) await start(tx, services, row, plan as Plan, now);
    return rows.length;
  },
};

/** Sets the next time; false where another process has done so. */
async function putOff(tx: Db, { id, due_at }: TargetRow, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx).updateTable('ip_target').set({ due_at: nextTime(now, DAY_MS, id) }).where('id', '=', id).where('due_at', '=', due_at).executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function start(tx: Db, services: Scheduling, row: TargetRow, plan: Plan, now: number): Promise<void> {
  const last = await tables(tx).selectFrom('run').select('status').where('subject_id', '=', row.id).where('kind', '=', ipScan.kind).orderBy('id', 'desc').limit(1).executeTakeFirst();
  const missed = last?.status === 'failed' ? 'The last scan failed. Another one has been started; if that fails too, give the operator the id of the run.' : null;
  const ports = row.ports_due_at === null || row.ports_due_at <= now;
  const { started } = await startRun(tx, services, {
    accountId: row.account_id, kind: ipScan, subject: { type: 'ipTarget', id: row.id, label: row.target }, input: { ports }, trigger: 'schedule', allowance: null, dedupeKey: row.id,
  });
  const changed = await changeTarget(tx, row.id, { missed, ...(started && ports ? { ports_due_at: nextTime(now, portsEveryMs[plan], row.id) } : {}) });
  if (missed !== row.missed) await alertOfTarget(tx, { newId: services.newId, texts: await textsOfAccount({ db: tx, speak: services.speak }, ipTargetsTexts, row.account_id) }, changed, now);
}

/** Tells people once a day of changes that were denied and are still there, unless their alert is muted. */
export const alarmingTargets: Schedule<Pick<IpTargetsServices, 'queue' | 'speak'>> = {
  name: 'denied events of ip targets',
  async due(tx, { queue, speak }, now, max) {
    const rows = await tables(tx).selectFrom('ip_event').select(['id', 'next_alarm_at']).where('next_alarm_at', '<=', now).orderBy('next_alarm_at').limit(max).execute();
    const notified: IpEventRow[] = [];
    for (const { id, next_alarm_at } of rows) {
      const event = await tables(tx).updateTable('ip_event').set({ next_alarm_at: now + ALARM_MS }).where('id', '=', id).where('next_alarm_at', '=', next_alarm_at).returningAll().executeTakeFirst();
      if (event && await notifyAgain(tx, ipTargetAlerts, event.account_id, { kind: 'ipTarget.denied', subjectId: event.target_id, cause: keyOf(event) }, now)) notified.push(event);
    }
    // Scans change the events of a target first and add jobs last; the same order here prevents deadlocks.
    for (const event of notified) await queue.add(tx, event.account_id, [noticeOf(await textsOfAccount({ db: tx, speak }, ipTargetsTexts, event.account_id), event, 'again')]);
    return rows.length;
  },
};
