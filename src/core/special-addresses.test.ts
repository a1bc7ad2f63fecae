import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import fc from 'fast-check';
import { formatIp, parseCidr, type Cidr } from './ip.ts';
import { specialPurpose, specialRanges } from './special-addresses.ts';

/** The first and the last address of a range. */
function ends({ bytes, prefixLength }: Cidr): [string, string] {
  const last = bytes.map((byte, at) => byte | (0xff >> Math.max(0, Math.min(8, prefixLength - at * 8))));
  return [formatIp(bytes), formatIp(last)];
}

/** One of the many ways to write an IPv6 address (RFC 4291 §2.2). */
function spell(bytes: Uint8Array, zeroAt: number, style: { long: boolean; upper: boolean; quads: boolean }): string {
  const groups = Array.from({ length: 8 }, (_, at) => ((bytes[2 * at]! << 8) | bytes[2 * at + 1]!).toString(16).padStart(style.long ? 4 : 1, '0'));
  const tail = style.quads ? [bytes.slice(12).join('.')] : groups.slice(6);
  const whole = [...groups.slice(0, 6), ...tail];
  const squeezed = Number.parseInt(whole[zeroAt] ?? '1', 16) === 0 && zeroAt < 6 ? `${whole.slice(0, zeroAt).join(':')}::${whole.slice(zeroAt + 1).join(':')}` : whole.join(':');
  return style.upper ? squeezed.toUpperCase() : squeezed;
}

suite('every special range is known from its first address to its last', () => {
  for (const { range, name, rfc } of specialRanges) {
    test(`${range} ${name}`, () => {
      const cidr = parseCidr(range)!;
      const [first, last] = ends(cidr);
      assert.equal(formatIp(cidr.bytes), first);
      assert.ok(specialPurpose(first) && specialPurpose(last));
      assert.match(rfc, /^RFC \d+/);
    });
  }
  test('no range is listed twice', () => assert.equal(new Set(specialRanges.map(({ range }) => range)).size, specialRanges.length));
});

suite('the narrowest range gives the name', () => {
  const cases: [address: string, name: string][] = [
    ['0.0.0.0', 'This host on this network'], ['0.0.0.1', 'This network'], ['127.0.0.1', 'Loopback'], ['255.255.255.255', 'Limited broadcast'],
    ['192.0.0.171', 'NAT64/DNS64 discovery'], ['192.0.0.172', 'IETF protocol assignments'], ['192.88.99.2', '6a44 relay anycast'],
    ['::', 'Unspecified address'], ['::1', 'Loopback'], ['::2', 'IPv4-compatible (deprecated)'], ['::ffff:8.8.8.8', 'IPv4-mapped'],
    ['64:ff9b::8.8.8.8', 'IPv4-IPv6 translation (NAT64)'], ['2002:808:808::1', '6to4'], ['2001::1', 'Teredo'], ['2001:1::1', 'Port Control Protocol anycast'],
    ['fec0::1', 'Site local (deprecated)'], ['400::1', 'Not allocated'],
    ['', 'Not an IP address'], ['127.1', 'Not an IP address'], ['example.org', 'Not an IP address'], ['fe80::1%eth0', 'Not an IP address'],
  ];
  for (const [address, name] of cases) test(`${address} is ${name}`, () => assert.equal(specialPurpose(address)?.name, name));
});

suite('what lies next to the special ranges is public', () => {
  const publicAddresses = [
    '1.0.0.0', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0', '169.253.255.255', '169.255.0.0',
    '172.15.255.255', '172.32.0.0', '191.255.255.255', '192.0.1.0', '192.0.3.0', '192.88.98.255', '192.88.100.0', '192.167.255.255', '192.169.0.0',
    '198.17.255.255', '198.20.0.0', '198.51.99.255', '198.51.101.0', '203.0.112.255', '203.0.114.0', '223.255.255.255', '45.54.0.1',
    '2000::', '2001:200::1', '2001:dc0::1', '2001:db7:ffff::', '2001:db9::', '2003::1', '2606:4700::1111', '2a0e:b100::1', '3ffe:ffff::', '3fff:1000::',
  ];
  for (const address of publicAddresses) test(address, () => assert.equal(specialPurpose(address), null));
});

test('no way of writing a special IPv6 address makes it public', () => {
  const ranges = specialRanges.filter(({ range }) => range.includes(':')).map(({ range }) => parseCidr(range)!);
  const address = fc.tuple(fc.constantFrom(...ranges), fc.uint8Array({ minLength: 16, maxLength: 16 }), fc.boolean()).map(([{ bytes, prefixLength }, random, empty]) =>
    bytes.map((byte, at) => byte | ((empty ? 0 : random[at]!) & (0xff >> Math.max(0, Math.min(8, prefixLength - at * 8))))));
  const style = fc.record({ long: fc.boolean(), upper: fc.boolean(), quads: fc.boolean() });
  fc.assert(fc.property(address, fc.nat(7), style, (bytes, zeroAt, style) => specialPurpose(spell(bytes, zeroAt, style)) !== null), { seed: 6890, numRuns: 5000 });
});
