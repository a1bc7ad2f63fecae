import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { Lookup } from '../../core/lookup.ts';
import { goldenSuite } from '../golden.ts';
import { analyzeBlocklists } from './analyze.ts';
import type { BlocklistsFacts } from './collect.ts';
import { blocklistOf, blocklists, parseBlocklists, retiredZones, usualZones } from './lists.ts';
import { labelsFor, zoneToAsk } from './question.ts';
import { rules } from './rules.ts';
import { faultOf, stateOf } from './state.ts';

goldenSuite<BlocklistsFacts, undefined>('analyzeBlocklists agrees with every golden case', import.meta.url, rules, ({ facts }) => analyzeBlocklists(facts));

const found = (...value: string[]): Lookup<readonly string[]> => ({ outcome: 'found', value, via: [], ttlSeconds: 60 });
const absent: Lookup<readonly string[]> = { outcome: 'absent', nxdomain: true, via: [] };
const failed: Lookup<readonly string[]> = { outcome: 'failed', kind: 'timeout', cause: 'timeout' };

suite('what an answer means (RFC 5782 §2.3)', () => {
  const cases: [zone: string, lookup: Lookup<readonly string[]>, meaning: string][] = [
    ['zen.spamhaus.org', absent, 'clean'],
    ['zen.spamhaus.org', failed, 'timeout'],
    ['zen.spamhaus.org', found('127.0.0.2'), 'abuse'],
    ['zen.spamhaus.org', found('127.0.0.10'), 'policy'],
    ['zen.spamhaus.org', found('127.0.0.10', '127.0.0.4'), 'policy abuse'],
    ['zen.spamhaus.org', found('127.255.255.252'), 'it does not know the zone that was asked for'],
    ['zen.spamhaus.org', found('127.255.255.254'), 'it does not answer public resolvers: use a resolver of your own, or set DSS_SPAMHAUS_DQS_KEY'],
    ['zen.spamhaus.org', found('127.255.255.255'), 'it was asked too often'],
    ['zen.spamhaus.org', found('127.255.255.250'), 'it answers with the error 127.255.255.250'],
    ['zen.spamhaus.org', found('127.0.0.99'), 'its answer 127.0.0.99 is not documented'],
    ['zen.spamhaus.org', found('127.0.0.2', '203.0.113.7'), 'it answers 203.0.113.7, which no list that works does'],
    ['dbl.spamhaus.org', found('127.0.1.255'), 'it was asked for an address and lists domains'],
    ['multi.uribl.com', found('127.0.0.1'), 'it refuses to answer this resolver'],
    ['multi.uribl.com', found('127.0.0.6'), 'abuse notice'],
    ['multi.surbl.org', found('127.0.0.80'), 'abuse abuse'],
    ['dnsbl.dronebl.org', found('127.0.0.1'), 'notice'],
    ['dnsbl.dronebl.org', found('127.0.0.17'), 'abuse'],
    ['an.operators.list.example', found('127.0.0.2'), 'abuse'],
    ['an.operators.list.example', found('127.0.0.1'), 'it refuses to answer this resolver'],
  ];
  for (const [zone, lookup, meaning] of cases) {
    test(`${zone}: ${lookup.outcome === 'found' ? lookup.value.join(' ') : lookup.outcome}`, () => {
      const state = stateOf(blocklistOf(zone), lookup);
      assert.equal(state.state === 'listed' ? state.codes.map(({ weight }) => weight).join(' ') : state.state === 'clean' ? 'clean' : state.cause, meaning);
    });
  }
});

suite('a list is believed only where its test points are right (RFC 5782 §5)', () => {
  const zen = blocklistOf('zen.spamhaus.org');
  const cases: [says: string, listed: Lookup<readonly string[]>, clean: Lookup<readonly string[]>, fault: string | null][] = [
    ['it works', found('127.0.0.2', '127.0.0.4', '127.0.0.10'), absent, null],
    ['it is empty', absent, absent, 'it does not list its own test entry'],
    ['it lists everything', found('127.0.0.2'), found('127.0.0.2'), 'it lists everything'],
    ['it is parked', found('203.0.113.7'), found('203.0.113.7'), 'it answers 203.0.113.7, which no list that works does'],
    ['it is silent', failed, failed, 'timeout'],
    ['it is half silent', found('127.0.0.2'), failed, 'timeout'],
    ['it turns public resolvers away', found('127.255.255.254'), found('127.255.255.254'), 'it does not answer public resolvers: use a resolver of your own, or set DSS_SPAMHAUS_DQS_KEY'],
  ];
  for (const [says, listed, clean, fault] of cases) test(says, () => assert.equal(faultOf(zen, listed, clean), fault));
});

suite('the name that a list is asked for', () => {
  const cases: [target: string, labels: string][] = [
    ['192.0.2.99', '99.2.0.192'],
    ['2001:db8:1:2:3:4:567:89ab', 'b.a.9.8.7.6.5.0.4.0.0.0.3.0.0.0.2.0.0.0.1.0.0.0.8.b.d.0.1.0.0.2'],
    ['example.org', 'example.org'],
  ];
  for (const [target, labels] of cases) test(target, () => assert.equal(labelsFor(target), labels));
  test('a key goes to the service that knows it, and nowhere else', () => {
    const zones = (key: string | null) => ['zen.spamhaus.org', 'dbl.spamhaus.org', 'bl.spamcop.net'].map(zone => zoneToAsk(blocklistOf(zone), key));
    assert.deepEqual(zones('k'), ['k.zen.dq.spamhaus.net', 'k.dbl.dq.spamhaus.net', 'bl.spamcop.net']);
    assert.deepEqual(zones(null), ['zen.spamhaus.org', 'dbl.spamhaus.org', 'bl.spamcop.net']);
  });
});

suite('the table of lists holds together', () => {
  test('no list that was shut down ships', () => assert.deepEqual(blocklists.filter(({ zone }) => zone in retiredZones), []));
  test('each zone stands once', () => assert.equal(new Set(blocklists.map(({ zone }) => zone)).size, blocklists.length));
  test('levels that list whole networks are asked only where the operator names them', () => assert.ok(!usualZones.includes('dnsbl-3.uceprotect.net') && usualZones.includes('dnsbl-1.uceprotect.net')));
  test('no error is documented as a listing', () => {
    const codes = blocklists.flatMap(list => Object.keys(list.codes));
    assert.deepEqual(codes.filter(code => !code.startsWith('127.0.') || code === '127.0.1.255'), []);
  });
});

test('zones are read as an operator writes them', () => {
  assert.deepEqual(parseBlocklists('off'), { zones: [] });
  assert.deepEqual(parseBlocklists(' A.example. ,b.example,'), { zones: ['a.example', 'b.example'] });
  assert.ok('invalid' in parseBlocklists('a b') && 'invalid' in parseBlocklists('ix.dnsbl.manitu.net'));
});
