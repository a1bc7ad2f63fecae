import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { hasMachineWord } from './machine-words.ts';

suite('words that may wrap anywhere', () => {
  for (const [text, expected] of [
    ['https://garden-shop.example/products/1', true], ['mail.harborbank.example', true], ['/products/garden/1', true], ['2001:db8::abcd:1', true], ['see /a/long/address/here', true], ['ae'.repeat(32), true],
    ['Internationalization', false], ['near-duplicate', false], ['(recommendations),', false], ['99 of 1,000', false], ['HTTP/1.1', false], ['', false], ['Wegbeschreibungen', false],
  ] as const) test(`"${text.slice(0, 40)}": ${String(expected)}`, () => assert.equal(hasMachineWord(text), expected));
});

suite('what a stranger sends as one word is judged at once, however long it is', () => {
  const QUICK_MS = 500;
  for (const [says, text, expected] of [
    ['letters, then signs', `${'a-'.repeat(1000)}${'!'.repeat(2000)}`, false], ['letters and hyphens', 'a-'.repeat(16_000), false], ['signs alone', '!'.repeat(32_000), false], ['an address at its end', `${'-a'.repeat(16_000)}/1`, true],
  ] as const) {
    test(says, () => {
      const from = performance.now();
      assert.equal(hasMachineWord(text), expected);
      const tookMs = performance.now() - from;
      assert.ok(tookMs < QUICK_MS, `${tookMs} ms`);
    });
  }
});
