import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import type { ScanResult } from '../src/areas/domains/check/index.ts';
import { authorize, deny } from '../src/areas/domains/events/decide.ts';
import { findEvent } from '../src/areas/domains/events/store.ts';
import type { Store } from '../src/store/index.ts';
import { onEachDatabase, testClock, type TestClock } from './databases.ts';
import { DAY_MS, edited, HOUR_MS, scanInLab, MINUTE_MS, NAME, records, startWatch, type Source } from './events-watch.ts';
import { allTables } from './tables.ts';

/** Longer than it takes to confirm any change but that of addresses. */
const WINDOW_MS = 5 * MINUTE_MS;
const CRITICAL_WINDOW_MS = MINUTE_MS;

const attacks = {
  'a nameserver hijack': { servers: ['ns1.thief.net', 'ns2.thief.net'] },
  'a nameserver hijack with a whole zone of the thief': {
    servers: ['ns1.thief.net', 'ns2.thief.net'], ds: 'none', records: '@ A 45.54.66.6\n@ MX 1 shop.example.\n@ TXT "v=spf1 +all"', page: { certificate: 'otherAuthority' },
  },
  'a delegation to servers that do not answer': { delegatedTo: ['ns1.thief.net', 'ns2.thief.net'] },
  'an MX change': { records: records.replace('@ MX 10 mail', '@ MX 10 shop.example.\n@ MX 20 mail') },
  'DMARC weakening': { records: records.replace('p=reject', 'p=none') },
  'DS loss': { ds: 'none' },
  'broken DNSSEC': { ds: 'wrong' },
  'transfer-lock removal': { registration: { statuses: [] } },
  'a transfer to another registrar': { registration: { registrar: { name: 'Thief Names', ianaId: 666 } } },
  'a name that others can claim': { records: `${records}\n  blog CNAME gone.lab-dns.net.` },
  'a listing on a blocklist': { listings: '2.90.54.45.zen A 127.0.0.2' },
  'an unexpected certificate': { page: { certificate: 'otherAuthority' } },
} as const satisfies Record<string, Parameters<typeof scanInLab>[0]>;
const expected: Readonly<Record<keyof typeof attacks, string>> = {
  'a nameserver hijack': 'dns.ns.changed critical',
  'a nameserver hijack with a whole zone of the thief': 'dns.ns.changed critical',
  'a delegation to servers that do not answer': 'delegation.mismatch critical',
  'an MX change': 'dns.mx.changed high',
  'DMARC weakening': 'dns.dmarc.weakened high',
  'DS loss': 'dns.ds.changed critical',
  'broken DNSSEC': 'dnssec.broken critical',
  'transfer-lock removal': 'transfer.lock.removed critical',
  'a transfer to another registrar': 'registrar.changed critical',
  'a name that others can claim': 'takeover.possible high',
  'a listing on a blocklist': 'blocklist.listed medium',
  'an unexpected certificate': 'cert.unexpectedCa high',
};

const failures: Parameters<typeof scanInLab>[0][] = [
  { resolverFaults: [{ name: NAME, fault: 'servfail' }, { name: `*.${NAME}`, fault: 'servfail' }] },
  { resolverFaults: [{ name: `*.${NAME}`, fault: 'refused' }] },
  ...['MX', 'NS', 'TXT', 'A', 'AAAA', 'CAA', 'DNSKEY', 'DS'].map(type => ({ resolverFaults: [{ name: NAME, type, fault: 'servfail' as const }] })),
  { registration: { fault: 'serverError' } },
  { registration: { fault: 'malformed' } },
];

let calm: ScanResult;
const failed: ScanResult[] = [];
const attacked = new Map<string, ScanResult>();
before(async () => {
  calm = await scanInLab(); // One after the other: scans have time limits, and two dozen at once would share the processor.
  for (const change of failures) failed.push(await scanInLab(change));
  for (const [says, change] of Object.entries(attacks)) attacked.set(says, await scanInLab(change));
});

const always = (result: ScanResult): Source => () => result;

/** Numbers in [0, 1) that are the same in every run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function setUp(open: (clock: TestClock) => Promise<Store>) {
  const clock = testClock();
  const store = await open(clock);
  return { clock, store, watch: await startWatch(store, clock) };
}

const short = ({ kind, severity, state }: { kind: string; severity: string; state: string }) => `${kind} ${severity} ${state}`;

onEachDatabase('a watched domain', open => {
  const start = () => setUp(clock => open(clock));

  test('the first scan is what later ones are compared with, and nobody is notified', async () => {
    const { watch, store } = await start();
    await watch.pass(DAY_MS, always(calm));
    const all = await allTables(store.db).selectFrom('domain_event').select(['kind', 'state']).execute();
    assert.deepEqual(all, [{ kind: 'baseline.created', state: 'autoAuthorized' }]);
    assert.deepEqual([await watch.reported(), await watch.openEvents(), await watch.accepted('dns.mx')], [[], 0, ['10 mail.shop.example']]);
  });

  const POOL = Array.from({ length: 12 }, (_, at) => `45.54.${100 + at % 6}.${at + 1}`);
  const rotations: [says: string, addresses: (at: number, roll: () => number) => string[]][] = [
    ['three of twelve addresses at random at every scan', (_, roll) => POOL.toSorted(() => roll() - 0.5).slice(0, 3)],
    ['two sets in turn', (() => { let turn = 0; return () => [POOL[++turn % 2]!]; })()],
    ['another address at every scan, of a whole network', (_, roll) => [`45.54.100.${Math.floor(roll() * 250)}`, `45.54.101.${Math.floor(roll() * 250)}`]],
  ];
  for (const [says, addresses] of rotations) {
    test(`thirty days of a CDN raise no event: ${says}`, async () => {
      const { watch } = await start();
      const roll = dice(7);
      const scans = await watch.pass(30 * DAY_MS, at => edited(calm, ({ zone }) => {
        zone.names[0]!.addresses = addresses(at, roll);
        zone.ipv6 = [`2a0e:b100:${90 + Math.floor(roll() * 3)}::1`];
      }));
      assert.ok(scans > 120, String(scans));
      assert.deepEqual(await watch.events(), []);
    });
  }

  test('addresses that move by the hour are learnt after three turns, and what was told of them is settled', async () => {
    const { watch } = await start();
    const moving: Source = at => edited(calm, ({ zone }) => { zone.names[0]!.addresses = [POOL[Math.floor(at / (6 * HOUR_MS)) % POOL.length]!]; });
    await watch.pass(2 * DAY_MS, moving, HOUR_MS);
    const early = (await watch.events()).map(({ state }) => state);
    assert.ok(early.length <= 2 && !early.includes('open'), early.join());
    await watch.pass(28 * DAY_MS, moving);
    assert.equal((await watch.events()).length, early.length);
  });

  test('thirty days of serial numbers, order, letters and renewed certificates raise no event', async () => {
    const { watch } = await start();
    const roll = dice(11);
    const changed = calm.records.tls.certificate!.serialNumber;
    await watch.pass(30 * DAY_MS, at => edited(calm, ({ soa, nameservers, spf, tls, registration, mx }) => {
      soa.serial = Math.floor(at / 1000);
      nameservers.nameservers = nameservers.nameservers.toSorted(() => roll() - 0.5).map(one => ({ ...one, nameserver: roll() < 0.5 ? one.nameserver.toUpperCase() : one.nameserver }));
      spf.texts = spf.texts.toSorted(() => roll() - 0.5);
      mx.records = mx.records.map(({ priority, exchange }) => ({ priority, exchange: roll() < 0.5 ? exchange.toUpperCase() : exchange }));
      tls.certificate!.serialNumber = roll() < 0.1 ? `${changed}${Math.floor(roll() * 9)}` : changed;
      registration.statuses = [...registration.statuses, ...(roll() < 0.5 ? ['autoRenewPeriod'] : [])].toReversed();
    }));
    assert.deepEqual([await watch.events(), await watch.reported()], [[], []]);
  });

  test('thirty days of SERVFAIL bursts, a silent registry and resolvers that fail raise no event', async () => {
    const { watch } = await start();
    const roll = dice(3);
    assert.ok(failed.every(({ findings }) => findings.some(({ state }) => state === 'unknown')), 'every failure is one');
    await watch.pass(30 * DAY_MS, () => {
      const kind = roll();
      return kind < 0.4 ? calm : kind < 0.5 ? null : failed[Math.floor(roll() * failed.length)]!;
    }, 4 * HOUR_MS);
    assert.deepEqual([await watch.events(), await watch.reported()], [[], []]);
  });

  for (const says of Object.keys(attacks) as (keyof typeof attacks)[]) {
    test(`${says} raises one event within one confirmation window, and it settles itself when all is back`, async () => {
      const { watch } = await start();
      await watch.pass(DAY_MS, always(calm));
      const [kind, severity] = expected[says].split(' ');
      await watch.pass(severity === 'critical' ? CRITICAL_WINDOW_MS : WINDOW_MS, always(attacked.get(says)!));
      assert.deepEqual((await watch.events()).map(short), [`${kind} ${severity} open`]);
      await watch.pass(20 * HOUR_MS, always(attacked.get(says)!));
      assert.deepEqual([(await watch.events()).map(short), await watch.reported(), await watch.openEvents()], [[`${kind} ${severity} open`], [`opened ${kind}`], 1]);
      await watch.pass(DAY_MS, always(calm));
      assert.deepEqual([(await watch.events()).map(short), await watch.reported(), await watch.openEvents()], [[`${kind} ${severity} reverted`], [`opened ${kind}`, `resolved ${kind}`], 0]);
    });
  }

  test('one scan alone raises nothing, and neither does a change that failed lookups hide', async () => {
    const { watch, store } = await start();
    const mail = attacked.get('an MX change')!;
    await watch.pass(DAY_MS, always(calm));
    await watch.scan(always(mail));
    await watch.pass(DAY_MS, always(calm));
    assert.deepEqual([await watch.events(), await allTables(store.db).selectFrom('suspicion').selectAll().execute()], [[], []]);
    await watch.scan(always(mail));
    await watch.pass(HOUR_MS, always(failed[0]!));
    assert.deepEqual(await watch.events(), []);
    await watch.pass(DAY_MS, always(mail));
    assert.deepEqual((await watch.events()).map(short), ['dns.mx.changed high open']);
  });

  for (const [says, record] of [['a name that others can claim', 'takeover'], ['a listing on a blocklist', 'blocklists']] as const) {
    test(`what an earlier scan saw of ${record} is suspected and not confirmed; one that reads it again confirms`, async () => {
      const { watch } = await start();
      const changed = attacked.get(says)!;
      const remembered = edited(changed, (_, whole) => { whole.asOf = { [record]: whole.timestamp }; });
      await watch.pass(DAY_MS, always(calm));
      await watch.pass(6 * HOUR_MS, always(remembered), HOUR_MS);
      assert.deepEqual(await watch.events(), []);
      await watch.pass(HOUR_MS, always(changed));
      assert.equal((await watch.events()).length, 1);
    });
  }

  const unread: [says: keyof typeof attacks, forget: (records: ScanResult['records']) => void][] = [
    ['a name that others can claim', ({ takeover }) => { takeover!.names = []; takeover!.unread = [`blog.${NAME}`]; }],
    ['a listing on a blocklist', ({ blocklists }) => { for (const { answers } of blocklists!.targets) for (const answer of answers) Object.assign(answer, { state: 'unknown', codes: [] }); }],
    ['a listing on a blocklist', ({ blocklists }) => { Object.assign(blocklists!, { targets: blocklists!.targets.filter(({ role }) => role !== 'mail'), unread: { mail: 'timeout', web: null } }); }],
  ];
  for (const [at, [says, forget]] of unread.entries()) {
    test(`${says} stays reported while a lookup of it fails, and is not reported again afterwards (${at + 1})`, async () => {
      const { watch } = await start();
      const changed = attacked.get(says)!;
      await watch.pass(DAY_MS, always(calm));
      for (const result of [changed, edited(changed, forget), changed]) await watch.pass(HOUR_MS, always(result));
      assert.deepEqual([(await watch.events()).map(({ state, count }) => [state, count]), (await watch.reported()).length], [[['open', 1]], 1]);
    });
  }

  test('what a registry said before is suspected and not confirmed; a scan that asks it confirms', async () => {
    const { watch } = await start();
    const moved = attacked.get('a transfer to another registrar')!;
    const remembered = edited(moved, ({ registration }) => { registration.asOf = registration.createdAt; });
    await watch.pass(DAY_MS, always(calm));
    await watch.pass(6 * HOUR_MS, always(remembered), HOUR_MS);
    assert.deepEqual(await watch.events(), []);
    await watch.pass(HOUR_MS, always(moved));
    assert.deepEqual((await watch.events()).map(({ kind }) => kind), ['registrar.changed']);
  });

  test('a value that moves on takes the place of the open event, compared with what was accepted', async () => {
    const { watch } = await start();
    const moved = edited(calm, ({ mx }) => { mx.records = [{ priority: 5, exchange: 'mx.thief.example' }]; });
    await watch.pass(DAY_MS, always(calm));
    await watch.pass(WINDOW_MS, always(attacked.get('an MX change')!));
    await watch.pass(WINDOW_MS, always(moved));
    const events = await watch.events();
    assert.deepEqual(events.map(({ state, before }) => [state, before]), [['superseded', ['10 mail.shop.example']], ['open', ['10 mail.shop.example']]]);
    assert.deepEqual([events[1]!.diff, await watch.openEvents()], [{ added: ['5 mx.thief.example'], removed: ['10 mail.shop.example'] }, 1]);
    assert.deepEqual(await watch.reported(), ['opened dns.mx.changed', 'resolved dns.mx.changed', 'opened dns.mx.changed']);
  });

  test('a change that went by itself and comes again within a day is the same event', async () => {
    const { watch } = await start();
    const mail = attacked.get('an MX change')!;
    await watch.pass(DAY_MS, always(calm));
    for (const result of [mail, calm, mail]) await watch.pass(HOUR_MS, always(result));
    assert.deepEqual((await watch.events()).map(({ state, count }) => [state, count]), [['open', 2]]);
  });

  test('what else changes with the nameservers is reported when a day later it is still so', async () => {
    const { watch } = await start();
    await watch.pass(DAY_MS, always(calm));
    await watch.pass(2 * DAY_MS, always(attacked.get('a nameserver hijack with a whole zone of the thief')!));
    const kinds = (await watch.events()).map(({ kind }) => kind);
    assert.equal(kinds[0], 'dns.ns.changed');
    for (const kind of ['dns.ds.changed', 'dns.mx.changed', 'dns.spf.changed', 'dns.dmarc.weakened', 'cert.unexpectedCa']) assert.ok(kinds.includes(kind as never), kinds.join());
  });

  test('another address that stays is told, and what is denied is never taken for a rotation', async () => {
    const { watch, clock, store } = await start();
    const moved = edited(calm, ({ zone }) => { zone.names[0]!.addresses = ['45.54.66.6']; });
    await watch.pass(DAY_MS, always(calm));
    await watch.pass(HOUR_MS, always(moved));
    const [event] = await watch.events();
    assert.deepEqual([short(event!), event!.diff], ['dns.a.changed medium open', { added: ['shop.example A 45.54.66.6'], removed: ['shop.example A 45.54.90.1'] }]);
    await store.transaction(async tx => deny(tx, watch, (await findEvent(tx, watch.accountId, event!.id))!, { by: { type: 'person', id: 'usr_1' }, reason: null, now: clock.now() }));
    await watch.pass(3 * DAY_MS, always(moved));
    assert.deepEqual((await watch.events()).map(short), ['dns.a.changed medium denied']);
  });

  const families: [says: string, change: (zone: ScanResult['records']['zone']) => void, kind: string][] = [
    ['IPv6', zone => { zone.ipv6 = []; }, 'dns.aaaa.changed'],
    ['IPv4', zone => { zone.names[0]!.addresses = []; }, 'dns.a.changed'],
  ];
  for (const [says, change, kind] of families) {
    test(`the loss of all addresses of ${says} is reported, and so is that there is one for the first time; a lookup that failed is neither`, async () => {
      for (const loses of [true, false]) {
        const { watch } = await start();
        const without = edited(calm, ({ zone }) => change(zone));
        const failing = edited(calm, ({ zone }) => { [zone.ipv6, zone.names[0]!.addresses] = [null, null]; });
        const [before, after] = loses ? [calm, without] : [without, calm];
        await watch.pass(DAY_MS, always(before));
        await watch.pass(DAY_MS, always(failing));
        assert.deepEqual(await watch.events(), []);
        await watch.pass(HOUR_MS, always(after));
        assert.deepEqual((await watch.events()).map(short), [`${kind} medium open`]);
      }
    });
  }

  test('a change that is denied is one alert for 30 days, a finding another, and what is muted sends nothing until the mute ends', async () => {
    const { watch, clock, store } = await start();
    const weak = attacked.get('DMARC weakening')!;
    await watch.pass(DAY_MS, always(calm));
    const before = new Set((await watch.alerts()).map(({ cause }) => cause));
    await watch.pass(HOUR_MS, always(weak));
    const [event] = await watch.events();
    await store.transaction(async tx => deny(tx, watch, (await findEvent(tx, watch.accountId, event!.id))!, { by: { type: 'person', id: 'usr_1' }, reason: null, now: clock.now() }));
    const denied = (await watch.alerts()).find(({ kind, cleared_at }) => kind === 'event.denied' && cleared_at === null);
    const since = clock.now();
    for (let day = 0; day < 30; day++) {
      if (day === 10) await allTables(store.db).updateTable('alert').set({ muted_until: clock.now() + 10 * DAY_MS }).where('id', '=', denied!.id).execute();
      await watch.pass(DAY_MS, at => (day % 5 === 3 ? failed[day % 2]! : at % 7 === 0 ? null : weak));
      await watch.alarm();
    }
    const current = (await watch.alerts()).filter(({ cleared_at }) => cleared_at === null);
    const fresh = current.filter(({ cause }) => !before.has(cause));
    assert.deepEqual(fresh.map(({ kind, cause }) => `${kind} ${cause}`).toSorted(), ['event.denied dns.dmarc', 'scan.finding dmarc.p']);
    assert.equal(new Set(current.map(({ kind, cause }) => `${kind} ${cause}`)).size, current.length);
    const one = fresh.find(({ kind }) => kind === 'event.denied')!;
    assert.deepEqual([one.id, one.since], [denied!.id, since]);
    const again = (await watch.reported()).filter(says => says === 'again dns.dmarc.weakened').length;
    assert.deepEqual([again, one.notified], [21, 22], 'daily, but for nine days of the mute and again when it ends; the first told that it was denied');
    await watch.pass(2 * DAY_MS, always(calm));
    assert.deepEqual((await watch.alerts()).filter(({ cleared_at, cause }) => cleared_at === null && !before.has(cause)), []);
  });

  test('deny keeps the accepted value, alarms daily and settles itself when it is back', async () => {
    const { watch, clock, store } = await start();
    const mail = attacked.get('an MX change')!;
    await watch.pass(DAY_MS, always(calm));
    await watch.pass(HOUR_MS, always(mail));
    const [event] = await watch.events();
    const by = { by: { type: 'person' as const, id: 'usr_1' }, reason: 'Not by us', now: clock.now() };
    await store.transaction(async tx => deny(tx, watch, (await findEvent(tx, watch.accountId, event!.id))!, by));
    for (let day = 0; day < 3; day++) {
      await watch.pass(DAY_MS, always(mail));
      await watch.alarm();
      assert.equal(await watch.alarm(), 0, 'once a day');
    }
    assert.deepEqual(await watch.reported(), ['opened dns.mx.changed', 'denied dns.mx.changed', ...Array(3).fill('again dns.mx.changed')]);
    assert.deepEqual([await watch.accepted('dns.mx'), await watch.openEvents()], [['10 mail.shop.example'], 0]);
    await watch.pass(HOUR_MS, always(calm));
    clock.advance(2 * DAY_MS);
    assert.equal(await watch.alarm(), 0);
    const [settled] = await watch.events();
    assert.deepEqual([settled!.state, settled!.nextAlarmAt, (await watch.reported()).at(-1)], ['reverted', null, 'resolved dns.mx.changed']);
  });

  test('authorize makes what was seen the accepted value, and the old one a change', async () => {
    const { watch, clock, store } = await start();
    const moved = attacked.get('a nameserver hijack')!;
    await watch.pass(DAY_MS, always(calm));
    await watch.pass(HOUR_MS, always(moved));
    const [event] = await watch.events();
    const { alsoClosed } = await store.transaction(async tx => authorize(tx, watch, (await findEvent(tx, watch.accountId, event!.id))!, { by: { type: 'key', id: 'key_1' }, reason: null, now: clock.now() }));
    assert.deepEqual(alsoClosed, []);
    await watch.pass(3 * DAY_MS, always(moved));
    assert.deepEqual([(await watch.events()).map(short), await watch.openEvents(), await watch.accepted('delegation')], [['dns.ns.changed critical authorized'], 0, ['ns1.thief.net', 'ns2.thief.net']]);
    await watch.pass(HOUR_MS, always(calm));
    assert.deepEqual((await watch.events()).map(short), ['dns.ns.changed critical authorized', 'dns.ns.changed critical open']);
  });

  const announced: [says: string, kinds: string[], expected: string[] | null, states: string[]][] = [
    ['a kind', ['dns.mx.changed'], null, ['autoAuthorized']],
    ['all of DNS, with the servers that may appear', ['dns.*'], ['10 SHOP.example', '20 mail.shop.example'], ['autoAuthorized']],
    ['other servers', ['*'], ['10 mx.host.example'], ['open']],
    ['another kind', ['dns.spf.changed', 'registr*'], null, ['open']],
  ];
  for (const [says, kinds, lines, states] of announced) {
    test(`a change window for ${says}: the MX change is ${states.join()}`, async () => {
      const { watch, clock, store } = await start();
      const mail = attacked.get('an MX change')!;
      await watch.pass(DAY_MS, always(calm));
      await allTables(store.db).insertInto('change_window').values({
        id: 'win_1', account_id: watch.accountId, domain_id: watch.domainId, kinds: JSON.stringify(kinds), expected: lines && JSON.stringify(lines), reason: 'The mail moves',
        starts_at: clock.now(), ends_at: clock.now() + HOUR_MS, created_at: clock.now(), created_by: '{"type":"person","id":"usr_1"}',
      }).execute();
      await watch.pass(2 * HOUR_MS, always(mail));
      const events = await watch.events();
      assert.deepEqual(events.map(({ state }) => state), states);
      if (states[0] === 'open') return;
      assert.deepEqual([events[0]!.decision!.by, events[0]!.decision!.reason, await watch.reported()], [{ type: 'window', id: 'win_1' }, 'The mail moves', []]);
      assert.deepEqual(await watch.accepted('dns.mx'), events[0]!.after);
      await watch.pass(HOUR_MS, always(calm));
      assert.deepEqual((await watch.events()).map(({ state }) => state), ['autoAuthorized', 'open'], 'the window is over');
    });
  }

  test('an open event that an announced change replaces is told to be over, and the change is not told', async () => {
    const { watch, clock, store } = await start();
    await watch.pass(DAY_MS, always(calm));
    await watch.pass(HOUR_MS, always(attacked.get('an MX change')!));
    await allTables(store.db).insertInto('change_window').values({
      id: 'win_1', account_id: watch.accountId, domain_id: watch.domainId, kinds: '["dns.mx.changed"]', expected: null, reason: null,
      starts_at: clock.now(), ends_at: clock.now() + HOUR_MS, created_at: clock.now(), created_by: '{"type":"person","id":"usr_1"}',
    }).execute();
    await watch.pass(HOUR_MS / 2, always(edited(calm, ({ mx }) => { mx.records = [{ priority: 5, exchange: 'mx.host.example' }]; })), 5 * MINUTE_MS);
    assert.deepEqual([(await watch.events()).map(({ state }) => state), await watch.reported()], [['superseded', 'autoAuthorized'], ['opened dns.mx.changed', 'resolved dns.mx.changed']]);
  });

  test('a change for the better is accepted and noted, so that its loss is told', async () => {
    const { watch } = await start();
    const weak = attacked.get('DMARC weakening')!;
    await watch.pass(DAY_MS, always(weak));
    await watch.pass(HOUR_MS, always(calm));
    await watch.pass(HOUR_MS, always(weak));
    assert.deepEqual((await watch.events()).map(short), ['dns.dmarc.changed info autoAuthorized', 'dns.dmarc.weakened high open']);
  });

  test('a registration that runs out is reported once a step, and all is settled when it is renewed', async () => {
    const { watch, clock } = await start();
    const until = (days: number) => new Date(clock.now() + days * DAY_MS).toISOString();
    const ending = edited(calm, ({ registration }) => { registration.expiresAt = until(95); });
    const renewed = edited(calm, ({ registration }) => { registration.expiresAt = until(95 + 365); });
    await watch.pass(96 * DAY_MS, always(ending), DAY_MS / 2);
    assert.deepEqual((await watch.events()).map(({ severity, state, after }) => `${after.at(-1)} ${severity} ${state}`), [
      'within 90 days info autoAuthorized', 'within 60 days low superseded', 'within 30 days medium superseded', 'within 14 days high superseded', 'within 7 days critical superseded',
      'within a day critical superseded', 'has ended critical open',
    ]);
    await watch.pass(DAY_MS, always(renewed));
    assert.deepEqual((await watch.events()).slice(-2).map(short), ['registration.expired critical reverted', 'registration.renewed info autoAuthorized']);
    assert.equal(await watch.openEvents(), 0);
  });
});
