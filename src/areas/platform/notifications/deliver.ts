import type { Db, NewJob } from '../../../store/index.ts';
import type { JobOutcome, JobWork } from '../../job.ts';
import { textsOfAccount } from '../account/index.ts';
import { attempt } from './attempt.ts';
import { channelKinds, type ChannelKindName } from './channel-kinds.ts';
import { disableChannel, findChannel, isOfPerson, noteArrived, noteFailed, type ChannelRow } from './channel-store.ts';
import type { NotificationsServices } from './services.ts';
import { cancel, keepAttempt, keepBody, lineUp, messageOf, takeInHand, type DeliveryRow } from './delivery-store.ts';
import { findRule } from './rule-store.ts';
import { judgeAttempt } from './retry.ts';
import { notificationJob } from './notice.ts';
import { notificationsTexts, type NotificationsTexts } from './texts.ts';

/** A delivery that is to be sent now. */
interface InHand {
  delivery: DeliveryRow & { body: string };
  channel: ChannelRow;
}

/** Sends one delivery; what comes of it is committed with the end of the job, so that a worker that dies leaves it to another. */
export async function deliver({ payload: { delivery: id }, services, signal }: JobWork<NotificationsServices, { delivery: string }>): Promise<JobOutcome> {
  const { store, clock, random } = services;
  const inHand = await store.transaction(tx => prepare(tx, services, id));
  if (inHand === null) return {};
  const { delivery, channel } = inHand;
  if (delivery.next_at !== null && delivery.next_at > clock.now()) return { againAt: delivery.next_at };
  const came = await attempt(services, channel, { messageId: delivery.message_id, ruleId: delivery.rule_id, body: delivery.body }, signal);
  // The worker stops: nothing is known of the receiver.
  if (signal.aborted && came.cause !== null) return { againAt: clock.now() };
  const now = clock.now();
  const verdict = judgeAttempt({ attempts: delivery.attempts + 1, failingSince: channel.failing_since }, came, now, random());
  return {
    change: async tx => {
      await keepAttempt(tx, delivery, came, verdict, now);
      if (came.cause === null) return noteArrived(tx, channel.id);
      if (came.notConfigured) return;
      const failingSince = await noteFailed(tx, channel.id, now);
      // Another delivery may have arrived meanwhile; 410 holds all the same.
      if (verdict.disable !== null && (came.gone || failingSince === verdict.failingSince)) await turnOff(tx, services, channel, verdict.disable, now);
    },
    ...(verdict.nextAt === null ? {} : { againAt: verdict.nextAt }),
  };
}

/** Takes the delivery in hand, with its body; null where there is nothing to send any more. */
async function prepare(tx: Db, services: NotificationsServices, id: string): Promise<InHand | null> {
  const now = services.clock.now();
  const taken = await takeInHand(tx, id);
  const channel = taken && await findChannel(tx, taken.account_id, taken.channel_id);
  if (!channel) return null;
  const delivery = channelKinds[channel.kind as ChannelKindName].holdsState ? await lineUp(tx, taken, now) : taken;
  const body = delivery.body ?? await makeBody(tx, services, delivery, channel);
  const refusal = body === null ? 'There is nothing left to report.' : await reasonAgainst(tx, services, delivery, channel, now);
  if (body !== null && refusal === null) return { delivery: { ...delivery, body }, channel };
  await cancel(tx, id, refusal!, now);
  return null;
}

async function makeBody(tx: Db, { baseUrl, speak }: NotificationsServices, delivery: DeliveryRow, { kind, target }: ChannelRow): Promise<string | null> {
  const message = await messageOf(tx, delivery, baseUrl);
  if (message === null) return null;
  const texts = await textsOfAccount({ db: tx, speak }, notificationsTexts, delivery.account_id);
  const body = channelKinds[kind as ChannelKindName].body(message, target, texts);
  await keepBody(tx, delivery.id, body);
  return body;
}

/** Why the delivery is not sent although it was to be; null where nothing speaks against it. */
async function reasonAgainst(
  tx: Db, services: NotificationsServices, { account_id: accountId, rule_id: ruleId }: DeliveryRow, channel: ChannelRow, now: number,
): Promise<string | null> {
  if (channel.state !== 'active') return 'The channel is turned off.';
  if (ruleId !== null && (await findRule(tx, accountId, ruleId))?.enabled !== 1) return 'The rule was turned off or deleted.';
  if (channel.kind !== 'email' || channel.confirmed_at !== null || await isOfPerson(tx, accountId, channel.target)) return null;
  const cause = 'The address is not that of a person of the account any more.';
  await turnOff(tx, services, channel, cause, now);
  return cause;
}

/** Turns the channel off and tells the people of the account by their other channels, once. */
async function turnOff(tx: Db, { queue, speak }: NotificationsServices, channel: ChannelRow, cause: string, now: number): Promise<void> {
  if (!await disableChannel(tx, channel.id, cause, now)) return;
  const texts = await textsOfAccount({ db: tx, speak }, notificationsTexts, channel.account_id);
  await queue.add(tx, channel.account_id, [disabledNotice(texts, channel, cause)]);
}

/** The job that tells people that the channel was turned off. */
export function disabledNotice({ channelDisabled }: NotificationsTexts, { id, kind, name }: Pick<ChannelRow, 'id' | 'kind' | 'name'>, cause: string): NewJob {
  return notificationJob({
    kind: 'channel.disabled', severity: 'high', subjectType: 'channel', subjectId: id, ...channelDisabled(name, cause), data: { channelKind: kind },
  });
}
