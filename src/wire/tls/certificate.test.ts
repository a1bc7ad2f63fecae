import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import test, { suite } from 'node:test';
import fc from 'fast-check';
import { createAuthority } from '../../../lab/services/ca.ts';
import { readElements } from '../../core/der.ts';
import { certificateSeen, publicKeyInfoOf } from './certificate.ts';

const authority = createAuthority(Date.now());
const issued = (host: string, kind: Parameters<typeof authority.issue>[1], others: readonly string[] = []) => new X509Certificate(authority.issue(host, kind, others).cert);

test('a certificate is shown as checks read it', () => {
  const { der, spki, serialNumber, notBefore, notAfter, ...shown } = certificateSeen(issued('a.example', 'good', ['*.a.example', 'B.example']));
  assert.deepEqual(shown, {
    subject: 'CN=a.example', issuer: 'CN=Lab Root CA', names: ['a.example', '*.a.example', 'b.example'],
    signatureAlgorithm: 'ecdsa-with-SHA256', key: { type: 'EC', bits: 256 },
  });
  assert.match(serialNumber, /^[0-9A-F]{32}$/);
  assert.ok(notBefore < Date.now() && Date.now() < notAfter && der.length > spki.length);
});

suite('the SubjectPublicKeyInfo is the one in the certificate, byte for byte', () => {
  for (const kind of ['good', 'shortKey'] as const) {
    test(kind, () => {
      const certificate = issued('a.example', kind);
      assert.deepEqual(Buffer.from(publicKeyInfoOf(certificate.raw)), certificate.publicKey.export({ type: 'spki', format: 'der' }));
    });
  }
  test('RSA keys tell their bits', () => assert.deepEqual(certificateSeen(issued('a.example', 'shortKey')).key, { type: 'RSA', bits: 1024 }));
});

test('any bytes are read as DER without a fault, and never beyond their end', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), bytes => {
    const whole = readElements(bytes, 64).reduce((sum, element) => sum + element.whole.length, 0);
    assert.ok(whole <= bytes.length);
    publicKeyInfoOf(bytes);
  }));
});
