import assert from 'node:assert/strict';
import test from 'node:test';
import { personOf } from '../../../platform/audit/testing.ts';
import { onEachDatabase } from '../../../../../test/databases.ts';
import { complianceService } from '../compliance.sample.ts';
import { clocksIn } from '../export.ts';
import { remind } from '../tasks/remind.ts';

const contract = { title: 'Notify Example Hospital', source: 'Agreement of 2025, section 4.2', asOf: '2025-06-30', appliesWhen: 'their patients are concerned', within: 5, unit: 'businessDays' };
const nothing = { cardData: false, healthData: false, coveredDefenseInformation: false, customerFinancialData: false, taxData: false, personalDataInEurope: false, listedCompany: false };
const HOUR_MS = 3_600_000;

onEachDatabase('clocks of the account\'s own', open => {
  async function setUp() {
    const store = await open();
    const service = complianceService(store);
    const account = await service.addAccount();
    const add = (given: Record<string, unknown> = {}) => account.call('compliance.clocks.add', { ...contract, ...given });
    const openIncident = async (given: Record<string, unknown> = {}) => (await account.call('compliance.incidents.create', { title: 'Laptop', kind: 'breach', severity: 2, discoveredAt: '2026-01-14T15:00:00Z', timeZone: 'America/New_York', ...nothing, ...given })).body.data;
    const dutiesOf = async (id: string) => (await account.call('compliance.incidents.get', { id })).body.data.obligations;
    return { ...service, ...account, store, add, openIncident, dutiesOf };
  }

  const limits: [says: string, given: Record<string, unknown>, incident: Record<string, unknown>, due: string | null][] = [
    ['business days, without Martin Luther King Day', {}, {}, '2026-01-23T04:59:59.999Z'],
    ['business days from a Friday evening on', { within: 1 }, { discoveredAt: '2026-01-10T02:00:00Z' }, '2026-01-13T04:59:59.999Z'],
    ['hours, over the change to summer time', { within: 24, unit: 'hours' }, { discoveredAt: '2025-03-08T12:00:00Z' }, '2025-03-09T12:00:00.000Z'],
    ['days, to the end of the last one, over the change to winter time', { within: 30, unit: 'days' }, { discoveredAt: '2025-10-05T12:00:00Z' }, '2025-11-05T04:59:59.999Z'],
    ['no days: the day itself', { within: 0, unit: 'days' }, {}, '2026-01-15T04:59:59.999Z'],
    ['a month\'s end and a leap day', { within: 30, unit: 'days' }, { discoveredAt: '2024-01-30T12:00:00Z' }, '2024-03-01T04:59:59.999Z'],
    ['from when it happened', { within: 1, unit: 'hours', start: 'occurrence' }, { occurredAt: '2026-01-01T00:00:00Z' }, '2026-01-01T01:00:00.000Z'],
    ['from when it was contained', { within: 1, unit: 'hours', start: 'containment' }, { containedAt: '2026-01-15T00:00:00Z' }, '2026-01-15T01:00:00.000Z'],
    ['what has not come starts nothing', { within: 1, unit: 'hours', start: 'containment' }, {}, null],
  ];
  test(`run as their unit says: ${limits.map(([says]) => says).join('; ')}`, async () => {
    for (const [says, given, incident, due] of limits) {
      const { add, openIncident } = await setUp();
      const added = await add(given);
      assert.equal(added.status, 201, JSON.stringify(added.body));
      const [duty, ...others] = (await openIncident(incident)).obligations;
      assert.deepEqual([duty.id, duty.dueAt, others], [added.body.data.id, due, []], says);
    }
  });

  test('stand with the duties with source and date, and no word that they are legal advice', async () => {
    const { add, openIncident } = await setUp();
    await add();
    await add({ title: 'Tell the insurer', applies: 'always', within: 48, unit: 'hours', asOf: undefined });
    const { obligations, disclaimer } = await openIncident();
    assert.deepEqual(obligations.map(({ title, citation, asOf, own, applies }: any) => [title, citation, asOf, own, applies]), [
      ['Tell the insurer', contract.source, '2026-01-15', true, 'yes'], [contract.title, contract.source, '2025-06-30', true, 'unclear'],
    ]);
    assert.match(disclaimer, /not legal advice/);
    assert.deepEqual((await openIncident({ cardData: null })).obligations.map(({ own, asOf }: any) => [own, asOf]).toSorted()[0], [false, '2026-11-21']);
  });

  test('are listed after those of the catalogue, and exported', async () => {
    const { add, call, store, account } = await setUp();
    const { id } = (await add()).body.data;
    const { data } = (await call('compliance.clocks.list')).body;
    assert.deepEqual([data.length, data[0].own, data.at(-1).id, data.at(-1).within, data.at(-1).unit], [13, false, id, 5, 'businessDays']);
    assert.equal((await Array.fromAsync(clocksIn(store.db, account.id))).length, 1);
  });

  test('can be fulfilled; one that was, stays with its incident when it is removed, and with no other', async () => {
    const { add, call, openIncident, dutiesOf } = await setUp();
    const { id } = (await add()).body.data;
    const [first, second] = [await openIncident(), await openIncident()];
    const done = await call('compliance.incidents.update', { id: first.id, version: 1, obligation: { id, state: 'done', doneAt: '2026-01-15T00:00:00Z', reference: 'By courier' } });
    assert.deepEqual([done.status, done.body.data.obligations[0].state], [200, 'done']);
    assert.equal((await call('compliance.clocks.remove', { id })).status, 200);
    assert.equal((await call('compliance.clocks.remove', { id })).status, 404);
    assert.deepEqual([(await dutiesOf(first.id)).map(({ reference }: any) => reference), await dutiesOf(second.id)], [['By courier'], []]);
    const unused = (await add()).body.data.id;
    await call('compliance.clocks.remove', { id: unused });
    assert.equal((await call('compliance.clocks.list')).body.data.length, 12);
  });

  test('remind people as other duties do', async () => {
    const { add, openIncident, services, account, clock, notified } = await setUp();
    await add({ within: 48, unit: 'hours', applies: 'always' });
    await openIncident({ discoveredAt: '2026-01-15T00:00:00Z' });
    clock.set(Date.parse('2026-01-16T12:00:00Z'));
    await remind(services, account.id);
    assert.deepEqual(await notified(), ['compliance.incident_due: 1 reporting duty is due']);
    clock.advance(13 * HOUR_MS);
    await remind(services, account.id);
    assert.deepEqual(await notified(), ['compliance.incident_due: 1 reporting duty is due, 1 of them overdue']);
  });

  const refused: [says: string, given: Record<string, unknown>, path: string][] = [
    ['a day in the future', { asOf: '2026-01-16' }, 'asOf'], ['more business days than are counted', { within: 61 }, 'within'], ['more days than are counted', { within: 3661, unit: 'days' }, 'within'], ['a negative limit', { within: -1 }, 'within'],
    ['half an hour', { within: 0.5, unit: 'hours' }, 'within'], ['no source', { source: ' ' }, 'source'], ['a unit that nobody knows', { unit: 'weeks' }, 'unit'], ['control characters', { title: 'a\u0000b' }, 'title'],
  ];
  test(`are refused with ${refused.map(([says]) => says).join(', ')}`, async () => {
    const { add, call } = await setUp();
    for (const [says, given, path] of refused) {
      const { status, body } = await add(given);
      assert.deepEqual([status, body.errors?.[0]?.path], [400, path], says);
    }
    assert.equal((await call('compliance.clocks.list')).body.data.length, 12);
  });

  test('are at most 20', async () => {
    const { add } = await setUp();
    for (let at = 0; at < 20; at++) assert.equal((await add()).status, 201);
    const { body } = await add();
    assert.equal(body.code, 'limit_reached');
  });

  test('are nobody else\'s, a viewer adds and removes none, and a duty that is none is refused', async () => {
    const { add, call, account, addAccount, openIncident } = await setUp();
    const { id } = (await add()).body.data;
    const stranger = await addAccount();
    assert.deepEqual([(await stranger.call('compliance.clocks.list')).body.data.length, (await stranger.call('compliance.clocks.remove', { id })).status], [12, 404]);
    const theirs = (await stranger.call('compliance.incidents.create', { title: 'Theirs', kind: 'breach', severity: 1, discoveredAt: '2026-01-01T00:00:00Z', ...nothing })).body.data;
    assert.deepEqual(theirs.obligations, []);
    const said = await stranger.call('compliance.incidents.update', { id: theirs.id, version: 1, obligation: { id, state: 'done' } });
    assert.deepEqual([said.status, said.body.errors[0].path], [400, 'obligation.id']);
    const viewer = personOf(account, 'viewer');
    assert.deepEqual([(await call('compliance.clocks.add', contract, viewer)).status, (await call('compliance.clocks.remove', { id }, viewer)).status], [403, 403]);
    assert.equal((await openIncident()).obligations.length, 1);
  });
});
