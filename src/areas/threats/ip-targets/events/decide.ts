import { invalid } from '../../../../core/invalid-input.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Db } from '../../../../store/index.ts';
import { ALARM_MS, UNSETTLED, type By, type Value } from '../../../domains/events/index.ts';
import { textsOfAccount } from '../../../platform/account/index.ts';
import { alertOfTarget } from '../alerts.ts';
import { presentEvent } from '../present.ts';
import type { IpTargetsServices } from '../services.ts';
import { accept, findEvent, updateEvent, type IpEventRow } from '../store/events.ts';
import { findTarget, lockTarget } from '../store/targets.ts';
import { ipTargetsTexts } from '../texts.ts';
import { noticeOf } from './notice.ts';

/** Who decides, and why. */
export interface Deciding {
  by: By;
  reason: string | null;
  now: number;
}

type Means = Pick<IpTargetsServices, 'newId' | 'queue' | 'speak'>;

/** Makes what the event saw the accepted value. An event that is authorized stays as it is; one that was denied needs a reason. Throws `Problem` `invalid_state` for any other. */
export async function authorize(tx: Db, means: Means, wanted: IpEventRow, deciding: Deciding): Promise<{ event: IpEventRow; changed: boolean }> {
  const { by, reason, now } = deciding;
  const event = await latest(tx, wanted);
  if (event.state === 'authorized') return { event, changed: false };
  refuseUnless(event, UNSETTLED.some(state => state === event.state), 'authorized');
  if (event.state === 'denied' && reason === null) throw invalid([{ path: ['reason'], message: 'The change was denied before: give a reason for authorizing it now.' }]);
  await accept(tx, { targetId: event.target_id, address: event.address, subject: event.subject }, JSON.parse(event.after) as Value, now);
  const settled = await updateEvent(tx, event.id, { state: 'authorized', decided_at: now, decided_by: JSON.stringify(by), reason, next_alarm_at: null, closed_at: now });
  await tell(tx, means, settled, 'resolved', now);
  return { event: settled, changed: true };
}

/** Keeps the accepted value and raises the alarm, again every day while the change persists. An event that is denied stays as it is. */
export async function deny(tx: Db, means: Means, wanted: IpEventRow, { by, reason, now }: Deciding): Promise<{ event: IpEventRow; changed: boolean }> {
  const event = await latest(tx, wanted);
  if (event.state === 'denied') return { event, changed: false };
  refuseUnless(event, event.state === 'open', 'denied');
  const denied = await updateEvent(tx, event.id, { state: 'denied', decided_at: now, decided_by: JSON.stringify(by), reason, next_alarm_at: now + ALARM_MS });
  await tell(tx, means, denied, 'denied', now);
  return { event: denied, changed: true };
}

/** The current event, with its target locked against scans and other decisions. */
async function latest(tx: Db, { account_id, target_id, id }: IpEventRow): Promise<IpEventRow> {
  await lockTarget(tx, target_id);
  const event = await findEvent(tx, account_id, id);
  if (!event) throw new Problem('not_found', 'There is no such event on this account. Check the list for its id.');
  return event;
}

async function tell(tx: Db, { newId, queue, speak }: Means, event: IpEventRow, occasion: 'denied' | 'resolved', now: number): Promise<void> {
  const texts = await textsOfAccount({ db: tx, speak }, ipTargetsTexts, event.account_id);
  const target = await findTarget(tx, event.account_id, event.target_id);
  await alertOfTarget(tx, { newId, texts }, target!, now);
  await queue.add(tx, event.account_id, [noticeOf(texts, event, occasion)]);
}

function refuseUnless(event: IpEventRow, may: boolean, wanted: string): void {
  if (!may) throw new Problem('invalid_state', `The event is ${event.state}: it cannot be ${wanted} any more.`, { current: presentEvent(event) });
}
