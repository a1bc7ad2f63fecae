// Ranks, groups of texts and pictures come out as their definitions say, and hold their bounds.
import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { clicksFrom, LinkGraphBuilder, pageRanks, type LinkGraph } from '../../site-audit/index.ts';
import { inlinksOf, withLinks } from './link-graph.ts';
import { nearGroups } from './near-texts.ts';
import { pictureOf } from './picture.ts';

function graphOf(links: readonly (readonly number[])[], isKept?: (page: number) => boolean): LinkGraph {
  const builder = new LinkGraphBuilder();
  for (const [from, targets] of links.entries()) for (const to of targets) builder.add(from, to);
  return builder.finish(links.length, isKept);
}

suite('the link graph', () => {
  test('ranks a circle alike, and a page that all link to above them', () => {
    assert.ok(pageRanks(graphOf([[1], [2], [0]])).every(rank => Math.abs(rank - 1) < 1e-9));
    const ranks = pageRanks(graphOf([[], [0], [0], [0]]));
    // The equations: r0 = 0.15 + 0.85·(r0/4 + 3r), r = 0.15 + 0.85·r0/4, r0 + 3r = 4.
    assert.ok(Math.abs(ranks[0]! - (4 - 3 * ranks[1]!)) < 1e-9 && Math.abs(ranks[1]! - (0.15 + 0.85 * ranks[0]! / 4)) < 1e-9);
  });
  test('equals the solution of its equations on a graph at random', () => {
    const links = Array.from({ length: 200 }, (_, page) => Array.from({ length: page % 7 }, (__, at) => (page * 13 + at * 29) % 200));
    const graph = graphOf(links);
    const ranks = pageRanks(graph);
    const lost = [...ranks].reduce((sum, rank, page) => (graph.offsets[page] === graph.offsets[page + 1] ? sum + rank : sum), 0);
    for (let page = 0; page < 200; page++) {
      let pulled = 0;
      for (let from = 0; from < 200; from++) {
        const targets = graph.targets.subarray(graph.offsets[from], graph.offsets[from + 1]);
        pulled += ranks[from]! * targets.filter(target => target === page).length / Math.max(1, targets.length);
      }
      assert.ok(Math.abs(ranks[page]! - (0.15 + 0.85 * (lost / 200 + pulled))) < 1e-6);
    }
  });
  test('counts clicks and links, without links to itself and to what was not fetched', () => {
    const graph = graphOf([[0, 1, 3], [2], [], [2], [0]], page => page !== 3);
    assert.deepEqual([...clicksFrom(graph, [0])], [0, 1, 2, -1, -1]);
    assert.deepEqual([...inlinksOf(graph)], [1, 1, 2, 0, 0]);
    assert.deepEqual([...clicksFrom(withLinks(graph, new Map([[2, 4]])), [0])], [0, 1, 2, -1, 3]);
    assert.deepEqual([...clicksFrom(withLinks(graph, new Map([[2, 4]])), [0], new Map([[2, 4]]))], [0, 1, 2, -1, 2], 'a redirect is no click');
  });
  test('of no page is empty', () => assert.deepEqual([...pageRanks(graphOf([]))], []));
});

suite('near texts', () => {
  const text = (hash: string, simHash: string) => ({ hash, simHash });
  const cases: [says: string, texts: { hash: string; simHash: string }[], groups: number[][]][] = [
    ['three bits apart belong together', [text('a', '0000000000000000'), text('b', '0001000100000001')], [[0, 1]]],
    ['four bits apart do not', [text('a', '0000000000000000'), text('b', '0001000100010001')], []],
    ['the same text belongs together', [text('a', 'ffff000000000000'), text('c', '00ff00ff00ff00ff'), text('a', 'ffff000000000000')], [[0, 2]]],
    ['texts without a hash are none', [text('', ''), text('', '')], []],
    ['a chain is one group', [text('a', '0000000000000000'), text('b', '0000000000000007'), text('c', '0000000000000077')], [[0, 1, 2]]],
  ];
  for (const [says, texts, groups] of cases) test(says, () => assert.deepEqual(nearGroups(texts).groups, groups));
  test('says where too many were alike to compare all', () => {
    const many = Array.from({ length: 600 }, (_, at) => text(`t${at}`, `0000${(at * 40_503 & 0xffff).toString(16).padStart(4, '0')}${(at * 30_011 & 0xffff).toString(16).padStart(4, '0')}ffff`));
    assert.equal(nearGroups(many).cut, true);
  });
});

suite('the picture of a site', () => {
  const drawn = (count: number, url: (page: number) => string) => ({ urls: Array.from({ length: count }, (_, page) => url(page)), ranks: new Float64Array(count).fill(1), clicks: new Int32Array(count) });
  test('has each of 50 pages', () => {
    const { of, nodes, edges } = pictureOf(graphOf(Array.from({ length: 50 }, (_, page) => [(page + 1) % 50])), drawn(50, page => `https://a.example/${page}`));
    assert.deepEqual([of, nodes.length, edges.length], ['pages', 50, 50]);
  });
  test('has few folders of 50,000, which add up to all pages and the whole rank', () => {
    const { of, nodes, edges, hidden } = pictureOf(graphOf(Array.from({ length: 50_000 }, (_, page) => [(page * 7) % 50_000])), drawn(50_000, page => `https://a.example/s${page % 300}/${page}`));
    assert.equal(of, 'folders');
    assert.ok(nodes.length <= 41 && edges.length <= 200 && hidden >= 0);
    assert.equal(nodes.reduce((sum, { pages }) => sum + pages, 0), 50_000);
    assert.ok(Math.abs(nodes.reduce((sum, { rank }) => sum + rank, 0) - 1) < 0.01);
  });
});
