import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { Dns, Lookup } from '../../core/lookup.ts';
import type { SmtpReply } from '../../core/outside/probes.ts';
import type { CollectContext } from '../check.ts';
import { goldenSuite } from '../golden.ts';
import { analyzeSmtp, type Others } from './analyze.ts';
import { collectSmtp, type SmtpFacts } from './collect.ts';
import { rules } from './rules.ts';

goldenSuite<SmtpFacts, Others>('analyzeSmtp agrees with every golden case', import.meta.url, rules, ({ facts, others }) => analyzeSmtp(facts, others));

const reply: SmtpReply = { outcome: 'failed', stage: 'greeting', kind: 'timeout', cause: 'timeout' };
const found = <T>(...value: T[]): Lookup<readonly T[]> => ({ outcome: 'found', value, via: [], ttlSeconds: 300 });
const absent: Lookup<never> = { outcome: 'absent', nxdomain: false, via: [] };

/** A context of a domain with these MX hosts and their addresses. */
function contextFor(hosts: Readonly<Record<string, readonly string[]>>): { context: CollectContext; visited: string[] } {
  const visited: string[] = [];
  const dns = {
    lookup: async (name: string, type: string) => {
      if (type === 'MX') return found(...Object.keys(hosts).map((exchange, preference) => ({ preference, exchange })));
      const addresses = hosts[name]!.filter(address => address.includes(':') === (type === 'AAAA'));
      return addresses.length > 0 ? found(...addresses) : absent;
    },
  } as unknown as Dns;
  const smtp = { visit: async (host: string, address: string) => (visited.push(`${host} ${address}`), reply) };
  const context = { domain: 'example.org', dns, smtp, clock: { now: () => 7 }, mayReach: (address: string) => !address.startsWith('10.') } as unknown as CollectContext;
  return { context, visited };
}

suite('collectSmtp visits each mail server once', () => {
  const cases: [says: string, hosts: Record<string, string[]>, visited: string[]][] = [
    ['IPv4 before IPv6', { 'mx.example.org': ['2a0e:b100::1', '45.54.1.1', '45.54.1.2'] }, ['mx.example.org 45.54.1.1']],
    ['IPv6 where there is nothing else', { 'mx.example.org': ['2a0e:b100::1'] }, ['mx.example.org 2a0e:b100::1']],
    ['never at an address that must not be reached', { 'mx.example.org': ['10.0.0.1'] }, []],
    ['of many servers the four most preferred', Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`mx${n}.example.org`, ['45.54.1.1']])),
      [0, 1, 2, 3].map(n => `mx${n}.example.org 45.54.1.1`)],
  ];
  for (const [says, hosts, expected] of cases) {
    test(says, async () => {
      const { context, visited } = contextFor(hosts);
      const facts = await collectSmtp(context);
      assert.deepEqual(visited, expected);
      assert.deepEqual([facts.now, facts.visits.length + facts.leftOut.length], [7, Object.keys(hosts).length]);
    });
  }
});

test('servers that were not visited are named', () => {
  const findings = analyzeSmtp(
    { now: 0, visits: [{ host: 'mx1.example.org', address: '45.54.1.1', reply }], leftOut: ['mx5.example.org'] },
    { mxUnknown: null, enforcesMtaSts: false, pinned: [] },
  );
  assert.ok(findings.every(({ evidence }) => evidence.includes('mx5.example.org was not visited: there are too many mail servers')));
});
