import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import * as fc from 'fast-check';
import { Cursor } from './cursor.ts';
import { answersQuery, decode, encodeQuery, mixCase, type Message } from './message.ts';
import { canonicalName, encodeName, readName } from './name.ts';
import { readRdata, type Rdata } from './rdata.ts';
import { extendedError, nameBytes, replyTo, stringBytes, u16, u32, write } from './testing/packets.ts';
import { extendedErrorText, rcodeText, typeCodes, type TypeName } from './types.ts';

const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(/\s/g, ''), 'hex'));

function decoded(bytes: Uint8Array): Message {
  const message = decode(bytes);
  assert.ok(!('malformed' in message), JSON.stringify(message));
  return message;
}

function query(name: string, type: TypeName, id = 0x1234): Uint8Array {
  return encodeQuery({ name, type: typeCodes[type] }, { id, recursionDesired: true, edns: null })!;
}

const errorsOf = (...edns: { code: number; data: number[] }[]) => decoded(replyTo(query('a.example', 'A'), { rcode: 2, edns })).errors;
const bytes = (text: string) => Uint8Array.from(Buffer.from(text));

suite('encodeName writes what can stand on the wire and refuses the rest', () => {
  const long = 'a'.repeat(63);
  const cases: [name: string, expected: string | null][] = [
    ['', '00'],
    ['.', '00'],
    ['example.org', '076578616d706c65 036f7267 00'],
    ['example.org.', '076578616d706c65 036f7267 00'],
    ['a\\.b.c', '03612e62 0163 00'],
    ['a\\\\.c', '02615c 0163 00'],
    ['\\000\\255', '0200ff 00'],
    [`${long}.${long}.${long}.${'a'.repeat(61)}`, `3f${'61'.repeat(63)}`.repeat(3) + `3d${'61'.repeat(61)}00`],
    [`${long}.${long}.${long}.${'a'.repeat(62)}`, null],
    [`${long}a.org`, null],
    ['a..b', null],
    ['.a', null],
    ['..', null],
    ['a\\', null],
    ['a\\1', null],
    ['a\\256', null],
    ['bücher.example', null],
    ['\u212a.example', null],
    ['a.'.repeat(128), null],
    ['x'.repeat(100_000), null],
  ];
  for (const [name, expected] of cases) {
    test(JSON.stringify(name.slice(0, 40)), () => {
      const wire = encodeName(name);
      assert.equal(wire && Buffer.from(wire).toString('hex'), expected && expected.replaceAll(' ', ''));
    });
  }
  test('the longest name has 127 labels', () => assert.equal(encodeName('a.'.repeat(127))?.length, 255));
  test('the canonical form is lower case, unescaped where it can be, without the last dot', () =>
    assert.equal(canonicalName('EXAMPLE.\\079rg.'), 'example.org'));
});

suite('readName follows compression backwards only', () => {
  const cases: [says: string, bytes: string, at: number, expected: string | null, after: number][] = [
    ['a plain name', '01610162 00', 0, 'a.b', 5],
    ['a pointer to a name', '016100 0162c000', 3, 'b.a', 7],
    ['a pointer to a pointer', '016100 c000 c003', 5, 'a', 7],
    ['a pointer to itself', 'c000', 0, null, 0],
    ['a pointer forwards', 'c002 016100', 0, null, 0],
    ['two pointers in a circle', '0161c004 0162c000', 4, null, 0],
    ['a reserved label type', '4161 00', 0, null, 0],
    ['half a pointer', '0161c0', 0, null, 0],
    ['a label beyond the end', '0561', 0, null, 0],
    ['no end', '0161', 0, null, 0],
    ['odd bytes', '04002e5cff 00', 0, '\\000\\.\\\\\\255', 6],
    ['upper case', '0341424300', 0, 'abc', 5],
  ];
  for (const [says, bytes, at, expected, after] of cases) {
    test(says, () => {
      const cursor = new Cursor(hex(bytes), at);
      const name = readName(cursor);
      assert.equal(cursor.failure === null ? name : null, expected);
      if (expected !== null) assert.equal(cursor.at, after);
    });
  }
  test('a name above 255 bytes is refused, also when pointers make it so', () => {
    const part = [63, ...Array<number>(63).fill(0x61)];
    const bytes = Uint8Array.from([...part, 0, ...part, 0xc0, 0, ...part, 0xc0, 65, ...part, 0xc0, 131]);
    const cursor = new Cursor(bytes, 197);
    readName(cursor);
    assert.notEqual(cursor.failure, null);
  });
  test('every name of any bytes comes back from its text', () => {
    const label = fc.uint8Array({ minLength: 1, maxLength: 63 });
    fc.assert(fc.property(fc.array(label, { maxLength: 4 }), labels => {
      const wire = Uint8Array.from([...labels.flatMap(bytes => [bytes.length, ...bytes.map(byte => (byte >= 65 && byte <= 90 ? byte + 32 : byte))]), 0]);
      fc.pre(wire.length <= 255);
      assert.deepEqual(encodeName(readName(new Cursor(wire))), wire);
    }), { seed: 20261121, numRuns: 500 });
  });
  test('encodeName never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), text => void encodeName(text)), { seed: 20261121, numRuns: 1000 });
  });
});

suite('encodeQuery', () => {
  test('writes the header and question of RFC 1035 §4.1', () =>
    assert.deepEqual(query('example.org', 'MX'), hex('1234 0100 0001 0000 0000 0000 076578616d706c65036f726700 000f 0001')));
  test('adds EDNS with 1232 bytes, and DO on demand', () => {
    const bytes = encodeQuery({ name: '', type: 2 }, { id: 1, recursionDesired: false, edns: { dnssecOk: true } });
    assert.deepEqual(bytes, hex('0001 0000 0001 0000 0000 0001 00 0002 0001 00 0029 04d0 00008000 0000'));
  });
  test('mixCase changes letters of the name alone', () => {
    const mixed = mixCase(query('a-1.example', 'TXT'), () => 0);
    assert.deepEqual(mixed, hex('1234 0100 0001 0000 0000 0000 03412d31 074558414d504c45 00 0010 0001'));
  });
});

suite('answersQuery believes a reply to this very question only', () => {
  const asked = query('Example.org', 'A');
  const other = (change: (bytes: Uint8Array) => void) => {
    const bytes = Uint8Array.from(replyTo(asked));
    change(bytes);
    return bytes;
  };
  const cases: [says: string, reply: Uint8Array, exact: boolean, loose: boolean][] = [
    ['the reply', replyTo(asked), true, true],
    ['another id', other(bytes => bytes[1]!++), false, false],
    ['a query', other(bytes => { bytes[2] = 0; }), false, false],
    ['another opcode', other(bytes => { bytes[2] = 0xa8; }), false, false],
    ['another name', replyTo(query('exbmple.org', 'A')), false, false],
    ['another type', replyTo(query('example.org', 'NS')), false, false],
    ['another class', other(bytes => { bytes[28] = 3; }), false, false],
    ['another case', replyTo(query('eXample.org', 'A')), false, true],
    ['two questions', other(bytes => { bytes[5] = 2; }), false, false],
    ['a question cut short', replyTo(asked).subarray(0, 20), false, false],
    ['a header of a server that cannot read the question', hex('1234 8001 0000 0000 0000 0000'), true, true],
    ['a header that says NXDOMAIN of no question', hex('1234 8003 0000 0000 0000 0000'), false, false],
    ['nothing', new Uint8Array(0), false, false],
  ];
  for (const [says, reply, exact, loose] of cases) {
    test(says, () => assert.deepEqual([answersQuery(reply, asked, true), answersQuery(reply, asked, false)], [exact, loose]));
  }
});

suite('decode reads a message', () => {
  test('of flags, compressed names and EDNS, byte by byte', () => {
    const message = decoded(hex(`
      1234 85a0 0001 0002 0001 0001
      07 6578616d706c65 03 6f7267 00 000f 0001
      c00c 000f 0001 00000e10 0008 000a 03 6d7831 c00c
      c00c 000f 0001 ffffffff 0004 0014 c02b
      c00c 0006 0001 0000012c 0018 c02b c02b 00000001 00000002 00000003 00000004 00000005
      00 0029 1000 01008000 000a 000f 0006 0016 6e6f 7065`));
    assert.deepEqual(message.answers.map(({ name, ttlSeconds, data }) => [name, ttlSeconds, data]), [
      ['example.org', 3600, { type: 'MX', preference: 10, exchange: 'mx1.example.org' }],
      ['example.org', 0xffffffff, { type: 'MX', preference: 20, exchange: 'mx1.example.org' }],
    ]);
    const { authoritative, truncated, recursionAvailable, authenticData, rcode, edns, errors } = message;
    assert.deepEqual({ authoritative, truncated, recursionAvailable, authenticData }, { authoritative: true, truncated: false, recursionAvailable: true, authenticData: true });
    assert.equal(rcode, 16);
    assert.deepEqual(edns, { udpPayloadBytes: 4096, version: 0, dnssecOk: true, options: [15] });
    assert.deepEqual(errors, [{ code: 22, text: 'nope' }]);
    assert.deepEqual(message.authorities[0]?.data, {
      type: 'SOA', mname: 'mx1.example.org', rname: 'mx1.example.org', serial: 1, refresh: 2, retry: 3, expire: 4, minimum: 5,
    });
  });
  const broken: [says: string, bytes: Uint8Array][] = [
    ['nothing', new Uint8Array(0)],
    ['half a header', hex('1234 8180 0001')],
    ['a record less than counted', hex('1234 8180 0000 0001 0000 0000')],
    ['10,000 records counted and none there', hex('1234 8180 0000 2710 0000 0000')],
    ['a record cut in its data', replyTo(query('a.example', 'A'), { answers: [write.a('a.example', '192.0.2.1')] }).subarray(0, -2)],
    ['a name that points to itself', hex('1234 8180 0001 0000 0000 0000 c00c 0001 0001')],
    ['more than 65535 bytes', new Uint8Array(65_536)],
  ];
  for (const [says, bytes] of broken) test(`refuses ${says}`, () => assert.ok('malformed' in decode(bytes)));
  test('keeps the rest of a message in which one record has other data than its type says', () => {
    const answers = [{ name: 'a.example', type: 'A', data: [1, 2, 3] } as const, write.a('a.example', '192.0.2.1')];
    const { answers: read } = decoded(replyTo(query('a.example', 'A'), { answers }));
    assert.deepEqual(read.map(({ data }) => data.type), ['malformed', 'A']);
  });
});

suite('extended errors are shown safely', () => {
  const cases: [says: string, option: { code: number; data: number[] }, expected: { code: number; text: string }[]][] = [
    ['a code alone', extendedError(6), [{ code: 6, text: '' }]],
    ['a code with text', extendedError(22, 'at delegation a.example'), [{ code: 22, text: 'at delegation a.example' }]],
    ['text that ends in NUL', extendedError(22, 'no\0'), [{ code: 22, text: 'no' }]],
    ['text that would turn the line', extendedError(0, 'a\r\nb\u001b[2J\u202ec'), [{ code: 0, text: 'a\uFFFD\uFFFDb\uFFFD[2J\uFFFDc' }]],
    ['text of bytes that are no UTF-8', extendedError(0, Uint8Array.of(0x61, 0xff, 0x62)), [{ code: 0, text: 'a\uFFFDb' }]],
    ['endless text', extendedError(0, 'x'.repeat(5000)), [{ code: 0, text: 'x'.repeat(200) }]],
    ['another option', { code: 10, data: [1, 2, 3, 4, 5, 6, 7, 8] }, []],
    ['half a code', { code: 15, data: [1] }, []],
  ];
  for (const [says, option, expected] of cases) test(says, () => assert.deepEqual(errorsOf(option), expected));
  test('not more than eight of them', () => assert.equal(errorsOf(...Array.from({ length: 50 }, () => extendedError(1))).length, 8));
  test('are named', () => {
    assert.equal(extendedErrorText(22, ''), 'EDE 22: No Reachable Authority');
    assert.equal(extendedErrorText(9, 'no SEP'), 'EDE 9: DNSKEY Missing: no SEP');
    assert.equal(extendedErrorText(49_152, ''), 'EDE 49152');
    assert.equal(rcodeText(12), 'RCODE 12');
  });
});

suite('record data is read by its type', () => {
  const digest = Uint8Array.of(0xde, 0xad, 0xbe, 0xef);
  const cases: [type: TypeName, data: (number | Uint8Array)[], expected: Record<string, unknown> | null][] = [
    ['A', [192, 0, 2, 1], { address: '192.0.2.1' }],
    ['A', [192, 0, 2], null],
    ['AAAA', [0x20, 1, 0xd, 0xb8, ...Array<number>(11).fill(0), 1], { address: '2001:db8::1' }],
    ['AAAA', [1, 2, 3, 4], null],
    ['NS', nameBytes('ns1.Example'), { target: 'ns1.example' }],
    ['NS', [...nameBytes('ns1.example'), 0], null],
    ['PTR', nameBytes('a.example'), { target: 'a.example' }],
    ['DNAME', nameBytes('a.example'), { target: 'a.example' }],
    ['MX', [0, 0, 0], { preference: 0, exchange: '' }],
    ['MX', [0], null],
    ['TXT', [...stringBytes('v=spf1 '), ...stringBytes('-all')], { strings: [bytes('v=spf1 '), bytes('-all')] }],
    ['TXT', [], { strings: [] }],
    ['TXT', [5, 0x61], null],
    ['SRV', [...u16(1), ...u16(2), ...u16(443), ...nameBytes('a.example')], { priority: 1, weight: 2, port: 443, target: 'a.example' }],
    ['NAPTR', [...u16(1), ...u16(2), ...stringBytes('u'), ...stringBytes('E2U+sip'), ...stringBytes('!.*!x!'), 0],
      { order: 1, preference: 2, flags: bytes('u'), services: bytes('E2U+sip'), regexp: bytes('!.*!x!'), replacement: '' }],
    ['CAA', [128, ...stringBytes('issue'), ...bytes('ca.example; a=b')], { flags: 128, tag: bytes('issue'), value: bytes('ca.example; a=b') }],
    ['CAA', [0, 9, 0x61], null],
    ['DS', [...u16(2371), 13, 2, ...digest], { keyTag: 2371, algorithm: 13, digestType: 2, digest }],
    ['CDS', [0, 0, 0, 0, 0], { keyTag: 0, algorithm: 0, digestType: 0, digest: Uint8Array.of(0) }],
    ['DNSKEY', [...u16(257), 3, 13, ...digest], { flags: 257, protocol: 3, algorithm: 13, publicKey: digest }],
    ['CDNSKEY', [0, 0, 3, 0, 0], { flags: 0, protocol: 3, algorithm: 0, publicKey: Uint8Array.of(0) }],
    ['RRSIG', [...u16(1), 13, 2, ...u32(300), ...u32(20), ...u32(10), ...u16(7), ...nameBytes('a.example'), ...digest],
      { typeCovered: 1, algorithm: 13, labels: 2, originalTtl: 300, expiration: 20, inception: 10, keyTag: 7, signer: 'a.example', signature: digest }],
    ['NSEC', [...nameBytes('b.example'), 0, 6, 0x40, 0x01, 0, 0, 0, 3, 1, 1, 0x40], { next: 'b.example', types: [1, 15, 46, 47, 257] }],
    ['NSEC', [...nameBytes('b.example'), 1, 1, 0x40, 0, 1, 0x40], null],
    ['NSEC', [...nameBytes('b.example'), 0, 0], null],
    ['NSEC3', [1, 1, ...u16(5), 1, 0xaa, 2, 0xbb, 0xcc, 0, 1, 0x40],
      { hashAlgorithm: 1, flags: 1, iterations: 5, salt: Uint8Array.of(0xaa), nextHash: Uint8Array.of(0xbb, 0xcc), types: [1] }],
    ['NSEC3PARAM', [1, 0, 0, 0, 0], { hashAlgorithm: 1, flags: 0, iterations: 0, salt: new Uint8Array(0) }],
    ['TLSA', [3, 1, 1, ...digest], { usage: 3, selector: 1, matchingType: 1, association: digest }],
    ['SMIMEA', [3, 0, 0], { usage: 3, selector: 0, matchingType: 0, association: new Uint8Array(0) }],
    ['URI', [...u16(10), ...u16(1), ...bytes('https://a.example/')], { priority: 10, weight: 1, target: bytes('https://a.example/') }],
    // RFC 9460 Appendix D.1 and D.2.
    ['SVCB', [0, 0, ...nameBytes('foo.example.com')], { priority: 0, target: 'foo.example.com', parameters: [] }],
    ['HTTPS', [...u16(1), 0], { priority: 1, target: '', parameters: [] }],
    ['SVCB', [...u16(16), ...nameBytes('foo.example.com'), ...u16(3), ...u16(2), ...u16(53)],
      { priority: 16, target: 'foo.example.com', parameters: [{ key: 3, value: Uint8Array.of(0, 53) }] }],
    ['SVCB', [...u16(1), ...nameBytes('foo.example.com'), ...u16(667), ...u16(5), ...bytes('hello')],
      { priority: 1, target: 'foo.example.com', parameters: [{ key: 667, value: bytes('hello') }] }],
    ['SVCB', [...u16(1), 0, ...u16(3), ...u16(2), ...u16(53), ...u16(1), ...u16(3), 2, 0x68, 0x32], null],
    ['SVCB', [...u16(1), 0, ...u16(3), ...u16(0), ...u16(3), ...u16(0)], null],
  ];
  for (const [type, data, expected] of cases) {
    test(`${type} ${Buffer.from(data.flatMap(part => (typeof part === 'number' ? [part] : [...part]))).toString('hex').slice(0, 40)}`, () => {
      const raw = Uint8Array.from(data as number[]);
      assert.deepEqual(readRdata(raw, 0, raw.length, typeCodes[type]), expected ? { type, ...expected } : { type: 'malformed', bytes: raw });
    });
  }
  test('an unknown type is kept as bytes (RFC 3597)', () => assert.deepEqual(readRdata(digest, 0, 4, 65_280), { type: 'unknown', bytes: digest } satisfies Rdata));
});
