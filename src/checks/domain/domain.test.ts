import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { Lookup } from '../../core/lookup.ts';
import type { CollectContext } from '../check.ts';
import { goldenSuite } from '../golden.ts';
import { analyzeDomain, type RegistryView } from './analyze.ts';
import { collectDomain, type DomainFacts } from './collect.ts';
import { rules } from './rules.ts';

goldenSuite<DomainFacts, RegistryView>('analyzeDomain agrees with every golden case', import.meta.url, rules, ({ facts, others }) => analyzeDomain(facts, others));

suite('the parent zone is asked only where no answer shows that the name is there', () => {
  const denied: Lookup<never> = { outcome: 'absent', nxdomain: true, via: [] };
  const cases: [says: string, lookup: Lookup<never>, asked: string[]][] = [
    ['a type that is not there', { ...denied, nxdomain: false }, []],
    ['an alias to nothing', { ...denied, via: ['gone.example.net'] }, []],
    ['a denial', denied, ['example.org']],
    ['a failure', { outcome: 'failed', kind: 'timeout', cause: 'timeout' }, ['example.org']],
  ];
  for (const [says, lookup, expected] of cases) {
    test(says, async () => {
      const asked: string[] = [];
      const delegation = async (zone: string) => (asked.push(zone), { zone, parent: 'org', referrals: [], failure: null });
      await collectDomain({ domain: 'example.org', dns: { lookup: async () => lookup, delegation } } as unknown as CollectContext);
      assert.deepEqual(asked, expected);
    });
  }
});
