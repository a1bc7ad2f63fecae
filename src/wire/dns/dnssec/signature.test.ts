import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { nameBytes, u16, u32, write, type RecordToWrite } from '../testing/packets.ts';
import { typeCodes } from '../types.ts';
import { newEffort } from './effort.ts';
import { keysIn, ringOf } from './keys.ts';
import { setIn } from './rrsets.ts';
import { dnskey, makeKey, message, NOW_SECONDS, signatureOf, signed, type Departure, type TestKey } from './signer.sample.ts';
import { verifySet, type Verdict } from './signature.ts';

const ZONE = 'example.org';
const NAME = 'www.example.org';
const records = [write.a(NAME, '192.0.2.2'), write.a(NAME, '192.0.2.1')];

function verdictOn(answers: readonly RecordToWrite[], keys: readonly RecordToWrite[], { name = NAME, type = 'A', nowSeconds = NOW_SECONDS, zone = ZONE }: { name?: string; type?: keyof typeof typeCodes; nowSeconds?: number; zone?: string } = {}): Verdict {
  const set = setIn(message({ answers }).answers, name, typeCodes[type])!;
  const ring = ringOf(keysIn(setIn(message({ answers: keys }).answers, zone, typeCodes.DNSKEY)!));
  return verifySet(set, { zone, ring, nowSeconds, effort: newEffort() });
}

const codeOf = (verdict: Verdict) => (verdict.holds ? 'holds' : verdict.fault.code);

suite('signatures of every algorithm in use are verified', () => {
  for (const algorithm of [5, 7, 8, 10, 13, 14, 15, 16]) {
    test(`algorithm ${algorithm}`, () => {
      const key = makeKey(algorithm);
      assert.equal(codeOf(verdictOn(signed(records, ZONE, key), dnskey(ZONE, key))), 'holds');
      assert.equal(codeOf(verdictOn(signed(records, ZONE, key, { corrupt: true }), dnskey(ZONE, key))), 'SIGNATURE_INVALID');
    });
  }
});

/** A signature from a standard: its key, its records, and the moment at which it is judged. */
interface Vector {
  says: string;
  zone: string;
  key: [flags: number, algorithm: number, publicKey: string];
  record: RecordToWrite;
  signature: [labels: number, expiration: string, inception: string, tag: number, text: string];
}

const vectors: Vector[] = [
  {
    says: 'RFC 8080 §6.1, Ed25519', zone: 'example.com', key: [257, 15, 'l02Woi0iS8Aa25FQkUd9RMzZHJpBoRQwAQEX1SxZJA4='],
    record: { ...write.mx('example.com', 10, 'mail.example.com'), ttlSeconds: 3600 },
    signature: [2, '2015-08-19T22:00:00Z', '2015-07-29T22:00:00Z', 3613, 'oL9krJun7xfBOIWcGHi7mag5/hdZrKWw15jPGrHpjQeRAvTdszaPD+QLs3fx8A4M3e23mRZ9VrbpMngwcrqNAg=='],
  },
  {
    says: 'RFC 6605 §6.1, ECDSA P-256', zone: 'example.net', key: [257, 13, 'GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edbkrSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA=='],
    record: write.a('www.example.net', '192.0.2.1', 3600),
    signature: [3, '2010-09-09T10:04:39Z', '2010-08-12T10:04:39Z', 55_648, 'qx6wLYqmh+l9oCKTN6qIc+bw6ya+KJ8oMz0YP107epXAyGmt+3SNruPFKG7tZoLBLlUzGGus7ZwmwWep666VCw=='],
  },
  {
    says: 'RFC 5702 §6.1, RSA with SHA-256', zone: 'example.net', key: [256, 8, 'AwEAAcFcGsaxxdgiuuGmCkVImy4h99CqT7jwY3pexPGcnUFtR2Fh36BponcwtkZ4cAgtvd4Qs8PkxUdp6p/DlUmObdk='],
    record: write.a('www.example.net', '192.0.2.91', 3600),
    signature: [3, '2030-01-01T00:00:00Z', '2000-01-01T00:00:00Z', 9033, 'kRCOH6u7l0QGy9qpC9l1sLncJcOKFLJ7GhiUOibu4teYp5VE9RncriShZNz85mwlMgNEacFYK/lPtPiVYP4bwg=='],
  },
];

suite('the examples of the standards hold', () => {
  for (const { says, zone, key: [flags, algorithm, publicKey], record, signature: [labels, expiration, inception, tag, text] } of vectors) {
    test(says, () => {
      const seconds = (date: string) => Date.parse(date) / 1000;
      const code = typeCodes[record.type as 'A' | 'MX'];
      const rrsig: RecordToWrite = {
        name: record.name, type: 'RRSIG',
        data: [...u16(code), algorithm, labels, ...[3600, seconds(expiration), seconds(inception)].flatMap(u32), ...u16(tag), ...nameBytes(zone), ...Buffer.from(text, 'base64')],
      };
      const key: RecordToWrite = { name: zone, type: 'DNSKEY', data: [...u16(flags), 3, algorithm, ...Buffer.from(publicKey, 'base64')] };
      const verdict = verdictOn([record, rrsig], [key], { name: record.name, type: record.type as 'A' | 'MX', nowSeconds: seconds(inception) + 1, zone });
      assert.equal(codeOf(verdict), 'holds');
    });
  }
});

suite('a signature that does not hold is refused for its own reason', () => {
  const key = makeKey();
  const other = makeKey();
  const cases: [says: string, departure: Departure, code: string, keys?: readonly TestKey[]][] = [
    ['expired a second ago', { expiration: NOW_SECONDS - 1 }, 'EXPIRATION_IN_PAST'],
    ['expires this second', { expiration: NOW_SECONDS }, 'holds'],
    ['begins in a second', { inception: NOW_SECONDS + 1 }, 'INCEPTION_IN_FUTURE'],
    ['begins this second', { inception: NOW_SECONDS }, 'holds'],
    ['ends before it begins', { inception: NOW_SECONDS - 10, expiration: NOW_SECONDS - 20 }, 'EXPIRATION_IN_PAST'],
    ['by another zone', { signer: 'example.net' }, 'SIGNER_NOT_ZONE'],
    ['by the parent zone', { signer: 'org' }, 'SIGNER_NOT_ZONE'],
    ['more labels than the name', { labels: 4 }, 'RRSIG_LABELS_INVALID'],
    ['by a key that is not there', {}, 'DNSKEY_MISSING', [other]],
    ['of another algorithm', { algorithm: 14, signature: Buffer.alloc(96) }, 'DNSKEY_MISSING'],
    ['of an algorithm that nobody verifies', { algorithm: 12 }, 'ALGORITHM_NOT_SUPPORTED'],
    ['too short', { signature: Buffer.alloc(63) }, 'RRSIG_BAD_LENGTH_ECDSA256'],
    ['empty', { signature: Buffer.alloc(0) }, 'RRSIG_BAD_LENGTH_ECDSA256'],
    ['over another time to live', { originalTtl: 299 }, 'holds'],
  ];
  for (const [says, departure, code, keys = [key]] of cases) {
    test(`${says}: ${code}`, () => assert.equal(codeOf(verdictOn(signed(records, ZONE, key, departure), dnskey(ZONE, ...keys))), code));
  }
  test('none at all: MISSING_RRSIG', () => assert.equal(codeOf(verdictOn(records, dnskey(ZONE, key))), 'MISSING_RRSIG'));
  test('by a revoked key: DNSKEY_REVOKED_RRSIG', () => {
    const revoked = makeKey(13, 257 | 0x80);
    assert.equal(codeOf(verdictOn(signed(records, ZONE, revoked), dnskey(ZONE, revoked))), 'DNSKEY_REVOKED_RRSIG');
  });
  test('by a key that is not for the zone: DNSKEY_MISSING', () => {
    const host = makeKey(13, 1);
    assert.equal(codeOf(verdictOn(signed(records, ZONE, host), dnskey(ZONE, host))), 'DNSKEY_MISSING');
  });
  test('one good signature is enough, whatever stands next to it', () => {
    const answers = [...records, signatureOf(records, ZONE, other), signatureOf(records, ZONE, key, { expiration: NOW_SECONDS - 5 }), signatureOf(records, ZONE, key)];
    assert.equal(codeOf(verdictOn(answers, dnskey(ZONE, key))), 'holds');
  });
  test('times turn over with their 32 bits (RFC 1982)', () => {
    const [inception, expiration] = [0xffff_ff00, 0x100];
    const answers = signed(records, ZONE, key, { inception, expiration });
    const codes = [0xffff_ff80, 0x1_0000_0080, 0x1_0000_0200, 0xffff_fe00].map(nowSeconds => codeOf(verdictOn(answers, dnskey(ZONE, key), { nowSeconds })));
    assert.deepEqual(codes, ['holds', 'holds', 'EXPIRATION_IN_PAST', 'INCEPTION_IN_FUTURE']);
  });
});

suite('records are brought into canonical form (RFC 4034 §6)', () => {
  const key = makeKey();
  const signature = (plain: RecordToWrite[]) => signatureOf(plain, ZONE, key);
  test('the letters of names do not count', () => {
    const plain = [write.mx(ZONE, 10, 'mx.example.org')];
    assert.equal(codeOf(verdictOn([write.mx('EXAMPLE.org', 10, 'MX.Example.ORG'), signature(plain)], dnskey(ZONE, key), { name: ZONE, type: 'MX' })), 'holds');
  });
  test('of NSEC they do (RFC 6840 §5.1)', () => {
    const upper: RecordToWrite = { name: ZONE, type: 'NSEC', data: [...nameBytes('B.example.org'), 0, 1, 0x40] };
    assert.equal(codeOf(verdictOn([upper, signature([upper])], dnskey(ZONE, key), { name: ZONE, type: 'NSEC' })), 'holds');
    assert.equal(codeOf(verdictOn([{ ...upper, data: [...nameBytes('b.example.org'), 0, 1, 0x40] }, signature([upper])], dnskey(ZONE, key), { name: ZONE, type: 'NSEC' })), 'SIGNATURE_INVALID');
  });
  test('the order and repetition of records do not count', () => {
    const answers = [records[1]!, records[0]!, records[1]!, signature(records)];
    assert.equal(codeOf(verdictOn(answers, dnskey(ZONE, key))), 'holds');
  });
  test('a wildcard is verified under its own name, and told as such', () => {
    const source = [write.a('*.example.org', '192.0.2.1')];
    const rrsig = { ...signature(source), name: 'a.b.example.org' };
    const verdict = verdictOn([write.a('a.b.example.org', '192.0.2.1'), rrsig], dnskey(ZONE, key), { name: 'a.b.example.org' });
    assert.ok(verdict.holds && verdict.expanded === 2);
    const itself = verdictOn([...source, signature(source)], dnskey(ZONE, key), { name: '*.example.org' });
    assert.ok(itself.holds && itself.expanded === null);
  });
});

suite('work is bounded (CVE-2023-50387)', () => {
  const key = makeKey();
  /** Keys of noise with the tag of `key`: two bytes that weigh the same change places. */
  const twins = Array.from({ length: 60 }, (_, i) => {
    const [one, two] = [4 + (i % 30), 4 + (i % 30) + 2 + 2 * Math.floor(i / 30)];
    const data = Buffer.from(key.rdata);
    [data[one], data[two]] = [key.rdata[two]!, key.rdata[one]!];
    return { name: ZONE, type: 'DNSKEY' as const, data };
  });
  const noise = Array.from({ length: 100 }, () => signatureOf(records, ZONE, key, { corrupt: true }));
  test('many keys of one tag and many signatures cost eight trials a set', () => {
    const set = setIn(message({ answers: [...records, ...noise] }).answers, NAME, typeCodes.A)!;
    const keys = keysIn(setIn(message({ answers: twins }).answers, ZONE, typeCodes.DNSKEY)!);
    assert.ok(keys.filter(({ tag }) => tag === key.tag).length >= 20, 'the tags collide');
    const effort = newEffort();
    const verdict = verifySet(set, { zone: ZONE, ring: ringOf(keys), nowSeconds: NOW_SECONDS, effort });
    assert.equal(codeOf(verdict), 'TRIALS_EXCEEDED');
    assert.equal(newEffort().trialsLeft - effort.trialsLeft, 8);
    assert.ok(verdict.seen.length <= 16);
  });
  test('and nothing once the check has spent all', () => {
    const set = setIn(message({ answers: signed(records, ZONE, key) }).answers, NAME, typeCodes.A)!;
    const ring = ringOf(keysIn(setIn(message({ answers: dnskey(ZONE, key) }).answers, ZONE, typeCodes.DNSKEY)!));
    assert.equal(codeOf(verifySet(set, { zone: ZONE, ring, nowSeconds: NOW_SECONDS, effort: { ...newEffort(), trialsLeft: 0 } })), 'WORK_EXCEEDED');
  });
});
