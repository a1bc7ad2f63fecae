import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { Lookup } from '../../core/lookup.ts';
import type { RegistryReply } from '../../core/outside/probes.ts';
import type { CollectContext } from '../check.ts';
import { availabilityOf, lookupNameStatus } from './name-status.ts';

const inDns: Lookup<readonly string[]> = { outcome: 'found', value: ['ns1.example.net'], via: [], ttlSeconds: 300 };
const nothing: Lookup<readonly string[]> = { outcome: 'absent', nxdomain: true, via: [] };
const noNameservers: Lookup<readonly string[]> = { outcome: 'absent', nxdomain: false, via: [] };
const failed: Lookup<readonly string[]> = { outcome: 'failed', kind: 'timeout', cause: 'timeout at 192.0.2.53' };
const from = { source: 'whois', server: 'whois.example' } as const;
const registered: RegistryReply = { outcome: 'answered', ...from, text: 'Domain Name: EXAMPLE.ORG\r\nRegistrar: Example, Inc.\r\n' };
const inWords: RegistryReply = { outcome: 'answered', ...from, text: 'No match for "EXAMPLE.ORG".\r\n' };
const absent: RegistryReply = { outcome: 'absent', ...from };
const silent: RegistryReply = { outcome: 'failed', source: 'rdap', cause: 'timeout' };

suite('a name is free where DNS and registry agree, or the one that can tell says so', () => {
  const cases: [says: string, lookup: Lookup<readonly string[]>, reply: RegistryReply, availability: string, asksRegistry: boolean][] = [
    ['in DNS', inDns, absent, 'taken', false],
    ['neither here nor there', nothing, absent, 'free', true],
    ['the registry says so in words', nothing, inWords, 'free', true],
    ['only out of DNS', nothing, registered, 'asleep', true],
    ['out of DNS, and the registry silent', nothing, silent, 'free', true],
    ['a name without nameservers', noNameservers, absent, 'taken', true],
    ['DNS failed, not registered', failed, absent, 'free', true],
    ['DNS failed, registered', failed, registered, 'taken', true],
    ['both failed', failed, silent, 'unknown', true],
  ];
  for (const [says, lookup, reply, availability, asksRegistry] of cases) {
    test(says, async () => {
      let asked = false;
      const registry = { find: async () => ((asked = true), reply) };
      const nameStatus = await lookupNameStatus('example.org', { dns: { lookup: async () => lookup }, registry, signal: new AbortController().signal } as unknown as CollectContext);
      assert.deepEqual([availabilityOf(nameStatus), asked], [availability, asksRegistry]);
    });
  }
});
