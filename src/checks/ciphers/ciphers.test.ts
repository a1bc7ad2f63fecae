import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { suite } from 'node:test';
import { goldenSuite } from '../golden.ts';
import { analyzeCiphers } from './analyze.ts';
import type { CiphersFacts } from './collect.ts';
import { levelOf, type Level } from './levels.ts';
import { rules } from './rules.ts';
import { hasForwardSecrecy, isHybrid, isWeakCurve, weaknessOf } from './suites.ts';

goldenSuite<CiphersFacts, undefined>('analyzeCiphers agrees with every golden case', import.meta.url, rules, ({ facts }) => analyzeCiphers(facts));

suite('a suite is judged by its name', () => {
  const cases: [suite: string, severity: string | null, forwardSecrecy: boolean][] = [
    ['TLS_AES_128_GCM_SHA256', null, true],
    ['TLS_AES_128_CCM_8_SHA256', null, true],
    ['TLS_SHA256_SHA256', 'high', true],
    ['TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA', null, true],
    ['TLS_ECDH_RSA_WITH_AES_128_CBC_SHA', null, false],
    ['TLS_RSA_WITH_AES_128_GCM_SHA256', null, false],
    ['TLS_DHE_DSS_WITH_DES_CBC_SHA', 'high', true],
    ['TLS_RSA_EXPORT_WITH_DES40_CBC_SHA', 'high', false],
    ['TLS_RSA_WITH_RC4_128_SHA', 'high', false],
    ['TLS_ECDH_anon_WITH_AES_256_CBC_SHA', 'high', true],
    ['TLS_ECDHE_ECDSA_WITH_NULL_SHA', 'high', true],
    ['TLS_RSA_WITH_3DES_EDE_CBC_SHA', 'medium', false],
    ['TLS_RSA_WITH_IDEA_CBC_SHA', 'medium', false],
    ['TLS_GOSTR341112_256_WITH_KUZNYECHIK_MGM_L', null, true],
    ['TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256', null, true],
  ];
  for (const [name, severity, forwardSecrecy] of cases) {
    test(name, () => assert.deepEqual([weaknessOf(name)?.severity ?? null, hasForwardSecrecy(name)], [severity, forwardSecrecy]));
  }
});

test('hybrids are told from plain ML-KEM and drafts, weak curves from sound ones', () => {
  assert.deepEqual(['X25519MLKEM768', 'SecP256r1MLKEM768', 'SecP384r1MLKEM1024', 'MLKEM768', 'X25519Kyber768Draft00', 'x25519'].map(isHybrid), [true, true, true, false, false, false]);
  assert.deepEqual(['sect163k1', 'secp192r1', 'secp224r1', 'sect233k1', 'secp256r1', 'x25519'].map(isWeakCurve), [true, true, false, false, false, false]);
});

suite('the strictest of Mozilla\'s guidelines that allows all of an offer', () => {
  const cases: [golden: string, level: Level | null][] = [
    ['tls13-only', 'modern'], ['healthy', 'intermediate'], ['static-keys', 'old'], ['static-keys-too', 'old'], ['triple-des', null], ['export-and-null', null],
  ];
  for (const [golden, level] of cases) {
    test(`${golden}: ${level}`, () => {
      const { facts } = JSON.parse(readFileSync(new URL(`golden/${golden}.json`, import.meta.url), 'utf8')) as { facts: CiphersFacts };
      assert.ok(facts.offer?.outcome === 'answered');
      assert.equal(levelOf(facts.offer.offer), level);
    });
  }
});
