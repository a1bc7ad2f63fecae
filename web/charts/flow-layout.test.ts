import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { layFlow, type FlowBand, type FlowNode } from './flow-layout.ts';

const node = (key: string, column: number, count: number): FlowNode => ({ key, column, label: key, count, status: 'off' });
const band = (from: string, to: string, count: number): FlowBand => ({ from, to, count, status: 'off' });
const nodes = [node('a', 0, 9000), node('b', 0, 1), node('c', 0, 999), node('pass', 1, 9000), node('fail', 1, 1000), node('out', 2, 10_000)];

suite('the picture of a flow', () => {
  test('leaves each node its lines of text, however little flows through it, and none lies over another', () => {
    const { nodes: laid, heightPx } = layFlow(nodes, [], 340);
    for (const column of Map.groupBy(laid, one => one.column).values()) {
      let end = 0;
      for (const { y, slotPx, heightPx: barPx } of column) {
        assert.ok(slotPx >= 34 && barPx >= 1 && y - slotPx / 2 >= end - 1e-9);
        end = y + slotPx / 2;
      }
      assert.ok(end <= heightPx + 1e-9);
    }
  });

  test('a bar is as high as all bands that leave it, and is met where it ends by none', () => {
    const { nodes: laid, bands } = layFlow(nodes, [band('c', 'fail', 999), band('a', 'pass', 9000), band('b', 'fail', 1), band('pass', 'out', 9000), band('fail', 'out', 1000)], 340);
    assert.deepEqual(bands.map(({ from, to }) => `${from} ${to}`), ['a pass', 'b fail', 'c fail', 'pass out', 'fail out'], 'in the order of their nodes, so that they cross as little as can be');
    const out = laid.find(({ key }) => key === 'out')!;
    const ends = bands.filter(({ to }) => to === 'out').map(({ path, widthPx }) => [Number(path.split(' ').at(-1)), widthPx] as const);
    assert.ok(Math.abs(ends.reduce((sum, [, widthPx]) => sum + widthPx, 0) - out.heightPx) < 1e-9);
    assert.ok(ends.every(([y, widthPx]) => y - widthPx / 2 >= out.y - out.heightPx / 2 - 1e-9 && y + widthPx / 2 <= out.y + out.heightPx / 2 + 1e-9));
  });

  test('what does not flow has no band, and nothing at all has no height', () => {
    assert.deepEqual(layFlow(nodes, [band('a', 'fail', 0)], 340).bands, []);
    assert.deepEqual(layFlow([], [], 340), { nodes: [], bands: [], heightPx: 0 });
  });
});
