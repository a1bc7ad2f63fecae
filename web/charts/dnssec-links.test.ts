import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { CheckResult } from '../api/types.ts';
import { dsOf, keysOf } from './dnssec-links.ts';

const dnssec = (over: object) => ({ status: 'ok', issues: [], chain: [], algorithm: null, keys: [], ds: [], denial: null, ...over }) as CheckResult['records']['dnssec'];
const key = (keyTag: number, flags: number, algorithm = 13) => ({ keyTag, algorithm, flags, bits: 256 });
const ds = (keyTag: number, algorithm = 13, digestType = 2) => ({ keyTag, algorithm, digestType, digest: 'ab' });

suite('keys and DS records', () => {
  test('keys that the parent zone vouches for come first', () =>
    assert.deepEqual(keysOf(dnssec({ keys: [key(2, 256), key(9, 257)] })).map(({ role, keyTag, algorithm }) => [role, keyTag, algorithm]), [['KSK', 9, 'ECDSA P-256'], ['ZSK', 2, 'ECDSA P-256']]));
  test('a DS record fits a key of its tag and algorithm alone', () =>
    assert.deepEqual(dsOf(dnssec({ keys: [key(9, 257), key(7, 257, 8)], ds: [ds(9), ds(7), ds(5)] })).map(({ keyTag, fits }) => [keyTag, fits]), [[9, true], [7, false], [5, false]]));
  test('what has no name is shown by its number', () => {
    assert.equal(keysOf(dnssec({ keys: [key(1, 256, 250)] }))[0]?.algorithm, 'algorithm 250');
    assert.equal(dsOf(dnssec({ ds: [ds(1, 13, 9)] }))[0]?.digest, '9');
  });
});
