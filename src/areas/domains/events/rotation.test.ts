import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { isTurn, learn, type Learnt } from './rotation.ts';
import { canonical } from './value.ts';

const DAY_MS = 86_400_000;
const at = (...addresses: string[]) => canonical(addresses.map(address => `example.org ${address.includes(':') ? 'AAAA' : 'A'} ${address}`));
const accepted = at('192.0.2.1');

/** What is known after looks a day apart. */
function after(scans: readonly (readonly string[])[], everyMs = DAY_MS): Learnt | null {
  return scans.reduce<Learnt | null>((learnt, seen, day) => learn(learnt, accepted, seen, (day + 1) * everyMs), null);
}

suite('addresses that take turns', () => {
  const other = at('198.51.100.1');
  const cases: [says: string, learnt: Learnt | null, seen: readonly string[], expected: boolean][] = [
    ['one change is no rotation', after([other]), other, false],
    ['three turns within seven days are one', after([other, accepted, other]), other, true],
    ['three turns in three weeks are none', after([other, accepted, other], 7 * DAY_MS), other, false],
    ['another address of a network that was seen is no change', after([other, accepted, other]), at('198.51.100.77', '192.0.2.200'), true],
    ['a network that was never seen is', after([other, accepted, other]), at('203.0.113.1'), false],
    ['one stranger among them is', after([other, accepted, other]), at('192.0.2.1', '203.0.113.1'), false],
    ['a stranger that stays is not learnt', after([other, accepted, other, at('203.0.113.1'), at('203.0.113.1')]), at('203.0.113.1'), false],
    ['a stranger that went is', after([other, accepted, other, at('203.0.113.1'), other]), at('203.0.113.1'), true],
    ['IPv6 networks are of 48 bits', after([at('2001:db8:1::1'), accepted, other]), at('2001:db8:1:2::9'), true],
    ['all of a cloud is one place', after([at('52.1.2.3'), accepted, other]), at('54.200.1.1'), true],
    ['the next IPv6 network is another one', after([at('2001:db8:1::1'), accepted, other]), at('2001:db8:2::1'), false],
  ];
  for (const [says, learnt, seen, expected] of cases) test(says, () => assert.equal(isTurn(learnt, seen), expected));
  test('nothing is noted while all is as accepted', () => assert.equal(after([accepted, accepted]), null));
});
