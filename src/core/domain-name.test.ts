import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import fc from 'fast-check';
import { hasTopLevelDomain, isPublicSuffix, isWithin, noteOnTop, openDomain, parseDomain, registrableDomain, toUnicode } from './domain-name.ts';

suite('a bare domain name is accepted as lower-case A-labels', () => {
  const cases: [input: string, domain: string][] = [
    ['example.org', 'example.org'],
    ['EXAMPLE.Org', 'example.org'],
    ['example.org.', 'example.org'],
    ['  example.org\n', 'example.org'],
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['MÜNCHEN.example', 'xn--mnchen-3ya.example'],
    ['xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
    ['例え。テスト', 'xn--r8jz45g.xn--zckzah'],
    ['faß.example', 'xn--fa-hia.example'],
    ['www.com', 'www.com'],
    ['www.co.uk', 'www.co.uk'],
    ['www.mail.example.org', 'www.mail.example.org'],
    ['co.uk', 'co.uk'],
    ['a-b.example', 'a-b.example'],
    ['1.example', '1.example'],
    [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
  ];
  for (const [input, domain] of cases) test(JSON.stringify(input), () => assert.deepEqual(parseDomain(input), { ok: true, domain }));
});

suite('anything else is refused, with the name that was meant where it is obvious', () => {
  const cases: [input: string, suggestion: string | undefined][] = [
    ['https://example.org', 'example.org'],
    ['https://www.example.org/path?x=1#y', 'example.org'],
    ['http://user:password@example.org:8080/', 'example.org'],
    ['HTTP://EXAMPLE.ORG', 'example.org'],
    ['//example.org/x', 'example.org'],
    ['ftp://files.example.org', 'files.example.org'],
    ['example.org/path', 'example.org'],
    ['example.org/', 'example.org'],
    ['example.org?x=1', 'example.org'],
    ['example.org#top', 'example.org'],
    ['example.org\\x', 'example.org'],
    ['example.org:443', 'example.org'],
    ['example.org:', 'example.org'],
    ['someone@example.org', 'example.org'],
    ['mailto:someone@example.org', 'example.org'],
    ['Some One <someone@example.org>', undefined],
    ['www.example.org', 'example.org'],
    ['WWW.Example.ORG.', 'example.org'],
    ['www.example.co.uk', 'example.co.uk'],
    ['https://münchen.example/', 'xn--mnchen-3ya.example'],
    ['192.0.2.1', undefined],
    ['192.0.2.1:25', undefined],
    ['192.0.2.0/24', undefined],
    ['2001:db8::1', undefined],
    ['[2001:db8::1]:25', undefined],
    ['http://192.0.2.1/', undefined],
    ['::ffff:192.0.2.1', undefined],
    ['127.1', undefined],
    ['1.2.3', undefined],
    ['example.0x7f', undefined],
    ['localhost', undefined],
    ['example', undefined],
    ['org.', undefined],
    ['', undefined],
    ['   ', undefined],
    ['.', undefined],
    ['..', undefined],
    ['.example.org', undefined],
    ['example..org', undefined],
    ['example.org..', undefined],
    ['-example.org', undefined],
    ['example-.org', undefined],
    ['exam ple.org', undefined],
    ['exam_ple.org', undefined],
    ['*.example.org', undefined],
    ['example.org,example.net', undefined],
    ['exa\u0000mple.org', undefined],
    ['exa\u200bmple.org\u202e', undefined],
    ['xn--zzzzzz99999.example', undefined],
    ['xn--.example', undefined],
    [`${'a'.repeat(64)}.example`, undefined],
    [`${'a.'.repeat(130)}example`, undefined],
    ['a'.repeat(5000), undefined],
  ];
  for (const [input, suggestion] of cases) {
    test(JSON.stringify(input.slice(0, 60)), () => {
      const parsed = parseDomain(input);
      assert.equal(parsed.ok, false);
      assert.equal(parsed.ok ? null : parsed.suggestion, suggestion);
    });
  }
  test('a suggestion is itself accepted', () => {
    for (const [input, suggestion] of cases) if (suggestion) assert.deepEqual(parseDomain(suggestion), { ok: true, domain: suggestion }, input);
  });
  test('no input at all ends in an error, and what is accepted is a name', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), input => {
      const parsed = parseDomain(input);
      return !parsed.ok || /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(parsed.domain);
    }), { seed: 5890, numRuns: 2000 });
  });
});

suite('the public suffix list, private section included, tells where names are registered', () => {
  const cases: [name: string, registrable: string | null][] = [
    ['a.b.example.org', 'example.org'],
    ['a.example.co.uk', 'example.co.uk'],
    ['co.uk', null],
    ['shop.blogspot.com', 'shop.blogspot.com'],
    ['blogspot.com', null],
    ['a.unknown-tld-example', 'a.unknown-tld-example'],
  ];
  for (const [name, registrable] of cases) test(name, () => assert.equal(registrableDomain(name), registrable));
  test('a suffix is known as one', () => assert.deepEqual(['co.uk', 'example.co.uk', 'com'].map(isPublicSuffix), [true, false, true]));
});

suite('only a name below a real and open top-level domain can be registered by anybody', () => {
  const cases: [host: string, open: string | null, says: string][] = [
    ['spf.gone.com', 'gone.com', 'a host below a registered name'],
    ['a.gone.co.uk', 'gone.co.uk', 'a second-level suffix'],
    ['shop.github.io', 'github.io', 'a suffix of the private section is its owner\'s'],
    ['a.xn--mnchen-3ya.de', 'xn--mnchen-3ya.de', 'an internationalised label'],
    ['x.xn--p1ai', 'x.xn--p1ai', 'an internationalised top-level domain'],
    ['_spf.google.com-all', null, 'a lost blank makes a last label that nobody delegated'],
    ['mail.google.con', null, 'a typing error in the last label'],
    ['mail.corp.local', null, 'a name of the local network'],
    ['spf.gone.example', null, 'reserved for examples (RFC 2606 §2)'],
    ['gone.test', null, 'reserved for tests (RFC 2606 §2)'],
    ['4.3.2.1.in-addr.arpa', null, 'infrastructure'],
    ['gone.gov', null, 'one government alone'],
    ['gone.gov.uk', null, 'another government'],
    ['a.gone.mil', null, 'armed forces'],
    ['hidden.onion', null, 'no part of the DNS (RFC 7686)'],
    ['_spf.com', null, 'no registry takes an underscore'],
    ['-gone.com', null, 'nor a hyphen in front'],
    ['ab--cd.com', null, 'nor two hyphens in third position (RFC 5891 §4.2.3.1)'],
    ['xn--zzzzzz99999.com', null, 'nor what only resembles an A-label'],
    ['co.uk', null, 'a suffix itself'],
    ['com', null, 'a top-level domain itself'],
    ['192.0.2.1', null, 'an address'],
    ['', null, 'the root'],
  ];
  for (const [host, open, says] of cases) test(`${host}: ${says}`, () => assert.equal(openDomain(host), open));
  test('a last label that is probably a typing error is named', () => {
    assert.deepEqual(['mail.google.con', 'mail.google.com', 'mail.example', 'localhost'].map(noteOnTop), ['; there is no top-level domain "con"', '', '', '']);
  });
  test('a top-level domain is known as one', () => {
    assert.deepEqual(['a.com', 'a.b.ck', 'com', 'a.com-all', 'a.con', 'a.example'].map(hasTopLevelDomain), [true, true, true, false, false, false]);
  });
});

test('names lie within others by whole labels only', () => {
  assert.deepEqual([isWithin('a.google.com', 'google.com'), isWithin('google.com', 'google.com'), isWithin('evilgoogle.com', 'google.com')], [true, true, false]);
});

test('people see U-labels', () => assert.equal(toUnicode('xn--mnchen-3ya.example'), 'münchen.example'));
