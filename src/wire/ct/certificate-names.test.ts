import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import test, { suite } from 'node:test';
import fc from 'fast-check';
import { createAuthority } from '../../../lab/services/ca.ts';
import { namesOfBody, namesOfCertificate } from './certificate-names.ts';
import { readDataTile, readLeaf, readNamesTile } from './entries.ts';

const authority = createAuthority(Date.now());
const der = (names: readonly string[]) => new X509Certificate(authority.issue(names[0]!, 'good', names.slice(1)).cert).raw;

suite('the names of a certificate are those that Node reads', () => {
  for (const names of [['example.org'], ['a.example.org', '*.example.org', 'xn--bcher-kva.example'], Array.from({ length: 200 }, (_, at) => `host-${at}.example.net`)]) {
    test(`${names.length} of ${names[0]}`, () => {
      const raw = der(names);
      const theirs = new X509Certificate(raw).subjectAltName!.split(', ').map(name => name.replace('DNS:', ''));
      assert.deepEqual(namesOfCertificate(raw), theirs);
      const body = raw.subarray(4, 8 + raw.readUInt16BE(6));
      assert.deepEqual(namesOfBody(body), theirs);
    });
  }
});

test('what is no host name is left out', () => assert.deepEqual(namesOfCertificate(der(['Example Company Ltd', 'one.example.org', 'user@example.org', 'a b.org'])), ['one.example.org']));

test('no bytes end in an error', () => {
  const whole = der(['example.org', 'www.example.org']);
  const damaged = fc.tuple(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length)).map(([at, byte, end]) => {
    const copy = Buffer.from(whole);
    copy[at] = byte;
    return copy.subarray(0, end);
  });
  fc.assert(fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), damaged), bytes => {
    const read = [namesOfCertificate(bytes), namesOfBody(bytes)];
    readLeaf(bytes);
    readDataTile(bytes, 3);
    readNamesTile(bytes, 3);
    return read.every(Array.isArray);
  }), { seed: 6962, numRuns: 3000 });
});
