import type { NewId } from '../../../core/ids.ts';
import { invalid } from '../../../core/invalid-input.ts';
import { Problem } from '../../../core/problem.ts';
import type { Speak } from '../../../core/texts.ts';
import type { Db, NewJob, Queue } from '../../../store/index.ts';
import { textsOfAccount } from '../../platform/account/index.ts';
import { acceptOf } from './accepting.ts';
import { alertOfEvents } from './alerts.ts';
import { noticeOf } from './notice.ts';
import { present, type By, type EventRow } from './shapes.ts';
import { countOpen, dropSuspicion, findEvent, UNSETTLED, updateEvent } from './store.ts';
import type { Value } from './value.ts';
import { tables } from './tables.ts';
import { eventsTexts } from './texts.ts';
import { lockDomain } from '../inventory/index.ts';

/** How a decision gets to those who are notified. */
interface Telling {
  newId: NewId;
  queue: Queue;
  speak: Speak;
}

/** Who decides, and why. */
export interface Deciding {
  by: By;
  reason: string | null;
  now: number;
}

/** A denied change that persists is reported again after this time. */
export const ALARM_MS = 86_400_000;

/**
 * Makes what the event saw the accepted value, and settles with it the open events of the domain that saw the same. An event that
 * is authorized stays as it is; one that was denied needs a reason. Throws `Problem` `invalid_state` for any other.
 */
export async function authorize(tx: Db, { newId, queue, speak }: Telling, { account_id, id }: EventRow, { by, reason, now }: Deciding): Promise<{ event: EventRow; alsoClosed: string[]; changed: boolean }> {
  const event = await latest(tx, account_id, id);
  if (event.state === 'authorized') return { event, alsoClosed: await settledWith(tx, event), changed: false };
  refuseUnless(event, UNSETTLED.some(state => state === event.state), 'authorized');
  if (event.state === 'denied' && reason === null) throw invalid([{ path: ['reason'], message: 'The change was denied before: give a reason for authorizing it now.' }]);
  const texts = await textsOfAccount({ db: tx, speak }, eventsTexts, account_id);
  const notices: NewJob[] = [];
  for (const one of [event, ...await openTwins(tx, event)]) {
    const settled = await updateEvent(tx, one.id, { state: 'authorized', decided_at: now, decided_by: JSON.stringify(by), reason, next_alarm_at: null, closed_at: now });
    await acceptOf(tx, one, JSON.parse(one.after) as Value, now);
    await dropSuspicion(tx, one.domain_id, one.subject);
    notices.push(noticeOf(texts, settled, 'resolved'));
  }
  await countOpen(tx, event.domain_id, now);
  await alertOfEvents(tx, { newId, texts }, account_id, { id: event.domain_id, name: event.domain_name }, now);
  await queue.add(tx, account_id, notices);
  const decided = await latest(tx, account_id, id);
  return { event: decided, alsoClosed: await settledWith(tx, decided), changed: true };
}

/** Keeps the accepted value and raises the alarm, again every day while the change persists. An event that is denied stays as it is. */
export async function deny(tx: Db, { newId, queue, speak }: Telling, { account_id, id }: EventRow, { by, reason, now }: Deciding): Promise<{ event: EventRow; changed: boolean }> {
  const event = await latest(tx, account_id, id);
  if (event.state === 'denied') return { event, changed: false };
  refuseUnless(event, event.state === 'open', 'denied');
  const denied = await updateEvent(tx, id, { state: 'denied', decided_at: now, decided_by: JSON.stringify(by), reason, next_alarm_at: now + ALARM_MS });
  await countOpen(tx, event.domain_id, now);
  const texts = await textsOfAccount({ db: tx, speak }, eventsTexts, account_id);
  await alertOfEvents(tx, { newId, texts }, account_id, { id: event.domain_id, name: event.domain_name }, now);
  await queue.add(tx, account_id, [noticeOf(texts, denied, 'denied')]);
  return { event: denied, changed: true };
}

/** The current event, with the domain locked against scans and other decisions. */
async function latest(tx: Db, accountId: string, id: string): Promise<EventRow> {
  const event = await findEvent(tx, accountId, id);
  if (event) await lockDomain(tx, event.domain_id);
  const now = event && await findEvent(tx, accountId, id);
  if (!now) throw new Problem('not_found', 'There is no such domain event on this account. Check the list for its id.');
  return now;
}

/** The other open events that saw the same. That several records are gone is no reason to think that all were meant. */
async function openTwins(tx: Db, { id, domain_id, after, after_hash }: EventRow): Promise<EventRow[]> {
  if (after === '[]') return [];
  return tables(tx).selectFrom('domain_event').selectAll().where('domain_id', '=', domain_id).where('after_hash', '=', after_hash).where('state', '=', 'open').where('id', '!=', id).execute();
}

/** The other events that one decision settled. */
async function settledWith(db: Db, event: EventRow): Promise<string[]> {
  const rows = await tables(db).selectFrom('domain_event').select('id').where('domain_id', '=', event.domain_id).where('after_hash', '=', event.after_hash)
    .where('state', '=', 'authorized').where('decided_at', '=', event.decided_at).where('id', '!=', event.id).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

function refuseUnless(event: EventRow, may: boolean, wanted: string): void {
  if (!may) throw new Problem('invalid_state', `The event is ${event.state}: it cannot be ${wanted} any more.`, { current: present(event) });
}
