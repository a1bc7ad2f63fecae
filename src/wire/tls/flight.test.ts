import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import fc from 'fast-check';
import { createFlightReader, type Answer, type Until } from './flight.ts';

const ECDHE = 0xc02f;
const DHE = 0x009e;

function uint(bytes: number, value: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

function message(type: number, body: Buffer): Buffer {
  return Buffer.concat([uint(1, type), uint(3, body.length), body]);
}

/** `messages` in records of so many bytes. */
function records(messages: Buffer, size = 16_384): Buffer {
  const parts = Array.from({ length: Math.ceil(messages.length / size) }, (_, at) => messages.subarray(at * size, (at + 1) * size));
  return Buffer.concat(parts.map(part => Buffer.concat([Buffer.of(22, 3, 3), uint(2, part.length), part])));
}

function serverHello(suite: number, extensions: readonly [type: number, content: Buffer][] = [], random = Buffer.alloc(32)): Buffer {
  const written = Buffer.concat(extensions.map(([type, content]) => Buffer.concat([uint(2, type), uint(2, content.length), content])));
  return message(2, Buffer.concat([uint(2, 0x0303), random, Buffer.of(1, 7), uint(2, suite), Buffer.of(0), uint(2, written.length), written]));
}

const certificate = message(11, Buffer.alloc(3000, 1));
const done = message(14, Buffer.alloc(0));
const curve = message(12, Buffer.concat([Buffer.of(3), uint(2, 29), Buffer.of(32), Buffer.alloc(32)]));
const field = (prime: Buffer) => message(12, Buffer.concat([uint(2, prime.length), prime, uint(2, 1), Buffer.of(2), uint(2, 1), Buffer.of(9)]));

function read(bytes: Buffer, until: Until = 'serverHello', packet = bytes.length): Answer {
  const reader = createFlightReader(until);
  for (let at = 0; at < bytes.length; at += packet) {
    const answer = reader.push(bytes.subarray(at, at + packet));
    if (answer) return answer;
  }
  return reader.end();
}

const plain = { version: 'TLSv1.2', suite: ECDHE, group: null, dhBits: null, secureRenegotiation: false, extendedMasterSecret: false, downgradeMark: false };
const accepted = (differences: object = {}) => ({ kind: 'hello', hello: { ...plain, ...differences } });

suite('a server flight tells what was settled', () => {
  const marked = Buffer.concat([Buffer.alloc(24), Buffer.from('DOWNGRD\x01')]);
  const cases: [says: string, bytes: Buffer, until: Until, answer: object][] = [
    ['a bare ServerHello', records(serverHello(ECDHE)), 'serverHello', accepted()],
    ['its extensions', records(serverHello(ECDHE, [[0xff01, Buffer.of(0)], [23, Buffer.alloc(0)]])), 'serverHello', accepted({ secureRenegotiation: true, extendedMasterSecret: true })],
    ['the mark against downgrades', records(serverHello(ECDHE, [], marked)), 'serverHello', accepted({ downgradeMark: true })],
    ['a HelloRetryRequest', records(serverHello(0x1301, [[43, uint(2, 0x0304)], [51, uint(2, 4588)]])), 'serverHello', accepted({ version: 'TLSv1.3', suite: 0x1301, group: 4588 })],
    ['a curve behind the certificate', records(Buffer.concat([serverHello(ECDHE), certificate, curve, done])), 'keyExchange', accepted({ group: 29 })],
    ['a field of 1024 bits', records(Buffer.concat([serverHello(DHE), certificate, field(Buffer.alloc(128, 0xff)), done])), 'keyExchange', accepted({ suite: DHE, dhBits: 1024 })],
    ['a field of 6144 bits, whose length looks like a curve', records(Buffer.concat([serverHello(DHE), field(Buffer.alloc(768, 0xff)), done])), 'keyExchange', accepted({ suite: DHE, dhBits: 6144 })],
    ['a field with leading zeros', records(Buffer.concat([serverHello(DHE), field(Buffer.of(0, 0, 1, 0)), done])), 'keyExchange', accepted({ suite: DHE, dhBits: 9 })],
    ['no key exchange at all', records(Buffer.concat([serverHello(0x002f), certificate, done])), 'keyExchange', accepted({ suite: 0x002f })],
    ['a certificate, and then the end', records(Buffer.concat([serverHello(ECDHE), certificate])), 'keyExchange', accepted()],
    ['a fatal alert', Buffer.of(21, 3, 3, 0, 2, 2, 70), 'serverHello', { kind: 'refused', alert: 70 }],
    ['close_notify', Buffer.of(21, 3, 3, 0, 2, 1, 0), 'serverHello', { kind: 'refused', alert: 0 }],
    ['a warning, then a ServerHello', Buffer.concat([Buffer.of(21, 3, 3, 0, 2, 1, 112), records(serverHello(ECDHE))]), 'serverHello', accepted()],
    ['the end', Buffer.alloc(0), 'serverHello', { kind: 'refused', alert: null }],
    ['half a ServerHello', records(serverHello(ECDHE)).subarray(0, 30), 'serverHello', { kind: 'refused', alert: null }],
    ['HTTP', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), 'serverHello', { kind: 'garbled' }],
    ['another message first', records(certificate), 'serverHello', { kind: 'garbled' }],
    ['a version that is none', records(message(2, Buffer.alloc(40, 0xee))), 'serverHello', { kind: 'garbled' }],
    ['a message without end', records(Buffer.concat([Buffer.of(2, 0xff, 0xff, 0xff), Buffer.alloc(20_000)])), 'serverHello', { kind: 'garbled' }],
    ['records without end', Buffer.concat(Array.from({ length: 20_000 }, () => Buffer.of(22, 3, 3, 0, 0))), 'serverHello', { kind: 'garbled' }],
    ['warnings without end', Buffer.concat(Array.from({ length: 20_000 }, () => Buffer.of(21, 3, 3, 0, 2, 1, 112))), 'serverHello', { kind: 'garbled' }],
  ];
  for (const [says, bytes, until, answer] of cases) {
    for (const packet of [Math.max(bytes.length, 1), 1, 7]) test(`${says}, in packets of ${packet} bytes`, () => assert.deepEqual(read(bytes.length > 65_536 ? bytes.subarray(0, 66_000) : bytes, until, packet), answer));
  }
});

test('records of one byte say the same as one record', () => {
  const flight = Buffer.concat([serverHello(ECDHE, [[23, Buffer.alloc(0)]]), certificate, curve, done]);
  assert.deepEqual(read(records(flight, 1), 'keyExchange', 3), read(records(flight), 'keyExchange'));
});

test('no bytes make the reader fail', () => {
  const nearly = fc.tuple(fc.nat(120), fc.nat(255)).map(([at, value]) => {
    const bytes = records(Buffer.concat([serverHello(DHE, [[43, uint(2, 0x0304)], [51, uint(2, 29)]]), field(Buffer.alloc(20, 3)), done]));
    bytes[at] = value;
    return bytes;
  });
  fc.assert(fc.property(fc.oneof(nearly, fc.uint8Array({ maxLength: 400 }).map(bytes => Buffer.from(bytes))), fc.integer({ min: 1, max: 50 }), (bytes, packet) => {
    assert.ok(['hello', 'refused', 'garbled'].includes(read(bytes, 'keyExchange', packet).kind));
  }), { numRuns: 500 });
});
