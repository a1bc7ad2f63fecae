import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import fc from 'fast-check';
import { clientNetwork, widerNetwork, formatIp, inCidr, parseCidr, parseIp } from './ip.ts';

suite('parseIp reads plain forms alone, and formatIp writes the one of RFC 5952', () => {
  const cases: [text: string, written: string | null][] = [
    ['192.0.2.1', '192.0.2.1'],
    ['255.255.255.255', '255.255.255.255'],
    ['2001:DB8::1', '2001:db8::1'],
    ['2001:0db8:0000:0000:0001:0000:0000:0001', '2001:db8::1:0:0:1'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['::', '::'],
    ['::1', '::1'],
    ['1::', '1::'],
    ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
    ['::2:3:4:5:6:7:8', '0:2:3:4:5:6:7:8'],
    ['::ffff:192.0.2.1', '::ffff:c000:201'],
    ['1:2:3:4:5:6:192.0.2.1', '1:2:3:4:5:6:c000:201'],
    ['', null], ['.', null], [':', null], [':::', null], ['1::2::3', null], ['1:2:3:4:5:6:7', null], ['1:2:3:4:5:6:7:8:9', null],
    ['1:2:3:4:5:6:7:8::', null], ['1:2:3:4:5:6:7:192.0.2.1', null], ['192.0.2.1::', null], ['::192.0.2.256', null], ['::01.2.3.4', null],
    ['fe80::1%eth0', null], ['[::1]', null], ['12345::', null], ['g::', null], ['::-1', null], ['::0x1', null],
    ['192.0.2', null], ['192.0.2.1.', null], ['192.0.2.01', null], ['192.0.2.256', null], ['0x7f.0.0.1', null], ['127.1', null],
    ['2130706433', null], [' 192.0.2.1', null], ['192.0.2.1\n', null], ['１９２.0.2.1', null], ['+1.2.3.4', null], ['1.2.3.4/32', null],
  ];
  for (const [text, written] of cases) {
    test(JSON.stringify(text), () => {
      const bytes = parseIp(text);
      assert.equal(bytes && formatIp(bytes), written);
    });
  }
  test('any address survives being written and read', () => {
    const bytes = fc.oneof(fc.uint8Array({ minLength: 4, maxLength: 4 }), fc.uint8Array({ minLength: 16, maxLength: 16 }), fc.array(fc.constantFrom(0, 0, 1), { minLength: 16, maxLength: 16 }));
    fc.assert(fc.property(bytes, bytes => assert.deepEqual(parseIp(formatIp(Uint8Array.from(bytes))), Uint8Array.from(bytes))), { seed: 5952, numRuns: 2000 });
  });
  test('no text at all ends in an error', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom('0', '1', 'f', ':', '::', '.', '/', '%') }));
    fc.assert(fc.property(text, text => {
      parseCidr(text);
      return [4, 16, undefined].includes(parseIp(text)?.length);
    }), { seed: 4291, numRuns: 2000 });
  });
});

suite('a range holds exactly the addresses that share its first bits', () => {
  const cases: [range: string, address: string, holds: boolean][] = [
    ['10.0.0.0/8', '10.255.255.255', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['10.1.2.3/8', '10.9.9.9', true],
    ['172.16.0.0/12', '172.31.255.255', true],
    ['172.16.0.0/12', '172.32.0.0', false],
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.6', false],
    ['0.0.0.0/0', '255.255.255.255', true],
    ['0.0.0.0/0', '::', false],
    ['::/0', 'ffff::', true],
    ['fc00::/7', 'fdff::1', true],
    ['fc00::/7', 'fe00::', false],
    ['2001:db8::/31', '2001:db9::', true],
    ['2001:db8::/31', '2001:dba::', false],
    ['::ffff:0:0/96', '10.0.0.1', false],
  ];
  for (const [range, address, holds] of cases) test(`${address} in ${range}: ${holds}`, () => assert.equal(inCidr(parseIp(address)!, parseCidr(range)!), holds));
  for (const text of ['', '/', '10.0.0.0/', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/8/8', '::/129', 'x/8', '10.0.0/8', '10.0.0.0/8 ']) {
    test(`${JSON.stringify(text)} is no range`, () => assert.equal(parseCidr(text), null));
  }
});

suite('people are shown the network that a client is in', () => {
  const cases: [address: string, network: string | null][] = [
    ['203.0.113.77', '203.0.113.0/24'], ['::ffff:203.0.113.77', '203.0.113.0/24'], ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'], ['::1', '::/48'], ['unknown', null],
  ];
  for (const [address, network] of cases) test(address, () => assert.equal(widerNetwork(address), network));
});

suite('a client is one network, however it writes its address', () => {
  const cases: [address: string, network: string][] = [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
    ['::1', '::/64'],
  ];
  for (const [address, network] of cases) test(address, () => assert.equal(clientNetwork(address), network));
});
