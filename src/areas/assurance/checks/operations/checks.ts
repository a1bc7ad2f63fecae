import { z } from 'zod';
import { known } from '../../../../core/access.ts';
import { operationIn, type Resource } from '../../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf } from '../../../../core/page.ts';
import { Problem } from '../../../../core/problem.ts';
import { several } from '../../../../core/several.ts';
import { DomainReference } from '../../../../core/domain-reference.ts';
import { lockAccount } from '../../../platform/account/index.ts';
import { domain } from '../../../domains/inventory/index.ts';
import { changeCheck, insertChecks, removeChecks } from '../changes.ts';
import { checkKinds } from '../kinds/kinds.ts';
import { define } from '../kinds/definition.ts';
import { requireAddresses } from '../kinds/admission.ts';
import { proofsOf } from '../kinds/proofs.ts';
import { requireOwnHost } from '../kinds/targets-of-others.ts';
import { judgeInterval, requireQuota } from '../limits.ts';
import { presentCheck } from '../present.ts';
import { daysOf } from '../results/days.ts';
import type { ChecksServices } from '../services.ts';
import { checkChanges, CheckRecord, CheckReply, NewCheck, State } from '../shapes.ts';
import { changed, type CheckRow } from '../spec.ts';
import { checksOf, countByState, findCheck } from '../store.ts';
import { newPushToken, pushUrlOf } from '../kinds/push-token.ts';

const ID = 'chk_01hzy3v4qk8m0p2r5s7t9w1x3z';
const days = z.coerce.number().int().min(1).max(90).optional().describe('So many days of history with each check; none unless given');

/** A check of the account, by its id. */
export const customCheck: Resource<ChecksServices, CheckRow> = { type: 'custom check', load: ({ db }, accountId, id) => findCheck(db, accountId, id) };

const access = { access: { scope: 'status' }, allowance: 'none' } as const;

const list = operationIn<ChecksServices>()({
  id: 'custom_checks.list',
  summary: 'List custom checks',
  description: 'The custom checks of the account, newest first, each with its state, last result, uptime and latency; with `days`, also its daily history. The uptime checks of domains are included.',
  method: 'GET',
  path: '/api/status/custom-checks',
  ...access,
  owns: { domain },
  input: z.strictObject({
    ...pageInput, state: several(State).optional(), kind: several(z.enum(checkKinds)).optional(), domain: several(DomainReference).optional().describe('Only of the uptime of these domains'),
    q: z.string().trim().min(1).max(100).optional().describe('Part of the name or the target'), days,
  }),
  output: pageOf(CheckRecord).extend({ counts: z.record(z.string(), z.int()).describe('How many checks the account has, by state; those that are switched off under `disabled`') }),
  examples: [{ input: { state: ['down', 'suspect'] }, says: 'What does not work' }, { input: { days: 90 }, says: 'With the bars of 90 days' }],
  run: async ({ caller, now }, { db }, { limit, cursor, state, kind, domain: domainIds, q, days: wanted }) => {
    const accountId = known(caller).account.id;
    const rows = await checksOf(db, accountId, { states: state, kinds: kind, domainIds, text: q }, decodeCursor('custom_checks.list', cursor), limit + 1);
    const history = await daysOf(db, rows.slice(0, limit).map(({ id }) => id), wanted ?? 0, now);
    return { ...cutPage('custom_checks.list', rows, limit, ({ created_at: at, id }) => ({ at, id }), row => presentCheck(row, history(row.id))), counts: await countByState(db, accountId) };
  },
});

const show = operationIn<ChecksServices>()({
  id: 'custom_checks.get',
  summary: 'Show a custom check',
  description: 'One check of an endpoint, with its state, last result, uptime and latency.',
  method: 'GET',
  path: '/api/status/custom-checks/{id}',
  ...access,
  owns: { id: customCheck },
  input: z.strictObject({ id: z.string(), days }),
  output: CheckReply,
  examples: [{ input: { id: ID, days: 90 }, says: 'With its history by day' }],
  run: async ({ owned, now }, { db }, { id, days: wanted }) => ({ success: true as const, data: presentCheck(owned.id, (await daysOf(db, [id], wanted ?? 0, now))(id)) }),
});

const create = operationIn<ChecksServices>()({
  id: 'custom_checks.create',
  summary: 'Add a custom check',
  description: 'Checks an endpoint at an interval: a website, an API, a port, a certificate, a DNS record, a mail server, or a job that calls in (push). Failures become an incident, an alert and notifications. '
    + 'Hosts outside proven domains get only GET and HEAD requests, at most every 60 s. Ports other than 80, 443 and those of published mail servers need a proven address. The URL for a push check is shown once, in this reply.',
  method: 'POST',
  path: '/api/status/custom-checks',
  ...access,
  status: 201,
  idempotent: true,
  secrets: ['data.pushUrl'],
  owns: { dependsOn: customCheck },
  input: NewCheck,
  output: CheckReply,
  examples: [
    { input: { kind: 'http', name: 'Shop', target: 'https://shop.example.org/health', conditions: [{ source: 'status', op: 'eq', value: 200 }] }, says: 'A website' },
    { input: { kind: 'push', name: 'Backup at night', intervalSeconds: 86_400, graceSeconds: 3600 }, says: 'A job that calls when it is done' },
  ],
  judge: (caller, { intervalSeconds }, { plans }) => judgeInterval(known(caller).account, plans, intervalSeconds),
  audit: ({ output: { data } }) => ({ action: 'custom_check.created', resource: { type: 'custom_check', id: data.id }, details: { kind: data.kind, target: data.target } }),
  prepare: ({ caller, signal }, services, input) => requireAddresses(services, known(caller).account.id, [define(input)], signal),
  run: async ({ caller, now }, services, input) => {
    const { account } = known(caller);
    const { db, plans } = services;
    const definition = define(input);
    await lockAccount(db, account.id);
    await requireQuota(db, account, plans, 1);
    await requireOwnHost(proofsOf(db, account.id, () => now), { ...definition, isMail: false });
    const token = input.kind === 'push' ? newPushToken(services) : null;
    const [row] = await insertChecks(db, services, account.id, [{ definition, token }], now);
    return { success: true as const, data: presentCheck(row!, [], token && pushUrlOf(services, token)) };
  },
});

const update = operationIn<ChecksServices>()({
  id: 'custom_checks.update',
  summary: 'Change a custom check',
  description: 'Changes the fields that are given. Secret headers sent without a value keep their value as long as the host stays the same. A check that is turned off keeps its history.',
  method: 'PATCH',
  path: '/api/status/custom-checks/{id}',
  ...access,
  owns: { id: customCheck, dependsOn: customCheck },
  input: z.strictObject({ id: z.string(), ...checkChanges }),
  output: CheckReply,
  examples: [{ input: { id: ID, intervalSeconds: 60, failAfter: 2 }, says: 'More often, and sooner down' }],
  judge: (caller, { intervalSeconds }, { plans }) => judgeInterval(known(caller).account, plans, intervalSeconds),
  audit: ({ output: { data } }) => ({ action: 'custom_check.changed', resource: { type: 'custom_check', id: data.id } }),
  prepare: async ({ caller, owned: { id: row }, signal }, services, input) => {
    const { id: _, ...changes } = input;
    if (row.role === null) await requireAddresses(services, known(caller).account.id, [changed(row, changes as Partial<NewCheck>, services)], signal);
  },
  run: async ({ caller, owned, now }, services, { id, ...changes }) => {
    const { account } = known(caller);
    if (owned.id.role !== null && changes.target !== undefined) throw new Problem('invalid_state', 'This check belongs to the uptime of a domain. Change it in the settings of that domain.', { current: presentCheck(owned.id) });
    const definition = changed(owned.id, changes as Partial<NewCheck>, services);
    // One that is turned off asks nothing, and can always be turned off.
    if (definition.check.enabled) await requireOwnHost(proofsOf(services.db, account.id, () => now), { ...definition, isMail: owned.id.role === 'mail' });
    if (changes.dependsOn === id) throw new Problem('invalid_state', 'A check cannot depend on itself. Choose another one.', { current: presentCheck(owned.id) });
    return { success: true as const, data: presentCheck(await changeCheck(services.db, services, owned.id, definition, now)) };
  },
});

const remove = operationIn<ChecksServices>()({
  id: 'custom_checks.delete',
  summary: 'Delete a custom check',
  description: 'Deletes the check and its results. Its incidents are kept.',
  method: 'DELETE',
  path: '/api/status/custom-checks/{id}',
  ...access,
  owns: { id: customCheck },
  input: z.strictObject({ id: z.string() }),
  output: CheckReply,
  examples: [{ input: { id: ID }, says: 'By its id, as the list shows it' }],
  audit: ({ output: { data } }) => ({ action: 'custom_check.deleted', resource: { type: 'custom_check', id: data.id } }),
  run: async ({ owned, now }, services) => {
    await removeChecks(services.db, services, [owned.id], now);
    return { success: true as const, data: presentCheck(owned.id) };
  },
});

export const checkOperations = [list, show, create, update, remove] as const;
