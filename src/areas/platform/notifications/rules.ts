import { z } from 'zod';
import { known } from '../../../core/access.ts';
import { howToAdd } from '../../../core/domain-reference.ts';
import { operationIn, type Resource } from '../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf } from '../../../core/page.ts';
import { Problem } from '../../../core/problem.ts';
import { subjectResource } from '../../subject.ts';
import { channelResource } from './channels.ts';
import type { NotificationsServices } from './services.ts';
import { changeRule, countRules, deleteRule, findRule, insertRule, newestRules, wordsOf, type RuleRow, type RuleWords } from './rule-store.ts';
import { Id, presentRule, replyOf, ruleFields, RuleRecord, Version } from './shapes.ts';
import { ensureStandardChannel } from './standard-channel.ts';
import { lockAccount } from '../account/index.ts';

const MAX_RULES = 100;

/** A notification rule of the account, by its id. */
const ruleResource: Resource<NotificationsServices, RuleRow> = { type: 'notification rule', load: ({ db }, accountId, id) => findRule(db, accountId, id) };

const access = { scope: 'domains' } as const;
const RulePath = z.strictObject({ id: Id.describe('Id of the rule') });
const example = { id: 'rul_01hzy3v4qk8m0p2r5s7t9w1x3z' };
const Reply = replyOf(RuleRecord);
const named = { channelId: channelResource, domainIds: subjectResource('domain', howToAdd), groupIds: subjectResource('group'), clientIds: subjectResource('client') };

const list = operationIn<NotificationsServices>()({
  id: 'notifications.rules.list',
  summary: 'List the notification rules',
  description: 'Which notifications go to which channel, and when; newest first. An account begins with three: what is high or critical at once, the rest once a day, and the weekly report.',
  method: 'GET',
  path: '/api/notification-rules',
  access,
  role: 'admin',
  allowance: 'none',
  input: z.strictObject(pageInput),
  output: pageOf(RuleRecord),
  examples: [{ input: {}, says: 'All rules of the account' }],
  run: async (call, services, { limit, cursor }) => {
    const accountId = known(call.caller).account.id;
    await ensureStandardChannel(services, accountId, call.now);
    const rows = await newestRules(services.db, accountId, decodeCursor('notifications.rules.list', cursor), limit + 1);
    return cutPage('notifications.rules.list', rows, limit, row => ({ at: row.created_at, id: row.id }), presentRule);
  },
});

const get = operationIn<NotificationsServices>()({
  id: 'notifications.rules.get',
  summary: 'Show a notification rule',
  description: 'One rule.',
  method: 'GET',
  path: '/api/notification-rules/{id}',
  access,
  role: 'admin',
  allowance: 'none',
  owns: { id: ruleResource },
  input: RulePath,
  output: Reply,
  examples: [{ input: example, says: 'By its id, as the list shows it' }],
  run: async ({ owned }) => ({ success: true as const, data: presentRule(owned.id) }),
});

const create = operationIn<NotificationsServices>()({
  id: 'notifications.rules.create',
  summary: 'Create a notification rule',
  description: 'Sends notifications to a channel. If several rules of a channel match a notification, the one that sends it soonest applies. '
    + 'Quiet hours hold back everything but what is critical, until they end.',
  method: 'POST',
  path: '/api/notification-rules',
  access,
  role: 'admin',
  allowance: 'none',
  status: 201,
  idempotent: true,
  owns: named,
  input: z.strictObject({
    channelId: Id.describe('Where it sends'),
    kinds: ruleFields.kinds.default(['*']),
    leastSeverity: ruleFields.leastSeverity.default('info'),
    domainIds: ruleFields.domainIds.default([]),
    groupIds: ruleFields.groupIds.default([]),
    clientIds: ruleFields.clientIds.default([]),
    tags: ruleFields.tags.default([]),
    endings: ruleFields.endings.default(false),
    digest: ruleFields.digest.default('immediate'),
    quietHours: ruleFields.quietHours.default(null),
    enabled: ruleFields.enabled.default(true),
  }),
  output: Reply,
  audit: ({ output: { data } }) => ({ action: 'notification_rule.created', resource: { type: 'notification_rule', id: data.id }, details: { channel: data.channelId } }),
  examples: [
    {
      input: {
        channelId: 'chn_01hzy3v4qk8m0p2r5s7t9w1x3z', leastSeverity: 'high',
        domainIds: ['dom_01hzy3v4qk8m0p2r5s7t9w1x3z'], groupIds: ['grp_01hzy3v4qk8m0p2r5s7t9w1x3z'], clientIds: ['cli_01hzy3v4qk8m0p2r5s7t9w1x3z'],
      },
      says: 'What is high or critical about a domain, while it is of this group and client, at once',
    },
    { input: { channelId: 'chn_01hzy3v4qk8m0p2r5s7t9w1x3z', leastSeverity: 'high', endings: true }, says: 'What is high or critical, at once, and when it is over' },
    {
      input: {
        channelId: 'chn_01hzy3v4qk8m0p2r5s7t9w1x3z', kinds: ['dns.*'], tags: ['shop'], digest: 'hourly',
        quietHours: { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' },
      },
      says: 'Events of some domains every hour, not at night',
    },
  ],
  run: async ({ caller, now }, { db, newId }, given) => {
    const accountId = known(caller).account.id;
    await lockAccount(db, accountId);
    if (await countRules(db, accountId) >= MAX_RULES) {
      throw new Problem('limit_reached', `An account has at most ${MAX_RULES} rules. Delete one that is not used.`, { limit: MAX_RULES });
    }
    const row = await insertRule(db, { id: newId('rul'), accountId, now }, wordsFrom(given));
    return { success: true as const, data: presentRule(row) };
  },
});

const { kinds, leastSeverity, domainIds, groupIds, clientIds, tags, endings, digest, quietHours, enabled } = ruleFields;

const update = operationIn<NotificationsServices>()({
  id: 'notifications.rules.update',
  summary: 'Change a notification rule',
  description: 'Changes the fields that are given and leaves the others. Notifications already collected are sent by the changed rule.',
  method: 'PATCH',
  path: '/api/notification-rules/{id}',
  access,
  role: 'admin',
  allowance: 'none',
  owns: { id: ruleResource, ...named },
  input: RulePath.extend({
    channelId: Id.optional(), kinds: kinds.optional(), leastSeverity: leastSeverity.optional(), domainIds: domainIds.optional(), groupIds: groupIds.optional(),
    clientIds: clientIds.optional(), tags: tags.optional(), endings: endings.optional(), digest: digest.optional(), quietHours: quietHours.optional(), enabled: enabled.optional(), version: Version,
  }),
  output: Reply,
  audit: ({ input: { id, version: _version, ...given } }) => ({
    action: 'notification_rule.changed', resource: { type: 'notification_rule', id }, details: { fields: Object.keys(given) },
  }),
  examples: [
    {
      input: {
        ...example, channelId: 'chn_01hzy3v4qk8m0p2r5s7t9w1x3z',
        domainIds: ['dom_01hzy3v4qk8m0p2r5s7t9w1x3z'], groupIds: ['grp_01hzy3v4qk8m0p2r5s7t9w1x3z'], clientIds: ['cli_01hzy3v4qk8m0p2r5s7t9w1x3z'],
      },
      says: 'Another channel and other domains',
    },
    { input: { ...example, digest: 'daily' }, says: 'Once a day' },
    { input: { ...example, enabled: false }, says: 'Not any more' },
  ],
  run: async ({ owned, caller, now }, { db }, { id, version, ...given }) => {
    const current = owned.id;
    const { filter, quiet, ...words } = wordsOf(current);
    const changed = wordsFrom({ ...words, ...filter, quietHours: quiet, ...withoutUndefined(given) });
    const row = version === undefined || version === current.version ? await changeRule(db, current, changed, now) : null;
    if (row) return { success: true as const, data: presentRule(row) };
    const newest = await findRule(db, known(caller).account.id, id);
    throw new Problem('version_conflict', 'The rule has another version now. Read it, then change it again with that version.', newest ? { current: presentRule(newest) } : {});
  },
});

const remove = operationIn<NotificationsServices>()({
  id: 'notifications.rules.delete',
  summary: 'Delete a notification rule',
  description: 'Deletes the rule; what it has collected is not sent.',
  method: 'DELETE',
  path: '/api/notification-rules/{id}',
  access,
  role: 'admin',
  allowance: 'none',
  owns: { id: ruleResource },
  input: RulePath,
  output: Reply,
  audit: ({ input }) => ({ action: 'notification_rule.deleted', resource: { type: 'notification_rule', id: input.id } }),
  examples: [{ input: example, says: 'By its id' }],
  run: async ({ owned }, { db }, { id }) => {
    await deleteRule(db, id);
    return { success: true as const, data: presentRule(owned.id) };
  },
});

/** What people say of a rule. */
type Fields = Omit<RuleWords, 'filter' | 'quiet'> & RuleWords['filter'] & { quietHours: RuleWords['quiet'] };

function wordsFrom({ domainIds, groupIds, clientIds, tags, quietHours, ...words }: Fields): RuleWords {
  return { ...words, filter: { domainIds, groupIds, clientIds, tags }, quiet: quietHours };
}

type Defined<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

function withoutUndefined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}

export const ruleOperations = [list, get, create, update, remove] as const;
