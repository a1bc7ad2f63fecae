import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { DnsAccount, DnsFault, DnsZone } from '../../../core/outside/dns-providers.ts';
import { publishProofs, zonesHolding } from './publish.ts';

const zoneOf = (name: string, unserved: string | null = null, id = name): DnsZone => ({ id, name, unserved });
const domainsOf = (...names: string[]) => names.map(name => ({ id: `dom_${name}`, name }));
const limited = (retryAfterMs: number | null): DnsFault => ({ fault: 'limited', cause: 'too many', retryAfterMs });

/** Publishes with an account that answers in turn, and then always that it is done. */
async function publish(zones: readonly DnsZone[], names: readonly string[], { answers = [], overAfter = Infinity, gone = [] }: { answers?: readonly Awaited<ReturnType<DnsAccount['addTxt']>>[]; overAfter?: number; gone?: readonly string[] } = {}) {
  const [waiting, asked, pauses] = [[...answers], [] as string[], [] as number[]];
  const account: DnsAccount = {
    zones: () => Promise.resolve(zones),
    addTxt: (zone, name, value) => {
      asked.push(`${zone.id} ${name} ${value}`);
      return Promise.resolve(waiting.shift() ?? 'published');
    },
  };
  const { rows, stopped } = await publishProofs(account, zones, domainsOf(...names), {
    tokenOf: ({ name }) => Promise.resolve(gone.includes(name) ? null : '00ff'), isOver: () => asked.length >= overAfter, pause: ms => Promise.resolve(void pauses.push(ms)),
  });
  return { said: rows.map(({ domain, outcome, zone, cause }) => [domain, outcome, zone, ...(cause === null ? [] : [cause])].join(' ')), stopped, asked, pauses };
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
      'a.example alreadyThere a.example', 'b.example notServed b.example It is pending.', 'c.example failed c.example There are 2 zones of this name. Publish the record in the one that the domain is delegated to.', 'd.example noZone ',
      'e.example failed e.example A CNAME is there.', 'gone.a.example covered a.example', 'www.a.example covered a.example', 'www.d.example noZone ',
    ]);
    assert.deepEqual([asked, stopped], [['a.example _dss-challenge.a.example dss-challenge=00ff', 'e.example _dss-challenge.e.example dss-challenge=00ff'], null]);
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
