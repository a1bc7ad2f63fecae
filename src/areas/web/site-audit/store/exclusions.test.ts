import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { matcherOf } from './exclusions.ts';

suite('an exclusion', () => {
  const cases: [pattern: string, url: string, matches: boolean][] = [
    ['/tag/*', 'https://shop.example/tag/lamps', true],
    ['/tag/*', 'https://shop.example/blog/tag/lamps', false],
    ['*.pdf$', 'https://shop.example/a/b.pdf', true],
    ['*.pdf$', 'https://shop.example/a/b.pdf?x=1', false],
    ['*?print=', 'https://shop.example/a?print=1', true],
    ['https://blog.shop.example/*', 'https://blog.shop.example/a', true],
    ['https://blog.shop.example/*', 'https://shop.example/a', false],
    ['/', 'https://shop.example/anything', true],
    ['/$', 'https://shop.example/', true],
  ];
  for (const [pattern, url, matches] of cases) test(`${pattern} ${matches ? 'takes out' : 'leaves'} ${url}`, () => assert.equal(matcherOf([pattern])(url), matches));
  test('takes no longer the more stars it has', () => assert.equal(matcherOf([`/${'*a'.repeat(99)}$`])(`https://shop.example/${'a'.repeat(100_000)}b`), false));
});
