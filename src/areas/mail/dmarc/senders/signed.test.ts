import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { nameSender } from './name-sender.ts';
import type { SenderFacts } from './shapes.ts';
import { isNewKey, keyOf, originOf, seenBefore, withSigned, type Signed } from './signed.ts';

const DAY = 20_000;
const KEY = 'key example.com';
const network = (asn: number | null) => ({ asn, name: null, domain: null, country: null });
const valid = { dkim: [{ domain: 'example.com', selector: 'key', result: 'pass' }], dkimAligned: true };
const broken = { dkim: [{ domain: 'example.com', selector: 'key', result: 'fail' }], dkimAligned: false };
const unsigned = { dkim: [], dkimAligned: false };
const sent = (...rows: [origin: string, messages: number, key?: string][]): Signed => withSigned(null, rows.map(([origin, messages, key = KEY]) => ({ key, origin, messages })), DAY);
const none = sent();

suite('the network that an address counts as', () => {
  test('its autonomous system', () => assert.equal(originOf('192.0.2.77', network(64500)), 'AS64500'));
  test('the /24 around it without data', () => assert.equal(originOf('192.0.2.77', null), '192.0.2.0/24'));
  test('the /48 around it where the data do not tell', () => assert.equal(originOf('2001:db8:1:2::9', network(null)), '2001:db8:1::/48'));
});

test('the key of a row is the valid one of the domain, else the broken one', () => {
  assert.equal(keyOf('example.com', valid), KEY);
  assert.equal(keyOf('example.com', broken), KEY);
  assert.equal(keyOf('example.com', { dkim: [{ domain: 'esp.example', selector: 's', result: 'pass' }, ...valid.dkim], dkimAligned: true }), KEY);
  for (const dkim of [[], [{ domain: 'esp.example', selector: 's', result: 'pass' }], [{ domain: 'example.com', selector: null, result: 'pass' }]]) assert.equal(keyOf('example.com', { dkim, dkimAligned: true }), null);
});

test('a key is new until a valid signature with it was remembered', () => {
  assert.deepEqual([null, none, sent(['AS1', 1])].map(signed => isNewKey(signed, 'example.com', valid)), [true, true, false]);
  assert.equal(isNewKey(null, 'example.com', broken), false);
});

suite('what is remembered says of a row', () => {
  const cases: [string, Signed, Parameters<typeof seenBefore>[2], object][] = [
    ['nothing signed: nothing of its key', none, valid, { alignedDkimFromNetwork: false }],
    ['its only network', sent(['AS1', 5]), valid, { alignedDkimFromNetwork: true, networksOfSelector: 1, homeOfSelector: true }],
    ['where nearly all comes from', sent(['AS1', 95], ['AS2', 3], ['AS3', 2]), valid, { alignedDkimFromNetwork: true, networksOfSelector: 3, homeOfSelector: true }],
    ['where a part comes from', sent(['AS1', 50], ['AS2', 50]), valid, { alignedDkimFromNetwork: true, networksOfSelector: 2, homeOfSelector: false }],
    ['a network that is new counts as one more', sent(['AS2', 5]), valid, { alignedDkimFromNetwork: false, networksOfSelector: 2, homeOfSelector: false }],
    ['a key that was never valid', sent(['AS1', 5, 'other example.com']), broken, { alignedDkimFromNetwork: true, networksOfSelector: 0 }],
    ['a key that is valid elsewhere', sent(['AS2', 5]), broken, { alignedDkimFromNetwork: false, networksOfSelector: 1, homeOfSelector: false }],
    ['no signature', sent(['AS2', 5]), unsigned, { alignedDkimFromNetwork: false }],
  ];
  for (const [name, signed, row, expected] of cases) test(name, () => assert.deepEqual(seenBefore(signed, 'example.com', row, 'AS1'), expected));
});

test('what is remembered is bounded, and what was seen last stays', () => {
  const many = (count: number, prefix: string) => Array.from({ length: count }, (_, at) => `${prefix}${at}`);
  const old = withSigned(null, [...many(150, 'AS').map(origin => ({ key: KEY, origin, messages: 1 })), ...many(60, 'k').map(key => ({ key, origin: 'AS1', messages: 1 }))], DAY);
  const later = withSigned(old, [{ key: KEY, origin: 'AS999', messages: 1 }, { key: 'new example.com', origin: 'AS1', messages: 1 }], DAY + 1);
  assert.deepEqual([later.size, later.get(KEY)?.size, later.get(KEY)?.has('AS999'), later.has('new example.com')], [50, 100, true, true]);
  assert.equal(withSigned(later, [], DAY + 1000).size, 0);
  assert.equal(isNewKey(later, 'example.com', { ...valid, dkim: [{ domain: 'example.com', selector: 'yet-another', result: 'pass' }] }), false);
});

test('an own server that only signs is own, what others pass on is forwarded, and a stranger was never seen to sign', () => {
  const signed = sent(['AS64500', 300], ['AS64501', 2]);
  const facts = (row: Pick<SenderFacts, 'dkim' | 'dkimAligned'>, origin: string): SenderFacts => ({
    policyDomain: 'example.com', headerFrom: 'example.com', envelopeFrom: 'example.com', spf: { domain: 'example.com', result: 'fail' }, spfAligned: false, reasons: [],
    ip: '203.0.113.9', ptr: null, network: null, spfHolder: null, ...row, seen: seenBefore(signed, 'example.com', row, origin),
  });
  const [own, passedOn, threat] = [nameSender(facts(valid, 'AS64500')), nameSender(facts(valid, 'AS64501')), nameSender(facts(unsigned, 'AS64666'))];
  assert.deepEqual([own.class, passedOn.class, threat.class], ['own', 'forwarder', 'threat']);
  assert.ok(own.reasons.includes('home_of_signature') && threat.reasons.includes('never_signed_here'));
});
