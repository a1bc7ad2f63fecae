import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import * as fc from 'fast-check';
import type { BulkType } from '../../../core/outside/bulk-lookup.ts';
import { encodeQuery } from '../message.ts';
import { replyTo, write, type RecordToWrite, type ReplyToWrite } from '../testing/packets.ts';
import { typeCodes } from '../types.ts';
import { Entropy } from './entropy.ts';
import { hideIn, MAX_QUERY_BYTES, withoutEdns, writeQuery } from './query.ts';
import { readBulkReply, type Reading } from './reading.ts';

const NAME = 'brand.example';
const LABEL = '192.0.2.53:53';
const queryOf = (type: BulkType) => encodeQuery({ name: NAME, type: typeCodes[type] }, { id: 7, recursionDesired: true, checkingDisabled: true, edns: { dnssecOk: false } })!;
const soa = write.soa('example');
/** The owner as servers write it: a pointer to the question. */
const pointed = (reply: Uint8Array) => {
  const hex = Buffer.from(reply).toString('hex');
  const owner = '056272616e64076578616d706c6500';
  return Buffer.from(hex.slice(0, 24) + hex.slice(24, 24 + owner.length) + hex.slice(24 + owner.length).replaceAll(new RegExp(`${owner}(?=00..0001)`, 'g'), 'c00c'), 'hex');
};

suite('a reply is read as what it says, and as unknown where it says nothing of the name', () => {
  const known: [name: string, type: BulkType, reply: ReplyToWrite, expected: Reading][] = [
    ['NXDOMAIN', 'NS', { rcode: 3, authorities: [soa] }, { state: 'nxdomain', records: [] }],
    ['NXDOMAIN with EDNS', 'NS', { rcode: 3, authorities: [soa], edns: [] }, { state: 'nxdomain', records: [] }],
    ['NODATA with an SOA', 'MX', { authorities: [soa] }, { state: 'nodata', records: [] }],
    ['NODATA with nothing', 'MX', {}, { state: 'nodata', records: [] }],
    ['NODATA with an SOA and nameservers', 'MX', { authorities: [soa, write.ns('example', 'ns1.example')] }, { state: 'nodata', records: [] }],
    ['addresses, sorted and once', 'A', { answers: ['192.0.2.9', '192.0.2.1', '192.0.2.9'].map(one => write.a(NAME, one)) }, { state: 'found', records: ['192.0.2.1', '192.0.2.9'] }],
    ['nameservers in lower case', 'NS', { answers: [write.ns(NAME, 'NS1.Example.NET')] }, { state: 'found', records: ['ns1.example.net'] }],
    ['a mail server', 'MX', { answers: [write.mx(NAME, 10, 'mx.example')] }, { state: 'found', records: ['10 mx.example'] }],
    ['a null MX', 'MX', { answers: [write.mx(NAME, 0, '')] }, { state: 'found', records: ['0 .'] }],
    ['a text as it stands', 'TXT', { answers: [write.txt(NAME, 'V=Spf1', ' -all')] }, { state: 'found', records: ['V=Spf1 -all'] }],
    ['an empty text', 'TXT', { answers: [write.txt(NAME, '')] }, { state: 'found', records: [''] }],
    ['an SOA', 'SOA', { answers: [write.soa(NAME)] }, { state: 'found', records: ['ns1.example hostmaster.example 2026112101 7200 3600 1209600 300'] }],
    ['addresses behind an alias', 'A', { answers: [write.cname(NAME, 'host.example'), write.a('host.example', '192.0.2.1')] }, { state: 'found', records: ['192.0.2.1'] }],
    ['an alias that leads to nothing is a name', 'A', { rcode: 3, answers: [write.cname(NAME, 'gone.example')], authorities: [soa] }, { state: 'nodata', records: [] }],
    ['records of others are none', 'A', { answers: [write.a('other.example', '192.0.2.1')], authorities: [soa] }, { state: 'nodata', records: [] }],
  ];
  for (const [name, type, reply, expected] of known) {
    test(name, () => assert.deepEqual(readBulkReply(replyTo(queryOf(type), reply), NAME, type, LABEL), expected));
    test(`${name}, compressed`, () => assert.deepEqual(readBulkReply(pointed(replyTo(queryOf(type), reply)), NAME, type, LABEL), expected));
  }

  const broken: RecordToWrite = { name: NAME, type: 'A', data: [192, 0, 2] };
  const unknown: [name: string, reply: ReplyToWrite, cause: RegExp][] = [
    ['SERVFAIL', { rcode: 2 }, /^SERVFAIL from 192\.0\.2\.53:53$/],
    ['REFUSED', { rcode: 5 }, /^REFUSED from/],
    ['a response code with upper bits', { rcode: 16, edns: [] }, /^BADVERS from/],
    ['NXDOMAIN with upper bits is none', { rcode: 3 + 16, edns: [] }, /^BADMODE from/],
    ['a referral', { authorities: [write.ns('example', 'ns1.example')] }, /refers to other servers/],
    ['an alias without its end', { answers: [write.cname(NAME, 'host.example')] }, /ends at the alias host\.example/],
    ['a loop', { answers: [write.cname(NAME, NAME)] }, /CNAME loop/],
    ['an address of three bytes', { answers: [broken] }, /cannot be read/],
  ];
  for (const [name, reply, cause] of unknown) {
    for (const form of [(bytes: Uint8Array) => bytes, pointed]) {
      test(`${name}${form === pointed ? ', compressed' : ''}`, () => {
        const reading = readBulkReply(form(replyTo(queryOf('A'), reply)), NAME, 'A', LABEL);
        assert.match(reading.state === 'unknown' ? reading.cause : reading.state, cause);
      });
    }
  }
});

suite('no bytes make a reading fail, and a message that is cut says nothing', () => {
  const whole = pointed(replyTo(queryOf('A'), { answers: [write.a(NAME, '192.0.2.1')], authorities: [soa], edns: [] }));
  const gone = replyTo(queryOf('A'), { rcode: 3, authorities: [soa], edns: [] });
  test('any bytes', () => fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), bytes => { readBulkReply(bytes, NAME, 'A', LABEL); })));
  test('replies with any bytes changed', () => fc.assert(fc.property(
    fc.constantFrom(whole, gone), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 6 }),
    (reply, changes) => {
      const bytes = Uint8Array.from(reply);
      for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
      readBulkReply(bytes, NAME, 'A', LABEL);
    },
  ), { numRuns: 1000 }));
  for (const [name, reply] of Object.entries({ found: whole, gone })) {
    test(`${name}, cut anywhere`, () => {
      const states = Array.from({ length: reply.length }, (_, at) => readBulkReply(reply.subarray(0, at), NAME, 'A', LABEL).state);
      assert.deepEqual(new Set(states), new Set(['unknown']));
    });
  }
});

suite('a query is what the encoder makes', () => {
  const entropy = new Entropy(size => new Uint8Array(size).fill(0xa5));
  const written = (name: string) => {
    const packet = new Uint8Array(MAX_QUERY_BYTES);
    return packet.subarray(0, writeQuery(packet, name, typeCodes.NS));
  };
  const label = 'a'.repeat(63);
  const names = ['brand.example', 'brand.example.', 'a', '', '.', '_dmarc.a-b.example', 'a\\.b.example', 'a\\032b.example', label, `${label}.${label}.${label}.${'a'.repeat(61)}`,
    `${label}a`, `${label}.${label}.${label}.${'a'.repeat(62)}`, 'a..b', '.a', '..', 'bücher.example', 'a b', 'a\\'];
  for (const name of names) {
    test(`for ${JSON.stringify(name.length > 30 ? `${name.length} characters` : name)}`, () => {
      const expected = encodeQuery({ name, type: typeCodes.NS }, { id: 0, recursionDesired: true, checkingDisabled: true, edns: { dnssecOk: false } });
      assert.deepEqual(Buffer.from(written(name)), Buffer.from(expected ?? []));
    });
  }
  test('for any name', () => fc.assert(fc.property(fc.string({ unit: fc.constantFrom('a', 'Z', '0', '-', '.', '\\', ' ', 'ü'), maxLength: 20 }), name => {
    const expected = encodeQuery({ name, type: typeCodes.NS }, { id: 0, recursionDesired: true, checkingDisabled: true, edns: { dnssecOk: false } });
    assert.deepEqual(Buffer.from(written(name)), Buffer.from(expected ?? []));
  })));
  test('with an id, and upper and lower case that differs', () => {
    const query = written('Brand-1.example');
    hideIn(query, 0x1234, entropy, true);
    assert.deepEqual([...query.subarray(0, 2)], [0x12, 0x34]);
    const text = Buffer.from(query.subarray(12)).toString('latin1');
    assert.equal(text.toLowerCase(), Buffer.from(written('brand-1.example').subarray(12)).toString('latin1').toLowerCase());
    assert.match(text, /[A-Z]/);
    assert.match(text, /[a-z]/);
    hideIn(query, 0x1234, entropy, false);
    assert.deepEqual([...query.subarray(12)], [...written('brand-1.example').subarray(12)]);
  });
  test('without EDNS', () => {
    const expected = encodeQuery({ name: NAME, type: typeCodes.NS }, { id: 0, recursionDesired: true, checkingDisabled: true, edns: null });
    assert.deepEqual(Buffer.from(withoutEdns(written(NAME))), Buffer.from(expected!));
  });
});
