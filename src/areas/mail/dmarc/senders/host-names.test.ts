import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { Dns, Lookup } from '../../../../core/lookup.ts';
import { onEachDatabase, testClock } from '../../../../../test/databases.ts';
import { hostsOf, keepHosts, lookupHost, dueForLookup } from './host-names.ts';
import { hostJobs, lookupHosts } from './jobs.ts';
import { createSenderLookups } from './lookups.ts';

const DAY_MS = 24 * 3600_000;

function dnsOf(records: Record<string, readonly string[] | 'failed'>): Pick<Dns, 'lookup'> {
  return { lookup: (name: string, type: string): Promise<Lookup<readonly never[]>> => {
    const value = records[`${type} ${name}`];
    if (value === 'failed') return Promise.resolve({ outcome: 'failed', kind: 'timeout', cause: 'timeout' });
    return Promise.resolve(value ? { outcome: 'found', value: value as never[], via: [], ttlSeconds: 60 } : { outcome: 'absent', nxdomain: true, via: [] });
  } } as Pick<Dns, 'lookup'>;
}

suite('the host name of an address leads back to it', () => {
  const pointer = 'PTR 10.2.0.192.in-addr.arpa';
  const six = `PTR 1.0.0.0.${'0.0.0.0.'.repeat(5)}8.b.d.0.1.0.0.2.ip6.arpa`;
  const cases: [string, string, Record<string, readonly string[] | 'failed'>, unknown][] = [
    ['confirmed', '192.0.2.10', { [pointer]: ['mail.example.net'], 'A mail.example.net': ['192.0.2.10'] }, { outcome: 'known', host: 'mail.example.net' }],
    ['IPv6', '2001:db8::1', { [six]: ['mail.example.net'], 'AAAA mail.example.net': ['2001:db8::1'] }, { outcome: 'known', host: 'mail.example.net' }],
    ['the second of two', '192.0.2.10', { [pointer]: ['a.example.net', 'b.example.net'], 'A b.example.net': ['192.0.2.10'] }, { outcome: 'known', host: 'b.example.net' }],
    ['a name that claims to be another\'s', '192.0.2.10', { [pointer]: ['mail.google.com'], 'A mail.google.com': ['198.51.100.1'] }, { outcome: 'known', host: null }],
    ['no name', '192.0.2.10', {}, { outcome: 'known', host: null }],
    ['a lookup that failed', '192.0.2.10', { [pointer]: 'failed' }, { outcome: 'failed', kind: 'timeout', cause: 'timeout' }],
    ['a forward lookup that failed', '192.0.2.10', { [pointer]: ['mail.example.net'], 'A mail.example.net': 'failed' }, { outcome: 'failed' }],
    ['no address', 'x', {}, { outcome: 'known', host: null }],
  ];
  for (const [name, ip, records, expected] of cases) test(name, async () => assert.deepEqual(await lookupHost(ip, dnsOf(records)), expected));
});

onEachDatabase('remembered host names', open => {
  test('last a week, a failure six hours, and the newest counts', async () => {
    const { db } = await open();
    await keepHosts(db, new Map([['192.0.2.1', { outcome: 'known', host: 'old.example.net' }], ['192.0.2.2', { outcome: 'known', host: null }], ['192.0.2.3', { outcome: 'failed' }]]), 0);
    await keepHosts(db, new Map([['192.0.2.1', { outcome: 'known', host: 'a.example.net' }]]), 1);
    const all = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.4', 'no address'];
    assert.deepEqual(await hostsOf(db, all, 2), new Map([['192.0.2.1', 'a.example.net'], ['192.0.2.2', null]]));
    assert.deepEqual(await dueForLookup(db, all, 2), ['192.0.2.4']);
    assert.deepEqual(await dueForLookup(db, all, DAY_MS), ['192.0.2.3', '192.0.2.4']);
    assert.deepEqual(await dueForLookup(db, all, 7 * DAY_MS), ['192.0.2.2', '192.0.2.3', '192.0.2.4']);
  });

  test('are filled by a job, each address asked once', async () => {
    const store = await open();
    const clock = testClock();
    let asked = 0;
    const dns = dnsOf({ 'PTR 1.2.0.192.in-addr.arpa': ['a.example.net'], 'A a.example.net': ['192.0.2.1'] });
    const services = { store, clock, resolve: () => ({ lookup: (name, type) => { asked++; return dns.lookup(name, type); } }) as Pick<Dns, 'lookup'> };
    const payload = hostJobs(['192.0.2.2', '192.0.2.1', '192.0.2.1'])[0]!.payload;
    for (let round = 0; round < 2; round++) {
      const outcome = await lookupHosts.handle({ id: 'job_1', accountId: 'acc_1', payload, attempts: 1, services, signal: new AbortController().signal });
      await store.transaction(tx => outcome!.change!(tx));
    }
    assert.equal(asked, 3);
    const network = { asn: 64500, name: 'NET', domain: null, country: null };
    const lookup = createSenderLookups({ clock, networkOf: () => network, spfTreeOf: () => Promise.resolve(null), learntOf: () => Promise.resolve({ spfHosts: new Map(), signed: null }) });
    const known = await lookup(store.db, 'example.com', ['192.0.2.1', '192.0.2.3']);
    assert.deepEqual([known.of('192.0.2.1').ptr, known.of('192.0.2.3').ptr, known.of('192.0.2.1').spfHolder, known.of('192.0.2.1').network], ['a.example.net', undefined, null, network]);
    assert.notEqual(known.of('192.0.2.1').key, known.of('192.0.2.3').key);
    assert.equal(known.of('192.0.2.3').key, known.of('192.0.2.4').key);
  });

  test('thousands of addresses are split among jobs', () => {
    const jobs = hostJobs(Array.from({ length: 1200 }, (_, at) => `192.0.${at >> 8}.${at & 255}`));
    assert.deepEqual(jobs.map(({ payload }) => (payload as { addresses: string[] }).addresses.length), [500, 500, 200]);
  });
});
