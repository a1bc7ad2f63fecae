import assert from 'node:assert/strict';
import test from 'node:test';
import type { Store } from '../../../../store/index.ts';
import { onEachDatabase } from '../../../../../test/databases.ts';
import { openLookalikes, SAMPLE } from '../service.sample.ts';
import type { Observation } from '../state/observe.ts';
import { bitsOf, lookalikeEventKindNames, type LookalikeEventKind, type Review } from '../state/words.ts';
import { loadBrand } from './brand.ts';
import { keepFound } from './finds.ts';
import { keep, type Learnt } from './keep.ts';
import { allTables } from '../../../../../test/tables.ts';

const NAME = 'lumenpay-login.com';
const MINUTE_MS = 60_000;
const named = { kind: 'combo', sources: bitsOf(['permutation']), wasFree: false };

const free: Observation = { registered: [], nameservers: [], addresses: [], mail: [], senderPolicy: [], site: [], parked: [], login: [], home: [] };
const idle: Observation = { ...free, registered: ['registered'], nameservers: ['ns1.host.example'], addresses: ['192.0.2.1'] };
const serving: Observation = { ...idle, site: ['up'] };
const clone: Observation = { ...idle, mail: ['mx.host.example'], site: ['up', 'title'], login: ['asks', 'elsewhere'] };

async function setUp(store: Store) {
  const area = await openLookalikes(store);
  const brand = (await loadBrand(store.db, SAMPLE.domain))!;
  const learn = (learnt: Omit<Learnt, 'name'>) => store.transaction(tx => keep(tx, area.services, brand, [{ name: NAME, named, ...learnt }], area.clock.now()));
  return {
    ...area, brand, learn,
    /** Two probes that agree, as far apart as they must be; each twice, as a worker that dies does. */
    async see(seen: Observation, more: Partial<Learnt> = {}) {
      for (let probe = 0; probe < 2; probe++) {
        area.clock.advance(2 * MINUTE_MS);
        await learn({ seen, ...more });
        await learn({ seen, ...more });
      }
    },
    review: (review: Review) => allTables(store.db).updateTable('lookalike').set({ review }).execute(),
    find: (source: 'ct' | 'nrd') => store.transaction(tx => keepFound(tx, area.services, [
      { accountId: SAMPLE.account, brandId: SAMPLE.domain, name: NAME, host: NAME, why: 'riskWord', source, stream: 'list', at: area.clock.now() },
    ])),
  };
}
type Area = Awaited<ReturnType<typeof setUp>>;

/** What is known at first, and what happens then. */
const cases: Record<LookalikeEventKind, { first: Observation; happens: (area: Area) => Promise<unknown>; also?: LookalikeEventKind[] }> = {
  registered: { first: free, happens: area => area.see(idle) },
  dropped: { first: clone, happens: async area => { await area.review('benign'); await area.see(free); }, also: [] },
  nameserversChanged: { first: idle, happens: area => area.see({ ...idle, nameservers: ['ns9.other.example'] }) },
  addressesChanged: { first: idle, happens: area => area.see({ ...idle, addresses: ['198.51.100.1'] }) },
  mailAdded: { first: idle, happens: area => area.see({ ...idle, mail: ['mx.host.example'] }) },
  mailRemoved: { first: { ...idle, mail: ['mx.host.example'] }, happens: area => area.see(idle) },
  senderPolicyAdded: { first: idle, happens: area => area.see({ ...idle, senderPolicy: ['spf'] }) },
  certificateIssued: { first: idle, happens: async area => { await area.find('ct'); await area.find('ct'); await area.see(idle); } },
  siteUp: { first: idle, happens: area => area.see(serving) },
  siteDown: { first: serving, happens: area => area.see(idle) },
  parked: { first: serving, happens: area => area.see({ ...serving, parked: ['parked'] }) },
  unparked: { first: { ...serving, parked: ['parked'] }, happens: area => area.see(serving) },
  loginFormSeen: { first: { ...serving }, happens: area => area.see({ ...serving, login: ['asks'] }) },
  contentSimilar: { first: serving, happens: async area => { for (let time = 0; time < 2; time++) await area.learn({ similarity: { tlsh: 50, image: null, favicon: null } }); } },
  impersonating: { first: serving, happens: async area => { for (let time = 0; time < 2; time++) await area.learn({ similarity: { tlsh: 20, image: 4, favicon: true } }); }, also: ['contentSimilar'] },
  takenDown: { first: clone, happens: async area => { await area.review('takedownSent'); await area.see({ ...idle }); }, also: ['impersonating'] },
  reEmerged: { first: clone, happens: async area => { await area.review('malicious'); await area.see(free); await area.see({ ...idle, mail: ['mx.host.example'] }); }, also: ['impersonating', 'takenDown', 'mailAdded'] },
};

onEachDatabase('What happens to a lookalike', open => {
  for (const kind of lookalikeEventKindNames) {
    test(`${kind}: is reported once, however often the same is seen`, async () => {
      const area = await setUp(await open());
      const { first, happens, also = [] } = cases[kind];
      await area.learn({ seen: first });
      const before = new Set((await area.events()).filter(event => !also.some(other => event.endsWith(` ${other}`))));
      await happens(area);
      const added = (await area.events()).filter(event => !before.has(event));
      const expected = [kind, ...also].filter(one => !before.has(`${NAME} ${one}`));
      assert.deepEqual(added.toSorted(), expected.map(one => `${NAME} ${one}`).toSorted());
    });
  }

  const noise: [says: string, probes: (at: number) => Observation][] = [
    ['looks that fail', () => ({})],
    ['looks that fail now and then', at => (at % 2 === 0 ? serving : {})],
    ['one lookup in five that says the name is gone', at => (at % 5 === 0 ? free : serving)],
    ['a site that is down at every other look', at => (at % 2 === 0 ? serving : idle)],
    ['addresses of eight networks in turn', at => ({ ...serving, addresses: [`100.${at % 8}.0.1`] })],
    ['addresses of one network', at => ({ ...serving, addresses: [`192.0.${at % 250}.9`] })],
  ];
  for (const [says, probes] of noise) {
    test(`${says}: nothing has happened`, async () => {
      const area = await setUp(await open());
      await area.learn({ seen: serving });
      for (let at = 1; at <= 40; at++) {
        area.clock.advance(60 * MINUTE_MS);
        await area.learn({ seen: probes(at) });
      }
      assert.deepEqual(await area.events(), []);
    });
  }

  test('two lookups that agree at once are one', async () => {
    const area = await setUp(await open());
    await area.learn({ seen: idle });
    for (let probe = 0; probe < 3; probe++) await area.learn({ seen: { ...idle, mail: ['mx.host.example'] } });
    assert.deepEqual(await area.events(), []);
  });

  test('a row is written only when something is not as it was', async () => {
    const area = await setUp(await open());
    await area.learn({ seen: clone, details: { addresses: ['192.0.2.1'], web: { url: 'https://x.example/', status: 200, title: 'x', leadsTo: null, at: 1 } } });
    const [before] = await area.candidates();
    area.clock.advance(60 * MINUTE_MS);
    await area.learn({ seen: { ...clone, addresses: ['192.0.7.7'] }, details: { addresses: ['192.0.7.7'], web: { url: 'https://x.example/', status: 200, title: 'x', leadsTo: null, at: 2 } } });
    assert.deepEqual((await area.candidates())[0], before);
  });

  test('a name of a list of new names needs one more look to be told', async () => {
    const area = await setUp(await open());
    await area.find('nrd');
    assert.deepEqual((await area.candidates()).map(({ state, kind }) => [state, kind]), [['unregistered', 'riskWord']]);
    area.clock.advance(2 * MINUTE_MS);
    await area.learn({ seen: idle });
    assert.deepEqual(await area.events(), [`${NAME} registered`]);
  });

  test('people hear once of what could do harm, and nothing of what they called harmless', async () => {
    const area = await setUp(await open());
    await area.learn({ seen: free });
    await area.see(clone);
    const notified = await area.notices();
    assert.deepEqual(notified.map(({ kind, severity }) => [kind, severity]), [['lookalike.impersonating', 'high']], JSON.stringify(notified));
    await area.review('benign');
    await area.see({ ...clone, login: [] });
    await area.see(clone);
    assert.equal((await area.notices()).length, 1);
  });
});
