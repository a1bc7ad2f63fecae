import type { Selectable } from 'kysely';
import { severities } from '../../../core/finding.ts';
import type { Cursor } from '../../../core/page.ts';
import type { AreaServices } from '../../services.ts';
import type { Db, Queue } from '../../../store/index.ts';
import type { ChannelKindName } from './channel-kinds.ts';
import { noticeOf, type Message, type NewNotification, type NotificationRow } from './notice.ts';
import type { Attempt, Verdict } from './retry.ts';
import { tables, type NotificationTables } from './tables.ts';
import { z } from 'zod';
import { defineJob } from '../../job.ts';

export type DeliveryRow = Selectable<NotificationTables['delivery']>;

/** `collecting` waits for its time and takes more notifications in; `waiting` is to be sent, or sent again; `delivered` was taken by the other side; `notConfigured` had nothing to be sent by. */
export const deliveryStates = ['collecting', 'waiting', 'delivered', 'failed', 'notConfigured', 'cancelled'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

const MAX_NOTICES = 100;
const MAX_RESPONSE_CHARACTERS = 1000;

/** What a new delivery is made of; `dueAt` null makes one that no job sends. */
export interface NewDelivery {
  accountId: string;
  channelId: string;
  ruleId: string | null;
  state: 'collecting' | 'waiting';
  dueAt: number | null;
  /** Of the delivery that it repeats; left out, a new one. */
  repeats?: Pick<DeliveryRow, 'message_id' | 'body'>;
}

/** Adds a delivery, and the job that sends it. */
export async function addDelivery(tx: Db, { newId, queue }: Pick<AreaServices, 'newId'> & { queue: Queue }, wanted: NewDelivery, now: number): Promise<DeliveryRow> {
  const { accountId, channelId, ruleId, state, dueAt, repeats } = wanted;
  const row = await tables(tx).insertInto('delivery').values({
    id: newId('dlv'), account_id: accountId, channel_id: channelId, rule_id: ruleId, message_id: repeats?.message_id ?? newId('msg'), body: repeats?.body ?? null,
    state, attempts: 0, next_at: dueAt, status: null, cause: null, response: null, duration_ms: null, created_at: now, finished_at: null,
  }).returningAll().executeTakeFirstOrThrow();
  if (dueAt !== null) await queue.add(tx, accountId, [jobOf(row.id, dueAt)]);
  return row;
}

export const deliverJob = defineJob('deliver', z.object({ delivery: z.string() }));

/** The job that sends a delivery; there is at most one for each. */
export function jobOf(id: string, runAt: number) {
  return deliverJob({ delivery: id }, { runAt, dedupeKey: id });
}

/** The delivery of the rule that still collects for `dueAt`, locked until the transaction ends; null where there is none. */
export async function collecting(tx: Db, ruleId: string, dueAt: number): Promise<string | null> {
  const row = await tables(tx).updateTable('delivery').set({ state: 'collecting' })
    .where('rule_id', '=', ruleId).where('next_at', '=', dueAt).where('state', '=', 'collecting').returning('id').executeTakeFirst();
  return row?.id ?? null;
}

/** How many messages the channel has had since `since`. */
export async function countSince(db: Db, channelId: string, since: number): Promise<number> {
  const { count } = await tables(db).selectFrom('delivery').select(eb => eb.fn.countAll<number | string>().as('count'))
    .where('channel_id', '=', channelId).where('created_at', '>', since).executeTakeFirstOrThrow();
  return Number(count);
}

/** The channels that are on and were notified, or are about to be notified, of the subject. */
export async function channelsNotified(tx: Db, accountId: string, { subjectType, subjectId }: Pick<NewNotification, 'subjectType' | 'subjectId'>): Promise<{ id: string; kind: ChannelKindName }[]> {
  const rows = await tables(tx).selectFrom('notification').innerJoin('delivery_notification', 'delivery_notification.notification_id', 'notification.id')
    .innerJoin('delivery', 'delivery.id', 'delivery_notification.delivery_id').innerJoin('channel', 'channel.id', 'delivery.channel_id')
    .select(['channel.id', 'channel.kind']).distinct()
    .where('notification.account_id', '=', accountId).where('notification.subject_id', '=', subjectId).where('notification.subject_type', '=', subjectType)
    .where('channel.state', '=', 'active').orderBy('channel.id').execute();
  return rows as { id: string; kind: ChannelKindName }[];
}

const LINE_MS = 1000;

/** Puts a delivery off while an earlier one of its channel about the same subject is under way: an end that overtakes its beginning would be none. */
export async function lineUp(tx: Db, delivery: DeliveryRow, now: number): Promise<DeliveryRow> {
  const subjects = tables(tx).selectFrom('delivery_notification').innerJoin('notification', 'notification.id', 'delivery_notification.notification_id')
    .select('notification.subject_id').where('delivery_notification.delivery_id', '=', delivery.id);
  const { until } = await tables(tx).selectFrom('delivery').innerJoin('delivery_notification', 'delivery_notification.delivery_id', 'delivery.id')
    .innerJoin('notification', 'notification.id', 'delivery_notification.notification_id').select(eb => eb.fn.max<number | null>('delivery.next_at').as('until'))
    .where('delivery.channel_id', '=', delivery.channel_id).where('delivery.next_at', 'is not', null).where('notification.subject_id', 'in', subjects)
    .where(eb => eb(eb.refTuple('delivery.created_at', 'delivery.id'), '<', eb.tuple(delivery.created_at, delivery.id))).executeTakeFirstOrThrow();
  if (until === null) return delivery;
  const next_at = Math.max(until, now) + LINE_MS;
  await tables(tx).updateTable('delivery').set({ next_at }).where('id', '=', delivery.id).execute();
  return { ...delivery, next_at };
}

/** Takes a delivery in hand: from here on it collects nothing. Null where it has come to its end, or is gone. */
export async function takeInHand(tx: Db, id: string): Promise<DeliveryRow | null> {
  return await tables(tx).updateTable('delivery').set({ state: 'waiting' }).where('id', '=', id).where('state', 'in', ['collecting', 'waiting'])
    .returningAll().executeTakeFirst() ?? null;
}

/** Keeps what is sent. */
export async function keepBody(tx: Db, id: string, body: string): Promise<void> {
  await tables(tx).updateTable('delivery').set({ body }).where('id', '=', id).execute();
}

/** What the delivery tells, most severe first; null where it tells nothing. */
export async function messageOf(db: Db, { id, next_at, created_at }: DeliveryRow, baseUrl: string): Promise<Message | null> {
  const notified = () => tables(db).selectFrom('notification')
    .innerJoin('delivery_notification', 'delivery_notification.notification_id', 'notification.id').where('delivery_notification.delivery_id', '=', id);
  const counted = await notified().select(['severity', eb => eb.fn.countAll<number | string>().as('count')]).groupBy('severity').execute();
  const counts = severities.flatMap(severity => counted.filter(row => row.severity === severity).map(row => ({ severity, count: Number(row.count) })));
  const rows: NotificationRow[] = [];
  for (const { severity } of counts) {
    const remaining = MAX_NOTICES - rows.length;
    if (remaining > 0) rows.push(...await notified().selectAll('notification').where('severity', '=', severity).orderBy('notification.id').limit(remaining).execute());
  }
  const [first, ...others] = rows.map(row => noticeOf(row, baseUrl));
  if (!first) return null;
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return { at: new Date(next_at ?? created_at).toISOString(), notices: [first, ...others], total, counts, url: `${baseUrl}/` };
}

/** Keeps what came of an attempt; gives nothing where the delivery is gone. */
export async function keepAttempt(
  tx: Db, { id, attempts }: Pick<DeliveryRow, 'id' | 'attempts'>, { status, cause, response, durationMs }: Attempt, { state, nextAt }: Pick<Verdict, 'state' | 'nextAt'>, now: number,
): Promise<DeliveryRow | undefined> {
  return tables(tx).updateTable('delivery').set({
    state, attempts: attempts + 1, next_at: nextAt, status, cause, response: response === null ? null : printable(response), duration_ms: Math.round(durationMs),
    finished_at: nextAt === null ? now : null,
  }).where('id', '=', id).returningAll().executeTakeFirst();
}

/** Ends a delivery that is not to be sent any more. */
export async function cancel(tx: Db, id: string, cause: string, now: number): Promise<void> {
  await tables(tx).updateTable('delivery').set({ state: 'cancelled', cause, next_at: null, finished_at: now }).where('id', '=', id).execute();
}

/** The delivery, or null where the account has none of that id. */
export async function findDelivery(db: Db, accountId: string, id: string): Promise<DeliveryRow | null> {
  return await tables(db).selectFrom('delivery').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst() ?? null;
}

/** Deliveries of the account, newest first: at most `limit`, after `position`. */
export async function newestDeliveries(
  db: Db, accountId: string, filter: { channel?: readonly string[] | undefined; state?: readonly DeliveryState[] | undefined }, position: Cursor | null, limit: number,
): Promise<DeliveryRow[]> {
  return tables(db).selectFrom('delivery').selectAll().where('account_id', '=', accountId)
    .$if(filter.channel !== undefined, query => query.where('channel_id', 'in', filter.channel!))
    .$if(filter.state !== undefined, query => query.where('state', 'in', filter.state!))
    .$if(position !== null, query => query.where('id', '<', position!.id)).orderBy('id', 'desc').limit(limit).execute();
}

/** Deliveries whose time was before `before` without anybody sending them, due again at `now`. */
export async function takeOverdue(tx: Db, before: number, now: number, max: number): Promise<{ id: string; account_id: string }[]> {
  const overdue = tables(tx).selectFrom('delivery').select('id').where('next_at', '<', before).orderBy('next_at').limit(max);
  return tables(tx).updateTable('delivery').set({ next_at: now }).where('id', 'in', overdue).where('next_at', '<', before).returning(['id', 'account_id']).execute();
}

/** What PostgreSQL can keep and a page can show. */
function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, '').slice(0, MAX_RESPONSE_CHARACTERS).toWellFormed();
}
