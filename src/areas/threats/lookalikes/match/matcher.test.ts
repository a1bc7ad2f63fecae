import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { createMatcher, type Brand, type Match } from './matcher.ts';
import { isNear } from './near.ts';

const domains = ['paypal.com', 'paypal.de', 'wikipedia.org', 'ibm.com', 'x.com', 'mail.com', 'my-bank-online.de', 'amazon.co.uk', 'barnes.com', 'xn--mnchen-3ya.de', 'foreign.net'];
const brands: Brand[] = domains.map(domain => ({ id: domain, domain, owner: domain === 'foreign.net' ? 'other' : 'own' }));
const match = createMatcher(brands);
const linesOf = (matches: readonly Match[]) => matches.map(({ brandId, why }) => `${why} ${brandId}`).toSorted();

const PAYPAL = ['paypal.com', 'paypal.de'];
const both = (why: string) => PAYPAL.map(brand => `${why} ${brand}`);

suite('a name is found for what it does with the brand', () => {
  const cases: [name: string, expected: string[]][] = [
    ['paypal.shop', both('equal')],
    ['PAYPAL.Shop.', both('equal')],
    ['*.www.paypal.shop', both('equal')],
    ['paypa1.com', both('equal')],
    ['paypai.net', both('equal')],
    // The whole name in Cyrillic letters, palochka at the end; and one with a letter above which a dot stands.
    ['xn--80aa0cbo65f.com', both('equal')],
    ['раураӏ.com', both('equal')],
    ['pаypаl.com', both('equal')],
    ['páypal.org', both('equal')],
    ['pay-pal.com', both('equal')],
    ['paypall.com', both('near')],
    ['payapl.com', both('near')],
    ['pypal.com', both('near')],
    ['xaypal.com', both('near')],
    ['paypal-login.com', both('riskWord')],
    ['secure-paypal-account24.com', both('riskWord')],
    ['paypalsupport.com', both('riskWord')],
    ['wwwpaypal.com', both('riskWord')],
    ['paypalfanclub.com', both('contains')],
    ['paypal.com.secure-login.net', both('subdomain')],
    ['www-paypal.attacker.net', both('subdomain')],
    ['paypa1.attacker.net', both('subdomain')],
    ['paypal.xn--zzzzzz99999.net', both('subdomain')],
    ['xaypal.attacker.net', []],
    ['wikipedia.com', ['equal wikipedia.org']],
    ['wikipdeai.com', ['near wikipedia.org']],
    ['vvikipedia.com', ['equal wikipedia.org']],
    ['wikpeda.com', ['near wikipedia.org']],
    ['bames.com', ['equal barnes.com']],
    ['arnazon.com', ['equal amazon.co.uk']],
    ['amazon.com', ['equal amazon.co.uk']],
    ['mybankonline.com', ['equal my-bank-online.de']],
    ['my-bank-0nline.com', ['equal my-bank-online.de']],
    ['munchen.com', ['equal xn--mnchen-3ya.de']],
    ['ibm.net', ['equal ibm.com']],
    ['ibm-login.net', ['riskWord ibm.com']],
    ['lbm.net', ['equal ibm.com']],
    ['ibm.attacker.net', ['subdomain ibm.com']],
    ['ibn.net', []],
    ['ibmlogin.net', []],
    ['thibmer.net', []],
    ['x.org', ['equal x.com']],
    ['x-ray.org', []],
    ['x.attacker.net', []],
    ['mail.org', ['equal mail.com']],
    ['mail.attacker.net', []],
    ['foo.paypal', []],
    ['unrelated.net', []],
    ['wikipedia.github.io', ['equal wikipedia.org']],
  ];
  for (const [name, expected] of cases) test(`${name}: ${expected.join(', ') || 'nothing'}`, () => assert.deepEqual(linesOf(match(name)), expected));
});

suite('the own domains of an owner and their subdomains are no finds', () => {
  for (const name of ['paypal.com', 'www.paypal.com', 'paypal.de', 'paypal.amazon.co.uk', 'a.b.paypal.de']) test(name, () => assert.deepEqual(match(name), []));
  test('those of another owner are', () => assert.deepEqual(linesOf(match('paypal.foreign.net')), both('subdomain')));
});

suite('whatever comes is answered', () => {
  const hostile = [
    '', '.', '..', '*.', '*.*.com', '-', 'paypal', 'paypal..com', '.paypal.net', 'pay pal.com', 'paypal.com/..', 'xn--.com', 'xn--paypal-.net', 'xn--zzzzzz99999.com', '\ud800.com', 'paypal\u0000.net',
    `${'a'.repeat(300)}.com`, `${'paypal.'.repeat(36)}net`, `${'x'.repeat(100_000)}.com`, `${'p'.repeat(63)}.net`, '１２３.paypal.net', 'constructor.net', '__proto__.net',
  ];
  for (const name of hostile) test(JSON.stringify(name.slice(0, 30)), () => assert.ok(Array.isArray(match(name))));
  test('no brands at all', () => assert.deepEqual(createMatcher([])('paypal.com'), []));
  test('a brand that is a suffix', () => assert.deepEqual(linesOf(createMatcher([{ id: 'a', domain: 'co.uk', owner: 'o' }])('paypal.co.uk')), []));
});

/** The same sequence for a seed (mulberry32). */
function sequence(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** A word with one edit. None of its letters looks like another. */
function edit(word: string, random: (below: number) => number): string {
  const letter = 'abcdefghjk'[random(10)]!;
  const at = random(word.length - 1);
  return [
    word.slice(0, at) + letter + word.slice(at), word.slice(0, at) + word.slice(at + 1), word.slice(0, at) + letter + word.slice(at + 1),
    word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2),
  ][random(4)]!;
}

suite('among many brands', () => {
  const random = sequence(7);
  const word = (length: number) => Array.from({ length }, () => 'abcdefghjkmopqstwxyz'[random(20)]).join('');
  const many = Array.from({ length: 2000 }, (_, at) => ({ id: String(at), domain: `${word(5 + random(12))}.com`, owner: String(at) }));
  const matchMany = createMatcher(many);
  const nameOf = (brand: Brand) => brand.domain.split('.')[0]!;

  test('each is found after as many edits as its length bears', () => {
    for (const brand of many) {
      const name = nameOf(brand);
      const changed = name.length < 9 ? edit(name, random) : edit(name.slice(0, 4), random) + edit(name.slice(4), random);
      if (changed === name || changed.length < 2) continue;
      assert.ok(matchMany(`${changed}.net`).some(({ brandId, why }) => brandId === brand.id && why !== 'subdomain'), `${changed} for ${name}`);
    }
  });
  test('each is found between other letters', () => {
    for (const brand of many) assert.ok(matchMany(`${word(3)}${nameOf(brand)}${word(3)}.net`).some(({ brandId }) => brandId === brand.id), nameOf(brand));
  });
  test('what is found as near is near, and the same name gives the same', () => {
    let seen = 0;
    for (let at = 0; at < 20_000; at++) {
      const name = `${word(5)}.net`;
      const matches = matchMany(name);
      seen += matches.length;
      assert.deepEqual(matchMany(name), matches);
    }
    assert.ok(seen < 2000, `${seen} of 20,000 random names`);
  });
});

suite('distance counts a swap of neighbours as one', () => {
  const cases: [a: string, b: string, most: number, expected: boolean][] = [
    ['abcde', 'abcde', 0, true], ['abcde', 'abdce', 1, true], ['abcde', 'bacde', 1, true], ['abcde', 'abxce', 1, false], ['abcde', 'abced', 0, false],
    ['abcde', 'acbed', 2, true], ['abcde', 'abcd', 1, true], ['abcde', 'abc', 1, false], ['abcde', 'xyzvw', 2, false], ['', 'a', 1, true],
  ];
  for (const [a, b, most, expected] of cases) {
    test(`${a} and ${b} within ${most}: ${expected}`, () => assert.equal(isNear(Buffer.from(a), Buffer.from(b), 0, b.length, most), expected));
  }
});
