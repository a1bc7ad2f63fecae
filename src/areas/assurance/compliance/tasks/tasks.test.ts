import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { onEachDatabase } from '../../../../../test/databases.ts';
import { complianceService } from '../compliance.sample.ts';
import { remind } from './remind.ts';
import { stepOf, type Task } from './task.ts';

const CONTROL = 'cmmc-l2:AC.L2-3.1.1';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

suite('a reminder', () => {
  const due = (kind: Task['kind']): Task => ({ id: 'a', kind, subject: 'a', dueAt: 100 * DAY_MS, owner: null, path: '/' });
  const cases: [kind: Task['kind'], days: number, step: number | null][] = [
    ['control', 80, null], ['control', 86, 14], ['control', 98, 14], ['control', 99, 1], ['control', 100, 1], ['control', 100.01, 0], ['control', 400, 0],
    ['staleEvidence', 99.9, null], ['staleEvidence', 100.1, 0], ['affirmation', 69, null], ['affirmation', 70, 30], ['affirmation', 93, 7], ['planReview', 101, 0], ['duty', 93, 7], ['duty', 99, 1], ['duty', 99.9, 1 / 6],
  ];
  for (const [kind, days, step] of cases) test(`${kind}, ${days} of 100 days: ${step === null ? 'none' : `${step} days before`}`, () => assert.equal(stepOf(due(kind), days * DAY_MS), step === null ? null : step * DAY_MS));
  test('without a due time: none', () => assert.equal(stepOf({ ...due('affirmation'), dueAt: null }, 1), null));
});

onEachDatabase('compliance tasks', open => {
  async function setUp() {
    const store = await open();
    const service = complianceService(store);
    const account = await service.addAccount();
    await account.choose('cmmc-l2');
    const sent = async () => {
      await remind(service.services, account.account.id);
      return service.notified();
    };
    return { ...service, ...account, store, sent };
  }

  test('remind once of each step, of what comes late once, and of a new day again', async () => {
    const { call, clock, sent } = await setUp();
    await call('compliance.update', { id: CONTROL, version: 0, status: 'notMet', dueOn: '2026-02-28' });
    assert.deepEqual([await sent(), await sent()], [[], []]);
    clock.set(Date.parse('2026-02-20T00:00:00Z'));
    assert.deepEqual(await sent(), ['compliance.due: 1 compliance task is due']);
    assert.deepEqual(await sent(), []);
    clock.set(Date.parse('2026-03-02T00:00:00Z'));
    assert.deepEqual([await sent(), await sent()], [['compliance.due: 1 compliance task is due, 1 of them overdue'], []]);
    await call('compliance.update', { id: CONTROL, version: 1, dueOn: '2026-03-05' });
    assert.equal((await sent()).length, 1);
    await call('compliance.update', { id: CONTROL, version: 2, status: 'met' });
    clock.advance(30 * DAY_MS);
    assert.deepEqual(await sent(), []);
  });

  test('are sent once where the work dies before, in the middle of and after its commit, and where two do it at once', async () => {
    const { call, clock, services, store, account, notified } = await setUp();
    await call('compliance.update', { id: CONTROL, version: 0, status: 'notMet', dueOn: '2026-01-16' });
    const dying = (at: 'add' | 'commit') => ({
      ...services,
      queue: { ...services.queue, add: async (...given: Parameters<typeof services.queue.add>) => { await services.queue.add(...given); if (at === 'add') throw new Error('killed'); } },
      store: { ...store, transaction: async (work: Parameters<typeof store.transaction>[0]) => { await store.transaction(work); throw new Error('killed'); } },
    }) as unknown as typeof services;
    await assert.rejects(remind({ ...dying('add'), store }, account.id), /killed/);
    assert.deepEqual(await notified(), []);
    await assert.rejects(remind(dying('commit'), account.id), /killed/);
    assert.deepEqual(await notified(), ['compliance.due: 1 compliance task is due']);
    await remind(services, account.id);
    assert.deepEqual(await notified(), []);
    clock.advance(2 * DAY_MS);
    await Promise.all([remind(services, account.id), remind(services, account.id)]);
    assert.deepEqual(await notified(), ['compliance.due: 1 compliance task is due, 1 of them overdue']);
  });

  test('remind of duties of an incident by its clocks, until they are done', async () => {
    const { call, clock, sent } = await setUp();
    const facts = { cardData: false, healthData: false, coveredDefenseInformation: true, customerFinancialData: false, taxData: false, personalDataInEurope: false, listedCompany: false };
    const { id } = (await call('compliance.incidents.create', { title: 'Drawings copied', kind: 'breach', severity: 1, discoveredAt: new Date(clock.now()).toISOString(), ...facts })).body.data;
    assert.deepEqual(await sent(), ['compliance.incident_due: 1 reporting duty is due']);
    clock.advance(49 * HOUR_MS);
    assert.deepEqual([await sent(), await sent()], [['compliance.incident_due: 1 reporting duty is due'], []]);
    clock.advance(20 * HOUR_MS);
    assert.equal((await sent()).length, 1);
    const { body: { data: [duty], late } } = await call('compliance.tasks.list', { kind: 'duty' });
    assert.deepEqual([duty.subject, duty.overdue, late], ['Drawings copied: Report to the Department of Defense', false, 0]);
    await call('compliance.incidents.update', { id, version: 1, obligation: { id: 'dfars7012', state: 'done', doneAt: new Date(clock.now()).toISOString() } });
    clock.advance(10 * HOUR_MS);
    assert.deepEqual(await sent(), []);
  });

  test('remind of evidence that grew old, documents that expire, the yearly affirmation and the yearly review', async () => {
    const { call, clock, sent, seen, addDomain, collect } = await setUp();
    seen.domains = [{ kind: 'emailAuth', domain: await addDomain('example.org'), observedAt: clock.now(), verdict: 'supports', findings: [], path: '/domains' }];
    await collect();
    await call('compliance.evidence.add', { title: 'Policy', controls: [CONTROL, 'cmmc-l2:AC.L2-3.1.2'], url: 'https://intranet.example/policy', validUntil: '2026-03-31' });
    assert.equal((await call('compliance.affirmations.add', { framework: 'cmmc-l2', affirmedOn: '2026-01-10' })).status, 200);
    assert.equal((await call('compliance.affirmations.add', { framework: 'cmmc-l2', affirmedOn: '2026-01-16' })).status, 400);
    await call('compliance.wisp.update', { version: 0, reviewedOn: '2026-01-14' });
    assert.deepEqual(await sent(), []);
    clock.advance(8 * DAY_MS);
    assert.deepEqual([await sent(), await sent()], [['compliance.evidence_stale: 1 kind of evidence is too old to count'], []]);
    clock.set(Date.parse('2026-03-15T00:00:00Z'));
    assert.deepEqual(await sent(), ['compliance.due: 1 compliance task is due']);
    clock.set(Date.parse('2027-01-12T00:00:00Z'));
    assert.deepEqual(await sent(), ['compliance.due: 3 compliance tasks are due, 2 of them overdue']);
    assert.deepEqual((await call('compliance.affirmations.list')).body.data.map(({ framework, nextOn }: any) => [framework, nextOn]), [['cmmc-l2', '2027-01-10']]);
    const { body } = await call('compliance.tasks.list', { limit: 2 });
    assert.deepEqual([body.data.map(({ kind }: any) => kind), body.total, body.late], [['staleEvidence', 'document'], 4, 3]);
    assert.deepEqual((await call('compliance.tasks.list', { limit: 2, cursor: body.nextCursor })).body.data.map(({ kind }: any) => kind), ['affirmation', 'planReview']);
  });

  test('are nobody else\'s', async () => {
    const { call, addAccount } = await setUp();
    await call('compliance.update', { id: CONTROL, version: 0, status: 'notMet', dueOn: '2026-01-16' });
    await call('compliance.affirmations.add', { framework: 'cmmc-l2', affirmedOn: '2026-01-10' });
    const stranger = await addAccount();
    await stranger.choose('cmmc-l2');
    assert.deepEqual((await stranger.call('compliance.tasks.list')).body.data.map(({ kind, dueAt }: any) => [kind, dueAt]), [['affirmation', null]]);
    assert.deepEqual((await stranger.call('compliance.affirmations.list')).body.data, []);
  });
});
