import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import * as fc from 'fast-check';
import { parseIp } from '../../core/ip.ts';
import { parseServers, systemServers } from './system.ts';

suite('parseServers reads the list of resolvers', () => {
  const cases: [text: string, expected: string[] | null][] = [
    ['192.0.2.53', ['192.0.2.53 53']],
    ['127.0.0.1:5353', ['127.0.0.1 5353']],
    [' 192.0.2.53 , [2001:DB8::53]:5353,::1', ['192.0.2.53 53', '2001:db8::53 5353', '::1 53']],
    ['[::1]', ['::1 53']],
    ['192.0.2.53,192.0.2.53:53', ['192.0.2.53 53']],
    ['', null],
    ['192.0.2.53,', null],
    ['dns.example', null],
    ['192.0.2.53:0', null],
    ['192.0.2.53:65536', null],
    ['192.0.2.53:', null],
    ['[192.0.2.53]:53', null],
    ['[::1]:', null],
    ['fe80::1%eth0', null],
    ['192.0.2.053', null],
  ];
  for (const [text, expected] of cases) {
    test(JSON.stringify(text), () => {
      const parsed = parseServers(text);
      assert.deepEqual('servers' in parsed ? parsed.servers.map(({ address, port }) => `${address} ${port}`) : null, expected);
    });
  }
  test('the first bad entry is named', () => {
    const parsed = parseServers('192.0.2.53, resolver.example');
    assert.match('invalid' in parsed ? parsed.invalid : '', /^"resolver\.example" is no DNS server: write an IP address/);
  });
  test('never throws', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[[\]:.,0-9a-f]{0,40}$/)), text => void parseServers(text)), { seed: 20_261_121, numRuns: 1000 });
  });
});

test("the system's resolvers are addresses", () => {
  for (const { address, port } of systemServers()) assert.ok(parseIp(address) && port > 0);
});
