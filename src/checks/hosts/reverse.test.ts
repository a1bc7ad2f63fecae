import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { reverseName } from './reverse.ts';

suite('the name under which PTR records lie (RFC 1035 §3.5, RFC 3596 §2.5)', () => {
  const cases: [address: string, name: string | null][] = [
    ['45.54.1.2', '2.1.54.45.in-addr.arpa'],
    ['2a0e:b100::1', '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.1.b.e.0.a.2.ip6.arpa'],
    ['mx.example.org', null],
  ];
  for (const [address, name] of cases) test(address, () => assert.equal(reverseName(address), name));
});
