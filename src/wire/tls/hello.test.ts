import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { clientHello, versionName, versionNames, type Hello } from './hello.ts';

const hello: Hello = { version: 'TLSv1.2', suites: [0xc02f, 0x009e], groups: [29, 23], host: 'a.example', random: new Uint8Array(32).fill(9) };

/** The fields of a ClientHello as it stands on the wire (RFC 8446 §4.1.2). */
function fields(bytes: Uint8Array) {
  const wire = Buffer.from(bytes);
  const body = wire.subarray(9);
  const suitesEnd = 37 + body.readUInt16BE(35);
  const extensions = new Map<number, Buffer>();
  for (let at = suitesEnd + 4; at < body.length; at += 4 + body.readUInt16BE(at + 2)) {
    extensions.set(body.readUInt16BE(at), body.subarray(at + 4, at + 4 + body.readUInt16BE(at + 2)));
  }
  return {
    lengthsFit: wire.readUInt16BE(3) === wire.length - 5 && wire.readUIntBE(6, 3) === wire.length - 9 && (body.length === suitesEnd + 2 || body.readUInt16BE(suitesEnd + 2) === body.length - suitesEnd - 4),
    recordVersion: wire.readUInt16BE(1),
    version: body.readUInt16BE(0),
    suites: body.subarray(37, suitesEnd).toString('hex'),
    extensions,
  };
}

suite('each version says what it must, and no more', () => {
  const cases: Record<(typeof versionNames)[number], { record: number; version: number; extensions: number[] }> = {
    SSLv3: { record: 0x0300, version: 0x0300, extensions: [] },
    TLSv1: { record: 0x0301, version: 0x0301, extensions: [0, 10, 11, 23, 0xff01] },
    'TLSv1.1': { record: 0x0301, version: 0x0302, extensions: [0, 10, 11, 23, 0xff01] },
    'TLSv1.2': { record: 0x0301, version: 0x0303, extensions: [0, 10, 11, 23, 0xff01, 13] },
    'TLSv1.3': { record: 0x0301, version: 0x0303, extensions: [0, 10, 13, 43, 51] },
  };
  for (const version of versionNames) {
    test(version, () => {
      const seen = fields(clientHello({ ...hello, version }));
      assert.ok(seen.lengthsFit);
      assert.deepEqual([seen.recordVersion, seen.version, seen.suites, [...seen.extensions.keys()]], [cases[version].record, cases[version].version, 'c02f009e', cases[version].extensions]);
    });
  }
});

test('TLS 1.3 offers nothing older and brings an empty list of key shares', () => {
  const { extensions } = fields(clientHello({ ...hello, version: 'TLSv1.3' }));
  assert.deepEqual([extensions.get(43)!.toString('hex'), extensions.get(51)!.toString('hex')], ['020304', '0000']);
});

test('a host is named, an address is not (RFC 6066 §3)', () => {
  assert.equal(fields(clientHello(hello)).extensions.get(0)!.subarray(5).toString(), 'a.example');
  assert.equal(fields(clientHello({ ...hello, host: '192.0.2.1' })).extensions.has(0), false);
});

test('versions have names, other numbers have none', () => {
  assert.deepEqual([0x0300, 0x0301, 0x0304, 0x0305, 0x7f1c].map(versionName), ['SSLv3', 'TLSv1', 'TLSv1.3', null, null]);
});
