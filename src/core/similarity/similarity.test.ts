import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import { corpus } from './corpus.sample.ts';
import type { Said } from './reference-tools.sample.ts';
import { ssdeep, ssdeepScore } from './ssdeep.ts';
import { tlsh, tlshDistance } from './tlsh.ts';

const golden = JSON.parse(readFileSync(new URL('golden/reference-tools.json', import.meta.url), 'utf8')) as { tlsh: Said; ssdeep: Said };
const ours = {
  tlsh: { digests: corpus.map(({ bytes }) => tlsh(bytes)), compare: tlshDistance },
  ssdeep: { digests: corpus.map(({ bytes }) => ssdeep(bytes)), compare: ssdeepScore },
};

for (const name of ['tlsh', 'ssdeep'] as const) {
  const { tool, digests, pairs } = golden[name];
  suite(`${name} says what the reference does (${tool})`, () => {
    test('of at least 50 pages and of each pair of them', () => {
      assert.ok(digests.filter(digest => digest !== null).length >= 50);
      assert.ok(pairs.filter(pair => pair !== null).length >= 50 * 49 / 2);
    });
    for (const [at, { name: page }] of corpus.entries()) {
      test(page, () => assert.equal(ours[name].digests[at], digests[at]));
    }
    test('of each pair', () => {
      const { compare, digests } = ours[name];
      const found = digests.flatMap((a, at) => digests.slice(at + 1).map(b => (a === null || b === null ? null : compare(a, b))));
      assert.deepEqual(found, pairs);
    });
  });
}

suite('a text that is no digest is told apart from one that is far away', () => {
  const digest = ours.tlsh.digests[30]!;
  for (const text of ['', 'T1', digest.slice(0, -1), `${digest}0`, digest.toLowerCase(), 'x'.repeat(72)]) {
    test(JSON.stringify(text), () => {
      assert.equal(tlshDistance(text, digest), null);
      assert.equal(tlshDistance(digest, text), null);
    });
  }
  test('the form of before the mark T1 is one', () => assert.equal(tlshDistance(digest, digest.slice(2)), 0));
  for (const text of ['', '3', '3:a', '3:a:b:c', '-3:a:b', `3:${'a'.repeat(65)}:b`, '3:ä:b']) {
    test(`of ssdeep: ${text.slice(0, 20)}`, () => assert.equal(ssdeepScore(text, '3:abcdefgh:abcd'), null));
  }
});
