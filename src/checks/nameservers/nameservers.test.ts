import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { Authority, Delegation, Dns, Lookup, ProbeQuestion, ProbeReply, RecordData } from '../../core/lookup.ts';
import type { CollectContext } from '../check.ts';
import { goldenSuite } from '../golden.ts';
import { analyzeNameservers, dnsHostOf } from './analyze.ts';
import { collectNameservers, type NameserversFacts } from './collect.ts';
import { presentNameservers } from './present.ts';
import { rules } from './rules.ts';

goldenSuite<NameserversFacts, never>('analyzeNameservers agrees with every golden case', import.meta.url, rules, ({ facts }) => analyzeNameservers(facts));

const found = <T>(value: T, via: string[] = []): Lookup<T> => ({ outcome: 'found', value, via, ttlSeconds: 300 });
const absent: Lookup<never> = { outcome: 'absent', nxdomain: false, via: [] };
const denied: Lookup<never> = { outcome: 'absent', nxdomain: true, via: [] };
const timeout: Lookup<never> = { outcome: 'failed', kind: 'timeout', cause: 'timeout' };
const soa: RecordData['SOA'] = { mname: 'ns1.example.net', rname: 'dns.example.net', serial: 7, refresh: 1, retry: 1, expire: 1, minimum: 1 };

/** A delegation by one server of the parent zone. */
const delegated = (...nameservers: string[]): Delegation => ({
  zone: 'example.org', parent: 'org', failure: null,
  referrals: [{ outcome: 'answered', server: { name: 'a0.nic.org', address: '45.54.254.9' }, authoritative: false, rcode: 'NOERROR', nameservers, glue: [], alias: null }],
});

const factsWith = (lookup: Lookup<readonly string[]>, leftOut: string[] = []): NameserversFacts =>
  ({ domain: 'example.org', zone: 'example.org', lookup, resolved: absent, delegation: delegated(), barredGlue: [], servers: [], leftOut, gone: [], reverse: [] });

/** A context of a world in which every server holds every zone; `answers` are keyed by name and type. */
function contextFor(domain: string, answers: Record<string, Lookup<readonly unknown[]>>, delegation = delegated()): { context: CollectContext; asked: string[]; probed: string[]; put: string[] } {
  const asked: string[] = [];
  const probed: string[] = [];
  const put: string[] = [];
  const dns = {
    lookup: async (name: string, type: string) => (asked.push(`${name} ${type}`), answers[`${name} ${type}`] ?? absent),
    ask: async (server: Authority, name: string, type: string, transport: 'udp' | 'tcp' = 'udp') => {
      probed.push(`${server.name} ${server.address} ${name} ${type} ${transport}`);
      return { server, transport, rttMs: 1, authoritative: true, lookup: found([soa]) };
    },
    probe: async (server: Authority, question: ProbeQuestion): Promise<ProbeReply> => {
      put.push(`${server.address} ${question.name} ${question.type}`);
      return { server, transport: question.transport ?? 'udp', outcome: 'failed', kind: 'timeout', cause: 'timeout' };
    },
    delegation: async (zone: string) => (zone === delegation.zone ? delegation : { ...delegated(), zone }),
  } as unknown as Dns;
  const registry: CollectContext['registry'] = { find: async () => ({ outcome: 'absent', source: 'rdap', server: 'rdap.example' }) };
  return { context: { domain, dns, registry, mayReach: address => !address.startsWith('10.') } as CollectContext, asked, probed, put };
}

suite('collectNameservers finds the zone', () => {
  const answers = { 'example.org NS': found(['ns2.example.net', 'ns1.example.net']) };
  test('the domain itself', async () => {
    const { context, asked } = contextFor('example.org', answers);
    const facts = await collectNameservers(context);
    assert.deepEqual([facts.zone, facts.servers.map(({ name }) => name)], ['example.org', ['ns1.example.net', 'ns2.example.net']]);
    assert.equal(asked.filter(question => question.endsWith(' NS')).length, 1);
  });
  test('a name below it, when the name has no nameservers of its own', async () => {
    const { context, asked } = contextFor('a.b.example.org', answers);
    assert.equal((await collectNameservers(context)).zone, 'example.org');
    assert.deepEqual(asked.slice(0, 3), ['a.b.example.org NS', 'b.example.org NS', 'example.org NS']);
  });
  test('the nearest zone counts', async () => {
    const { context } = contextFor('a.b.example.org', { ...answers, 'b.example.org NS': found(['ns.example.com']) });
    assert.equal((await collectNameservers(context)).zone, 'b.example.org');
  });
  test('nameservers behind an alias belong to another zone', async () => {
    const { context } = contextFor('shop.example.org', { ...answers, 'shop.example.org NS': found(['ns.shop.example'], ['shop.example']) });
    assert.equal((await collectNameservers(context)).zone, 'example.org');
  });
  test('a name that the parent zone delegates is a zone, also where its servers name no nameservers or deny it', async () => {
    const given = { ...delegated('ns1.example.net'), zone: 'shop.example.org', parent: 'example.org' };
    for (const lookup of [absent, denied]) {
      const facts = await collectNameservers(contextFor('shop.example.org', { ...answers, 'shop.example.org NS': lookup }, given).context);
      assert.deepEqual([facts.zone, facts.lookup, facts.servers.map(({ name }) => name)], ['shop.example.org', lookup, ['ns1.example.net']]);
    }
  });
  test('a failed lookup is not climbed over', async () => {
    const { context } = contextFor('shop.example.org', { ...answers, 'shop.example.org NS': timeout });
    const facts = await collectNameservers(context);
    assert.deepEqual([facts.zone, facts.lookup, facts.servers], ['shop.example.org', timeout, []]);
  });
  test('never above the registered domain', async () => {
    const { context, asked } = contextFor('example.co.uk', { 'co.uk NS': found(['ns1.nic.uk']) });
    assert.equal((await collectNameservers(context)).lookup.outcome, 'absent');
    assert.ok(!asked.includes('co.uk NS'));
  });
  test('a hundred labels cost eight questions', async () => {
    const { context, asked } = contextFor(`${'a.'.repeat(100)}example.org`, answers);
    assert.equal((await collectNameservers(context)).zone, 'example.org');
    assert.equal(asked.filter(question => question.endsWith(' NS')).length, 8);
  });
});

suite('collectNameservers asks each server itself', () => {
  test('one address of each family over UDP, one of them over TCP', async () => {
    const { context, probed, put } = contextFor('example.org', {
      'example.org NS': found(['ns1.example.net']),
      'ns1.example.net A': found(['45.54.1.53', '45.54.2.53']),
      'ns1.example.net AAAA': found(['2a0e:b100::53']),
    });
    const [server] = (await collectNameservers(context)).servers;
    assert.deepEqual([server!.conduct?.address, [...new Set(put.map(one => one.split(' ')[0]))]], ['45.54.1.53', ['45.54.1.53']]);
    assert.deepEqual(probed, [
      'ns1.example.net 45.54.1.53 example.org SOA udp',
      'ns1.example.net 2a0e:b100::53 example.org SOA udp',
      'ns1.example.net 45.54.1.53 example.org SOA tcp',
      'ns1.example.net 45.54.1.53 example.org NS udp', 'ns1.example.net 45.54.1.53 example.org MX udp',
      'ns1.example.net 45.54.1.53 example.org TXT udp', 'ns1.example.net 45.54.1.53 _dmarc.example.org TXT udp',
    ]);
  });
  test('never at an address that must not be reached', async () => {
    const { context, probed } = contextFor('example.org', { 'example.org NS': found(['ns1.example.net']), 'ns1.example.net A': found(['10.0.0.53', '45.54.1.53']) });
    const [server] = (await collectNameservers(context)).servers;
    assert.deepEqual([server!.barred, probed.some(probe => probe.includes('10.0.0.53')), probed.length], [['10.0.0.53'], false, 6]);
  });
  test('also those that the parent zone alone names, and of those without the zone nothing more', async () => {
    const { context, put } = contextFor('example.org', {
      'example.org NS': found(['ns1.example.net']), 'ns1.example.net A': found(['45.54.1.53']), 'ns2.example.net A': timeout, 'ns2.example.net AAAA': timeout,
    }, delegated('ns1.example.net', 'ns2.example.net'));
    const { servers } = await collectNameservers(context);
    assert.deepEqual(servers.map(({ name, conduct }) => [name, conduct !== null]), [['ns1.example.net', true], ['ns2.example.net', false]]);
    assert.equal(put.length, 6);
  });
  test('at the addresses that the parent zone gives along, where its own are unknown', async () => {
    const given = delegated('ns1.example.org');
    const [referral] = given.referrals;
    const withGlue = { ...given, referrals: [{ ...referral!, glue: [{ name: 'ns1.example.org', address: '45.54.1.53' }, { name: 'ns1.example.org', address: '10.0.0.53' }] }] } as Delegation;
    const { context, probed } = contextFor('example.org', { 'example.org NS': timeout, 'ns1.example.org A': timeout, 'ns1.example.org AAAA': timeout }, withGlue);
    await collectNameservers(context);
    assert.deepEqual([...new Set(probed.map(one => one.split(' ')[1]))], ['45.54.1.53']);
  });
  test('to whom a name belongs that is gone: the registry is asked only where DNS denies the domain', async () => {
    const ofExpired = (lookup: Lookup<readonly string[]>) => ({
      'example.org NS': found(['ns1.expired.com']), 'ns1.expired.com A': denied, 'ns1.expired.com AAAA': denied, 'expired.com NS': lookup,
    });
    const lookups = [denied, found(['ns1.owner.com'])].map(lookup => contextFor('example.org', ofExpired(lookup)).context);
    const registries = (await Promise.all(lookups.map(collectNameservers))).map(({ gone }) => gone[0]!.nameStatus.registry);
    assert.deepEqual(registries, ['absent', 'unknown']);
  });
  test('for the reverse names of one address of each family, at most four', async () => {
    const names = ['ns1.example.net', 'ns2.example.net', 'ns3.example.net'];
    const addresses = Object.fromEntries(names.flatMap((name, at) => [[`${name} A`, found([`45.54.${at}.53`])], [`${name} AAAA`, found([`2a0e:b100:${at}::53`])]]));
    const { context } = contextFor('example.org', { 'example.org NS': found(names), ...addresses });
    const { reverse } = await collectNameservers(context);
    assert.deepEqual(reverse.map(({ address }) => address), ['45.54.0.53', '2a0e:b100:0::53', '45.54.1.53', '2a0e:b100:1::53']);
  });
  test('of a thousand nameservers thirteen are asked, the others are named', async () => {
    const names = Array.from({ length: 1000 }, (_, n) => `ns${n}.example.net`);
    const { context, asked } = contextFor('example.org', { 'example.org NS': found(names) });
    const facts = await collectNameservers(context);
    assert.deepEqual([facts.servers.length, facts.leftOut.length, asked.length], [6, 994, 14]);
    assert.ok(analyzeNameservers(facts).flatMap(finding => finding.evidence).length < 150);
  });
});

suite('presentNameservers names the DNS host', () => {
  const cases: [says: string, names: string[], provider: { name: string; url: string | null }, providers: string[]][] = [
    ['a known host', ['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com'], { name: 'Cloudflare', url: 'https://dash.cloudflare.com/' }, ['Cloudflare', 'Cloudflare']],
    ['several hosts: most of the servers decide', ['ns1.example.net', 'ada.ns.cloudflare.com', 'ns-1.awsdns-01.com', 'ns-2.awsdns-02.co.uk'],
      { name: 'Amazon Route 53', url: 'https://console.aws.amazon.com/route53/v2/hostedzones' }, ['Cloudflare', 'Amazon Route 53', 'Amazon Route 53', 'Unknown']],
    ['an unknown host', ['ns1.example.net'], { name: 'Unknown', url: null }, ['Unknown']],
  ];
  for (const [says, names, provider, providers] of cases) {
    test(says, () => {
      const shown = presentNameservers(factsWith(found(names), names));
      assert.deepEqual([shown.status, shown.provider, shown.nameservers.map(one => one.provider)], ['found', provider, providers]);
    });
  }
  test('a failed lookup is an error, and so is a domain without nameservers', () => {
    assert.deepEqual([timeout, absent].map(lookup => presentNameservers(factsWith(lookup)).status), ['error', 'error']);
  });
  test('fixes link to the portal of the host', () => {
    const facts = factsWith(found(['ada.ns.cloudflare.com']), ['ada.ns.cloudflare.com']);
    const count = analyzeNameservers(facts).find(({ id }) => id === 'ns.count')!;
    assert.deepEqual([count.state, count.fix!.portalUrl, dnsHostOf(facts)!.id], ['fail', 'https://dash.cloudflare.com/', 'cloudflare']);
  });
});
