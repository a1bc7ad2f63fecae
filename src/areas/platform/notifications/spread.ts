import type { Db } from '../../../store/index.ts';
import { channelKinds, type ChannelKindName } from './channel-kinds.ts';
import type { NotificationsServices } from './services.ts';
import { addDelivery, channelsNotified, collecting, countSince } from './delivery-store.ts';
import type { SubjectLabels, Subjects } from '../../subject.ts';
import { matches } from './matching.ts';
import { phaseOf, type NewNotification } from './notice.ts';
import { activeRules, wordsOf, type RuleWords } from './rule-store.ts';
import { dueAt, nextAfter } from './schedule.ts';
import { makeStandardChannel } from './standard-channel.ts';
import { tables } from './tables.ts';
import { lockAccount } from '../account/index.ts';

const HOUR_MS = 3_600_000;
/** So many messages of an hour come one by one; those that follow are put together every ten minutes. */
const MESSAGES_AN_HOUR = 30;
const FLOOD_MS = 600_000;

/** One way that a notification goes: by a rule, to its channel; by none where the channel waits for the end. */
interface Way {
  ruleId: string | null;
  channelId: string;
  kind: ChannelKindName;
  dueAt: number;
}

/** Writes a notification down and gives it to the channels whose rules want it, all in `tx`. */
export async function spread(tx: Db, context: Pick<NotificationsServices, 'newId' | 'queue' | 'clock' | 'subjects'>, accountId: string, notification: NewNotification): Promise<void> {
  const now = context.clock.now();
  await lockAccount(tx, accountId);
  await makeStandardChannel(tx, context, accountId, now);
  const { kind, severity, subjectType, subjectId, title, body, data } = notification;
  const id = context.newId('ntf');
  await tables(tx).insertInto('notification').values({
    id, account_id: accountId, kind, severity, subject_type: subjectType, subject_id: subjectId, title, body, data: JSON.stringify(data), created_at: now,
  }).execute();
  for (const way of await waysOf(tx, context, accountId, notification, now)) {
    const deliveryId = await deliveryFor(tx, context, accountId, way, severity, now);
    await tables(tx).insertInto('delivery_notification').values({ delivery_id: deliveryId, notification_id: id }).execute();
  }
}

/** One way to each channel: of several rules that want the notification, the one that tells it first. What is over reaches every channel that holds it, whatever the rules say by now. */
async function waysOf(tx: Db, { subjects }: Pick<NotificationsServices, 'subjects'>, accountId: string, notification: NewNotification, now: number): Promise<Way[]> {
  const domain = await domainOf(tx, subjects, accountId, notification);
  const phase = phaseOf(notification.data);
  const ways = new Map<string, Way>();
  for (const row of await activeRules(tx, accountId)) {
    const words = wordsOf(row);
    const kind = row.channel_kind as ChannelKindName;
    if (!hears(kind, words, phase) || !matches(words, notification, domain)) continue;
    const way: Way = { ruleId: row.id, channelId: row.channel_id, kind, dueAt: dueAt(words, notification.severity, now) };
    const other = ways.get(way.channelId);
    if (!other || way.dueAt < other.dueAt) ways.set(way.channelId, way);
  }
  for (const { id: channelId, kind } of phase === 'over' ? await channelsNotified(tx, accountId, notification) : []) {
    if (channelKinds[kind].holdsState && !ways.has(channelId)) ways.set(channelId, { ruleId: null, channelId, kind, dueAt: now });
  }
  return [...ways.values()];
}

function hears(kind: ChannelKindName, { endings }: RuleWords, phase: ReturnType<typeof phaseOf>): boolean {
  return channelKinds[kind].holdsState ? phase !== 'settled' : phase !== 'over' || endings;
}

async function deliveryFor(
  tx: Db, context: Pick<NotificationsServices, 'newId' | 'queue'>, accountId: string, way: Way, severity: NewNotification['severity'], now: number,
): Promise<string> {
  const { ruleId, channelId, kind } = way;
  const { collects, forPeople } = channelKinds[kind];
  const flooded = forPeople && way.dueAt === now && severity !== 'critical' && await countSince(tx, channelId, now - HOUR_MS) >= MESSAGES_AN_HOUR;
  const due = flooded ? nextAfter(now, FLOOD_MS, 0) : way.dueAt;
  const open = collects && ruleId !== null && due > now ? await collecting(tx, ruleId, due) : null;
  if (open !== null) return open;
  return (await addDelivery(tx, context, { accountId, channelId, ruleId, state: due > now ? 'collecting' : 'waiting', dueAt: due }, now)).id;
}

/** The labels of the domain that the notification is about, directly or by `data.domainId`. */
async function domainOf(tx: Db, subjects: Subjects, accountId: string, { subjectType, subjectId, data }: NewNotification): Promise<SubjectLabels | null> {
  const id = subjectType === 'domain' ? subjectId : data['domainId'];
  return typeof id === 'string' ? await subjects.get('domain')?.labels?.(tx, accountId, id) ?? null : null;
}
