import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import * as fc from 'fast-check';
import { Cursor } from './bytes.ts';
import { decodeMessage, encodeMessage, queryMessage, recordText, replyTo, type Message } from './message.ts';
import { nameBytes } from './name.ts';
import { ZoneTextError, parseZoneText } from './zone-text.ts';

const query = queryMessage(7, 'example.org', 'A', { edns: { udpSize: 1232, version: 0, dnssecOk: true, errors: [] } });

suite('a zone line becomes the same line after its way over the wire', () => {
  const cases: [line: string, text: string][] = [
    ['@ A 45.54.1.2', 'example.org. 3600 A 45.54.1.2'],
    ['www 60 IN A 45.54.1.2', 'www.example.org. 60 A 45.54.1.2'],
    ['@ AAAA 2A0E:B100:0:0:0:0:0:1', 'example.org. 3600 AAAA 2a0e:b100::1'],
    ['@ NS NS1.Example.NET.', 'example.org. 3600 NS ns1.example.net.'],
    ['www CNAME @', 'www.example.org. 3600 CNAME example.org.'],
    ['@ SOA ns1 hostmaster 1 2 3 4 5', 'example.org. 3600 SOA ns1.example.org. hostmaster.example.org. 1 2 3 4 5'],
    ['@ MX 10 mail', 'example.org. 3600 MX 10 mail.example.org.'],
    ['@ MX 0 .', 'example.org. 3600 MX 0 .'],
    ['@ TXT "v=spf1 -all" more ; a comment', 'example.org. 3600 TXT "v=spf1 -all" "more"'],
    ['@ TXT "v=DMARC1; p=reject" ', 'example.org. 3600 TXT "v=DMARC1; p=reject"'],
    ['@ TXT "a\\"b\\\\c\\009"', 'example.org. 3600 TXT "a\\"b\\\\c\\009"'],
    ['@ TXT ""', 'example.org. 3600 TXT ""'],
    ['_sip._tcp SRV 1 2 5060 sip', '_sip._tcp.example.org. 3600 SRV 1 2 5060 sip.example.org.'],
    ['@ CAA 128 issue "letsencrypt.org; x=y"', 'example.org. 3600 CAA 128 issue "letsencrypt.org; x=y"'],
    ['@ DS 1 13 2 ABCD', 'example.org. 3600 DS 1 13 2 abcd'],
    ['@ DNSKEY 257 3 13 AQID', 'example.org. 3600 DNSKEY 257 3 13 AQID'],
    ['@ NSEC a.example.org. A MX CAA TYPE65280', 'example.org. 3600 NSEC a.example.org. A MX CAA TYPE65280'],
    ['_25._tcp.mail TLSA 3 1 1 ab cd', '_25._tcp.mail.example.org. 3600 TLSA 3 1 1 abcd'],
    ['@ HTTPS 1 . alpn=h2,h3 port=443 ipv6hint=2a0e:b100::1 ipv4hint=45.54.1.2 key667=hi',
      'example.org. 3600 HTTPS 1 . alpn="h2,h3" port="443" ipv4hint="45.54.1.2" ipv6hint="2a0e:b100::1" key667="hi"'],
    ['@ SVCB 0 other.example.', 'example.org. 3600 SVCB 0 other.example.'],
    ['@ TYPE65280 \\# 3 0a0b0c', 'example.org. 3600 TYPE65280 \\# 3 0a0b0c'],
    ['@ A \\# 4 2d360102', 'example.org. 3600 A 45.54.1.2'],
    ['*.x A 45.54.1.2', '*.x.example.org. 3600 A 45.54.1.2'],
    ['a\\.b A 45.54.1.2', 'a\\.b.example.org. 3600 A 45.54.1.2'],
    ['a\\007 A 45.54.1.2', 'a\\007.example.org. 3600 A 45.54.1.2'],
  ];
  for (const [line, text] of cases) {
    test(line, () => {
      const message = replyTo(query, { answer: parseZoneText(line, 'example.org') });
      assert.deepEqual(decodeMessage(encodeMessage(message))?.answer.map(recordText), [text]);
    });
  }
});

suite('a zone line that cannot be read is an error that names the line', () => {
  const lines = [
    '@ A 45.54.1', '@ AAAA 45.54.1.2', '@ MX mail', '@ MX 70000 mail', '@ A 1.2.3.4 5', '@ NOSUCH x', '@', '@ TXT "open', 'a..b A 45.54.1.2',
    'x.example.net. A 45.54.1.2', `@ TXT "${'x'.repeat(256)}"`, `${'a'.repeat(64)} A 45.54.1.2`, '@ A \\# 5 2d360102', '@ TYPE65280 x', '@ HTTPS 1 . nosuch=1', '@ CAA 0 issue',
  ];
  for (const line of lines) {
    test(line.slice(0, 40), () => assert.throws(() => parseZoneText(`\n${line}`, 'example.org'), error => error instanceof ZoneTextError && error.message.startsWith('example.org, line 2: ')));
  }
  test('blank lines and comments are nothing', () => assert.deepEqual(parseZoneText('\n ; only this\n\n', 'example.org'), []));
});

suite('messages', () => {
  const full: Message = replyTo(query, {
    authoritative: true, recursionAvailable: true, rcode: 'BADVERS',
    answer: parseZoneText('@ MX 10 mail\n@ MX 20 mail2.mail', 'example.org'),
    authority: parseZoneText('@ NS ns1', 'example.org'),
    additional: parseZoneText('ns1 A 45.54.1.2', 'example.org'),
    edns: { udpSize: 4096, version: 0, dnssecOk: true, errors: [{ code: 22, text: 'at delegation example.org.' }], options: [15] },
  });
  test('come back as they went', () => assert.deepEqual(decodeMessage(encodeMessage(full)), full));
  test('keep the case of the question', () => assert.equal(decodeMessage(encodeMessage(queryMessage(1, 'eXaMpLe.ORG', 'TXT')))?.question?.name, 'eXaMpLe.ORG'));
  test('carry a name that was there before as a pointer', () => {
    const bytes = encodeMessage(full).toString('latin1');
    assert.equal(bytes.split('example').length, 3, 'once in the question and once in the text of the error');
  });
  test('match a message written out byte by byte (RFC 1035 §4)', () => {
    const bytes = '0007 8400 0001 0001 0000 0000 07 6578616d706c65 03 6f7267 00 0001 0001 c00c 0001 0001 0000 0e10 0004 2d360102'.replaceAll(' ', '');
    const message = replyTo(queryMessage(7, 'example.org', 'A'), { authoritative: true, answer: parseZoneText('@ A 45.54.1.2', 'example.org') });
    assert.equal(encodeMessage(message).toString('hex'), bytes);
  });
  test('are refused above 65,535 bytes', () => {
    const answer = Array.from({ length: 300 }, (_, i) => ({ name: 'x', type: 'TXT', ttl: 1, rdata: Buffer.alloc(256, i) }));
    assert.throws(() => encodeMessage(replyTo(query, { answer })), RangeError);
  });
});

suite('bytes that are no message are null and nothing worse', () => {
  const seed = encodeMessage(replyTo(query, { answer: parseZoneText('@ SOA ns1 h 1 2 3 4 5\n@ HTTPS 1 . alpn=h2\n@ NSEC a A\n@ TXT x\n@ RRSIG A 13 2 60 1 2 3 @ AQID', 'example.org') }));
  test('anything', () => fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), bytes => void decodeMessage(Buffer.from(bytes))), { seed: 1035, numRuns: 3000 }));
  test('a message with bytes changed or cut off', () => {
    const change = fc.record({ at: fc.nat(seed.length - 1), byte: fc.nat(255), length: fc.nat(seed.length) });
    fc.assert(fc.property(change, ({ at, byte, length }) => {
      const bytes = Buffer.from(seed);
      bytes[at] = byte;
      const message = decodeMessage(bytes.subarray(0, length));
      for (const record of message?.answer ?? []) assert.ok(record.rdata.length <= 65_535);
    }), { seed: 1035, numRuns: 5000 });
  });
  test('a pointer to itself', () => assert.throws(() => new Cursor(Buffer.of(0xc0, 0)).name()));
  test('any name of letters survives', () => {
    const label = fc.string({ unit: fc.constantFrom(...'a b c z 0 1 9 - _ *'.split(' ')), minLength: 1, maxLength: 20 });
    fc.assert(fc.property(fc.array(label, { maxLength: 6 }), labels => new Cursor(nameBytes(labels.join('.'))).name() === labels.join('.')), { seed: 1035 });
  });
});
