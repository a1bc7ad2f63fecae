import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import test, { suite } from 'node:test';
import * as fc from 'fast-check';
import { ED25519, RSA_1024, RSA_2048, RSA_512 } from './keys.sample.ts';
import { isUsable, parseDkim } from './parse.ts';
import { readRsaPublicKey } from './rsa.ts';

const spki = (key: string) => Buffer.from(key, 'base64');
const pkcs1 = (key: string) => createPublicKey({ key: spki(key), format: 'der', type: 'spki' }).export({ format: 'der', type: 'pkcs1' });

suite('parseDkim takes records that receivers accept', () => {
  const cases: [says: string, text: string, key: unknown][] = [
    ['RSA as SPKI', `v=DKIM1; k=rsa; p=${RSA_2048}`, { type: 'rsa', bits: 2048, weakness: null }],
    ['p alone: v and k are optional', `p=${RSA_1024}`, { type: 'rsa', bits: 1024, weakness: null }],
    ['RSA as bare PKCS#1', `v=DKIM1; p=${pkcs1(RSA_2048).toString('base64')}`, { type: 'rsa', bits: 2048, weakness: null }],
    ['folding white space in the key and around tags', ` v = DKIM1 ;\r\n\tp = ${RSA_2048.replace(/.{60}/g, '$& \t')} ; `, { type: 'rsa', bits: 2048, weakness: null }],
    ['Ed25519 as 32 raw bytes', `v=DKIM1; k=ed25519; p=${ED25519}`, { type: 'ed25519' }],
    ['an empty key is revoked', 'v=DKIM1; p=', { type: 'revoked' }],
    ['obsolete g=, notes with quotes, and unknown tags', `v=DKIM1; g=*; n="who? me"; x=1; p=${ED25519}; k=ed25519`, { type: 'ed25519' }],
    ['another key type is not ours to read', 'v=DKIM1; k=mldsa44; p=!', { type: 'unreadable' }],
  ];
  for (const [says, text, key] of cases) {
    test(says, () => {
      const record = parseDkim(text);
      assert.deepEqual(record?.faults, []);
      assert.deepEqual(record.publicKey, key);
    });
  }
});

suite('parseDkim names the fault', () => {
  const cases: [text: string, fault: RegExp][] = [
    [`v=DKIM1\\; k=rsa\\; p=${RSA_2048}`, /backslashes/],
    [`"v=DKIM1; k=rsa; p=${RSA_2048}"`, /quotation marks/],
    [`v=DKIM1; p=-----BEGIN PUBLIC KEY-----${RSA_2048}-----END PUBLIC KEY-----`, /BEGIN/],
    [`-----BEGIN PUBLIC KEY----- ${RSA_2048} -----END PUBLIC KEY-----`, /no tag=value pair/],
    [RSA_2048, /no tag=value pair/],
    [`v=DKIM1 k=rsa p=${RSA_2048}`, /the version is/],
    [`v=dkim1; p=${RSA_2048}`, /the version is "dkim1"/],
    [`k=rsa; v=DKIM1; p=${RSA_2048}`, /does not come first/],
    [`v=DKIM1; p=${RSA_2048}; p=${RSA_2048}`, /p= is given twice/],
    [`v=DKIM1;; p=${RSA_2048}`, /nothing between two semicolons/],
    ['v=DKIM1; k=rsa', /no p= tag/],
    ['v=DKIM1; p=!!!', /base64/],
    [`v=DKIM1; p=${RSA_2048.slice(0, 255)}`, /cut off/],
    [`v=DKIM1; p=${RSA_2048.slice(0, -2)}AAAA`, /after the key/],
    [`v=DKIM1; k=rsa; p=${ED25519}`, /cut off or is no DER/],
    [`v=DKIM1; k=ed25519; p=${RSA_2048}`, /294 bytes instead of 32/],
    [`v=DKIM1; k=ed25519; p=${Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), spki(ED25519)]).toString('base64')}`, /take the last 32 alone/],
    [`v=DKIM1; p=${Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), spki(ED25519)]).toString('base64')}`, /not an RSA key/],
    [`v=DKIM1; n=caf\u00e9; p=${RSA_2048}`, /not ASCII/],
  ];
  for (const [text, fault] of cases) test(`${text.slice(0, 40)}: ${fault.source}`, () => assert.match(parseDkim(text)?.faults.join('; ') ?? '', fault));
});

suite('parseDkim leaves other records alone', () => {
  for (const text of ['', 'v=spf1 -all', 'v=DMARC1; p=none', 'google-site-verification=abc', 'v=BIMI1; l=; a=', 'hello; world']) {
    test(JSON.stringify(text), () => assert.equal(parseDkim(text), null));
  }
});

suite('isUsable follows RFC 8301 and the h= and s= tags', () => {
  const cases: [text: string, usable: boolean][] = [
    [`p=${RSA_1024}`, true],
    [`p=${RSA_512}`, false],
    [`h=sha1:sha256; p=${RSA_2048}`, true],
    [`h=sha1; p=${RSA_2048}`, false],
    [`s=tlsrpt : email; p=${RSA_2048}`, true],
    [`s=tlsrpt; p=${RSA_2048}`, false],
    ['p=', false],
    [`v=DKIM2; p=${RSA_2048}`, false],
  ];
  for (const [text, usable] of cases) test(text.slice(0, 30), () => assert.equal(isUsable(parseDkim(text)!), usable));
});

/** A bare PKCS#1 key of two numbers, given as hexadecimal content. */
function numbers(modulus: string, exponent: string): Uint8Array {
  return element(0x30, Buffer.concat([element(2, Buffer.from(modulus, 'hex')), element(2, Buffer.from(exponent, 'hex'))]));
}

function element(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag, content.length]), content]);
}

suite('readRsaPublicKey reads the numbers as OpenSSL does, and no others', () => {
  for (const key of [RSA_512, RSA_1024, RSA_2048]) {
    const { modulusLength: bits } = createPublicKey({ key: spki(key), format: 'der', type: 'spki' }).asymmetricKeyDetails!;
    for (const [form, bytes] of [['SPKI', spki(key)], ['PKCS#1', pkcs1(key)]] as const) {
      test(`${bits} bits as ${form}`, () => assert.deepEqual(readRsaPublicKey(bytes), { bits, weakness: null }));
    }
  }
  const weak: [modulus: string, exponent: string, weakness: string][] = [
    ['00', '03', 'the modulus is zero'],
    ['', '03', 'the modulus is zero'],
    ['8001', '03', 'the modulus is negative'],
    ['4000', '03', 'the modulus is even'],
    ['4001', '01', 'the exponent is less than 3'],
    ['4001', '', 'the exponent is less than 3'],
    ['4001', '04', 'the exponent is even'],
    ['4001', '4001', 'the exponent is as long as the modulus'],
    ['400f', '03', 'the modulus can be divided by 23'],
  ];
  for (const [modulus, exponent, weakness] of weak) {
    test(`n=${modulus} e=${exponent}: ${weakness}`, () => {
      const key = readRsaPublicKey(numbers(modulus, exponent));
      assert.equal('weakness' in key && key.weakness, weakness);
    });
  }
  test('every way of cutting a key off is told', () => {
    const whole = spki(RSA_1024);
    for (let length = 0; length < whole.length; length++) assert.ok('unreadable' in readRsaPublicKey(whole.subarray(0, length)), String(length));
  });
});

suite('parsing is total', () => {
  const real = [`v=DKIM1; k=rsa; t=y:s; h=sha256; n=note; p=${RSA_2048}`, `v=DKIM1; k=ed25519; p=${ED25519}`, `"v=DKIM1\\; p=${RSA_1024}"`];
  const mutated = fc.tuple(fc.constantFrom(...real), fc.nat(), fc.nat(20), fc.string({ unit: 'binary', maxLength: 12 }))
    .map(([text, at, cut, insert]) => text.slice(0, at % text.length) + insert + text.slice((at % text.length) + cut));
  const options = { seed: 6376, numRuns: 3000 };
  test('on arbitrary text', () => fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), text => void parseDkim(`p=${text}`)), options));
  test('on real records with changes', () => fc.assert(fc.property(mutated, text => { assert.ok((parseDkim(text)?.faults.length ?? 0) <= 8); }), options));
  test('on arbitrary DER', () => fc.assert(fc.property(fc.uint8Array({ maxLength: 80 }), bytes => void readRsaPublicKey(Uint8Array.of(0x30, bytes.length, ...bytes))), options));
  test('and a repaired record parses to the same key', () => fc.assert(fc.property(mutated, text => {
    const record = parseDkim(text);
    if (record?.repaired != null) assert.deepEqual(parseDkim(record.repaired)?.publicKey, record.publicKey);
  }), options));
  for (const unit of [';', '=', 'p=', ' ', '"', '\\;', '-----BEGIN ', 'v=DKIM1;', 'A', '\t;']) {
    test(`64 KiB of ${JSON.stringify(unit)} take no time`, () => {
      const startedMs = performance.now();
      for (const prefix of ['p=', 'v=DKIM1; p=']) parseDkim(prefix + unit.repeat(65536 / unit.length));
      assert.ok(performance.now() - startedMs < 4000);
    });
  }
});
