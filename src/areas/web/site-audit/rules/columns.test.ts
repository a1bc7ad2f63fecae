// What is kept of the pages of a site comes back as it was added, and its comparisons find what comparing all with all finds.
import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { BriefTable, type NewBrief } from './brief-table.ts';
import { Growing } from './growing.ts';
import { hashOf } from './hash.ts';
import { bits, MAX_DISTANCE, NearTexts } from './near-texts.ts';
import { SharedValues } from './shared-values.ts';

const sample: NewBrief = {
  url: 'https://site.example/', finalUrl: 'https://site.example/', status: 200, moved: null, blocked: false, noindex: false, indexable: true, canonical: null, versions: [],
  anchors: new Uint32Array([7, 9]), internalLinks: 3, inSitemap: false, title: 1, description: 2, h1: 3, topic: 4, text: 5, simHash: '00000000000000ff',
};
const figures = { inlinks: [4, 0, 2], depth: [0, -1, 3], rank: [1.5, 0.25, 1.25] };

suite('briefs in columns', () => {
  const cases: [says: string, brief: Partial<NewBrief>][] = [
    ['a good page', {}],
    ['a page that gave no answer', { status: null, blocked: null, anchors: null, simHash: null, indexable: false }],
    ['a redirect to an address beyond ASCII', { status: 404, moved: 308, finalUrl: 'https://site.example/ü', indexable: false }],
    ['a page with another canonical', { canonical: 'https://site.example/b', noindex: true, blocked: true, inSitemap: true }],
    ['a page with the status 0', { status: 0 }],
    ['a page without anchors', { anchors: new Uint32Array(), url: '' }],
  ];
  for (const [says, changed] of cases) {
    test(`give ${says} as it was`, () => {
      const table = new BriefTable(3);
      const given = { ...sample, ...changed };
      for (const brief of [sample, given, sample]) table.add(brief);
      table.finish(figures);
      const { title: _, description: _d, h1: _h, topic: _t, text: _x, simHash: _s, versions: _v, ...kept } = given;
      const found = table.at(1);
      assert.deepEqual(Object.fromEntries(Object.keys(kept).map(name => [name, found[name as keyof typeof found]])), kept);
      assert.deepEqual([found.inlinks, found.depth, found.rank], [0, -1, 0.25]);
      assert.equal([...table].length, 3);
    });
  }
  test('know the versions of each page', () => {
    const table = new BriefTable(2);
    const [de, fr] = ['https://site.example/de', 'https://site.example/fr'] as const;
    table.add({ ...sample, versions: [de, fr].map(hashOf) });
    table.add({ ...sample, versions: [hashOf(de)] });
    assert.deepEqual([...table].map(page => [page.hasVersion(de), page.hasVersion(fr)]), [[true, true], [true, false]]);
  });
  test('name some of many that share a value, and count all', () => {
    const table = new BriefTable(5000);
    for (let at = 0; at < 5000; at++) table.add({ ...sample, url: `https://site.example/${at}`, title: at < 4000 ? 8 : 0, indexable: at !== 1 });
    table.finish({ inlinks: [], depth: [], rank: [] });
    assert.deepEqual(table.sharing(table.at(2), 'title', 3), { urls: [0, 3, 4].map(at => `https://site.example/${at}`), count: 3998 });
    assert.equal(table.sharing(table.at(4999), 'title', 3), null);
  });
});

test('numbers that grow beyond 1 GiB end what is under way', () => {
  const growing = new Growing(Uint8Array);
  growing.add([1, 2, 3]);
  assert.throws(() => growing.add({ length: 2 ** 30 }), /too many links or addresses/);
  assert.deepEqual([...growing.part(0, growing.length)], [1, 2, 3]);
});

/** Numbers that are the same in each run. */
function numbers(count: number, below: number, seed: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, at) => (Math.imul(at + seed, 0x9e3779b1) >>> 8) % below);
}

suite('comparisons find what comparing all with all finds', () => {
  const COUNT = 300;
  const all = Uint32Array.from({ length: COUNT }, (_, at) => at);
  for (const [says, apart] of [['of a value', null], ['of a value, apart by another', numbers(COUNT, 3, 5)]] as const) {
    test(says, () => {
      const value = numbers(COUNT, 40, 1);
      const shared = new SharedValues(all, value, apart);
      for (const page of all) {
        if (value[page] === 0) continue;
        const others = [...all].filter(other => value[other] === value[page] && (apart === null ? other !== page : apart[other] !== apart[page]));
        assert.deepEqual(shared.of(page, COUNT), { first: others, count: others.length });
        const few = shared.of(page, 2);
        assert.equal(few.count, others.length);
        assert.ok(few.first.length === Math.min(2, others.length) && few.first.every(other => others.includes(other)));
      }
    });
  }
  test('of texts that are nearly the same', () => {
    // Each differs from its neighbour in one bit.
    const high = Uint32Array.from(all, at => (1 << at % 31) - 1);
    const low = Uint32Array.from(all, at => Math.floor(at / 31));
    const text = Float64Array.from(all, at => at % 50);
    const near = new NearTexts(all, { high, low, text });
    for (const page of all) {
      const others = [...all].filter(other => other !== page && text[other] !== text[page] && bits(high[page]! ^ high[other]!) + bits(low[page]! ^ low[other]!) <= MAX_DISTANCE);
      assert.ok(others.length > 0 && others.length < 50);
      assert.deepEqual([...near.of(page)].toSorted((a, b) => a - b), others);
    }
  });
});
