import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { sayFailedLookup } from './failed-lookup.ts';

suite('a failed lookup is described in plain words, without the address of the server that was asked', () => {
  const cases: [cause: string, says: string][] = [
    ['MX of example.org: SERVFAIL from 127.0.0.1:39473', 'the MX records of example.org could not be read, because DNS reported an error (SERVFAIL)'],
    ['TXT of _dmarc.example.org: timeout at [2001:db8::53]:53', 'the TXT records of _dmarc.example.org could not be read, because there was no answer in time'],
    ['NS of example.org: SERVFAIL from 192.0.2.53 (EDE 22: No Reachable Authority); timeout at 192.0.2.54', 'the NS records of example.org could not be read, because DNS reported an error (SERVFAIL)'],
    ['A of mx.example.org: 192.0.2.53:53 is unreachable (connect ECONNREFUSED 192.0.2.53:53)', 'the A records of mx.example.org could not be read, because no connection was possible'],
    ['delegation of example.org: no server of org answers to this host (192.0.2.1, 2001:db8::1)', 'the delegation of example.org could not be read, because there was no answer in time'],
    ['registration of example.org: RDAP: 127.0.0.1:32881: timeout; WHOIS: timeout', 'the registration data of example.org could not be read, because there was no answer in time'],
    ['registration of example.org: the registry refused to answer: Number of allowed queries exceeded.', 'the registration data of example.org could not be read, because the registry refused to answer: Number of allowed queries exceeded.'],
    ['registration of example.org: the registry says that it is not registered, and DNS could not be asked', 'the registration data of example.org could not be read, because the registry says that it is not registered, and DNS could not be asked'],
    ['example.org:443: timeout', 'example.org:443: there was no answer in time'],
    ['port 25 of mx2.example.org: connection refused', 'port 25 of mx2.example.org: no connection was possible'],
    ['example.org:443: handshake failure', 'example.org:443: handshake failure'],
    ['SOA at ns2.example.net (45.54.2.53, UDP): the answer of 45.54.2.53 cannot be read: it ends too early', 'SOA at ns2.example.net: the answer was unreadable'],
    ['the MX records could not be looked up', 'the MX records could not be looked up'],
  ];
  for (const [cause, says] of cases) test(cause, () => assert.equal(sayFailedLookup(cause), `Lookup failed: ${says}`));
  test('a cause that somebody else wrote costs no time', () => {
    const started = performance.now();
    sayFailedLookup(`MX of example.org: ${'1:'.repeat(50_000)}${'('.repeat(50_000)}`);
    assert.ok(performance.now() - started < 500);
  });
});
