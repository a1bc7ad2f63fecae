// A picture of links has each node on a line of its own within its width.
import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { layoutOf } from './picture-layout.ts';

const nodes = (count: number) => Array.from({ length: count }, (_, id) => ({ id, label: `/a-folder-with-a-long-name/${id}`, url: '', pages: 1, rank: 1 / (id + 1), depth: id === 7 ? null : id % 4 }));

suite('the picture of links', () => {
  for (const width of [320, 1100]) {
    test(`of 50 pages at ${width} px has no two on one line of a column, and all in sight`, () => {
      const { nodes: drawn, heightPx } = layoutOf({ nodes: nodes(50) }, width);
      assert.equal(new Set(drawn.map(({ x, y }) => `${x} ${y}`)).size, 50);
      assert.ok(drawn.every(({ x, y, radius, label }) => x - radius >= 0 && y < heightPx && x + radius + 6.2 * label.length <= width + 16));
    });
  }
  test('has those without a path last, and the highest rank on top', () => {
    const { columns, nodes: drawn } = layoutOf({ nodes: nodes(50) }, 900);
    assert.deepEqual(columns.map(({ depth }) => depth), [0, 1, 2, 3, null]);
    assert.equal(drawn[0]!.id, 0);
  });
  test('of no page is empty', () => assert.deepEqual(layoutOf({ nodes: [] }, 300).nodes, []));
});
