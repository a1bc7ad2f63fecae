import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import test, { after, suite } from 'node:test';
import { Client } from './client.ts';
import { typeNumber } from './codes.ts';
import { keyPlan, simpleSigning, type Flaw, type KeyPlan, type Nsec3Plan, type Signing } from './dnssec.ts';
import { ZoneKeys } from './dnssec-keys.ts';
import { buildInternet } from './internet.ts';
import { queryMessage, type Message, type ResourceRecord } from './message.ts';
import { nameBytes } from './name.ts';
import { rdataText } from './rdata.ts';
import { respond } from './respond.ts';
import { startDns } from './start.ts';
import { worldOf } from './world-of.ts';

const now = Date.UTC(2026, 6, 1);
const csk = keyPlan({ role: 'csk' });

function signing(more: { keys?: readonly KeyPlan[]; flaws?: readonly Flaw[]; nsec3?: Partial<Nsec3Plan> }): Signing {
  const { keys = [csk], flaws = [], nsec3 } = more;
  const ds = keys.filter(({ role }) => role !== 'zsk').map(({ name }) => ({ key: name, digest: 2, wrong: false }));
  return { ...simpleSigning(true, 'right'), keys, ds, flaws, nsec3: nsec3 ? { algorithm: 1, iterations: 0, salt: '', optOut: false, ...nsec3 } : null };
}

/** Asks one server of a world in which `z.example` is signed so. */
function asking(dnssec: Signing, records: string, children: Parameters<typeof worldOf>[0] = []) {
  const internet = buildInternet(worldOf([{ name: 'z.example', dnssec, records }, ...children]), { hosts: new Map(), nowMs: now, seed: 1 });
  return (name: string, type: string, server = 'ns1.lab-dns.net'): Message => {
    const zones = new Map(internet.zonesOf(server).map(zone => [zone.origin, zone]));
    return respond(zones, queryMessage(1, name, type, { edns: { udpSize: 4096, version: 0, dnssecOk: true, errors: [] } }));
  };
}

const typesOf = (records: readonly ResourceRecord[]) => records.map(({ type }) => type);
const signatures = (records: readonly ResourceRecord[], type: string) => records.filter(record => record.type === 'RRSIG' && record.rdata.readUInt16BE() === typeNumber(type));

suite('every algorithm makes signatures that its public key confirms', () => {
  const x = (bytes: Buffer, from: number, to: number) => bytes.subarray(from, to).toString('base64url');
  const rsa = (key: Buffer) => ({ kty: 'RSA', e: x(key, 5, 8), n: x(key, 8, key.length) });
  const curve = (crv: string, size: number) => (key: Buffer) => ({ kty: 'EC', crv, x: x(key, 4, 4 + size), y: x(key, 4 + size, key.length) });
  const edwards = (crv: string) => (key: Buffer) => ({ kty: 'OKP', crv, x: x(key, 4, key.length) });
  const algorithms: [algorithm: number, hash: string | null, jwk: (dnskey: Buffer) => Record<string, string>][] = [
    [5, 'sha1', rsa], [7, 'sha1', rsa], [8, 'sha256', rsa], [10, 'sha512', rsa],
    [13, 'sha256', curve('P-256', 32)], [14, 'sha384', curve('P-384', 48)], [15, null, edwards('Ed25519')], [16, null, edwards('Ed448')],
  ];
  for (const [algorithm, hash, jwk] of algorithms) {
    test(String(algorithm), () => {
      const { answer } = asking(signing({ keys: [keyPlan({ role: 'csk', algorithm })] }), '@ A 45.54.9.1')('z.example', 'DNSKEY');
      const dnskey = answer.find(({ type }) => type === 'DNSKEY')!.rdata;
      const rrsig = signatures(answer, 'DNSKEY')[0]!.rdata;
      const headLength = 18 + nameBytes('z.example').length;
      const fixed = Buffer.concat([Buffer.of(0, 48, 0, 1), rrsig.subarray(4, 8), Buffer.of(dnskey.length >> 8, dnskey.length & 0xff)]);
      const signed = Buffer.concat([rrsig.subarray(0, headLength), nameBytes('z.example'), fixed, dnskey]);
      const key = createPublicKey({ key: jwk(dnskey), format: 'jwk' });
      assert.ok(verify(hash, signed, { key, dsaEncoding: 'ieee-p1363' }, rrsig.subarray(headLength)));
    });
  }
});

suite('keys', () => {
  test('split by role: the keys by one, the rest by the other', () => {
    const ask = asking(signing({ keys: [keyPlan({ role: 'ksk' }), keyPlan({ role: 'zsk' })] }), '@ A 45.54.9.1');
    const tagOf = (type: string) => signatures(ask('z.example', type).answer, type).map(({ rdata }) => rdata.readUInt16BE(16));
    assert.equal(tagOf('DNSKEY').length, 1);
    assert.notDeepEqual(tagOf('DNSKEY'), tagOf('A'));
  });
  test('twins of noise have the tag of the key', () => {
    const keys = new ZoneKeys('z.example', signing({ keys: [keyPlan({ role: 'csk', algorithm: 8, twins: 5 })] }), 1);
    const tagOf = (dnskey: Buffer) => {
      let sum = 0;
      for (let i = 0; i < dnskey.length; i += 2) sum += dnskey.readUInt16BE(i);
      return (sum + (sum >> 16)) & 0xffff;
    };
    assert.deepEqual([...new Set(keys.dnskeys.map(tagOf))], [keys.all[0]!.tag]);
    assert.equal(new Set(keys.dnskeys.map(key => key.toString('hex'))).size, 6);
  });
  test('the seeds of lab/world/dnssec.yaml have one tag', () => {
    const keys = new ZoneKeys('', signing({ keys: ['twin 11', 'twin 22'].map(seed => keyPlan({ role: 'csk', name: seed, algorithm: 15, seed })) }), 1);
    assert.equal(keys.all[0]!.tag, keys.all[1]!.tag);
  });
});

suite('NSEC3 (RFC 5155)', () => {
  const records = '*.w A 45.54.9.1\nmail A 45.54.9.2\ndeep.ent TXT "x"';
  const children = [{ name: 'plain.z.example', servers: ['ns9.other.org'] }, { name: 'signed.z.example', servers: ['ns9.other.org'], signed: true }];
  const proofs = (reply: Message) => reply.authority.filter(({ type }) => type === 'NSEC3').length;
  const ask = asking(signing({ nsec3: {} }), records, children);
  const optOut = asking(signing({ nsec3: { optOut: true } }), records, children);
  test('hashes as appendix A does', () => {
    const internet = buildInternet(worldOf([{ name: 'example', dnssec: signing({ nsec3: { iterations: 12, salt: 'aabbccdd' } }), records: 'ns1 A 192.0.2.1' }]), { hosts: new Map(), nowMs: now, seed: 1 });
    const zones = new Map(internet.zonesOf('ns1.lab-dns.net').map(zone => [zone.origin, zone]));
    const reply = respond(zones, queryMessage(1, 'ns1.example', 'MX', { edns: { udpSize: 4096, version: 0, dnssecOk: true, errors: [] } }));
    assert.ok(reply.authority.some(({ name }) => name === '2t7b4g4vsa5smi47k61mv5bv1a22bojr.example'));
  });
  const cases: [says: string, reply: Message, rcode: string, count: number][] = [
    ['a name that is not there: encloser, next closer name, wildcard', ask('no.z.example', 'A'), 'NXDOMAIN', 3],
    ['a type that is not there', ask('mail.z.example', 'MX'), 'NOERROR', 1],
    ['an empty non-terminal is in the chain', ask('ent.z.example', 'A'), 'NOERROR', 1],
    ['a wildcard: the next closer name', ask('a.w.z.example', 'A'), 'NOERROR', 1],
    ['a type that a wildcard has not: encloser, next closer name, wildcard', ask('a.w.z.example', 'MX'), 'NOERROR', 3],
    ['a delegation without DS', ask('plain.z.example', 'A'), 'NOERROR', 1],
    ['the same with opt-out: encloser and a span', optOut('plain.z.example', 'A'), 'NOERROR', 2],
  ];
  for (const [says, reply, rcode, count] of cases) {
    // One record may prove several of these; it comes once.
    test(says, () => assert.ok(reply.rcode === rcode && proofs(reply) > 0 && proofs(reply) <= count, `${reply.rcode} ${proofs(reply)}`));
  }
  test('with opt-out, a delegation with DS is in the chain and one without is not', () => {
    assert.ok(typesOf(optOut('signed.z.example', 'A').authority).includes('DS'));
    const bitmaps = optOut('plain.z.example', 'DS').authority.filter(({ type }) => type === 'NSEC3').map(({ rdata }) => rdata[1]);
    assert.ok(bitmaps.length > 0 && bitmaps.every(flags => flags === 1));
  });
});

suite('a flaw shows in what it is about, and nowhere else', () => {
  const records = '@ A 45.54.9.1\nwww A 45.54.9.2';
  const withFlaw = (flaw: Flaw) => asking(signing({ flaws: [flaw] }), records);
  const expiry = (reply: Message, type: string) => signatures(reply.answer, type).map(({ rdata }) => rdata.readUInt32BE(8) > now / 1000);
  test('a window, of one type', () => {
    const ask = withFlaw({ flaw: 'window', type: 'A', fromDays: -40, untilDays: -10 });
    assert.deepEqual([expiry(ask('z.example', 'A'), 'A'), expiry(ask('z.example', 'DNSKEY'), 'DNSKEY')], [[false], [true]]);
  });
  test('a signature that is left out, at one name', () => {
    const ask = withFlaw({ flaw: 'unsigned', name: 'www.z.example' });
    assert.deepEqual([typesOf(ask('www.z.example', 'A').answer), typesOf(ask('z.example', 'A').answer)], [['A'], ['A', 'RRSIG']]);
  });
  test('a server that has the zone without signatures', () => {
    const ask = withFlaw({ flaw: 'plain', at: 'ns2.lab-dns.net' });
    assert.deepEqual(typesOf(ask('z.example', 'DNSKEY', 'ns2.lab-dns.net').answer), []);
    assert.deepEqual(typesOf(ask('z.example', 'DNSKEY').answer), ['DNSKEY', 'RRSIG']);
  });
  test('signatures of noise stand before the right one', () => {
    assert.equal(signatures(withFlaw({ flaw: 'decoys', count: 7 })('z.example', 'A').answer, 'A').length, 8);
  });
  test('a denial that is left out', () => {
    const ask = withFlaw({ flaw: 'noProof', name: 'no.z.example' });
    assert.deepEqual([typesOf(ask('no.z.example', 'A').authority), typesOf(ask('other.z.example', 'A').authority).includes('NSEC')], [['SOA', 'RRSIG'], true]);
  });
  test('a type that a bitmap denies', () => {
    const nsec = withFlaw({ flaw: 'denies', name: 'z.example', type: 'A' })('z.example', 'TXT').authority.find(({ type }) => type === 'NSEC')!;
    assert.equal(rdataText('NSEC', nsec.rdata), 'www.z.example. NS SOA RRSIG NSEC DNSKEY');
  });
});

suite('the resolver passes proofs on', async () => {
  const large = keyPlan({ role: 'csk', algorithm: 8, twins: 20 });
  const dns = await startDns(worldOf([
    { name: 'z.example', signed: true, records: '*.away CNAME www.other.example.' },
    { name: 'other.example', signed: true, records: '@ A 45.54.9.1' },
    { name: 'large.example', dnssec: signing({ keys: [large] }) },
  ]), { hosts: new Map(), nowMs: now, seed: 1, resolverPort: 0, cache: true });
  const client = await Client.open();
  after(async () => {
    client.close();
    await dns.stop();
  });
  const ask = async (name: string, type: string): Promise<Message> => {
    const asked = await client.ask(dns.resolverPort, name, type, { recursionDesired: true, timeoutMs: 3000, edns: { dnssecOk: true } });
    assert.ok(asked.outcome === 'answered');
    return asked.message;
  };
  test('of a wildcard on the way to a name that is not there', async () => {
    const { rcode, answer, authority } = await ask('any.away.z.example', 'A');
    assert.deepEqual([rcode, typesOf(answer)], ['NXDOMAIN', ['CNAME', 'RRSIG']]);
    assert.deepEqual([...new Set(authority.filter(({ type }) => type === 'NSEC').map(({ name }) => name))].toSorted(), ['*.away.z.example', 'other.example']);
  });
  test('signatures alone of what they cover, each once', async () => {
    const { authority } = await ask('any.away.z.example', 'CNAME');
    assert.deepEqual(typesOf(authority), ['NSEC', 'RRSIG']);
  });
  test('however large the answer is, over TCP', async () => assert.equal((await ask('large.example', 'DNSKEY')).answer.filter(({ type }) => type === 'DNSKEY').length, 21));
});
