import assert from 'node:assert/strict';
import test from 'node:test';
import type { Store } from '../../../store/index.ts';
import { onEachDatabase, testClock } from '../../../../test/databases.ts';
import { feed, fedOf, knownMeasures } from '../../../../test/facets.ts';
import { allTables } from '../../../../test/tables.ts';
import { defineMeasures, measuresIn } from '../../measure.ts';
import { standardPlans } from '../../platform/account/index.ts';
import { personOf, testService } from '../../platform/audit/testing.ts';
import { exportDomains } from './export.ts';
import { setFacets } from './facets.ts';
import { listDomains } from './list.ts';
import { domainRecord } from './shapes.ts';
import { insertDomains } from './store.ts';

const DOMAINS = 620;
const PAGE = 200;
const siteMeasures = defineMeasures('site-audit', {
  siteScore: { kind: 'count', says: 'Of the site' },
  siteState: { kind: 'word', words: ['up', 'down'], says: 'Of the site' },
  siteSecret: { kind: 'count', says: 'For other areas', listed: false },
});
const measures = { ...knownMeasures, ...siteMeasures.of };

interface Shown { id: string; name: string; [field: string]: unknown }

async function setUp(store: Store, count: number) {
  const service = testService(store, { plans: standardPlans });
  const account = await service.addAccount({ plan: 'enterprise' });
  const ids = Array.from({ length: count }, (_, at) => `dom_${String(at * 7919 % count).padStart(5, '0')}`);
  await insertDomains(store.db, ids.map((id, at) => ({ id, account_id: account.id, name: `d${at % 97}-${at}.example`, due_at: null, created_at: at % 50, tags: at % 3 === 0 ? ['shop'] : [] })));
  const list = async (query: Record<string, string>) => (await service.call(listDomains(measures), personOf(account), query)).body as unknown as { data: Shown[]; nextCursor: string | null; code?: string };
  const all = async (query: Record<string, string>) => {
    const found: Shown[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await list({ ...query, limit: String(PAGE), ...(cursor === '' ? {} : { cursor }) });
      found.push(...page.data);
      cursor = page.nextCursor;
    }
    return found;
  };
  return { service, account, ids, list, all };
}

onEachDatabase('facets of domains', open => {
  test('are what their area fed last: null takes one away, what is left out stays, and what is the same is not written', async () => {
    const store = await open();
    await setUp(store, 1);
    await feed(store.db, 'dom_00000', { score: 40, grade: 'F', expiresAt: 5, 'records.spf': 'ok' }, 1);
    await feed(store.db, 'dom_00000', { score: 40, grade: 'A', expiresAt: null }, 2);
    assert.partialDeepStrictEqual(await fedOf(store.db, 'dom_00000'), { score: 40, grade: 'A', expiresAt: null, 'records.spf': 'ok', 'records.mx': null, issues: 0, openEvents: 0, worst: null });
    const rows = await allTables(store.db).selectFrom('domain_facet').select(['measure', 'updated_at']).orderBy('measure').execute();
    assert.deepEqual(rows, [{ measure: 'grade', updated_at: 2 }, { measure: 'records.spf', updated_at: 1 }, { measure: 'score', updated_at: 1 }]);
  });

  const wrong: [says: string, fed: object][] = [
    ['a measure that is not declared', { siteAge: 1 }], ['a word that is none of its words', { siteState: 'sideways' }], ['a word of a measure that has no `none`', { siteState: 'none' }],
    ['a number for a word', { siteState: 1 }], ['a word for a number', { siteScore: 'up' }], ['a part of a number', { siteScore: 1.5 }], ['a count below 0', { siteScore: -1 }], ['a count beyond what a cursor takes', { siteScore: 2 ** 31 }],
  ];
  for (const [says, fed] of wrong) {
    test(`are not taken for ${says}, nor is what comes with it`, async () => {
      const store = await open();
      await setUp(store, 1);
      await assert.rejects(setFacets(store.db, siteMeasures, 'dom_00000', { siteSecret: 1, ...fed }, 1), TypeError);
      assert.deepEqual(await allTables(store.db).selectFrom('domain_facet').selectAll().execute(), []);
    });
  }

  test('go with their domain, and none are kept of one that is gone', async () => {
    const store = await open();
    await setUp(store, 1);
    await feed(store.db, 'dom_00000', { score: 1 });
    await allTables(store.db).deleteFrom('domain').execute();
    await feed(store.db, 'dom_00000', { score: 1 });
    assert.deepEqual(await allTables(store.db).selectFrom('domain_facet').selectAll().execute(), []);
  });

  test('of any area are offered by the list and the export: as fields, sorts and filters', async () => {
    const store = await open(testClock());
    const { service, account, list } = await setUp(store, 3);
    await setFacets(store.db, siteMeasures, 'dom_00000', { siteScore: 7, siteState: 'up', siteSecret: 1 }, 1);
    await setFacets(store.db, siteMeasures, 'dom_00001', { siteScore: 3, siteState: 'down', siteSecret: 2 }, 1);
    const shown = (await list({ sort: '-siteScore' })).data.map(({ id, siteScore, siteState, siteSecret }) => [id, siteScore, siteState, siteSecret]);
    assert.deepEqual(shown, [['dom_00000', 7, 'up', undefined], ['dom_00001', 3, 'down', undefined], ['dom_00002', null, null, undefined]]);
    assert.deepEqual((await list({ siteState: 'down' })).data.map(({ id }) => id), ['dom_00001']);
    for (const query of [{ sort: 'siteSecret' }, { sort: 'siteState' }, { siteSecret: '1' }, { siteState: 'sideways' }] as Record<string, string>[]) assert.equal((await list(query)).code, 'invalid_request');
    const { body } = await service.call(exportDomains(measures), personOf(account), { siteState: 'up' });
    const [head, line] = (await Array.fromAsync((body as { body: AsyncIterable<string> }).body)).join('').split('\r\n').map(row => row.split(','));
    assert.deepEqual(['id', 'siteScore', 'siteState', 'siteSecret'].map(name => line![head!.indexOf(name)]), ['dom_00000', '7', 'up', undefined]);
  });

  test('sort and filter many domains, page by page, as a plain sort of all would', async () => {
    const store = await open();
    const { ids, all } = await setUp(store, DOMAINS);
    await store.transaction(async tx => {
      for (const [at, id] of ids.entries()) {
        await feed(tx, id, { ...(at % 5 === 0 ? {} : { score: at % 11, grade: at % 50 === 1 ? 'F' : at % 2 === 0 ? 'A' : 'B', worst: at % 2 === 0 ? 'none' : 'high' }), ...(at % 100 === 3 ? { openEvents: 2 } : {}) });
      }
    });
    const everything = await all({});
    assert.equal(everything.length, DOMAINS);
    const filters: [query: Record<string, string>, passes: (domain: Shown) => boolean][] = [
      [{}, () => true], [{ grade: 'A' }, ({ grade }) => grade === 'A'], [{ grade: 'F' }, ({ grade }) => grade === 'F'], [{ grade: 'D' }, () => false],
      [{ worst: 'none' }, ({ worst, grade }) => worst === null && grade !== null], [{ grade: 'B', worst: 'high', tag: 'shop' }, ({ grade, worst, tags }) => grade === 'B' && worst === 'high' && (tags as string[]).length > 0],
      [{ search: 'd1' }, ({ name }) => name.includes('d1')], [{ search: 'example', grade: 'A' }, ({ grade }) => grade === 'A'],
    ];
    for (const [query, passes] of filters) {
      for (const [sort, directions] of [['name', [1]], ['score', [1, -1]], ['openEvents', [1, -1]], ['createdAt', [-1]]] as const) {
        for (const direction of directions) {
          const expected = everything.filter(passes).toSorted((a, b) => {
            const [x, y] = [a[sort], b[sort]] as [string | number | null, string | number | null];
            if (x === y) return a.id < b.id ? -1 : 1;
            if (x === null || y === null) return x === null ? 1 : -1;
            return (x < y ? -1 : 1) * direction;
          });
          const found = await all({ ...query, sort: `${direction === 1 ? '' : '-'}${sort}` });
          assert.deepEqual(found.map(({ id }) => id), expected.map(({ id }) => id), JSON.stringify([query, sort, direction]));
        }
      }
    }
  });
});

test('no two areas have a measure of one name, and none has the name of another field', () => {
  assert.throws(() => measuresIn([{ measures: siteMeasures }, { measures: siteMeasures }]), TypeError);
  assert.throws(() => domainRecord({ note: { kind: 'count', says: '' } }), TypeError);
});
