import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import * as fc from 'fast-check';
import type { Failure, RecordType, Security } from '../../../core/lookup.ts';
import { decode, encodeQuery, type Message } from '../message.ts';
import { replyTo, write, type RecordToWrite, type ReplyToWrite } from '../testing/packets.ts';
import type { TypeName } from '../types.ts';
import { parseTrustAnchors, rootAnchors, type TrustAnchor } from './anchors.ts';
import { newEffort, type Effort } from './effort.ts';
import { dnskey, ds, makeKey, message, NOW_SECONDS, nsec, signatureOf, signed, type TestKey } from './signer.sample.ts';
import { createValidator } from './validator.ts';
import { createZoneCache } from './zone-cache.ts';

const keys = { root: makeKey(8), org: makeKey(), zone: makeKey(), net: makeKey(15) };
const anchorOf = ({ data }: RecordToWrite): TrustAnchor => {
  const rdata = Buffer.from(data);
  return { keyTag: rdata.readUInt16BE(0), algorithm: rdata[2]!, digestType: rdata[3]!, digest: rdata.subarray(4).toString('hex') };
};
const anchors = [anchorOf(ds('', keys.root))];

const ZONE = 'example.org';
const noSuch = (zone: string, key: TestKey, ...denials: RecordToWrite[]) => [...signed([write.soa(zone)], zone, key), ...denials.flatMap(denial => signed([denial], zone, key))];
const address = write.a(ZONE, '192.0.2.1');

type Replies = Record<string, ReplyToWrite | Failure>;

/** example.org below org below the root, all signed; net.org is not. */
const sound: Replies = {
  ' DNSKEY': { answers: signed(dnskey('', keys.root), '', keys.root) },
  'org DS': { answers: signed([ds('org', keys.org)], '', keys.root) },
  'org DNSKEY': { answers: signed(dnskey('org', keys.org), 'org', keys.org) },
  'example.org DS': { answers: signed([ds(ZONE, keys.zone)], 'org', keys.org) },
  'example.org DNSKEY': { answers: signed(dnskey(ZONE, keys.zone), ZONE, keys.zone) },
  'example.org A': { answers: signed([address], ZONE, keys.zone) },
  'example.org MX': { authorities: noSuch(ZONE, keys.zone, nsec(ZONE, `z.${ZONE}`, 'A', 'NS', 'SOA')) },
  'no.example.org A': { rcode: 3, authorities: noSuch(ZONE, keys.zone, nsec(ZONE, `z.${ZONE}`, 'A', 'NS', 'SOA')) },
  'plain.org DS': { authorities: noSuch('org', keys.org, nsec('plain.org', 'q.org', 'NS')) },
  'plain.org A': { answers: [write.a('plain.org', '192.0.2.1')] },
  'www.plain.org A': { answers: [write.a('www.plain.org', '192.0.2.1')] },
};

const failure: Failure = { outcome: 'failed', kind: 'timeout', cause: 'timeout at 192.0.2.53' };
const clock = { now: () => NOW_SECONDS * 1000, monotonicMs: () => 0 };

interface World {
  secure(name: string, type: RecordType): Promise<Security>;
  chain: ReturnType<ReturnType<typeof createValidator>>['chain'];
  asked: string[];
}

function worldOf(changes: Replies = {}, options: { anchors?: readonly TrustAnchor[]; cache?: ReturnType<typeof createZoneCache>; effort?: () => Effort } = {}): World {
  const replies = { ...sound, ...changes };
  const asked: string[] = [];
  const validator = createValidator({ anchors, clock, cache: createZoneCache(clock), ...options })(async (name, type) => {
    asked.push(`${name} ${type}`);
    const reply = replies[`${name} ${type}`] ?? { ...failure, cause: `nobody knows ${name} ${type}` };
    return 'outcome' in reply ? reply : message(reply);
  });
  return { ...validator, asked };
}

const said = async (security: Promise<Security>) => {
  const { status, reason } = await security;
  return reason ? `${status}: ${reason.code} in ${reason.zone}` : status;
};

suite('an answer is judged from the root down (RFC 4035 §5)', () => {
  const other = makeKey();
  const twoAlgorithms = [keys.zone, keys.net];
  const cases: [says: string, name: string, type: RecordType, changes: Replies, expected: string][] = [
    ['a signed answer', ZONE, 'A', {}, 'secure'],
    ['a record that is not there', ZONE, 'MX', {}, 'secure'],
    ['a name that is not there', `no.${ZONE}`, 'A', {}, 'secure'],
    ['a zone without DS', 'plain.org', 'A', {}, 'insecure: NO_DS in plain.org'],
    ['a name below a zone without DS', 'www.plain.org', 'A', {}, 'insecure: NO_DS in plain.org'],
    ['an answer without signature', ZONE, 'A', { 'example.org A': { answers: [address] } }, `bogus: MISSING_RRSIG in ${ZONE}`],
    ['an answer that was changed', ZONE, 'A', { 'example.org A': { answers: [write.a(ZONE, '192.0.2.9'), signatureOf([address], ZONE, keys.zone)] } }, `bogus: SIGNATURE_INVALID in ${ZONE}`],
    ['an answer by the parent zone', ZONE, 'A', { 'example.org A': { answers: signed([address], 'org', keys.net) } }, `bogus: SIGNER_NOT_ZONE in ${ZONE}`],
    ['a DS of another digest', ZONE, 'A', { 'example.org DS': { answers: signed([ds(ZONE, keys.zone, 2, true)], 'org', keys.org) } }, `bogus: DIGEST_INVALID in ${ZONE}`],
    ['a DS of another key', ZONE, 'A', { 'example.org DS': { answers: signed([ds(ZONE, other)], 'org', keys.org) } }, `bogus: NO_SEP in ${ZONE}`],
    ['a DS that is not signed', ZONE, 'A', { 'example.org DS': { answers: [ds(ZONE, keys.zone)] } }, 'bogus: MISSING_RRSIG in org'],
    ['a DS that the zone itself signed', ZONE, 'A', { 'example.org DS': { answers: signed([ds(ZONE, keys.zone)], ZONE, keys.zone) } }, 'bogus: SIGNER_NOT_ZONE in org'],
    ['a DS made of a wildcard', ZONE, 'A', { 'example.org DS': { answers: [ds(ZONE, keys.zone), { ...signatureOf([{ ...ds(ZONE, keys.zone), name: '*.org' }], 'org', keys.org), name: ZONE }] } }, 'bogus: RRSIG_LABELS_INVALID in org'],
    ['DS records hidden', ZONE, 'A', { 'example.org DS': { authorities: [write.soa('org')] } }, 'bogus: MISSING_NSEC_FOR_NODATA in org'],
    ['no keys behind a DS', ZONE, 'A', { 'example.org DNSKEY': { authorities: [write.soa(ZONE)] } }, `bogus: NO_SEP in ${ZONE}`],
    ['keys not signed by the key of the DS', ZONE, 'A', { 'example.org DNSKEY': { answers: signed(dnskey(ZONE, keys.zone, other), ZONE, other) } }, `bogus: NO_SEP in ${ZONE}`],
    ['keys not signed at all', ZONE, 'A', { 'example.org DNSKEY': { answers: dnskey(ZONE, keys.zone) } }, `bogus: MISSING_RRSIG in ${ZONE}`],
    ['SHA-1 next to SHA-256 that does not fit', ZONE, 'A', { 'example.org DS': { answers: signed([ds(ZONE, keys.zone, 1), ds(ZONE, keys.zone, 2, true)], 'org', keys.org) } }, `bogus: DIGEST_INVALID in ${ZONE}`],
    ['SHA-1 alone', ZONE, 'A', { 'example.org DS': { answers: signed([ds(ZONE, keys.zone, 1)], 'org', keys.org) } }, 'secure'],
    ['SHA-384', ZONE, 'A', { 'example.org DS': { answers: signed([ds(ZONE, keys.zone, 4)], 'org', keys.org) } }, 'secure'],
    ['a digest that nobody knows', ZONE, 'A', { 'example.org DS': { answers: signed([ds(ZONE, keys.zone, 9)], 'org', keys.org) } }, `insecure: DIGEST_ALGORITHM_NOT_SUPPORTED in ${ZONE}`],
    ['an algorithm that nobody knows', ZONE, 'A', { 'example.org DS': { answers: signed([ds(ZONE, { ...keys.zone, algorithm: 17 })], 'org', keys.org) } }, `insecure: ALGORITHM_NOT_SUPPORTED in ${ZONE}`],
    ['one of two algorithms is enough', ZONE, 'A', {
      'example.org DS': { answers: signed(twoAlgorithms.map(key => ds(ZONE, key)), 'org', keys.org) },
      'example.org DNSKEY': { answers: signed(dnskey(ZONE, ...twoAlgorithms), ZONE, keys.net) },
    }, 'secure'],
    ['a failed lookup of the DS', ZONE, 'A', { 'example.org DS': failure }, `indeterminate: TIMEOUT in ${ZONE}`],
    ['a failed lookup of the keys', ZONE, 'A', { 'example.org DNSKEY': { outcome: 'failed', kind: 'servfail', cause: 'SERVFAIL' } }, `indeterminate: INVALID_RCODE in ${ZONE}`],
    ['a failed lookup of the answer', ZONE, 'A', { 'example.org A': failure }, `indeterminate: TIMEOUT in ${ZONE}`],
    ['a resolver that leaves out signatures', ZONE, 'A', { ' DNSKEY': { answers: dnskey('', keys.root) } }, 'indeterminate: UNABLE_TO_RETRIEVE_DNSSEC_RECORDS in '],
    ['a resolver that knows no keys', ZONE, 'A', { ' DNSKEY': {} }, 'indeterminate: UNABLE_TO_RETRIEVE_DNSSEC_RECORDS in '],
    ['another root', ZONE, 'A', { ' DNSKEY': { answers: signed(dnskey('', other), '', other) } }, 'indeterminate: NO_TRUST_ANCHOR_SIGNING in '],
  ];
  for (const [says, name, type, changes, expected] of cases) test(`${says}: ${expected}`, async () => assert.equal(await said(worldOf(changes).secure(name, type)), expected));
  test('a name that cannot be asked: indeterminate', async () => assert.equal(await said(worldOf().secure('a..b', 'A')), 'indeterminate: FORMERR in '));
  test('without trust anchors: notValidated, and nothing is asked', async () => {
    const world = worldOf({}, { anchors: [] });
    assert.deepEqual([await said(world.secure(ZONE, 'A')), await world.chain(ZONE), world.asked], ['notValidated', [], []]);
  });
});

suite('every alias on the way is judged in its own zone', () => {
  const alias = (name: string, target: string) => signed([write.cname(name, target)], ZONE, keys.zone);
  const dname: RecordToWrite = { name: `d.${ZONE}`, type: 'DNAME', data: write.ns('', ZONE).data };
  const cases: [says: string, changes: Replies, expected: string][] = [
    ['within one answer', { 'www.example.org A': { answers: [...alias(`www.${ZONE}`, ZONE), ...signed([address], ZONE, keys.zone)] } }, 'secure'],
    ['asked further where the answer stops', { 'www.example.org A': { answers: alias(`www.${ZONE}`, ZONE) } }, 'secure'],
    ['into a zone that is not signed', { 'www.example.org A': { answers: [...alias(`www.${ZONE}`, 'plain.org'), write.a('plain.org', '192.0.2.1')] } }, 'insecure: NO_DS in plain.org'],
    ['an alias that is not signed', { 'www.example.org A': { answers: [write.cname(`www.${ZONE}`, 'plain.org'), write.a('plain.org', '192.0.2.1')] }, 'www.example.org DS': { answers: alias(`www.${ZONE}`, 'plain.org') } }, `bogus: MISSING_RRSIG in ${ZONE}`],
    ['a loop', { 'www.example.org A': { answers: [...alias(`www.${ZONE}`, `v.${ZONE}`), ...alias(`v.${ZONE}`, `www.${ZONE}`)] } }, `indeterminate: CNAME_LOOP in www.${ZONE}`],
    ['to nothing', { 'www.example.org A': { rcode: 3, answers: alias(`www.${ZONE}`, `no.${ZONE}`), authorities: noSuch(ZONE, keys.zone, nsec(ZONE, `z.${ZONE}`, 'NS', 'SOA')) } }, 'secure'],
  ];
  for (const [says, changes, expected] of cases) test(`${says}: ${expected}`, async () => assert.equal(await said(worldOf(changes).secure(`www.${ZONE}`, 'A')), expected));
  test('a DNAME stands for the CNAME that was made of it (RFC 6672)', async () => {
    const answers = (target: string) => [...signed([dname], ZONE, keys.zone), write.cname(`no.d.${ZONE}`, target)];
    const end = { rcode: 3, authorities: noSuch(ZONE, keys.zone, nsec(ZONE, `z.${ZONE}`, 'NS', 'SOA')) };
    assert.equal(await said(worldOf({ 'no.d.example.org A': { ...end, answers: answers(`no.${ZONE}`) } }).secure(`no.d.${ZONE}`, 'A')), 'secure');
    assert.equal(await said(worldOf({ 'no.d.example.org A': { ...end, answers: answers('no.evil.org') } }).secure(`no.d.${ZONE}`, 'A')), `bogus: DNAME_TARGET_MISMATCH in d.${ZONE}`);
  });
});

suite('the chain tells each zone on the way', () => {
  test('of a signed domain', async () => {
    const chain = await worldOf().chain(ZONE);
    assert.deepEqual(chain.map(({ zone, status, reason }) => [zone, status, reason]), [['', 'secure', null], ['org', 'secure', null], [ZONE, 'secure', null]]);
    assert.deepEqual(chain.map(({ keys: shown }) => shown.map(({ keyTag, bits }) => [keyTag, bits])), [[[keys.root.tag, 1024]], [[keys.org.tag, 256]], [[keys.zone.tag, 256]]]);
    assert.deepEqual(chain[2]!.ds.map(({ keyTag }) => keyTag), [keys.zone.tag]);
    assert.deepEqual(chain[1]!.signatures.map(({ name, typeCovered, fault }) => [name, typeCovered, fault]), [['org', 'DNSKEY', null], [ZONE, 'DS', null]]);
  });
  test('as far as the way is secure', async () => {
    assert.deepEqual((await worldOf().chain('www.plain.org')).map(({ zone, status }) => `${zone} ${status}`), [' secure', 'org secure', 'plain.org insecure']);
    const broken = await worldOf({ 'org DNSKEY': { answers: dnskey('org', keys.org) } }).chain(ZONE);
    assert.deepEqual(broken.map(({ zone, status }) => `${zone} ${status}`), [' secure', 'org bogus']);
  });
  test('with what the answers of the zone showed', async () => {
    const world = worldOf();
    await Promise.all([world.secure(ZONE, 'A'), world.secure(ZONE, 'MX')]);
    const link = (await world.chain(ZONE)).at(-1)!;
    assert.deepEqual(link.denial, { kind: 'nsec' });
    assert.deepEqual(link.signatures.map(({ typeCovered }) => typeCovered).toSorted(), ['A', 'DNSKEY', 'NSEC']);
    assert.deepEqual(link.contradictions, []);
  });
  test('and where the zone denies what it has', async () => {
    const world = worldOf({ 'example.org MX': { authorities: noSuch(ZONE, keys.zone, nsec(ZONE, `z.${ZONE}`, 'NS', 'SOA')) } });
    await Promise.all([world.secure(ZONE, 'A'), world.secure(ZONE, 'MX')]);
    assert.deepEqual((await world.chain(ZONE)).at(-1)!.contradictions.map(({ code }) => code), ['EXISTING_TYPE_NOT_IN_BITMAP']);
  });
});

suite('few questions are asked', () => {
  test('all that a chain needs at once, each once', async () => {
    const world = worldOf();
    const chain = world.chain(ZONE);
    assert.deepEqual(world.asked.toSorted(), [' DNSKEY', 'example.org DNSKEY', 'example.org DS', 'org DNSKEY', 'org DS']);
    await Promise.all([chain, world.chain(ZONE), world.secure(ZONE, 'A'), world.secure(ZONE, 'A')]);
    assert.equal(world.asked.length, 6);
  });
  test('the registries are remembered for the next check, the domain is not', async () => {
    const cache = createZoneCache(clock);
    await worldOf({}, { cache }).chain(ZONE);
    const second = worldOf({}, { cache });
    assert.equal((await second.chain(ZONE)).at(-1)!.status, 'secure');
    assert.deepEqual(second.asked, ['example.org DS', 'example.org DNSKEY']);
  });
  test('until their time to live is up', async () => {
    let nowMs = NOW_SECONDS * 1000;
    const moving = { ...clock, now: () => nowMs };
    const cache = createZoneCache(moving);
    await worldOf({}, { cache }).chain(ZONE);
    nowMs += 301_000;
    const later = worldOf({}, { cache });
    await later.chain(ZONE);
    assert.equal(later.asked.length, 5);
  });
  test('the cache is bounded', async () => {
    const cache = createZoneCache(clock, 1);
    await worldOf({}, { cache }).chain(ZONE);
    assert.deepEqual([cache.get('') === null, cache.get('org') === null], [true, false]);
  });
});

suite('hostile zones cost a bounded amount of work', () => {
  test('nothing is said when the work of the check is used up', async () => {
    const effort = { ...newEffort(), trialsLeft: 3 };
    assert.equal(await said(worldOf({}, { effort: () => effort }).secure(ZONE, 'A')), `indeterminate: WORK_EXCEEDED in org`);
    assert.equal(effort.trialsLeft, 0);
  });
  test('a long name below a secure zone asks no more than the limit', async () => {
    const deep = `${'a.'.repeat(60)}${ZONE}`;
    const world = worldOf({ [`${deep} A`]: { answers: [write.a(deep, '192.0.2.1')] } });
    const { status } = await world.secure(deep, 'A');
    assert.equal(status, 'indeterminate');
    assert.ok(world.asked.length <= newEffort().questionsLeft + 1, String(world.asked.length));
  });
  test('whatever the replies are, an outcome comes and no error, and no other record is secure', async () => {
    const names: [string, TypeName][] = [['', 'DNSKEY'], ['org', 'DS'], ['org', 'DNSKEY'], [ZONE, 'DS'], [ZONE, 'DNSKEY'], [ZONE, 'A'], [ZONE, 'MX']];
    const query = encodeQuery({ name: '', type: 1 }, { id: 1, recursionDesired: true, edns: null })!;
    const wires = new Map(names.map(([name, type]) => [`${name} ${type}`, replyTo(query, sound[`${name} ${type}`] as ReplyToWrite)]));
    const change = fc.record({ which: fc.constantFrom(...wires.keys()), at: fc.nat(2000), byte: fc.nat(255) });
    await fc.assert(fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), fc.constantFrom<RecordType>('A', 'MX'), async (changes, type) => {
      const spoilt = new Map([...wires].map(([key, wire]) => [key, Uint8Array.from(wire)]));
      for (const { which, at, byte } of changes) {
        const wire = spoilt.get(which)!;
        wire[12 + (at % (wire.length - 12))] = byte;
      }
      const ask = async (name: string, asked: RecordType): Promise<Message | Failure> => {
        const read = spoilt.has(`${name} ${asked}`) ? decode(spoilt.get(`${name} ${asked}`)!) : { malformed: 'nothing' };
        return 'malformed' in read ? { outcome: 'failed', kind: 'malformed', cause: read.malformed } : read;
      };
      const validator = createValidator({ anchors, clock, cache: createZoneCache(clock) })(ask);
      const { status } = await validator.secure(ZONE, type);
      const chain = await validator.chain(ZONE);
      const unchanged = changes.every(({ which, at, byte }) => wires.get(which)![12 + (at % (wires.get(which)!.length - 12))] === byte);
      assert.ok(chain.length > 0 && (!unchanged || status === 'secure'));
      const answer = await ask(ZONE, 'A');
      const addresses = 'outcome' in answer ? [] : answer.answers.flatMap(({ name, data }) => (name === ZONE && data.type === 'A' ? [data.address] : []));
      if (type === 'A' && status === 'secure') assert.deepEqual(addresses, ['192.0.2.1']);
    }), { seed: 4035, numRuns: 300 });
  });
});

suite('trust anchors are read as DS records of the root', () => {
  const digest = 'AB'.repeat(32);
  const good: [text: string, tags: number[]][] = [
    [`. IN DS 20326 8 2 ${digest}`, [20326]], [`. 3600 IN DS 1 13 4 ${digest}`, [1]], [`7 8 2 ${digest.slice(0, 10)} ${digest.slice(10)}`, [7]],
    [`. DS 1 8 2 ${digest}; . DS 2 8 2 ${digest};`, [1, 2]], ['none', []], [' NONE ', []],
  ];
  for (const [text, tags] of good) {
    test(text, () => {
      const parsed = parseTrustAnchors(text);
      assert.deepEqual('anchors' in parsed ? parsed.anchors.map(({ keyTag }) => keyTag) : parsed, tags);
    });
  }
  for (const text of ['', ';', 'nothing', 'example. IN DS 1 8 2 AB', '. IN DNSKEY 257 3 8 AwEA', '1 8 2']) {
    test(`${JSON.stringify(text)} is refused`, () => assert.ok('invalid' in parseTrustAnchors(text)));
  }
  test('those of IANA are the default', () => assert.deepEqual(rootAnchors.map(({ keyTag, algorithm, digestType, digest: hex }) => [keyTag, algorithm, digestType, hex.length]), [[20326, 8, 2, 64], [38696, 8, 2, 64]]));
});
