import { z } from 'zod';
import { known } from '../../../core/access.ts';
import { operationIn, type Call, type Resource } from '../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf } from '../../../core/page.ts';
import { Problem } from '../../../core/problem.ts';
import { linkEmail, lockAccount, sendEmail, textsOfAccount, unlinked } from '../account/index.ts';
import { changedChannelFields, newChannelFields, readSecret, readTarget } from './channel-input.ts';
import { channelKinds, type ChannelKindName } from './channel-kinds.ts';
import {
  changeChannel, countChannels, deleteChannel, findChannel, insertChannel, isOfPerson, newestChannels, type ChannelChange, type ChannelRow,
} from './channel-store.ts';
import type { NotificationsServices } from './services.ts';
import { makeMailLink } from './mail-token.ts';
import { ChannelRecord, Id, presentChannel, replyOf, Version } from './shapes.ts';
import { makeWebhookSecret } from './signature.ts';
import { ensureStandardChannel } from './standard-channel.ts';
import { notificationsTexts } from './texts.ts';

const MAX_CHANNELS = 50;
const FORMER_SECRET_MS = 24 * 3_600_000;

/** A notification channel of the account, by its id. */
export const channelResource: Resource<NotificationsServices, ChannelRow> = { type: 'notification channel', load: ({ db }, accountId, id) => findChannel(db, accountId, id) };

const access = { scope: 'domains' } as const;
const ChannelPath = z.strictObject({ id: Id.describe('Id of the channel') });
const example = { id: 'chn_01hzy3v4qk8m0p2r5s7t9w1x3z' };
const WithSecret = replyOf(ChannelRecord).extend({
  secret: z.string().nullable().describe('What a webhook is signed with, shown this once; null for other kinds and where the reply is a repeated one'),
});

const list = operationIn<NotificationsServices>()({
  id: 'notifications.channels.list',
  summary: 'List the notification channels',
  description: 'Where notifications go besides the list in the service, newest first. An account starts with e-mails to its owner.',
  method: 'GET',
  path: '/api/notification-channels',
  access,
  role: 'admin',
  allowance: 'none',
  input: z.strictObject(pageInput),
  output: pageOf(ChannelRecord),
  examples: [{ input: {}, says: 'All channels of the account' }],
  run: async (call, services, { limit, cursor }) => {
    const accountId = known(call.caller).account.id;
    await ensureStandardChannel(services, accountId, call.now);
    const rows = await newestChannels(services.db, accountId, decodeCursor('notifications.channels.list', cursor), limit + 1);
    return cutPage('notifications.channels.list', rows, limit, row => ({ at: row.created_at, id: row.id }), row => presentChannel(row, services));
  },
});

const get = operationIn<NotificationsServices>()({
  id: 'notifications.channels.get',
  summary: 'Show a notification channel',
  description: 'One channel, with its state and since when it fails.',
  method: 'GET',
  path: '/api/notification-channels/{id}',
  access,
  role: 'admin',
  allowance: 'none',
  owns: { id: channelResource },
  input: ChannelPath,
  output: replyOf(ChannelRecord),
  examples: [{ input: example, says: 'By its id, as the list shows it' }],
  run: async ({ owned }, services) => ({ success: true as const, data: presentChannel(owned.id, services) }),
});

const create = operationIn<NotificationsServices>()({
  id: 'notifications.channels.create',
  summary: 'Create a notification channel',
  description: 'Adds a destination for notifications; rules decide which ones go there. Webhooks follow the Standard Webhooks specification, and their secret is shown this once. '
    + 'An e-mail address that is not that of a person of the account gets an e-mail with a link, and nothing else until it is opened. Without a mail server e-mail channels are `notConfigured`: nothing is sent.',
  method: 'POST',
  path: '/api/notification-channels',
  access,
  role: 'admin',
  allowance: 'none',
  status: 201,
  idempotent: true,
  secrets: ['secret'],
  input: z.strictObject(newChannelFields),
  output: WithSecret,
  audit: ({ output: { data } }) => ({ action: 'notification_channel.created', resource: { type: 'notification_channel', id: data.id }, details: { kind: data.kind } }),
  examples: [
    { input: { kind: 'webhook', name: 'Ticket system', target: 'https://hooks.example.com/dss' }, says: 'A webhook' },
    { input: { kind: 'email', name: 'Security team', target: 'security@example.com' }, says: 'Letters' },
    { input: { kind: 'ntfy', name: 'Phone', target: 'https://ntfy.sh/my-alerts' }, says: 'Messages to a phone' },
  ],
  run: async (call, services, { kind, name, ...given }) => {
    const { caller, now, respond } = call, { db, newId, sealer } = services;
    const accountId = known(caller).account.id;
    const target = readTarget(kind, given.target);
    const theirs = readSecret(kind, given.secret);
    const secret = channelKinds[kind].secret === 'made' ? makeWebhookSecret(services.randomBytes) : theirs;
    await lockAccount(db, accountId);
    if (await countChannels(db, accountId) >= MAX_CHANNELS) {
      throw new Problem('limit_reached', `An account has at most ${MAX_CHANNELS} channels. Delete one that is not used.`, { limit: MAX_CHANNELS });
    }
    const id = newId('chn');
    const row = await insertChannel(db, {
      id, account_id: accountId, kind, name, target: sealedTarget(kind, target, id, services), secret: secret === null ? null : sealer.seal(secret, id),
      state: await stateFor(services, accountId, kind, target), confirmed_at: null,
    }, now);
    if (row.state === 'unconfirmed') await askToConfirm(call, services, row);
    respond.headers['cache-control'] = 'no-store';
    return { success: true as const, data: presentChannel(row, services), secret: kind === 'webhook' ? secret : null };
  },
});

const update = operationIn<NotificationsServices>()({
  id: 'notifications.channels.update',
  summary: 'Change a notification channel',
  description: 'Changes the fields that are given. Turning a channel on again also forgets how long it has failed, and asks an address that has not agreed once more.',
  method: 'PATCH',
  path: '/api/notification-channels/{id}',
  access,
  role: 'admin',
  allowance: 'none',
  owns: { id: channelResource },
  input: ChannelPath.extend({ ...changedChannelFields, version: Version }),
  output: replyOf(ChannelRecord),
  audit: ({ input: { id, version: _version, ...given } }) => ({
    action: 'notification_channel.changed', resource: { type: 'notification_channel', id }, details: { fields: Object.keys(given) },
  }),
  examples: [{ input: { ...example, name: 'Ticket system' }, says: 'Another name' }, { input: { ...example, enabled: true }, says: 'On again' }],
  run: async (call, services, { id, version, ...given }) => {
    const { owned, now } = call, { db } = services;
    const current = owned.id;
    const row = version === undefined || version === current.version ? await changeChannel(db, current, await changeOf(services, current, given), now) : null;
    if (!row) throw await conflict(call, services, id);
    if (row.state === 'unconfirmed' && (current.target !== row.target || current.state === 'disabled')) await askToConfirm(call, services, row);
    return { success: true as const, data: presentChannel(row, services) };
  },
});

const remove = operationIn<NotificationsServices>()({
  id: 'notifications.channels.delete',
  summary: 'Delete a notification channel',
  description: 'Deletes the channel with its rules and its deliveries, also those that wait.',
  method: 'DELETE',
  path: '/api/notification-channels/{id}',
  access,
  role: 'admin',
  allowance: 'none',
  owns: { id: channelResource },
  input: ChannelPath,
  output: replyOf(ChannelRecord),
  audit: ({ output: { data } }) => ({ action: 'notification_channel.deleted', resource: { type: 'notification_channel', id: data.id }, details: { kind: data.kind } }),
  examples: [{ input: example, says: 'By its id' }],
  run: async ({ owned }, services) => {
    await deleteChannel(services.db, owned.id.id);
    return { success: true as const, data: presentChannel(owned.id, services) };
  },
});

const rotate = operationIn<NotificationsServices>()({
  id: 'notifications.channels.rotate_secret',
  summary: 'Give a webhook a new secret',
  description: 'Makes a new secret and returns it, this once. For 24 hours messages carry two signatures, by the new secret and by the former one.',
  method: 'POST',
  path: '/api/notification-channels/{id}/rotate-secret',
  agent: { destructive: true },
  access,
  role: 'admin',
  allowance: 'none',
  idempotent: true,
  secrets: ['secret'],
  owns: { id: channelResource },
  input: ChannelPath,
  output: WithSecret,
  audit: ({ input }) => ({ action: 'notification_channel.secret_rotated', resource: { type: 'notification_channel', id: input.id } }),
  examples: [{ input: example, says: 'By its id' }],
  run: async (call, services, { id }) => {
    const { owned, now, respond } = call, { db, sealer, randomBytes } = services;
    const { kind, secret: former } = owned.id;
    if (kind !== 'webhook') throw new Problem('invalid_state', `A channel of the kind ${kind} has no secret of ours. Change it where it comes from, then here.`, { kind });
    const secret = makeWebhookSecret(randomBytes);
    const row = await changeChannel(db, owned.id, { secret: sealer.seal(secret, id), former_secret: former, former_secret_until: now + FORMER_SECRET_MS }, now);
    if (!row) throw await conflict(call, services, id);
    respond.headers['cache-control'] = 'no-store';
    return { success: true as const, data: presentChannel(row, services), secret };
  },
});

type Given = Partial<{ [Name in keyof typeof changedChannelFields]: z.output<(typeof changedChannelFields)[Name]> }>;

/** The columns that `given` changes. */
async function changeOf(context: NotificationsServices, current: ChannelRow, given: Given): Promise<ChannelChange> {
  const kind = current.kind as ChannelKindName;
  const change: ChannelChange = given.name === undefined ? {} : { name: given.name };
  if (given.secret !== undefined) change.secret = context.sealer.seal(readSecret(kind, given.secret)!, current.id);
  if (given.target !== undefined) {
    const target = readTarget(kind, given.target);
    change.target = sealedTarget(kind, target, current.id, context);
    if (kind === 'email' && target !== current.target) Object.assign(change, { confirmed_at: null, state: await stateFor(context, current.account_id, kind, target) });
  }
  if (given.enabled === false) Object.assign(change, { state: 'disabled', cause: 'Somebody of the account turned it off.' });
  if (given.enabled === true && current.state === 'disabled') {
    const target = change.target ?? current.target;
    const confirmed = current.confirmed_at !== null && target === current.target;
    Object.assign(change, { state: confirmed ? 'active' : await stateFor(context, current.account_id, kind, target), cause: null, failing_since: null });
  }
  return change;
}

function sealedTarget(kind: ChannelKindName, target: string, id: string, { sealer }: Pick<NotificationsServices, 'sealer'>): string {
  return channelKinds[kind].target.secret ? sealer.seal(target, id) : target;
}

/** Letters go to people of the account, and to those who agree. */
async function stateFor({ db }: Pick<NotificationsServices, 'db'>, accountId: string, kind: ChannelKindName, target: string): Promise<'active' | 'unconfirmed'> {
  return kind !== 'email' || await isOfPerson(db, accountId, target) ? 'active' : 'unconfirmed';
}

async function askToConfirm({ caller, now, afterwards }: Call, services: NotificationsServices, row: ChannelRow): Promise<void> {
  const link = await makeMailLink(services.db, services, { account_id: row.account_id, channel_id: row.id, rule_id: null, purpose: 'confirm' }, now);
  const { confirmation } = await textsOfAccount(services, notificationsTexts, row.account_id);
  afterwards(() => sendEmail(services, linkEmail(row.target, confirmation(unlinked(known(caller).account.name)), link), now));
}

async function conflict({ caller }: Pick<Call, 'caller'>, services: NotificationsServices, id: string): Promise<Problem> {
  const current = await findChannel(services.db, known(caller).account.id, id);
  const members = current ? { current: presentChannel(current, services) } : {};
  return new Problem('version_conflict', 'The channel has another version now. Read it, then change it again with that version.', members);
}

export const channelOperations = [list, get, create, update, remove, rotate] as const;
