// What a scan says of blocklists and takeovers: what could not be read says nothing, and what is remembered confirms nothing.
import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { scanWith } from './scan.sample.ts';
import { isRemembered, keysOf, read } from './subjects.ts';

const ZEN = { zone: 'zen.spamhaus.org', name: 'Spamhaus ZEN' };
const abuse = { zone: ZEN.zone, state: 'listed', codes: [{ code: '127.0.0.2', weight: 'abuse', meaning: 'spam' }] };
const clean = { zone: ZEN.zone, state: 'clean', codes: [] };
const unanswered = { zone: ZEN.zone, state: 'unknown', codes: [] };
const mail = (target: string, host: string, ...answers: object[]) => ({ role: 'mail', target, host, answers });
const listings = (targets: readonly object[], unread: string | null = null) => scanWith({ blocklists: { status: 'checked', lists: [ZEN], unread: { mail: unread, web: null }, targets } });

suite('what blocklists say', () => {
  test('is said of mail servers of one\'s own, next to those of a provider', () => {
    const seen = listings([mail('45.54.1.1', 'aspmx.l.google.com', abuse), mail('45.54.1.2', 'mx.example.org', abuse), mail('45.54.1.3', 'mx2.example.org', clean)]);
    assert.deepEqual(read('blocklists', seen), ['Spamhaus ZEN 45.54.1.2: listed', 'Spamhaus ZEN 45.54.1.3: not listed']);
  });
  test('is nothing where a list did not answer', () => {
    assert.deepEqual(read('blocklists', listings([mail('45.54.1.2', 'mx.example.org', unanswered)])), []);
  });

  const asked: [says: string, unread: string | null, key: string, expected: boolean][] = [
    ['an address that the domain has', null, 'Spamhaus ZEN 45.54.1.2', true],
    ['an address that the domain has left', null, 'Spamhaus ZEN 45.54.1.9', false],
    ['an address, while those of the mail servers are not all known', 'timeout', 'Spamhaus ZEN 45.54.1.9', true],
    ['a list that is asked no more', null, 'Old List 45.54.1.2', false],
  ];
  for (const [says, unread, key, expected] of asked) {
    test(`${expected ? 'is asked' : 'is not asked'} of ${says}`, () => assert.equal(keysOf('blocklists', listings([mail('45.54.1.2', 'mx.example.org', clean)], unread))!.isAsked(key), expected));
  }
});

suite('what others may take over', () => {
  const takeover = { names: [{ name: 'www.example.org', target: 'a.cdn.example', service: 'cdn', danger: 'claim' }], unread: ['shop.example.org'] };
  const dangling = (evidence: string) => scanWith({ takeover }, [{ id: 'zone.dangling', state: 'fail', evidence: [evidence] }]);
  const of = (name: string, scan: ReturnType<typeof scanWith>) => read('takeover', scan)?.find(line => line.startsWith(`${name} `)) ?? null;

  test('is said next to an MX that dangles', () => {
    const scan = dangling('MX: mx.gone.example does not exist');
    assert.equal(of('www.example.org', scan), 'www.example.org at risk: claim a.cdn.example');
    assert.equal(of('mail.example.org', scan), 'mail.example.org safe');
  });
  test('is left to the alias that dangles, of its own name', () => assert.equal(of('www.example.org', dangling('CNAME of www.example.org: a.cdn.example does not exist')), null));
  test('is nothing of a name that could not be read', () => assert.equal(of('shop.example.org', scanWith({ takeover })), null));
});

suite('what a scan remembers', () => {
  for (const subject of ['takeover', 'blocklists'] as const) {
    test(`confirms no value of ${subject}`, () => {
      assert.equal(isRemembered(subject, scanWith({}, [], { asOf: { [subject]: '2026-11-22T08:00:00Z' } })), true);
      assert.equal(isRemembered(subject, scanWith()), false);
    });
  }
});
