import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { RecordToWrite } from '../testing/packets.ts';
import { typeCodes, type TypeName } from '../types.ts';
import { judgeDenial } from './denial.ts';
import type { Question } from './denied.ts';
import { newEffort } from './effort.ts';
import { keysIn, ringOf } from './keys.ts';
import { base32hex, nsec3Hash } from './nsec3.ts';
import { setIn } from './rrsets.ts';
import { dnskey, makeKey, message, NOW_SECONDS, nsec, nsec3, signed, type Departure } from './signer.sample.ts';

const ZONE = 'example.org';
const key = makeKey();
const ring = ringOf(keysIn(setIn(message({ answers: dnskey(ZONE, key) }).answers, ZONE, typeCodes.DNSKEY)!));

const nodata = (name: string, type: TypeName): Question => ({ name, type: typeCodes[type], nxdomain: false, expanded: null });
const nxdomain = (name: string): Question => ({ name, type: typeCodes.A, nxdomain: true, expanded: null });
const wildcard = (name: string, labels: number): Question => ({ name, type: typeCodes.A, nxdomain: false, expanded: labels });

/** `proven`, `delegation`, or the code. */
function denied(question: Question, records: readonly RecordToWrite[], { departure = {}, effort = newEffort() }: { departure?: Departure; effort?: ReturnType<typeof newEffort> } = {}): string {
  const authorities = message({ authorities: records.flatMap(record => signed([record], ZONE, key, departure)) }).authorities;
  const { denied } = judgeDenial(question, authorities, { zone: ZONE, ring, nowSeconds: NOW_SECONDS, effort });
  if (denied.outcome !== 'proven') return `${denied.outcome}: ${denied.fault.code}`;
  return denied.delegation ? 'delegation' : 'proven';
}

type Case = [says: string, question: Question, records: readonly RecordToWrite[], expected: string];

const apex = nsec(ZONE, `b.${ZONE}`, 'NS', 'SOA', 'DNSKEY', 'NSEC', 'RRSIG');
const sub = nsec(`sub.${ZONE}`, `x.${ZONE}`, 'NS', 'NSEC', 'RRSIG');

suite('NSEC proves what is not there, and nothing else (RFC 4035 §5.4, RFC 6840 §4)', () => {
  const cases: Case[] = [
    ['a type that is not listed', nodata(ZONE, 'MX'), [apex], 'proven'],
    ['a type that is listed', nodata(ZONE, 'NS'), [apex], 'bogus: STYPE_IN_BITMAP'],
    ['a name that is an alias', nodata(`b.${ZONE}`, 'MX'), [nsec(`b.${ZONE}`, `c.${ZONE}`, 'CNAME')], 'bogus: STYPE_IN_BITMAP'],
    ['another name', nodata(`z.${ZONE}`, 'MX'), [apex], 'bogus: NO_NSEC_MATCHING_SNAME'],
    ['a name with others below it', nodata(`b.${ZONE}`, 'A'), [nsec(ZONE, `a.b.${ZONE}`, 'SOA')], 'proven'],
    ['a delegation without DS', nodata(`sub.${ZONE}`, 'DS'), [sub], 'delegation'],
    ['DS at a name that is no delegation', nodata(`b.${ZONE}`, 'DS'), [nsec(`b.${ZONE}`, `c.${ZONE}`, 'A')], 'proven'],
    ['DS by the zone itself', nodata(ZONE, 'DS'), [apex], 'bogus: REFERRAL_WITH_SOA'],
    ['records of a zone below, by the parent zone', nodata(`sub.${ZONE}`, 'A'), [sub], 'bogus: NO_NSEC_MATCHING_SNAME'],
    ['a wildcard without the type', nodata(`a.w.${ZONE}`, 'MX'), [nsec(`*.w.${ZONE}`, `x.${ZONE}`, 'A')], 'proven'],
    ['a wildcard with the type', nodata(`a.w.${ZONE}`, 'A'), [nsec(`*.w.${ZONE}`, `x.${ZONE}`, 'A')], 'bogus: STYPE_IN_BITMAP'],
    ['a name and its wildcard', nxdomain(`a.${ZONE}`), [apex], 'proven'],
    ['a name behind the last', nxdomain(`z.${ZONE}`), [nsec(`x.${ZONE}`, ZONE, 'A'), apex], 'proven'],
    ['a name, not its wildcard', nxdomain(`z.${ZONE}`), [nsec(`x.${ZONE}`, ZONE, 'A')], 'bogus: WILDCARD_NOT_COVERED'],
    ['another name than that', nxdomain(`z.${ZONE}`), [apex], 'bogus: SNAME_NOT_COVERED'],
    ['a name with others below it does exist', nxdomain(`b.${ZONE}`), [nsec(ZONE, `a.b.${ZONE}`, 'SOA')], 'bogus: SNAME_NOT_COVERED'],
    ['a name below a delegation', nxdomain(`a.sub.${ZONE}`), [sub], 'bogus: SNAME_NOT_COVERED'],
    ['a name below a DNAME', nxdomain(`a.d.${ZONE}`), [nsec(`d.${ZONE}`, `e.${ZONE}`, 'DNAME')], 'bogus: SNAME_NOT_COVERED'],
    ['that a wildcard may answer', wildcard(`a.w.${ZONE}`, 3), [nsec(`*.w.${ZONE}`, `x.${ZONE}`, 'A')], 'proven'],
    ['that a wildcard further up may not', wildcard(`a.w.${ZONE}`, 2), [nsec(`*.w.${ZONE}`, `x.${ZONE}`, 'A')], 'bogus: WILDCARD_EXPANSION_INVALID'],
    ['nothing of a wildcard', wildcard(`a.w.${ZONE}`, 3), [apex], 'bogus: SNAME_NOT_COVERED'],
    ['nothing at all: no records', nodata(ZONE, 'MX'), [], 'bogus: MISSING_NSEC_FOR_NODATA'],
    ['nothing at all: no such name', nxdomain(`a.${ZONE}`), [], 'bogus: MISSING_NSEC_FOR_NXDOMAIN'],
    ['nothing at all: a wildcard', wildcard(`a.${ZONE}`, 2), [], 'bogus: MISSING_NSEC_FOR_WILDCARD'],
    ['records of another zone', nodata('example.net', 'MX'), [nsec('example.net', 'b.example.net', 'A')], 'bogus: MISSING_NSEC_FOR_NODATA'],
  ];
  for (const [says, question, records, expected] of cases) test(`${says}: ${expected}`, () => assert.equal(denied(question, records), expected));
  test('a record whose signature does not hold proves nothing, and says why', () =>
    assert.equal(denied(nodata(ZONE, 'MX'), [apex], { departure: { expiration: NOW_SECONDS - 1 } }), 'bogus: EXPIRATION_IN_PAST'));
  test('a record that was made of a wildcard proves nothing', () => {
    const source = signed([nsec(`*.${ZONE}`, ZONE, 'A')], ZONE, key);
    const authorities = message({ authorities: source.map(record => ({ ...record, name: `b.${ZONE}` })) }).authorities;
    const { denied } = judgeDenial(nodata(`b.${ZONE}`, 'MX'), authorities, { zone: ZONE, ring, nowSeconds: NOW_SECONDS, effort: newEffort() });
    assert.equal(denied.outcome, 'bogus');
  });
});

const at = (name: string, types: TypeName[], options = {}) => nsec3(ZONE, name, types, options);
const around = (name: string, options = {}) => nsec3(ZONE, name, ['A'], { around: true, ...options });

suite('NSEC3 proves what is not there, and nothing else (RFC 5155 §8)', () => {
  const itself = at(ZONE, ['NS', 'SOA']);
  const cases: Case[] = [
    ['a type that is not listed', nodata(ZONE, 'MX'), [itself], 'proven'],
    ['a type that is listed', nodata(ZONE, 'NS'), [itself], 'bogus: STYPE_IN_BITMAP'],
    ['another name', nodata(`z.${ZONE}`, 'MX'), [at(`y.${ZONE}`, ['A'])], 'bogus: NO_NSEC3_MATCHING_SNAME'],
    ['a delegation without DS', nodata(`sub.${ZONE}`, 'DS'), [at(`sub.${ZONE}`, ['NS'])], 'delegation'],
    ['DS in a span that leaves zones out', nodata(`sub.${ZONE}`, 'DS'), [itself, around(`sub.${ZONE}`, { optOut: true })], 'insecure: OPT_OUT'],
    ['DS in a span that leaves none out', nodata(`sub.${ZONE}`, 'DS'), [itself, around(`sub.${ZONE}`)], 'bogus: OPT_OUT_FLAG_NOT_SET'],
    ['a wildcard without the type', nodata(`a.w.${ZONE}`, 'MX'), [at(`w.${ZONE}`, []), around(`a.w.${ZONE}`), at(`*.w.${ZONE}`, ['A'])], 'proven'],
    ['a name and its wildcard', nxdomain(`a.b.${ZONE}`), [itself, around(`b.${ZONE}`), around(`*.${ZONE}`)], 'proven'],
    ['a name in a span that leaves zones out', nxdomain(`b.${ZONE}`), [itself, around(`b.${ZONE}`, { optOut: true }), around(`*.${ZONE}`)], 'insecure: OPT_OUT'],
    ['a name, not its wildcard', nxdomain(`b.${ZONE}`), [itself, around(`b.${ZONE}`)], 'bogus: WILDCARD_NOT_COVERED'],
    ['no name above that exists', nxdomain(`b.${ZONE}`), [around(`b.${ZONE}`)], 'bogus: NO_CLOSEST_ENCLOSER'],
    ['a name above, nothing below it', nxdomain(`b.${ZONE}`), [itself], 'bogus: NEXT_CLOSEST_ENCLOSER_NOT_COVERED'],
    ['a name below a delegation', nxdomain(`a.sub.${ZONE}`), [at(`sub.${ZONE}`, ['NS']), around(`a.sub.${ZONE}`), around(`*.sub.${ZONE}`)], 'bogus: NO_CLOSEST_ENCLOSER'],
    ['that a wildcard may answer', wildcard(`a.b.w.${ZONE}`, 3), [around(`b.w.${ZONE}`)], 'proven'],
    ['nothing of a wildcard', wildcard(`a.b.w.${ZONE}`, 3), [itself], 'bogus: NEXT_CLOSEST_ENCLOSER_NOT_COVERED'],
    ['100 iterations', nodata(ZONE, 'MX'), [at(ZONE, ['NS', 'SOA'], { iterations: 100 })], 'proven'],
    ['101 iterations', nodata(ZONE, 'MX'), [at(ZONE, ['NS', 'SOA'], { iterations: 101 })], 'insecure: UNSUPPORTED_NSEC3_ITERATIONS'],
  ];
  for (const [says, question, records, expected] of cases) test(`${says}: ${expected}`, () => assert.equal(denied(question, records), expected));

  test('a count of iterations is believed only when it is signed', () =>
    assert.equal(denied(nodata(ZONE, 'MX'), [at(ZONE, ['SOA'], { iterations: 2500 })], { departure: { corrupt: true } }), 'bogus: SIGNATURE_INVALID'));
  test('an unknown hash and unknown flags prove nothing', () => {
    const other = (byte: number, value: number) => ({ ...itself, data: Uint8Array.from(itself.data, (was, i) => (i === byte ? value : was)) });
    assert.equal(denied(nodata(ZONE, 'MX'), [other(0, 2)]), 'bogus: UNSUPPORTED_NSEC3_ALGORITHM');
    assert.equal(denied(nodata(ZONE, 'MX'), [other(1, 2)]), 'bogus: MISSING_NSEC_FOR_NODATA');
  });
});

suite('names are hashed as RFC 5155 appendix A has it', () => {
  const salt = Buffer.from('aabbccdd', 'hex');
  const cases: [name: string, hash: string][] = [
    ['example', '0p9mhaveqvm6t7vbl5lop2u3t2rp3tom'], ['a.example', '35mthgpgcu1qg68fab165klnsnk3dpvl'],
    ['ai.example', 'gjeqe526plbf1g8mklp59enfd789njgi'], ['*.w.example', 'r53bq7cc2uvmubfu5ocmm6pers9tk9en'],
  ];
  for (const [name, hash] of cases) test(name, () => assert.equal(base32hex(nsec3Hash(name, 12, salt)), hash));
});

suite('hashing is bounded (CVE-2023-50868)', () => {
  const deep = `${'a.'.repeat(100)}${ZONE}`;
  test('2500 iterations cost nothing at all', () => {
    const effort = newEffort();
    assert.equal(denied(nxdomain(deep), [at(ZONE, ['SOA'], { iterations: 2500 })], { effort }), 'insecure: UNSUPPORTED_NSEC3_ITERATIONS');
    assert.equal(effort.roundsLeft, newEffort().roundsLeft);
  });
  test('a long name hashes each name above it once', () => {
    const effort = newEffort();
    denied(nxdomain(deep), [at('other.example.org', ['A'], { iterations: 100 })], { effort });
    const spent = newEffort().roundsLeft - effort.roundsLeft;
    assert.ok(spent > 0 && spent <= 101 * 101, String(spent));
  });
  test('and the check ends when its work is used up', () => {
    const effort = { ...newEffort(), roundsLeft: 250 };
    assert.equal(denied(nxdomain(deep), [at('other.example.org', ['A'], { iterations: 100 })], { effort }), 'bogus: WORK_EXCEEDED');
  });
});
