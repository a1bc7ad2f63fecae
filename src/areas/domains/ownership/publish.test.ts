import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { DnsAccount, DnsFault, DnsZone } from '../../../core/outside/dns-providers.ts';
import { publishProofs, zonesHolding } from './publish.ts';

const zoneOf = (name: string, unserved: string | null = null, id = name): DnsZone => ({ id, name, unserved });
const domainsOf = (...names: string[]) => names.map(name => ({ id: `dom_${name}`, name }));
const limited = (retryAfterMs: number | null): DnsFault => ({ fault: 'limited', cause: 'too many', retryAfterMs });

/** Publishes with an account that answers in turn, and then always that it is done. */
async function publish(zones: readonly DnsZone[], names: readonly string[], { answers = [], overAfter = Infinity, gone = [], after = null }: { answers?: readonly Awaited<ReturnType<DnsAccount['addTxt']>>[]; overAfter?: number; gone?: readonly string[]; after?: string | null } = {}) {
  const [waiting, asked, pauses] = [[...answers], [] as string[], [] as number[]];
  const account: DnsAccount = {
    zones: () => Promise.resolve(zones),
    addTxt: (zone, name, value) => {
      asked.push(`${zone.id} ${name} ${value}`);
      return Promise.resolve(waiting.shift() ?? 'published');
    },
  };
  const { rows, last, stopped } = await publishProofs(account, zones, domainsOf(...names), after, {
    tokenOf: ({ name }) => Promise.resolve(gone.includes(name) ? null : '00ff'), isOver: () => asked.length >= overAfter, pause: ms => Promise.resolve(void pauses.push(ms)),
  });
  return { said: rows.map(({ domain, outcome, zone, cause }) => [domain, outcome, zone, ...(cause === null ? [] : [cause])].join(' ')), last, stopped, asked, pauses };
}

suite('the zone of a record', () => {
  const cases: [title: string, zones: readonly DnsZone[], wanted: readonly string[]][] = [
    ['is the longest that holds it', [zoneOf('example.co.uk'), zoneOf('shop.example.co.uk'), zoneOf('op.example.co.uk'), zoneOf('uk')], ['shop.example.co.uk']],
    ['may be one for the record alone', [zoneOf('shop.example.co.uk'), zoneOf('_dss-challenge.shop.example.co.uk')], ['_dss-challenge.shop.example.co.uk']],
    ['is the one above where that below is not on the Internet', [zoneOf('example.co.uk'), zoneOf('shop.example.co.uk', 'pending')], ['example.co.uk']],
    ['is one that is not on the Internet where there is no other', [zoneOf('shop.example.co.uk', 'pending')], ['shop.example.co.uk']],
    ['is none where no name fits by whole labels', [zoneOf('xshop.example.co.uk'), zoneOf('p.example.co.uk')], []],
  ];
  for (const [title, zones, wanted] of cases) test(title, () => assert.deepEqual(zonesHolding('_dss-challenge.shop.example.co.uk', Map.groupBy(zones, ({ name }) => name)).map(({ name }) => name), wanted));
});

suite('publishing', () => {
  test('asks once for each domain with a zone, and says of each what became of it', async () => {
    const { said, asked, stopped } = await publish(
      [zoneOf('a.example'), zoneOf('b.example', 'It is pending.'), zoneOf('c.example', null, '1'), zoneOf('c.example', null, '2'), zoneOf('e.example'), zoneOf('www.e.example')],
      ['a.example', 'b.example', 'c.example', 'd.example', 'e.example', 'gone.a.example', 'www.a.example', 'www.d.example', 'www.e.example'],
      { answers: ['alreadyThere', { fault: 'conflict', cause: 'A CNAME is there.', retryAfterMs: null }], gone: ['www.e.example'] },
    );
    assert.deepEqual(said, [
      'a.example alreadyThere a.example', 'gone.a.example covered a.example', 'www.a.example covered a.example', 'b.example notServed b.example It is pending.',
      'c.example failed c.example There are 2 zones of this name. Publish the record in the one that the domain is delegated to.', 'd.example noZone ', 'www.d.example noZone ', 'e.example failed e.example A CNAME is there.',
    ]);
    assert.deepEqual([asked, stopped], [['a.example _dss-challenge.a.example dss-challenge=00ff', 'e.example _dss-challenge.e.example dss-challenge=00ff'], null]);
  });
  const conflict: DnsFault = { fault: 'conflict', cause: 'A CNAME is there.', retryAfterMs: null };
  const below: readonly [title: string, given: Parameters<typeof publish>[2], said: readonly string[], asked: number][] = [
    ['is covered by the record of one above, in whatever order their names are', {}, ['b.example published b.example', 'a.b.example covered b.example', 'x.a.b.example covered b.example', 'w.b.example covered b.example'], 1],
    ['gets a record of its own where the one above did not take it', { answers: [conflict] }, ['b.example failed b.example A CNAME is there.', 'a.b.example published b.example', 'x.a.b.example covered b.example', 'w.b.example published b.example'], 3],
    ['gets a record of its own where the one above is gone', { gone: ['b.example'] }, ['a.b.example published b.example', 'x.a.b.example covered b.example', 'w.b.example published b.example'], 2],
    ['is not reached where the one above ends the call', { answers: [limited(60_000)] }, [], 1],
    ['is covered by a record that an earlier call published', { after: 'a.b.example', answers: ['alreadyThere'] }, ['x.a.b.example covered b.example', 'w.b.example covered b.example'], 1],
    ['is covered by a record that an earlier call did not come to, and that is said', { after: 'a.b.example' }, ['b.example published b.example', 'x.a.b.example covered b.example', 'w.b.example covered b.example'], 1],
    ['gets a record of its own where those above still do not take it', { after: 'a.b.example', answers: [conflict, conflict] }, ['x.a.b.example published b.example', 'w.b.example published b.example'], 4],
  ];
  for (const [title, given, wanted, questions] of below) {
    test(`a domain below another ${title}`, async () => {
      const { said, asked } = await publish([zoneOf('b.example')], ['a.b.example', 'b.example', 'w.b.example', 'x.a.b.example'], given);
      assert.deepEqual([said, asked.length], [wanted, questions]);
    });
  }
  const lost: DnsFault = { fault: 'unreachable', cause: 'No answer.', retryAfterMs: null, mayBeDone: true };
  const lostAnswers: readonly [title: string, answers: readonly Awaited<ReturnType<DnsAccount['addTxt']>>[], said: readonly string[]][] = [
    ['a write whose answer was lost is published where it is there', [lost, 'alreadyThere'], ['a.example published a.example', 'w.a.example covered a.example']],
    ['a write whose answer was lost is done again where it is not there', [lost, 'published'], ['a.example published a.example', 'w.a.example covered a.example']],
    ['a write whose answer was lost stays unknown where nobody can tell, and covers nothing', [lost, lost], ['a.example unknown a.example No answer.', 'w.a.example published a.example']],
    ['a write whose answer was lost stays unknown where the provider then refuses', [lost, conflict], ['a.example unknown a.example No answer.', 'w.a.example published a.example']],
    ['a lookup without an answer has published nothing', [{ ...conflict, fault: 'unreachable' }], ['a.example failed a.example A CNAME is there.', 'w.a.example published a.example']],
  ];
  for (const [title, answers, wanted] of lostAnswers) test(title, async () => assert.deepEqual((await publish([zoneOf('a.example')], ['a.example', 'w.a.example'], { answers })).said, wanted));
  test('a call goes on where the one before ended, and has so many rows at most', async () => {
    const names = Array.from({ length: 510 }, (_, at) => `n${at}.example`);
    const first = await publish([], names);
    assert.deepEqual([first.said.length, (await publish([], names, { after: first.last })).said.length], [500, 10]);
    assert.deepEqual((await publish([], ['a.example', 'www.a.example', 'a-b.example'], { after: 'a.example' })).said, ['www.a.example noZone ', 'a-b.example noZone ']);
  });
  test('asks about fifty domains in one call, and begins none when the time is up', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `n${at}.example`);
    const { said, stopped } = await publish(names.map(name => zoneOf(name)), names);
    assert.deepEqual([said.length, stopped], [50, null]);
    assert.deepEqual((await publish(names.map(name => zoneOf(name)), names, { overAfter: 3 })).said.length, 3);
    assert.match((await publish(names.map(name => zoneOf(name)), names, { overAfter: 0 })).stopped!, /too slowly/, 'an end that has nothing is not that of the list');
  });
  test('tries again where the provider wants short pauses, and stops where it wants long ones or takes the credentials no more', async () => {
    const zones = [zoneOf('a.example'), zoneOf('b.example')];
    const patient = await publish(zones, ['a.example', 'b.example'], { answers: [limited(null), limited(200)] });
    assert.deepEqual([patient.said.length, patient.pauses, patient.stopped], [2, [1000, 200], null]);
    for (const answers of [[limited(60_000)], [limited(null), limited(null), limited(null), limited(null)], [{ fault: 'credentials', cause: 'too many', retryAfterMs: null } as const]]) {
      const { said, stopped } = await publish(zones, ['a.example', 'b.example'], { answers: ['published', ...answers] });
      assert.deepEqual([said.length, stopped], [1, 'too many']);
    }
  });
});
