import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { referralBytes } from './referral-size.ts';

// 12 of the header, 259 of the longest question, 12 before the data of each record.
suite('referralBytes counts a compressed message', () => {
  const cases: [says: string, zone: string, parent: string, names: string[], bytes: number][] = [
    ['a name in the zone: one label and a pointer', 'example.org', 'org', ['ns1.example.org'], 271 + 12 + 4 + 2 + 2 * 12 + 4 + 16],
    ['outside of the zone: what they share is a pointer', 'example.org', 'org', ['ns1.host.org'], 271 + 12 + 4 + 5 + 2 + 2 * 12 + 4 + 16],
    ['in another zone: no addresses', 'example.org', 'org', ['ns1.host.net'], 271 + 12 + 4 + 5 + 4 + 1],
    ['the second points at the first', 'example.org', 'org', ['ns1.host.net', 'ns2.host.net'], 271 + 12 + 14 + 12 + 4 + 2],
    ['one outside is enough for none', 'example.org', 'org', ['ns1.example.org', 'ns.host.net'], 271 + 12 + 6 + 12 + 3 + 5 + 4 + 1],
    ['below the root every name is at hand', 'org', '', ['a.nic.net'], 271 + 12 + 2 + 4 + 4 + 1 + 2 * 12 + 4 + 16],
  ];
  for (const [says, zone, parent, names, bytes] of cases) test(says, () => assert.equal(referralBytes(zone, parent, names), bytes));
});
