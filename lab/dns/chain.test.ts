import assert from 'node:assert/strict';
import { createHash, createPublicKey, verify } from 'node:crypto';
import test, { after, suite } from 'node:test';
import { Client } from './client.ts';
import { typeNumber } from './codes.ts';
import type { Message, ResourceRecord } from './message.ts';
import { labelsOf, nameBytes } from './name.ts';
import { rdataText } from './rdata.ts';
import { startDns } from './start.ts';
import { worldOf } from './world-of.ts';

const now = Date.UTC(2026, 6, 1);
const world = worldOf([
  { name: 'signed.co.uk', signed: true, records: '@ A 45.54.9.1\n@ MX 10 b\n@ MX 5 a\n*.wild TXT "w"' },
  { name: 'bogus.example', signed: true, ds: 'wrong', records: '@ A 45.54.9.1' },
  { name: 'island.example', signed: true, ds: 'none', records: '@ A 45.54.9.1' },
]);
const dns = await startDns(world, { hosts: new Map(), nowMs: now, seed: 1, resolverPort: 0, cache: true });
const client = await Client.open();
after(async () => {
  client.close();
  await dns.stop();
});

async function ask(name: string, type: string): Promise<Message> {
  const asked = await client.ask(dns.resolverPort, name, type, { recursionDesired: true, edns: { dnssecOk: true } });
  assert.ok(asked.outcome === 'answered');
  return asked.message;
}

const ofType = (records: readonly ResourceRecord[], type: string) => records.filter(record => record.type === type);

/** Whether a signature in `records` over the set of `name` and `type` is right by one of `keys`; written from RFC 4034 §3.1.8.1 alone. */
function isSigned(records: readonly ResourceRecord[], name: string, type: string, zone: string, keys: readonly Buffer[]): boolean {
  const set = ofType(records, type).filter(record => record.name === name);
  const rrsig = ofType(records, 'RRSIG').find(record => record.name === name && record.rdata.readUInt16BE() === typeNumber(type))?.rdata;
  if (!rrsig || set.length === 0) return false;
  const labels = rrsig[3]!;
  const owner = labels < labelsOf(name).length ? `*.${labelsOf(name).slice(-labels).join('.')}` : name;
  const headLength = 18 + nameBytes(zone).length;
  assert.deepEqual(rrsig.subarray(18, headLength), nameBytes(zone), 'signed by the zone');
  assert.equal(rrsig.readUInt32BE(8), now / 1000 + 30 * 86_400);
  assert.equal(rrsig.readUInt32BE(12), now / 1000 - 86_400);
  const rows = set.map(({ rdata }) => rdata).toSorted((a, b) => a.compare(b)).map(rdata => {
    const fixed = Buffer.alloc(10);
    fixed.writeUInt16BE(typeNumber(type)!);
    fixed.writeUInt16BE(1, 2);
    rrsig.copy(fixed, 4, 4, 8);
    fixed.writeUInt16BE(rdata.length, 8);
    return Buffer.concat([nameBytes(owner), fixed, rdata]);
  });
  const signed = Buffer.concat([rrsig.subarray(0, headLength), ...rows]);
  return keys.some(key => {
    const [x, y] = [key.subarray(4, 36), key.subarray(36, 68)].map(part => part.toString('base64url'));
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' });
    return verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, rrsig.subarray(headLength));
  });
}

/** The keys of a zone when its DS at the parent, itself signed, stands for them. */
async function keysOf(zone: string, anchor: string): Promise<Buffer[]> {
  const answer = (await ask(zone, 'DNSKEY')).answer;
  const keys = ofType(answer, 'DNSKEY').map(({ rdata }) => rdata);
  const trusted = keys.filter(key => anchor.endsWith(createHash('sha256').update(nameBytes(zone)).update(key).digest('hex')));
  assert.ok(isSigned(answer, zone, 'DNSKEY', zone, trusted), `the keys of ${zone || '.'}`);
  return keys;
}

async function keysBelow(zone: string, parent: string, parentKeys: readonly Buffer[]): Promise<Buffer[]> {
  const { answer } = await ask(zone, 'DS');
  assert.ok(isSigned(answer, zone, 'DS', parent, parentKeys), `the DS of ${zone}`);
  return keysOf(zone, rdataText('DS', ofType(answer, 'DS')[0]!.rdata));
}

suite('a chain leads from the anchor to every answer of a signed zone', async () => {
  const root = await keysOf('', dns.trustAnchor);
  const example = await keysBelow('example', '', root);
  const zone = await keysBelow('signed.co.uk', 'co.uk', await keysBelow('co.uk', 'uk', await keysBelow('uk', '', root)));
  test('records', async () => {
    assert.ok(isSigned((await ask('signed.co.uk', 'A')).answer, 'signed.co.uk', 'A', 'signed.co.uk', zone));
    assert.ok(isSigned((await ask('signed.co.uk', 'MX')).answer, 'signed.co.uk', 'MX', 'signed.co.uk', zone));
  });
  test('a wildcard, by its own name', async () => assert.ok(isSigned((await ask('x.y.wild.signed.co.uk', 'TXT')).answer, 'x.y.wild.signed.co.uk', 'TXT', 'signed.co.uk', zone)));
  test('what is not there', async () => {
    const { authority, rcode } = await ask('no.signed.co.uk', 'A');
    assert.equal(rcode, 'NXDOMAIN');
    assert.ok(isSigned(authority, 'signed.co.uk', 'SOA', 'signed.co.uk', zone));
    for (const { name } of ofType(authority, 'NSEC')) assert.ok(isSigned(authority, name, 'NSEC', 'signed.co.uk', zone));
  });
  test('a key other than the zone\'s proves nothing', async () => assert.ok(!isSigned((await ask('signed.co.uk', 'A')).answer, 'signed.co.uk', 'A', 'signed.co.uk', root)));
  test('a wrong DS breaks it', async () => assert.rejects(keysBelow('bogus.example', 'example', example), /the keys of bogus\.example/));
  test('an island of trust has no DS, and the parent proves that', async () => {
    const { answer, authority } = await ask('island.example', 'DS');
    assert.deepEqual(ofType(answer, 'DS'), []);
    assert.ok(isSigned(authority, 'island.example', 'NSEC', 'example', example));
  });
});

test('the same seed makes the same keys', async () => {
  const again = await startDns(worldOf([]), { hosts: new Map(), nowMs: now, seed: 1, resolverPort: 0, cache: true });
  const other = await startDns(worldOf([]), { hosts: new Map(), nowMs: now, seed: 2, resolverPort: 0, cache: true });
  assert.equal(again.trustAnchor, dns.trustAnchor);
  assert.notEqual(other.trustAnchor, dns.trustAnchor);
  await Promise.all([again.stop(), other.stop()]);
});
