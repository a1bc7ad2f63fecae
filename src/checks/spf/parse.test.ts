import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import * as fc from 'fast-check';
import { formatIp } from '../../core/ip.ts';
import { expandMacros, fitName, isAskable, parseMacroString, type MacroValues } from './macro.ts';
import { isSpf, parseSpf, wordsOf } from './parse.ts';
import { endingIn, meantAsSpf, repaired, merged, rewrite } from './rewrite.ts';

suite('isSpf wants the version and then a blank or the end', () => {
  const cases: [text: string, expected: boolean][] = [
    ['v=spf1', true], ['v=spf1 -all', true], ['V=SPF1 mx', true], ['v=spf10 mx', false], ['v=spf1\t-all', false], [' v=spf1 -all', false], ['', false],
  ];
  for (const [text, expected] of cases) test(JSON.stringify(text), () => assert.equal(isSpf(text), expected));
});

test('parseSpf tells the parts of every kind of term', () => {
  const { terms, faults } = parseSpf('v=spf1 A/24//64 -mx:mail.example.org ip4:192.0.2.0/24 ~ip6:2001:DB8::/32 ?exists:%{i}.example.org redirect=_spf.%{d} x-note=a%_b ALL');
  assert.deepEqual(faults, []);
  const shown = terms.map(term => term.kind === 'modifier'
    ? { name: term.name, at: term.at, tail: term.value.tail }
    : { name: term.name, at: term.at, qualifier: term.qualifier, tail: term.target?.tail ?? null, range: term.range && `${formatIp(term.range.bytes)}/${term.range.prefixLength}`, lengths: [term.prefixLength4, term.prefixLength6] });
  assert.deepEqual(shown, [
    { name: 'a', at: 7, qualifier: '+', tail: null, range: null, lengths: [24, 64] },
    { name: 'mx', at: 16, qualifier: '-', tail: 'mail.example.org', range: null, lengths: [32, 128] },
    { name: 'ip4', at: 37, qualifier: '+', tail: null, range: '192.0.2.0/24', lengths: [32, 128] },
    { name: 'ip6', at: 54, qualifier: '~', tail: null, range: '2001:db8::/32', lengths: [32, 128] },
    { name: 'exists', at: 73, qualifier: '?', tail: '.example.org', range: null, lengths: [32, 128] },
    { name: 'redirect', at: 98, tail: '' },
    { name: 'x-note', at: 117, tail: 'a b' },
    { name: 'all', at: 129, qualifier: '+', tail: null, range: null, lengths: [32, 128] },
  ]);
});

suite('parseSpf names the fault and, where it can be guessed, the term that was meant', () => {
  const cases: [term: string, reason: RegExp, meant: string | null][] = [
    ['ipv4:192.0.2.1', /"ipv4" is no mechanism/, 'ip4:192.0.2.1'],
    ['-ipv6:2001:db8::/32', /"ipv6" is no mechanism/, '-ip6:2001:db8::/32'],
    ['192.0.2.0/24', /neither a mechanism nor a modifier/, 'ip4:192.0.2.0/24'],
    ['a:192.0.2.1', /an address stands where a domain name belongs/, 'ip4:192.0.2.1'],
    ['ip4:2001:db8::1', /no IPv4 address/, 'ip6:2001:db8::1'],
    ['inlcude:spf.example.org', /"inlcude" is no mechanism/, 'include:spf.example.org'],
    ['redirect:spf.example.org', /"redirect" is no mechanism/, 'redirect=spf.example.org'],
    ['include:spf.example.org,', /is no full domain name/, 'include:spf.example.org'],
    ['-all.', /"all." is no mechanism/, '-all'],
    ['-all"', /"all" takes nothing behind it/, '-all'],
    ['include:', /no domain follows/, null],
    ['include', /no domain follows "include"/, null],
    ['ip4:192.0.2.0/33', /from 0 to 32/, null],
    ['ip4:192.0.2.0/024', /from 0 to 32/, null],
    ['a/33', /a prefix length is out of range/, null],
    ['a:localhost', /no full domain name/, null],
    ['a:example.-org', /begins or ends with a hyphen/, null],
    ['exists:%{x}.example.org', /the macro letter "x" is not allowed/, null],
    ['exists:%{d0}.example.org', /keep at least one part/, null],
    ['exists:%d.example.org', /cannot be read/, null],
    ['a:m\u00fcnchen.example', /a character that is not allowed/, null],
    ['moo', /"moo" is no mechanism/, null],
  ];
  for (const [term, reason, meant] of cases) {
    test(term, () => {
      const { faults } = parseSpf(`v=spf1 ${term} -all`);
      assert.equal(faults.length, 1);
      assert.match(faults[0]!.reason, reason);
      assert.deepEqual({ ...faults[0], reason: '' }, { text: term, at: 7, reason: '', meant, taken: null });
    });
  }
  test('a second redirect', () => assert.match(parseSpf('v=spf1 redirect=a.example redirect=b.example').faults[0]!.reason, /more than one "redirect"/));
});

const values: MacroValues = { s: 'strong-bad@email.example.com', l: 'strong-bad', o: 'email.example.com', d: 'email.example.com', i: '192.0.2.3', v: 'in-addr', h: 'a b' };

suite('expandMacros agrees with the examples of RFC 7208 §7.4', () => {
  const cases: [text: string, expected: string | null][] = [
    ['%{s}', 'strong-bad@email.example.com'],
    ['%{o}', 'email.example.com'],
    ['%{d4}', 'email.example.com'],
    ['%{d2}', 'example.com'],
    ['%{d1}', 'com'],
    ['%{dr}', 'com.example.email'],
    ['%{d2r}', 'example.email'],
    ['%{l-}', 'strong.bad'],
    ['%{lr-}', 'bad.strong'],
    ['%{l1r-}', 'strong'],
    ['%{ir}.%{v}._spf.%{d2}', '3.2.0.192.in-addr._spf.example.com'],
    ['%{lr-}.lp.%{ir}.%{v}._spf.%{d2}', 'bad.strong.lp.3.2.0.192.in-addr._spf.example.com'],
    ['%{H}%%%_%-', 'a%20b% %20'],
    ['%{p}', null],
  ];
  for (const [text, expected] of cases) {
    test(text, () => {
      const parsed = parseMacroString(text);
      assert.ok(!('fault' in parsed));
      assert.equal(expandMacros(parsed, values), expected);
    });
  }
});

suite('names are cut and refused as RFC 7208 says', () => {
  test('whole labels go until 253 characters are left', () => {
    const name = fitName(`${'a'.repeat(60)}.`.repeat(5) + 'Example.ORG.');
    assert.equal(name, `${'a'.repeat(60)}.`.repeat(3) + 'example.org');
  });
  test('a single label above 253 characters leaves nothing', () => assert.equal(fitName('a'.repeat(300)), ''));
  const cases: [name: string, askable: boolean][] = [['a.example', true], ['a..example', false], ['', false], [`${'a'.repeat(64)}.example`, false], ['\u00fc.example', false]];
  for (const [name, askable] of cases) test(JSON.stringify(name), () => assert.equal(isAskable(name), askable));
});

suite('records are rewritten without changing what else they say', () => {
  test('repaired', () => assert.equal(repaired(parseSpf('v=spf1 ipv4:192.0.2.1  a:192.0.2.2 -all;')), 'v=spf1 ip4:192.0.2.1 ip4:192.0.2.2 -all'));
  test('repaired gives up where one fault cannot be guessed', () => assert.equal(repaired(parseSpf('v=spf1 ipv4:192.0.2.1 moo -all')), null));
  test('endingIn takes the place of all and redirect', () => {
    assert.equal(endingIn('~all', parseSpf('v=spf1 mx +all')), 'v=spf1 mx ~all');
    assert.equal(endingIn('-all', parseSpf('v=spf1 mx redirect=_spf.example.org')), 'v=spf1 mx -all');
  });
  const merges: [texts: string[], expected: string | null][] = [
    [['v=spf1 mx -all', 'v=spf1 include:a.example mx -all'], 'v=spf1 mx include:a.example -all'],
    [['v=spf1 mx ~all', 'v=spf1 redirect=a.example'], 'v=spf1 mx include:a.example ~all'],
    [['v=spf1 mx -all', 'v=spf1 moo -all'], null],
  ];
  for (const [texts, expected] of merges) test(`merged: ${texts.join(' + ')}`, () => assert.equal(merged(texts), expected));
  const versions: [text: string, expected: string | null][] = [
    ['"v=spf1 mx -all"', 'v=spf1 mx -all'],
    ['v=spf1; mx -all', 'v=spf1 mx -all'],
    ['V = SPF1 mx', 'v=spf1 mx'],
    ['v=spf mx -all', 'v=spf1 mx -all'],
    ['v=spf10 mx', null],
    ['spf2.0/pra mx -all', null],
    ['v=DMARC1; p=none', null],
    ['v=spf1; moo', null],
  ];
  for (const [text, expected] of versions) test(`meantAsSpf: ${text}`, () => assert.equal(meantAsSpf(text), expected));
});

function readAll(text: string): void {
  const record = parseSpf(text);
  repaired(record);
  merged([text, text]);
  meantAsSpf(text);
  endingIn('-all', record);
  assert.equal(rewrite(text, word => word), ['v=spf1', ...wordsOf(text).map(({ text }) => text)].join(' '));
  for (const position of ['term', 'explanation'] as const) {
    const parsed = parseMacroString(text, position);
    if (!('fault' in parsed)) fitName(expandMacros(parsed, values) ?? '');
  }
}

suite('parsing is total', () => {
  const options = { seed: 7208, numRuns: 2000 };
  const real = [
    'v=spf1 a/24//64 mx:mail.example.org ip4:192.0.2.0/24 ip6:2001:db8::/32 include:_spf.example.org ~all',
    'v=spf1 exists:%{ir}.%{v}.%{l1r-+}._spf.%{D2} redirect=_spf.%{o} exp=why.%{d}',
    'v=spf1 ptr ?all x=%%%_%- ',
  ];
  const mutated = fc.tuple(fc.constantFrom(...real), fc.nat(110), fc.nat(8), fc.string({ unit: 'binary', maxLength: 8 }))
    .map(([text, at, cut, insert]) => text.slice(0, at) + insert + text.slice(at + cut));
  test('on arbitrary text', () => fc.assert(fc.property(fc.string({ unit: 'binary' }), readAll), options));
  test('on arbitrary terms', () => fc.assert(fc.property(fc.string({ unit: 'binary' }), text => readAll(`v=spf1 ${text}`)), options));
  test('on real records with changes', () => fc.assert(fc.property(mutated, readAll), options));
  for (const unit of ['a', ' ', ' a', '/', '/1', '//1', '%', '%{d', '%{d1', '%%', '.', 'a.', ':', '=', ' ip4:1.1.1.1', ' a:%{d}.b.c', ' ipv4:1.1.1.1,', '"', '-']) {
    test(`64 KiB of ${JSON.stringify(unit)} take no time`, () => {
      const startedMs = performance.now();
      for (const prefix of ['v=spf1 ', 'v=spf1 a:', 'v=spf1 ip4:', 'v=spf1 redirect=']) readAll(prefix + unit.repeat(65536 / unit.length));
      assert.ok(performance.now() - startedMs < 8000);
    });
  }
});
