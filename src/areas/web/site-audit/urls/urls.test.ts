import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { namesSession, parsePageUrl } from './identity.ts';
import { shapeOf, trapOf } from './trap.ts';

const NOW = Date.UTC(2026, 10, 24);

suite('addresses that are one page have one identity', () => {
  const cases: [string, string, string][] = [
    ['host in capitals, default port', 'HTTPS://Example.ORG:443/a', 'https://example.org/a'],
    ['fragment', 'https://example.org/a#top', 'https://example.org/a'],
    ['order of parameters', 'https://example.org/?b=2&a=1', 'https://example.org/?a=1&b=2'],
    ['tracking', 'https://example.org/?utm_source=x&gclid=1&id=7', 'https://example.org/?id=7'],
    ['a session', 'https://example.org/a;jsessionid=1A2B?PHPSESSID=9', 'https://example.org/a'],
    ['needless escapes', 'https://example.org/%7Euser/%c3%a9', 'https://example.org/~user/%C3%A9'],
    ['dot segments', 'https://example.org/a/../b/./c', 'https://example.org/b/c'],
    ['an empty query', 'https://example.org/a?', 'https://example.org/a'],
    ['a path of its own with a slash', 'https://example.org/a/', 'https://example.org/a/'],
    ['an encoded slash is no slash', 'https://example.org/a%2fb', 'https://example.org/a%2Fb'],
  ];
  for (const [says, url, identity] of cases) test(says, () => assert.equal(parsePageUrl(url)?.identity, identity));
  test('relative ones are read against the page', () => assert.equal(parsePageUrl('../c?x=1#y', 'https://example.org/a/b/')?.url, 'https://example.org/a/c?x=1'));
  for (const text of ['mailto:a@example.org', 'javascript:void(0)', 'ftp://example.org/', 'https://user:pass@example.org/', 'data:text/html,x', 'http://', `https://example.org/${'a'.repeat(2000)}`]) {
    test(`${text.slice(0, 40)} is no page`, () => assert.equal(parsePageUrl(text), null));
  }
  test('a session is recognised', () => assert.deepEqual(['https://a.example/?sid=1', 'https://a.example/x;jsessionid=2', 'https://a.example/?side=1'].map(namesSession), [true, true, false]));
});

suite('addresses without end', () => {
  const cases: [string, string | null][] = [
    ['/a/a/a/', 'repeatingPath'], ['/x/shop/cart/shop/cart/shop/cart', 'repeatingPath'], [`/${'d/e/f/g/'.repeat(2)}`, null], [`/${Array.from({ length: 25 }, (_, at) => `s${at}`).join('/')}`, 'deepPath'],
    ['/calendar/2031/04', 'calendar'], ['/events/2026/11/24', null], ['/events?month=2045-01', 'calendar'], ['/events?date=20260101', null], ['/archive/1997/05', null], ['/events/1850-03-01', 'calendar'],
    [`/f?${Array.from({ length: 13 }, (_, at) => `p${at}=1`).join('&')}`, 'manyParameters'], ['/2026/2026/2026', null], ['/product/9000', null], ['/model/3000/2', null],
  ];
  for (const [path, trap] of cases) test(`${path.slice(0, 50)} is ${trap ?? 'a page'}`, () => assert.equal(trapOf(new URL(`https://example.org${path}`), NOW), trap));
  test('pages of one template have one shape', () => assert.equal(shapeOf('https://example.org/p/12-x?b=1&a=2'), shapeOf('https://example.org/p/7-x?a=9&b=3')));
});
