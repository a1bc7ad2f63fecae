import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { Authority, Dns, Lookup } from '../../core/lookup.ts';
import type { CollectContext } from '../check.ts';
import { goldenSuite } from '../golden.ts';
import { analyzeZone } from './analyze.ts';
import { collectZone, type ZoneFacts } from './collect.ts';
import { presentZone } from './present.ts';
import { rules } from './rules.ts';

goldenSuite<ZoneFacts, never>('analyzeZone agrees with every golden case', import.meta.url, rules, ({ facts }) => analyzeZone(facts));

const found = <T>(...value: T[]): Lookup<readonly T[]> => ({ outcome: 'found', value, via: [], ttlSeconds: 300 });
const absent: Lookup<never> = { outcome: 'absent', nxdomain: false, via: [] };
const gone: Lookup<never> = { outcome: 'absent', nxdomain: true, via: [] };
const host = (name: string, lookup: Lookup<readonly string[]> = found('45.54.1.53')) => ({ name, a: lookup, aaaa: lookup, barred: [], probes: [], conduct: { address: '45.54.1.53' } });

interface World {
  domain?: string;
  lookups?: Record<string, Lookup<readonly string[]>>;
  servers?: unknown[];
  mx?: unknown[];
}

function contextFor({ domain = 'example.org', lookups = {}, servers = [host('ns1.example.net')], mx = [] }: World): { context: CollectContext; asked: string[]; direct: string[] } {
  const asked: string[] = [];
  const direct: string[] = [];
  const dns = {
    lookup: async (name: string, type: string) => (asked.push(`${name} ${type}`), lookups[name] ?? absent),
    ask: async (server: Authority, name: string, type: string) => (direct.push(`${server.name} ${name} ${type}`), { lookup: absent }),
  } as unknown as Dns;
  const facts = async (record: string) => (record === 'mx' ? { hosts: mx }
    : { zone: 'example.org', lookup: found('ns1.example.net'), delegation: { referrals: [] }, servers, gone: [] });
  const registry = { find: async () => ({ outcome: 'absent', source: 'rdap', server: 'rdap.example' }) };
  return { context: { domain, dns, facts, registry, random: () => 0.5 } as unknown as CollectContext, asked, direct };
}

suite('collectZone', () => {
  test('asks the resolver for the aliases and IPv6 alone, and one server that holds the zone for the rest', async () => {
    const { context, asked, direct } = contextFor({ servers: [{ ...host('ns0.example.net'), conduct: null }, host('ns1.example.net'), host('ns2.example.net')] });
    const { isApex } = await collectZone(context);
    assert.equal(isApex, true);
    assert.deepEqual(asked, ['example.org A', 'www.example.org A', 'example.org AAAA']);
    assert.deepEqual(direct.map(one => one.replace(/dss-\w+/, 'dss')), ['dss.example.org A', 'example.org HTTPS', 'example.org A', 'example.org AAAA', 'example.org MX', 'example.org TXT'].map(one => `ns1.example.net ${one}`));
  });
  test('nobody but the resolver where no server holds the zone', async () => {
    const { context, direct } = contextFor({ servers: [{ ...host('ns1.example.net'), conduct: null }] });
    assert.deepEqual([(await collectZone(context)).direct, direct], [null, []]);
  });
  test('a name below the zone is no apex', async () => assert.equal((await collectZone(contextFor({ domain: 'shop.example.org' }).context)).isApex, false));
  test('a name of 253 characters has no www', async () => {
    const domain = `${'a'.repeat(61)}.`.repeat(4).slice(0, 241) + '.example.org';
    const { context, asked } = contextFor({ domain });
    await collectZone(context);
    assert.deepEqual(asked, [`${domain} A`, `${domain} AAAA`]);
  });
  test('names that are gone, and whose they are', async () => {
    const { context } = contextFor({
      lookups: { 'www.example.org': { outcome: 'absent', nxdomain: true, via: ['a.example.com', 'b.cloud.com'] }, 'cloud.com': gone },
      mx: [{ ...host('mx.example.org', gone), exchange: 'mx.example.org' }],
      servers: [host('ns1.example.net'), host('ns2.example.org', gone)],
    });
    const facts = await collectZone(context);
    assert.deepEqual(facts.gone.map(({ record, target, nameStatus }) => [record, target, nameStatus?.registered ?? null]), [
      ['CNAME of www.example.org', 'b.cloud.com', 'cloud.com'], ['MX', 'mx.example.org', null], ['NS', 'ns2.example.org', null],
    ]);
  });
});

suite('presentZone says what is there', () => {
  const facts = (https: Lookup<readonly { priority: number; target: string; keys: readonly number[] }[]>, wildcard: Lookup<readonly string[]>): ZoneFacts => ({
    domain: 'example.org', zone: 'example.org', isApex: true, aliases: [], ipv6: absent, gone: [],
    direct: { server: { name: 'ns', address: '45.54.1.53' }, wildcard: { name: 'x.example.org', lookup: wildcard }, https, times: [] },
  });
  const failed: Lookup<never> = { outcome: 'failed', kind: 'timeout', cause: 'timeout' };
  const cases: [says: string, facts: ZoneFacts, expected: (boolean | null)[]][] = [
    ['a wildcard, and HTTPS with ECH', facts(found({ priority: 1, target: '', keys: [1, 5] }), found('192.0.2.1')), [true, true, true]],
    ['neither', facts(absent, gone), [false, false, false]],
    ['a wildcard alias', facts(found({ priority: 1, target: '', keys: [1] }), { outcome: 'absent', nxdomain: false, via: ['a.example'] }), [true, true, false]],
    ['unknown', facts(failed, failed), [null, null, null]],
    ['nobody could be asked', { ...facts(absent, absent), direct: null }, [null, null, null]],
  ];
  const families: [says: string, ipv6: ZoneFacts['ipv6'], expected: readonly string[] | null][] = [
    ['IPv6 addresses, sorted', { outcome: 'found', value: ['2001:db8::2', '2001:db8::1'], via: [], ttlSeconds: 300 }, ['2001:db8::1', '2001:db8::2']],
    ['no IPv6', absent, []],
    ['IPv6 is unknown', failed, null],
  ];
  for (const [says, ipv6, expected] of families) test(says, () => assert.deepEqual(presentZone({ ...facts(absent, absent), ipv6 }, []).ipv6, expected));
  for (const [says, seen, expected] of cases) {
    test(says, () => {
      const { wildcard, https, ech } = presentZone(seen, []);
      assert.deepEqual([wildcard, https, ech], expected);
    });
  }
});
