import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { inParts } from './in-parts.ts';

suite('publishing goes on call after call', () => {
  for (const [says, { stopsAt = 0, leftAt = 0 }, expected] of [
    ['to the last', {}, { asked: [null, '1', '2'], had: 3, isWhole: true }],
    ['until the service stops', { stopsAt: 2 }, { asked: [null, '1'], had: 2, isWhole: false }],
    ['until the page is left', { leftAt: 2 }, { asked: [null, '1'], had: 1, isWhole: false }],
  ] as const satisfies readonly (readonly [string, { stopsAt?: number; leftAt?: number }, object])[]) {
    test(says, async () => {
      const asked: (string | null)[] = [];
      let had = 0;
      const isWhole = await inParts(async cursor => {
        asked.push(cursor);
        return { nextCursor: asked.length === 3 ? null : String(asked.length), stopped: asked.length === stopsAt ? 'Not accepted.' : null };
      }, () => { had++; }, () => asked.length !== leftAt);
      assert.deepEqual({ asked, had, isWhole }, expected);
    });
  }
});
