import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { OpenPage } from '../../../../core/outside/browse.ts';
import { judgeFocus } from './focus.ts';

/** A page with so many stops, of which each looks different with the focus; then the first one again. */
function pageOf(elements: number): OpenPage & { pressed: number } {
  let pictures = 0;
  const page = {
    url: 'https://shop.example/', status: 200, certificateError: null, scripts: true, browser: 'none', pressed: 0,
    run: (script: string) => Promise.resolve({
      outcome: 'done' as const,
      value: script.includes('dssFocus.step()') ? { element: page.pressed, again: page.pressed > elements, stays: false, box: { x: 0, y: 0, width: 9, height: 9 }, page: { width: 100, height: 100 } }
        : script.includes('dssFocus.end()') ? { version: null, results: [], passed: [] } : null,
    }),
    press: () => Promise.resolve(++page.pressed > 0),
    loads: () => Promise.resolve(null), cookies: () => Promise.resolve(null),
    picture: () => Promise.resolve(Buffer.from([pictures++])),
    resize: () => Promise.resolve(true), point: () => Promise.resolve(true), take: () => Promise.resolve(null), hold: () => Promise.resolve([]), release: () => Promise.resolve(true), watch: () => Promise.resolve([]),
  };
  return page;
}

suite('the walk with Tab', () => {
  const cases: [says: string, elements: number, most: number, walk: { stops: number; cut: boolean }, pressed: number][] = [
    ['goes round', 3, 40, { stops: 3, cut: false }, 4],
    ['ends at its limit, and says so', 9, 5, { stops: 5, cut: true }, 5],
    ['does not begin where all pages have had theirs', 9, 0, { stops: 0, cut: true }, 0],
  ];
  for (const [says, elements, most, walk, pressed] of cases) {
    test(says, async () => {
      const page = pageOf(elements);
      const judged = await judgeFocus(page, most);
      assert.deepEqual([judged.walk, page.pressed, judged.outcome.outcome], [walk, pressed, most === 0 ? 'failed' : 'judged']);
    });
  }
});
