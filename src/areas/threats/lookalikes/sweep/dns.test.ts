import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { bulkStates, type BulkState, type Wildcard } from '../../../../core/outside/bulk-lookup.ts';
import { resolveInBulk, type Presence } from './dns.ts';

const parked = ['ns1.parking.example'];

suite('whether somebody has made a name is said only where DNS shows it', () => {
  const cases: [says: string, state: BulkState, suffix: Wildcard, expected: Presence][] = [
    ['there is no such name', 'nxdomain', { state: 'unknown', records: new Set() }, 'free'],
    ['nobody answers', 'unknown', { state: 'nxdomain', records: new Set() }, 'unknown'],
    ['it is there, and others are not', 'found', { state: 'nxdomain', records: new Set() }, 'made'],
    ['it is there with nameservers of its own', 'found', { state: 'found', records: new Set(['ns.registry.example']) }, 'made'],
    ['it is there as every name is', 'found', { state: 'found', records: new Set(parked) }, 'madeUp'],
    ['it is there, and whether every name is cannot be learnt', 'found', { state: 'unknown', records: new Set() }, 'unknown'],
    ['the same without nameservers', 'nodata', { state: 'unknown', records: new Set() }, 'unknown'],
  ];
  for (const [says, state, suffix, expected] of cases) {
    test(says, async () => {
      const [one] = await resolveInBulk(['brand.example'], {
        bulkLookup: () => Promise.resolve({ states: Uint8Array.of(bulkStates.indexOf(state)), records: () => (state === 'found' ? parked : []), cause: () => null }),
        wildcards: () => Promise.resolve([suffix]), signal: new AbortController().signal,
      });
      assert.equal(one!.presence, expected);
    });
  }
});
