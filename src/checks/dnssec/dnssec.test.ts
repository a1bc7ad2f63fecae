import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { Lookup, ProbeReply, RecordData, RecordType, Security, ZoneLink } from '../../core/lookup.ts';
import type { CollectContext } from '../check.ts';
import { goldenSuite } from '../golden.ts';
import { analyzeDnssec, type Others } from './analyze.ts';
import { collectDnssec, type DnssecFacts } from './collect.ts';
import { dnssecCheck } from './index.ts';
import { dsRecordOf, parseSignatureTime } from './parse.ts';
import { rules } from './rules.ts';

goldenSuite<DnssecFacts, Others>('analyzeDnssec agrees with every golden case', import.meta.url, rules, ({ facts, others }) => analyzeDnssec(facts, others));

test('the DS to enter is that of the standard (RFC 6605 §6.1)', () => {
  const key = { flags: 257, protocol: 3, algorithm: 13, keyTag: 55_648, publicKey: 'GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edbkrSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA==' };
  assert.deepEqual(dsRecordOf('example.net', key), {
    name: 'example.net', type: 'DS', value: '55648 13 2 B4C8C1FE2E7477127B27115656AD6256F424625BF5C1E2770CE6D6E37DF61D17',
  });
});

suite('the time of a signature is read from its presentation form (RFC 4034 §3.2)', () => {
  const cases: [text: string, epochSeconds: number | null][] = [
    ['SOA 13 2 3600 20261204000000 20261119000000 4711 example.org AA==', Date.UTC(2026, 11, 4) / 1000],
    ['SOA 13 2 3600 soon 20261119000000 4711 example.org AA==', null],
    ['SOA', null],
    ['', null],
  ];
  for (const [text, epochSeconds] of cases) test(JSON.stringify(text), () => assert.equal(parseSignatureTime(text), epochSeconds));
});

const soa: ProbeReply & { outcome: 'answered' } = {
  outcome: 'answered', server: { name: 'ns1.example.net', address: '45.54.1.53' }, transport: 'udp', rttMs: 1, bytes: 100, rcode: 'NOERROR', authoritative: true,
  recursionAvailable: false, truncated: false, sameCase: true, edns: null, authorities: [], additionals: [],
  answers: [
    { name: 'example.org', type: 'SOA', ttlSeconds: 60, data: 'a b 1 2 3 4 5' },
    { name: 'example.org', type: 'RRSIG', ttlSeconds: 60, data: 'SOA 13 2 60 20261204000000 20261119000000 1 example.org AA==' },
  ],
};
const linkOf = (zone: string, of: Partial<ZoneLink> = {}): ZoneLink =>
  ({ zone, status: 'secure', reason: null, ds: [], keys: [], signatures: [], denial: null, contradictions: [], ...of });
const ds: RecordData['DS'] = { keyTag: 1, algorithm: 13, digestType: 2, digest: 'aa' };

/** What the other checks saw: a selector, an include of the zone and a foreign one, a mail server of the zone and a foreign one. */
const others = {
  soa: { zone: 'example.org', answers: [{ server: 'ns1.example.net', address: '45.54.1.53', records: [] }, { server: 'ns1.example.net', address: '2001:db8::53', records: [] }] },
  dkim: { selectors: [{ name: 'google._domainkey.example.org' }] },
  spf: { audit: { tree: { children: [{ domain: '_spf.example.org', children: [{ domain: '_spf.example.net', children: [] }] }] } } },
  mx: { hosts: [{ exchange: 'mx.example.org' }, { exchange: 'mx.example.net' }] },
};

/** A context of example.org that notes what was asked. */
function contextFor(chain: readonly ZoneLink[], { lookups = {}, probe = soa }: { lookups?: Record<string, Lookup<readonly never[]>>; probe?: ProbeReply } = {}): { context: CollectContext; asked: string[] } {
  const asked: string[] = [];
  const absent: Lookup<readonly never[]> = { outcome: 'absent', nxdomain: false, via: [] };
  const note = <T>(what: string, reply: T) => {
    asked.push(what);
    return Promise.resolve(reply);
  };
  const context = {
    domain: 'example.org',
    clock: { now: () => 1000, monotonicMs: () => 0 },
    dns: {
      chain: () => note('chain', chain),
      lookup: (name: string, type: RecordType) => note(`look ${name} ${type}`, lookups[`${name} ${type}`] ?? absent),
      secure: (name: string, type: RecordType) => note<Security>(`secure ${name} ${type}`, { status: 'secure', reason: null }),
      probe: (server: { name: string }, question: { type: string | number }) => note(`probe ${server.name} ${question.type}`, probe),
    },
    facts: async (record: keyof typeof others) => others[record],
  } as unknown as CollectContext;
  return { context, asked };
}

suite('collectDnssec asks for little that others do not ask for', () => {
  test('of a signed zone: keys, CDS, each server once, and judgement of the common answers', async () => {
    const { context, asked } = contextFor([linkOf(''), linkOf('org'), linkOf('example.org', { ds: [ds] })]);
    const facts = await collectDnssec(context);
    assert.deepEqual(asked.filter(what => what.startsWith('probe')), ['probe ns1.example.net SOA']);
    assert.deepEqual(facts.servers, [{ name: 'ns1.example.net', address: '45.54.1.53', outcome: 'answered', signed: true, expiresAt: Date.UTC(2026, 11, 4) / 1000 }]);
    const checked = new Set(asked.filter(what => what.startsWith('look')));
    assert.ok(checked.has('look example.org DNSKEY') && checked.has('look example.org CDS') && !checked.has('look example.org CDNSKEY'));
    assert.deepEqual(facts.answers.map(({ name, type }) => `${name} ${type}`).toSorted(), [
      '_dmarc TXT', '_mta-sts TXT', '_smtp._tls TXT', '_spf TXT', 'default._bimi TXT', 'google._domainkey TXT', 'mta-sts A', 'mta-sts AAAA', 'mx A', 'mx AAAA', 'www A',
    ].map(each => each.replace(' ', '.example.org ')).concat(['SOA', 'NS', 'CDS', 'A', 'AAAA', 'MX', 'TXT', 'CAA'].map(type => `example.org ${type}`)).toSorted());
  });
  test('of an unsigned zone: its keys alone', async () => {
    const { context, asked } = contextFor([linkOf(''), linkOf('org'), linkOf('example.org', { status: 'insecure' })]);
    await collectDnssec(context);
    assert.deepEqual(asked, ['chain', 'look example.org DNSKEY']);
  });
  test('where the chain ends above the domain, or nothing is validated: nothing', async () => {
    for (const chain of [[], [linkOf(''), linkOf('org', { status: 'bogus' })]]) {
      const { context, asked } = contextFor(chain);
      assert.equal((await collectDnssec(context)).keys, null);
      assert.deepEqual(asked, ['chain']);
    }
  });
  test('answers that failed or lie behind an alias are left out', async () => {
    const lookups: Record<string, Lookup<readonly never[]>> = {
      'example.org A': { outcome: 'failed', kind: 'timeout', cause: 'timeout' },
      'google._domainkey.example.org TXT': { outcome: 'absent', nxdomain: true, via: ['elsewhere.example'] },
    };
    const { context } = contextFor([linkOf('example.org', { ds: [ds] })], { lookups });
    const judged = new Set((await collectDnssec(context)).answers.map(({ name, type }) => `${name} ${type}`));
    assert.deepEqual(Object.keys(lookups).filter(name => judged.has(name)), []);
  });
  const probes: [says: string, probe: ProbeReply, cause: string][] = [
    ['silent', { outcome: 'failed', kind: 'timeout', cause: 'timeout at 45.54.1.53', server: soa.server, transport: 'udp' }, 'timeout at 45.54.1.53'],
    ['cut short', { ...soa, truncated: true }, 'the answer is truncated'],
    ['refusing', { ...soa, rcode: 'REFUSED' }, 'REFUSED'],
  ];
  for (const [says, probe, cause] of probes) {
    test(`a server that is ${says} says nothing of its signatures`, async () => {
      const { context } = contextFor([linkOf('example.org', { ds: [ds] })], { probe });
      assert.deepEqual((await collectDnssec(context)).servers.map(server => server.outcome === 'failed' && server.cause), [cause]);
    });
  }
});

suite('the record shows the chain and how the zone is signed', () => {
  const factsOf = (chain: readonly ZoneLink[]): DnssecFacts => ({ domain: 'example.org', nowSeconds: 0, chain, keys: { outcome: 'absent', nxdomain: false, via: [] }, answers: [], cds: null, cdnskey: null, servers: [] });
  const show = (chain: readonly ZoneLink[], issues: string[] = []) => dnssecCheck.present({ dnssec: factsOf(chain) } as never, issues);
  test('signed', () => {
    const key = { flags: 257, protocol: 3, algorithm: 13, publicKey: 'AA==', keyTag: 1, bits: 256 };
    assert.deepEqual(show([linkOf(''), linkOf('example.org', { ds: [ds], keys: [key], denial: { kind: 'nsec' } })]), {
      status: 'ok', chain: [{ zone: '.', status: 'secure', reason: null }, { zone: 'example.org', status: 'secure', reason: null }],
      algorithm: 'ECDSAP256SHA256', keys: [{ keyTag: 1, algorithm: 13, flags: 257, bits: 256 }], ds: [ds], denial: { kind: 'nsec' },
    });
  });
  test('not signed, broken, not validated', () => {
    assert.equal(show([linkOf('example.org', { status: 'insecure' })], ['it is not signed']).status, 'missing');
    assert.equal(show([linkOf('example.org', { status: 'bogus', ds: [ds] })], ['it is broken']).status, 'error');
    assert.equal(show([]).status, 'notTested');
  });
});
