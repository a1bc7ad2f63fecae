import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { hasMachineWord } from './machine-words.ts';

suite('words that may wrap anywhere', () => {
  for (const [text, expected] of [
    ['https://garden-shop.example/products/1', true], ['mail.harborbank.example', true], ['/products/garden/1', true], ['2001:db8::abcd:1', true], ['see /a/long/address/here', true], ['ae'.repeat(32), true],
    ['Internationalization', false], ['near-duplicate', false], ['(recommendations),', false], ['99 of 1,000', false], ['HTTP/1.1', false], ['', false], ['Wegbeschreibungen', false],
  ] as const) test(`"${text.slice(0, 40)}": ${String(expected)}`, () => assert.equal(hasMachineWord(text), expected));
});
