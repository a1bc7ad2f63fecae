import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { createWebAnalysis } from '../analysis/web-analysis.ts';
import type { Component } from '../component.ts';
import { goldenScripts } from './golden.sample.ts';
import { mergeLibraries, recogniseLibraries } from './recognise.ts';

const NAMELESS = 'https://www.example.com/assets/a1b2c3.js';
/** Of the processor, for one file, as a median. */
const MOST_MS = 100;
const scripts = goldenScripts();

function librariesIn(content: string | null, url = NAMELESS): Component[] {
  const all: Component[] = [];
  recogniseLibraries({ url, content }, found => all.push(...found));
  return mergeLibraries(all);
}
const named = (components: readonly Component[]): string[] => components.map(({ name, version }) => `${name}@${version}`).toSorted();

suite('a published file is known, with its exact version and nothing else, without name and without comments', () => {
  test('the folder has files', () => assert.ok(scripts.length >= 20));
  for (const { name, version, content, stripped } of scripts) {
    test(`${name} ${version}`, () => {
      assert.ok(!/\/\*!/.test(stripped.slice(0, 200)));
      assert.deepEqual(named(librariesIn(stripped)), [`${name}@${version}`]);
      assert.deepEqual(named(librariesIn(content)), [`${name}@${version}`]);
    });
  }
  test(`in the median within ${MOST_MS} ms of the processor`, t => {
    const costs = scripts.map(({ stripped }) => {
      const before = process.cpuUsage();
      librariesIn(stripped);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    }).toSorted((a, b) => a - b);
    const median = costs[costs.length >> 1]!;
    t.diagnostic(`note: libraries: ${scripts.length} files, ${median.toFixed(1)} ms of the processor in the median, ${costs.at(-1)!.toFixed(1)} at most`);
    assert.ok(median < MOST_MS, `${median} ms`);
  });
});

suite('an address alone', () => {
  const cases: [address: string, expected: string[]][] = [
    ['https://cdn.jsdelivr.net/npm/@angular/core@17.3.1/fesm2022/core.mjs', ['@angular/core@17.3.1']],
    ['https://cdn.jsdelivr.net/npm/%40hotwired/turbo@8.0.4/dist/turbo.min.js', ['@hotwired/turbo@8.0.4']],
    ['https://unpkg.com/vue@3.4.21/dist/vue.global.js', ['vue@3.4.21']],
    ['https://esm.sh/preact@10.19.3', ['preact@10.19.3']],
    ['https://cdnjs.cloudflare.com/ajax/libs/moment.js/2.29.4/moment.min.js', ['moment@2.29.4']],
    ['https://ajax.googleapis.com/ajax/libs/jqueryui/1.13.2/jquery-ui.min.js', ['jquery-ui@1.13.2']],
    ['https://www.example.com/js/jquery-3.6.0.min.js', ['jquery@3.6.0']],
    ['https://www.example.com/js/bootstrap-4.6.2.js', ['bootstrap@4.6.2']],
    ['https://cdn.jsdelivr.net.example.com/npm/lodash@4.17.4/lodash.js', []],
    ['https://www.example.com/app.js', []],
    ['not an address', []],
  ];
  for (const [address, expected] of cases) test(`${address}: ${expected.join() || 'nothing'}`, () => assert.deepEqual(named(librariesIn(null, address)), expected));
});

suite('a bundle', () => {
  test('shows each library with its own version', () => {
    const wanted = ['lodash', 'moment', 'react', 'backbone'].map(name => scripts.find(one => one.name === name)!);
    const bundle = `!function(e){var t={};e[0](t)}([${wanted.map(({ stripped }) => `function(module,exports,require){${stripped}\n}`).join(',')}])`;
    const found = named(librariesIn(bundle));
    for (const { name, version } of wanted) assert.ok(found.includes(`${name}@${version}`), `${name}: ${found.join()}`);
    assert.equal(found.length, wanted.length);
  });
  test('of code of nobody shows nothing', () => assert.deepEqual(librariesIn('export const VERSION="1.2.3";export function isMoment(){return"moment"}'), []));
  test('that is no JavaScript still has its texts judged', () => assert.deepEqual(named(librariesIn('/*! jQuery v3.1.0 | (c) */ this is { no code')), ['jquery@3.1.0']));
});

suite('what a registry calls it', () => {
  test('a CPE and a package URL with the version', () => {
    const [jquery] = librariesIn(null, 'https://unpkg.com/jquery@3.7.1/dist/jquery.js');
    assert.equal(jquery?.cpe23, 'cpe:2.3:a:jquery:jquery:3.7.1:*:*:*:*:*:*:*');
    assert.equal(jquery?.purl, 'pkg:npm/jquery@3.7.1');
    assert.deepEqual(jquery?.evidence, { from: 'url', location: 'https://unpkg.com/jquery@3.7.1/dist/jquery.js', text: 'unpkg.com/jquery@3.7.1/dist/jquery.js' });
  });
});

suite('a hostile script', () => {
  test('that takes too long is given up, and what was found until then is kept', async () => {
    const analysis = createWebAnalysis({ deadlineMs: 1500 });
    const deep = `var a=${'['.repeat(700_000)}`;
    const startedMs = performance.now();
    const hostile = await analysis.libraries({ url: 'https://unpkg.com/jquery@3.7.1/dist/jquery.js', content: `${'=  "1.2.3'.repeat(100_000)}${deep}` });
    assert.ok(performance.now() - startedMs < 4000);
    assert.deepEqual(named(hostile.components), ['jquery@3.7.1']);
    // The thread is there again for the next one.
    const next = await analysis.libraries({ url: NAMELESS, content: scripts.find(({ name }) => name === 'mustache')!.stripped });
    assert.deepEqual([next.outcome, named(next.components)], ['complete', ['mustache@4.2.0']]);
    await analysis.close();
  });
});
