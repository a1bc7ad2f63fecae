import assert from 'node:assert/strict';
import test from 'node:test';
import type { KnownCaller, Scope } from '../../../core/access.ts';
import { Problem } from '../../../core/problem.ts';
import { createQueue, type Store } from '../../../store/index.ts';
import { onEachDatabase, testClock } from '../../../../test/databases.ts';
import { allTables } from '../../../../test/tables.ts';
import { insertDomains } from '../../domains/inventory/store.ts';
import { personOf, testService } from '../../platform/audit/testing.ts';
import { defineRun } from '../../run-kind.ts';
import { standardPlans, type Plans } from '../../platform/account/index.ts';
import { auditScheduleOperations } from './operations.ts';
import { scheduleAudits } from './schedule.ts';

interface Choices { pages: number }

const DAY_MS = 86_400_000;
const [list, remove] = auditScheduleOperations;
const sites = scheduleAudits<Choices, Choices>({
  kind: 'siteAudit', run: defineRun<{ settings: Choices }>()({ kind: 'siteAudit', scope: 'seo' }), does: 'audits a site', within: ({ pages }, { proven }) => ({ pages: proven ? pages : 5 }),
  settle(choices, { plan, plans }) {
    if (plans[plan].siteAuditPages === 0) throw new Problem('plan_upgrade_required', 'The plan has no audits.');
    return choices;
  },
});
const accessibility = scheduleAudits<Choices, Choices>({ kind: 'accessibilityAudit', run: defineRun<{ settings: Choices }>()({ kind: 'accessibilityAudit', scope: 'accessibility' }), does: 'audits accessibility', settle: choices => choices, within: choices => choices });

/** Two accounts that each have the same two domains. */
async function opened(store: Store) {
  const { services } = testService(store);
  const queue = createQueue(store, services.newId);
  const service = testService(store, { queue });
  const people = [];
  for (const plan of ['pro', 'enterprise'] as const) {
    const account = await service.addAccount({ plan });
    const ids = [services.newId('dom'), services.newId('dom')].toSorted();
    const domains = ['a.example', 'b.example'].map((name, at) => ({ id: ids[at]!, account_id: account.id, name, due_at: null, created_at: store.clock.now(), tags: [] }));
    await insertDomains(store.db, domains);
    people.push({ account, domains: domains.map(({ id }) => id) });
  }
  const [pro, other] = people;
  const callAs = (caller: KnownCaller, operation: typeof list | typeof remove, input: object) => service.call(operation as never, caller, input as Record<string, unknown>);
  const call = (operation: typeof list | typeof remove, input: object, who = pro!) => callAs(personOf(who.account), operation, input);
  return {
    pro: pro!, other: other!, call, callAs,
    plan: (of: typeof sites, domainId: string, everyDays: number, who = pro!) => store.transaction(tx => of.plan(tx, { accountId: who.account.id, domainId, choices: { pages: 50 }, everyDays }, store.clock.now())),
    kinds: async (input: object = {}, who = pro!) => ((await call(list, input, who)).body.data as { domain: string; kind: string; everyDays: number }[]).map(({ domain, kind, everyDays }) => `${domain} ${kind} ${everyDays}`),
    due: (plans: Plans = standardPlans) => store.transaction(tx => sites.due.due(tx, { ...service.services, queue, plans }, store.clock.now(), 10)),
    runs: async () => (await allTables(store.db).selectFrom('run').select(['kind', 'input', 'account_id']).execute()).map(({ kind, input, account_id: account }) => [kind, (JSON.parse(input) as { settings: Choices }).settings.pages, account]),
  };
}

onEachDatabase('audits that are done again by themselves', open => {
  test('are listed by domain and kind, page by page, those of the account alone', async () => {
    const { pro, other, call, plan, kinds } = await opened(await open(testClock()));
    const [a, b] = pro.domains as [string, string];
    await plan(sites, a, 7);
    await plan(accessibility, a, 30);
    await plan(sites, b, 14);
    await plan(sites, other.domains[0]!, 1, other);
    const all = ['a.example accessibilityAudit 30', 'a.example siteAudit 7', 'b.example siteAudit 14'];
    assert.deepEqual(await kinds(), all);
    assert.deepEqual(await kinds({ domainId: a, kind: 'siteAudit' }), [all[1]]);
    const paged: string[] = [];
    for (let cursor: string | undefined; ;) {
      const { body } = await call(list, { limit: 1, ...(cursor === undefined ? {} : { cursor }) });
      paged.push(...(body.data as { domain: string; kind: string; everyDays: number }[]).map(one => `${one.domain} ${one.kind} ${one.everyDays}`));
      if (body.nextCursor === null) break;
      cursor = body.nextCursor as string;
    }
    assert.deepEqual(paged, all);
    const { body } = await call(list, { domainId: a, kind: 'siteAudit' });
    assert.deepEqual(body.data[0].settings, { pages: 50 });
    assert.ok(Math.abs(Date.parse(body.data[0].nextAt as string) - testClock().now() - 7 * DAY_MS) <= 0.7 * DAY_MS);
  });

  test('are shown to keys by the scopes of their audits, and ended by no others', async () => {
    const { other, callAs, plan } = await opened(await open(testClock()));
    const [domainId] = other.domains as [string];
    await plan(sites, domainId, 7, other);
    await plan(accessibility, domainId, 30, other);
    const keyWith = (...scopes: Scope[]): KnownCaller => ({ kind: 'key', account: other.account, keyId: 'key_1', prefix: 'svc_00000000', scopes, rateLimit: 10 });
    const kindsFor = async (scopes: Scope[], filter: object = {}) => ((await callAs(keyWith(...scopes), list, filter)).body.data as { kind: string }[]).map(({ kind }) => kind);
    assert.deepEqual([await kindsFor(['domains']), await kindsFor(['seo']), await kindsFor(['seo', 'accessibility'])], [[], ['siteAudit'], ['accessibilityAudit', 'siteAudit']]);
    assert.deepEqual(await kindsFor(['seo'], { kind: 'accessibilityAudit' }), []);
    const { status, body } = await callAs(keyWith('domains', 'seo', 'write'), remove, { domainId, kind: 'accessibilityAudit' });
    assert.deepEqual([status, body.code, body.requiredScope], [403, 'scope_missing', 'accessibility']);
    assert.equal((await callAs(keyWith('accessibility', 'write'), remove, { domainId, kind: 'accessibilityAudit' })).status, 200);
  });

  test('start once when their time has come, with what the proof still allows', async () => {
    const clock = testClock();
    const { pro, plan, due, runs } = await opened(await open(clock));
    await plan(sites, pro.domains[0]!, 7);
    assert.equal(await due(), 0);
    clock.advance(8 * DAY_MS);
    assert.deepEqual([await due(), await due()], [1, 0]);
    assert.deepEqual(await runs(), [['siteAudit', 5, pro.account.id]]);
  });

  test('of an account whose plan has none any more are passed over, and keep nobody else waiting', async () => {
    const clock = testClock();
    const { pro, other, plan, due, runs } = await opened(await open(clock));
    await plan(sites, pro.domains[0]!, 7);
    await plan(sites, other.domains[0]!, 7, other);
    clock.advance(8 * DAY_MS);
    assert.equal(await due({ ...standardPlans, pro: { ...standardPlans.pro, siteAuditPages: 0 } }), 2);
    assert.deepEqual(await runs(), [['siteAudit', 5, other.account.id]]);
  });

  test('are replaced by a new schedule, and end when somebody says so', async () => {
    const clock = testClock();
    const { pro, other, call, plan, kinds, due } = await opened(await open(clock));
    const [a] = pro.domains as [string];
    await plan(sites, a, 7);
    await plan(sites, a, 14);
    assert.deepEqual(await kinds(), ['a.example siteAudit 14']);
    assert.equal((await call(remove, { domainId: a, kind: 'siteAudit' }, other)).status, 404);
    assert.equal((await call(remove, { domainId: a, kind: 'accessibilityAudit' })).status, 404);
    assert.equal((await call(remove, { domainId: a, kind: 'siteAudit' })).status, 200);
    assert.deepEqual(await kinds(), []);
    clock.advance(30 * DAY_MS);
    assert.equal(await due(), 0);
  });
});

test('audits that are done again by themselves are no more often than the plan allows', () => {
  assert.deepEqual([sites.judge('pro', 6)?.code, sites.judge('pro', 7), sites.judge('enterprise', 1), sites.judge('pro', undefined)], ['plan_upgrade_required', null, null, null]);
});
