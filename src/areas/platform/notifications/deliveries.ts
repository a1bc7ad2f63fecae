import { z } from 'zod';
import { known } from '../../../core/access.ts';
import { operationIn, type Resource } from '../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf } from '../../../core/page.ts';
import { Problem } from '../../../core/problem.ts';
import { textsOfAccount } from '../account/index.ts';
import { attempt } from './attempt.ts';
import { judgeAttempt } from './retry.ts';
import { channelKinds, type ChannelKindName } from './channel-kinds.ts';
import { findChannel, noteArrived } from './channel-store.ts';
import { channelResource } from './channels.ts';
import type { NotificationsServices } from './services.ts';
import { addDelivery, deliveryStates, findDelivery, keepAttempt, newestDeliveries, type DeliveryRow } from './delivery-store.ts';
import type { Message } from './notice.ts';
import { several } from '../../../core/several.ts';
import { DeliveryRecord, Id, presentDelivery, replyOf } from './shapes.ts';
import { notificationsTexts, type NotificationsTexts } from './texts.ts';

const access = { scope: 'domains' } as const;

/** A delivery of the account, by its id. */
const deliveryResource: Resource<NotificationsServices, DeliveryRow> = { type: 'delivery', load: ({ db }, accountId, id) => findDelivery(db, accountId, id) };

const list = operationIn<NotificationsServices>()({
  id: 'notifications.deliveries.list',
  summary: 'List the deliveries of notifications',
  description: 'What was sent to the channels in the last 30 days, or is about to be, newest first: how often it was tried, what came back, and what was in it.',
  method: 'GET',
  path: '/api/notification-deliveries',
  access,
  role: 'admin',
  allowance: 'none',
  owns: { channelId: channelResource },
  input: z.strictObject({
    ...pageInput,
    channelId: several(Id).optional().describe('Only those of these channels'),
    state: several(z.enum(deliveryStates)).optional().describe('Only those in these states'),
  }),
  output: pageOf(DeliveryRecord),
  examples: [{ input: {}, says: 'The newest fifty' }, { input: { state: 'failed' }, says: 'What did not arrive' }, { input: { state: 'notConfigured' }, says: 'What could not be sent because no mail server is set up' }],
  run: async ({ caller }, { db }, { limit, cursor, channelId, state }) => {
    const rows = await newestDeliveries(db, known(caller).account.id, { channel: channelId, state }, decodeCursor('notifications.deliveries.list', cursor), limit + 1);
    return cutPage('notifications.deliveries.list', rows, limit, row => ({ at: row.created_at, id: row.id }), presentDelivery);
  },
});

const replay = operationIn<NotificationsServices>()({
  id: 'notifications.deliveries.replay',
  summary: 'Send a delivery again',
  description: 'Sends what was in a delivery again, as a new delivery of the same message: a webhook gets the same `webhook-id`, so that a receiver that has it already can tell.',
  method: 'POST',
  path: '/api/notification-deliveries/{id}/replay',
  access,
  role: 'admin',
  allowance: 'none',
  status: 202,
  location: '/api/notification-deliveries',
  idempotent: true,
  owns: { id: deliveryResource },
  input: z.strictObject({ id: Id.describe('Id of the delivery') }),
  output: replyOf(DeliveryRecord),
  audit: ({ input, output }) => ({ action: 'notification_delivery.replayed', resource: { type: 'notification_delivery', id: input.id }, details: { delivery: output.data.id } }),
  examples: [{ input: { id: 'dlv_01hzy3v4qk8m0p2r5s7t9w1x3z' }, says: 'By its id, as the list shows it' }],
  run: async (call, services) => {
    const { owned: { id: row }, now } = call, { db } = services;
    if (row.next_at !== null) throw new Problem('invalid_state', 'This delivery is still under way. Wait for its end.', { state: row.state });
    if (row.body === null) throw new Problem('invalid_state', 'Nothing was ever made of this delivery, so there is nothing to send again.', { state: row.state });
    const channel = (await findChannel(db, row.account_id, row.channel_id))!;
    if (channel.state !== 'active') throw new Problem('invalid_state', 'The channel is not on. Turn it on first.', { state: channel.state });
    const again = await addDelivery(db, services, { accountId: row.account_id, channelId: row.channel_id, ruleId: null, state: 'waiting', dueAt: now, repeats: row }, now);
    return { success: true as const, data: presentDelivery(again) };
  },
});

const test = operationIn<NotificationsServices>()({
  id: 'notifications.channels.test',
  summary: 'Test a notification channel',
  description: 'Sends a test to the channel at once, also to one that is turned off, and reports the outcome: `delivered` only if the other side took it, `notConfigured` if there is no mail server to send by. It is tried once and listed among the deliveries.',
  method: 'POST',
  path: '/api/notification-channels/{id}/test',
  access,
  role: 'admin',
  allowance: 'none',
  outside: true,
  owns: { id: channelResource },
  input: z.strictObject({ id: Id.describe('Id of the channel') }),
  output: replyOf(DeliveryRecord),
  audit: { none: 'A test changes nothing.' },
  examples: [{ input: { id: 'chn_01hzy3v4qk8m0p2r5s7t9w1x3z' }, says: 'By its id' }],
  run: async (call, services, { id }) => {
    const { owned: { id: channel }, signal } = call, { newId, store, clock, baseUrl } = services;
    if (channel.state === 'unconfirmed' && services.mailer.configured) throw new Problem('invalid_state', 'The owner of this address has not agreed yet. Ask them to open the link in the e-mail.', { state: channel.state });
    const texts = await textsOfAccount(services, notificationsTexts, channel.account_id);
    const message = { message_id: newId('msg'), body: channelKinds[channel.kind as ChannelKindName].body(testMessage(id, call.now, baseUrl, texts), channel.target, texts) };
    const came = await attempt(services, channel, { messageId: message.message_id, ruleId: null, body: message.body }, signal);
    const row = await store.transaction(async tx => {
      const made = await addDelivery(tx, services, { accountId: channel.account_id, channelId: id, ruleId: null, state: 'waiting', dueAt: null, repeats: message }, call.now);
      if (came.cause === null) await noteArrived(tx, id);
      const { state } = judgeAttempt({ attempts: 1, failingSince: null }, came, clock.now(), 0);
      return (await keepAttempt(tx, made, came, { state: state === 'waiting' ? 'failed' : state, nextAt: null }, clock.now()))!;
    });
    return { success: true as const, data: presentDelivery(row) };
  },
});

/** What a channel is tried with. */
export function testMessage(channelId: string, now: number, baseUrl: string, texts: NotificationsTexts): Message {
  const at = new Date(now).toISOString();
  const notice = {
    id: 'test', kind: 'channel.test', severity: 'info', ...texts.test,
    subject: { type: 'channel', id: channelId }, data: {}, createdAt: at, url: `${baseUrl}/`,
  } as const;
  return { at, notices: [notice], total: 1, counts: [{ severity: 'info', count: 1 }], url: `${baseUrl}/` };
}

export const deliveryOperations = [list, replay, test] as const;
