import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { bulkStates, type BulkLookup, type BulkState } from '../../../../core/outside/bulk-lookup.ts';
import { onEachDatabase, testClock } from '../../../../../test/databases.ts';
import { claimHosts, dueForLookup, findHosts, hostsOf, keepHosts, unanswered } from './host-names.ts';
import { hostJobs, lookupHosts } from './jobs.ts';
import { createSenderLookups } from './lookups.ts';

const DAY_MS = 24 * 3600_000;

type Records = Record<string, readonly string[] | 'failed'>;

/** A lookup of many names from a table; what is not in it is absent. Gives the questions, too. */
function bulkOf(records: Records): { bulkLookup: BulkLookup; asked: string[] } {
  const asked: string[] = [];
  const bulkLookup: BulkLookup = (names, type, signal) => {
    signal.throwIfAborted();
    asked.push(...names.map(name => `${type} ${name}`));
    const answers = names.map((name): Records[string] | undefined => records[`${type} ${name}`]);
    const stateOf = (answer: Records[string] | undefined): BulkState => (answer === 'failed' ? 'unknown' : answer ? 'found' : 'nxdomain');
    return Promise.resolve({
      states: Uint8Array.from(answers, answer => bulkStates.indexOf(stateOf(answer))),
      records: at => {
        const answer = answers[at] ?? [];
        return answer === 'failed' ? [] : answer;
      },
      cause: () => null,
    });
  };
  return { bulkLookup, asked };
}

const never = new AbortController().signal;

suite('the host name of an address leads back to it', () => {
  const pointer = 'PTR 10.2.0.192.in-addr.arpa';
  const six = `PTR 1.0.0.0.${'0.0.0.0.'.repeat(5)}8.b.d.0.1.0.0.2.ip6.arpa`;
  const cases: [string, string, Records, unknown][] = [
    ['confirmed', '192.0.2.10', { [pointer]: ['mail.example.net'], 'A mail.example.net': ['192.0.2.10'] }, { outcome: 'known', host: 'mail.example.net' }],
    ['IPv6', '2001:db8::1', { [six]: ['mail.example.net'], 'AAAA mail.example.net': ['2001:db8::1'] }, { outcome: 'known', host: 'mail.example.net' }],
    ['the second of two', '192.0.2.10', { [pointer]: ['a.example.net', 'b.example.net'], 'A b.example.net': ['192.0.2.10'] }, { outcome: 'known', host: 'b.example.net' }],
    ['a name that claims to be another\'s', '192.0.2.10', { [pointer]: ['mail.google.com'], 'A mail.google.com': ['198.51.100.1'] }, { outcome: 'known', host: null }],
    ['no name', '192.0.2.10', {}, { outcome: 'known', host: null }],
    ['a lookup that failed', '192.0.2.10', { [pointer]: 'failed' }, { outcome: 'failed' }],
    ['a forward lookup that failed', '192.0.2.10', { [pointer]: ['mail.example.net'], 'A mail.example.net': 'failed' }, { outcome: 'failed' }],
  ];
  for (const [name, ip, records, expected] of cases) {
    test(name, async () => assert.deepEqual(await findHosts([ip], bulkOf(records).bulkLookup, never), new Map([[ip, expected]])));
  }
  test('of an address with very many names the first three are asked for', async () => {
    const { bulkLookup, asked } = bulkOf({ [pointer]: Array.from({ length: 50 }, (_, at) => `${at}.example.net`) });
    await findHosts(['192.0.2.10', 'no address'], bulkLookup, never);
    assert.deepEqual(asked, [pointer, 'A 0.example.net', 'A 1.example.net', 'A 2.example.net']);
  });
});

onEachDatabase('remembered host names', open => {
  test('last a week, that there is none two days, a failure six hours, and the newest counts', async () => {
    const { db } = await open();
    await keepHosts(db, new Map([['192.0.2.1', { outcome: 'known', host: 'old.example.net' }], ['192.0.2.2', { outcome: 'known', host: null }], ['192.0.2.3', { outcome: 'failed' }]]), 0);
    await keepHosts(db, new Map([['192.0.2.1', { outcome: 'known', host: 'a.example.net' }]]), 1);
    const all = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.4', 'no address'];
    assert.deepEqual(await hostsOf(db, all, 2), new Map([['192.0.2.1', 'a.example.net'], ['192.0.2.2', null]]));
    assert.deepEqual(await dueForLookup(db, all, 2), ['192.0.2.4']);
    assert.deepEqual(await dueForLookup(db, all, DAY_MS), ['192.0.2.3', '192.0.2.4']);
    assert.deepEqual(await dueForLookup(db, all, 2 * DAY_MS), ['192.0.2.2', '192.0.2.3', '192.0.2.4']);
    assert.deepEqual(await dueForLookup(db, all, 7 * DAY_MS + 1), ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']);
  });

  test('are filled by jobs, each address asked once, also by one that is done again; whoever claims an address asks for it, nobody else', async () => {
    const store = await open();
    const clock = testClock();
    const { bulkLookup, asked } = bulkOf({ 'PTR 1.2.0.192.in-addr.arpa': ['a.example.net'], 'A a.example.net': ['192.0.2.1'] });
    const services = { store, clock, resolve: () => assert.fail('Nothing is asked but by the bulk lookup.'), bulkLookup };
    const work = (addresses: string[], by = services) => lookupHosts.handle({ id: 'job_1', accountId: 'acc_1', payload: hostJobs(addresses)[0]!.payload, attempts: 1, services: by, signal: never });
    await assert.rejects(work(['192.0.2.2', '192.0.2.1'], { ...services, bulkLookup: () => Promise.reject(new Error('no sockets')) }), /no sockets/);
    const claim = (now: number) => store.transaction(tx => claimHosts(tx, ['192.0.2.2', '192.0.2.1'], now));
    assert.deepEqual([(await claim(clock.now())).toSorted(), await claim(clock.now()), await dueForLookup(store.db, ['192.0.2.1'], clock.now())], [['192.0.2.1', '192.0.2.2'], [], []]);
    assert.deepEqual(await unanswered(store.db, ['192.0.2.1'], clock.now()), ['192.0.2.1']);
    for (let round = 0; round < 2; round++) {
      const outcome = await work(['192.0.2.2', '192.0.2.1', '192.0.2.1']);
      await store.transaction(tx => outcome!.change!(tx));
    }
    assert.deepEqual([await unanswered(store.db, ['192.0.2.1'], clock.now()), await claim(clock.now())], [[], []]);
    assert.deepEqual(asked, ['PTR 1.2.0.192.in-addr.arpa', 'PTR 2.2.0.192.in-addr.arpa', 'A a.example.net']);
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
