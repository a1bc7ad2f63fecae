// Every code that a list of the table documents, and every code by which lists refuse: errors are never listings.
import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { blocklistOf, blocklists, type Weight } from './lists.ts';
import { stateOf } from './state.ts';

const A = 'abuse', P = 'policy', N = 'notice';

/** By zone and code, what the answer means. */
const codes: Readonly<Record<string, Readonly<Record<string, Weight>>>> = {
  'zen.spamhaus.org': {
    '127.0.0.2': A, '127.0.0.3': A, '127.0.0.4': A, '127.0.0.5': A, '127.0.0.6': A, '127.0.0.7': A, '127.0.0.9': A, '127.0.0.30': A, '127.0.0.10': P, '127.0.0.11': P,
  },
  'bl.spamcop.net': { '127.0.0.2': A },
  'psbl.surriel.com': { '127.0.0.2': A },
  'b.barracudacentral.org': { '127.0.0.2': A },
  'dnsbl.dronebl.org': {
    '127.0.0.1': N, '127.0.0.2': N, '127.0.0.3': A, '127.0.0.6': A, '127.0.0.7': A, '127.0.0.8': A, '127.0.0.9': A, '127.0.0.10': A, '127.0.0.11': N, '127.0.0.13': A, '127.0.0.14': A, '127.0.0.15': A, '127.0.0.19': N,
  },
  'bl.mailspike.net': { '127.0.0.2': A, '127.0.0.10': A, '127.0.0.11': A, '127.0.0.12': A },
  'bl.blocklist.de': {},
  'dnsbl-1.uceprotect.net': { '127.0.0.2': A },
  'dnsbl-2.uceprotect.net': { '127.0.0.2': N },
  'dnsbl-3.uceprotect.net': { '127.0.0.2': N },
  'all.spamrats.com': { '127.0.0.36': P, '127.0.0.37': P, '127.0.0.38': A, '127.0.0.43': A },
  'ips.backscatterer.org': { '127.0.0.2': N },
  'dbl.spamhaus.org': {
    '127.0.1.2': A, '127.0.1.4': A, '127.0.1.5': A, '127.0.1.6': A, '127.0.1.102': A, '127.0.1.103': A, '127.0.1.104': A, '127.0.1.105': A, '127.0.1.106': A,
  },
  'multi.surbl.org': { '127.0.0.4': N, '127.0.0.8': A, '127.0.0.16': A, '127.0.0.32': N, '127.0.0.64': A, '127.0.0.128': A },
  'multi.uribl.com': { '127.0.0.2': A, '127.0.0.4': N, '127.0.0.8': N },
};

/** Of every list: refusals, errors, and answers of what is a list no more. */
const never = ['127.255.255.252', '127.255.255.254', '127.255.255.255', '127.255.255.250', '127.0.1.255', '127.1.2.3', '203.0.113.7', '0.0.0.0', '192.168.1.1', 'anything'];

const found = (code: string) => ({ outcome: 'found', value: [code], via: [], ttlSeconds: 60 }) as const;

test('the table has every list of addresses and domains, twelve at least', () => {
  assert.deepEqual(Object.keys(codes).toSorted(), blocklists.map(({ zone }) => zone).toSorted());
  assert.ok(Object.keys(codes).length >= 12);
});

for (const [zone, meanings] of Object.entries(codes)) {
  const list = blocklistOf(zone);
  suite(zone, () => {
    test('the table has every code that is documented', () => assert.deepEqual(Object.keys(list.codes).filter(code => !(code in meanings)), []));
    for (const [code, weight] of Object.entries(meanings)) {
      test(`${code} is ${weight}`, () => {
        const state = stateOf(list, found(code));
        assert.deepEqual(state.state === 'listed' ? state.codes.map(one => one.weight) : state, [weight]);
      });
    }
    for (const code of never) test(`${code} is no listing`, () => assert.equal(stateOf(list, found(code)).state, 'unknown'));
    if (!('127.0.0.1' in meanings)) test('127.0.0.1 is a refusal', () => assert.equal(stateOf(list, found('127.0.0.1')).state, 'unknown'));
    test('a listing next to an answer outside 127.0.0.0/8 is none', () => assert.equal(stateOf(list, { ...found('127.0.0.2'), value: ['127.0.0.2', '203.0.113.7'] }).state, 'unknown'));
  });
}

suite('what lists answer that is in no table', () => {
  const cases: [zone: string, code: string, state: string][] = [
    ['bl.blocklist.de', '127.0.0.9', 'listed'], ['dnsbl.dronebl.org', '127.0.0.17', 'listed'], ['zen.spamhaus.org', '127.0.0.99', 'unknown'], ['bl.spamcop.net', '127.0.0.3', 'unknown'], ['multi.uribl.com', '127.0.0.1', 'unknown'],
    ['an.operators.list.example', '127.0.0.2', 'listed'], ['an.operators.list.example', '127.0.0.1', 'unknown'], ['an.operators.list.example', '127.255.255.254', 'unknown'],
  ];
  for (const [zone, code, state] of cases) test(`${zone} ${code} is ${state}`, () => assert.equal(stateOf(blocklistOf(zone), found(code)).state, state));
});
