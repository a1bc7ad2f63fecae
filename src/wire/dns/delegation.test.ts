import assert from 'node:assert/strict';
import test, { suite, type TestContext } from 'node:test';
import { systemClock } from '../../core/clock.ts';
import type { Delegation } from '../../core/lookup.ts';
import { createDelegations } from './delegation.ts';
import { parseRoots } from './delegation-roots.ts';
import { createSnapshot, type Snapshot } from './snapshot.ts';
import type { Behaviour, FakeServer } from './testing/fake-server.ts';
import { authoritiesAt, means, noSignal, resolverOf, serve } from './testing/harness.ts';
import { flags, questionOf, replyTo, write, type ReplyToWrite } from './testing/packets.ts';

const ZONE = 'example.org';
const TLD = '45.54.254.1';
const OTHER_TLD = '45.54.254.2';
const own = [write.ns(ZONE, 'ns1.example.org'), write.ns(ZONE, 'ns.host.net')];
const glue = [write.a('ns1.example.org', '45.54.1.53'), write.a('ns.host.net', '45.54.2.53')];
const referral: ReplyToWrite = { authorities: own, additionals: glue };
const saying = (reply: ReplyToWrite): Behaviour => ({ udp: query => [replyTo(query, reply)], tcp: query => [replyTo(query, reply)] });
const toTld = saying({ authorities: [write.ns('org', 'a.nic.org')], additionals: [write.a('a.nic.org', TLD)] });
const toBothTlds = saying({ authorities: [write.ns('org', 'a.nic.org'), write.ns('org', 'b.nic.org')], additionals: [write.a('a.nic.org', TLD), write.a('b.nic.org', OTHER_TLD)] });

/** The first server of `org` has these too. */
const manyAddresses = Array.from({ length: 30 }, (_, at) => `45.54.253.${at}`);

interface Way {
  root: FakeServer;
  tlds: FakeServer[];
  /** A fresh snapshot, as a check opens one. */
  open(): Snapshot;
}

/** A root and servers of `org`, at their addresses. */
async function wayTo(t: TestContext, root: Behaviour, tlds: readonly Behaviour[], resolver: Behaviour = {}, mayReach: (address: string) => boolean = () => true): Promise<Way> {
  const [rootServer, resolverServer, ...tldServers] = await Promise.all([root, resolver, ...tlds].map(behaviour => serve(t, behaviour)));
  const servers = Object.fromEntries([TLD, OTHER_TLD, ...manyAddresses].flatMap((address, at) => (tldServers[at] ?? tldServers[0] ? [[address, tldServers[at] ?? tldServers[0]!]] : [])));
  const delegate = createDelegations({ ...means(), roots: [{ name: 'root.lab', address: rootServer!.address, port: rootServer!.port }] });
  const open = () => createSnapshot(resolverOf(resolverServer!), authoritiesAt(servers, mayReach).means, { signal: noSignal, clock: systemClock, delegate });
  return { root: rootServer!, tlds: tldServers, open };
}

const shown = ({ parent, referrals, failure }: Delegation) => ({
  parent, failure: failure?.kind ?? null,
  referrals: referrals.map(one => (one.outcome === 'failed' ? `${one.server.name} ${one.kind}`
    : [one.server.name, one.rcode, one.authoritative ? 'AA' : '', ...one.nameservers, ...one.glue.map(({ address }) => address), one.alias ?? ''].filter(word => word !== '').join(' '))),
});

suite('a delegation is what the servers of the parent zone say', { concurrency: true }, () => {
  const aa = flags.authoritative;
  const cases: [says: string, tlds: Behaviour[], expected: ReturnType<typeof shown>][] = [
    ['a referral; only addresses below the parent zone are believed', [saying(referral)],
      { parent: 'org', failure: null, referrals: ['a.nic.org NOERROR ns.host.net ns1.example.org 45.54.1.53'] }],
    ['the zone itself, where the server holds it as well', [saying({ flags: aa, answers: own })], { parent: 'org', failure: null, referrals: ['a.nic.org NOERROR AA ns.host.net ns1.example.org'] }],
    ['a referral with the AA bit is one all the same', [saying({ ...referral, flags: aa })],
      { parent: 'org', failure: null, referrals: ['a.nic.org NOERROR ns.host.net ns1.example.org 45.54.1.53'] }],
    ['no such name', [saying({ flags: aa, rcode: 3, authorities: [write.soa('org')] })], { parent: 'org', failure: null, referrals: ['a.nic.org NXDOMAIN AA'] }],
    ['no delegation', [saying({ flags: aa, authorities: [write.soa('org')] })], { parent: 'org', failure: null, referrals: ['a.nic.org NOERROR AA'] }],
    ['an alias', [saying({ flags: aa, answers: [write.cname(ZONE, 'www.example.net')] })], { parent: 'org', failure: null, referrals: ['a.nic.org NOERROR AA www.example.net'] }],
    ['a refusal tells nothing', [saying({ rcode: 5 })], { parent: null, failure: 'rcode', referrals: ['a.nic.org REFUSED'] }],
    ['a referral upwards tells nothing', [saying({ authorities: [write.ns('', 'a.root.example')] })], { parent: null, failure: 'rcode', referrals: ['a.nic.org NOERROR'] }],
    ['a referral to itself is not followed', [saying({ authorities: [write.ns('org', 'a.nic.org')], additionals: [write.a('a.nic.org', TLD)] })],
      { parent: null, failure: 'rcode', referrals: ['a.nic.org NOERROR'] }],
    ['a truncated referral comes over TCP', [{ udp: query => [replyTo(query, { flags: flags.truncated })], tcp: query => [replyTo(query, referral)] }],
      { parent: 'org', failure: null, referrals: ['a.nic.org NOERROR ns.host.net ns1.example.org 45.54.1.53'] }],
    ['a lost packet is made good over TCP', [{ tcp: query => [replyTo(query, referral)] }], { parent: 'org', failure: null, referrals: ['a.nic.org NOERROR ns.host.net ns1.example.org 45.54.1.53'] }],
  ];
  for (const [says, tlds, expected] of cases) {
    test(says, async t => {
      const { open } = await wayTo(t, toTld, tlds);
      assert.deepEqual(shown(await open().delegation(ZONE)), expected);
    });
  }
  test('all of them are asked; a silent one is named along with the others', async t => {
    const { open } = await wayTo(t, toBothTlds, [saying(referral), {}]);
    assert.deepEqual(shown(await open().delegation(ZONE)).referrals, ['a.nic.org NOERROR ns.host.net ns1.example.org 45.54.1.53', 'b.nic.org timeout']);
  });
  test('one that missed a packet is asked again', async t => {
    let lost = 0;
    const { open } = await wayTo(t, toBothTlds, [saying(referral), { udp: query => (lost++ === 0 ? [] : [replyTo(query, referral)]) }]);
    assert.deepEqual(shown(await open().delegation(ZONE)).referrals, ['a.nic.org', 'b.nic.org'].map(name => `${name} NOERROR ns.host.net ns1.example.org 45.54.1.53`));
  });
  test('nothing is said where all are silent', async t => {
    const { open } = await wayTo(t, toTld, [{ tcp: () => [] }]);
    const { failure, parent } = await open().delegation(ZONE);
    assert.deepEqual([parent, failure?.kind, failure?.cause], [null, 'timeout', `no server of org answers to this host (${TLD})`]);
  });
});

suite('the way down is walked once', { concurrency: true }, () => {
  test('a second check asks the servers of the parent zone alone, and a third question of one check nobody', async t => {
    const { root, tlds, open } = await wayTo(t, toTld, [saying(referral)]);
    await open().delegation(ZONE);
    const second = open();
    await Promise.all([second.delegation('other.org'), second.delegation('other.org')]);
    assert.deepEqual([root.seen.length, tlds[0]!.seen], [1, ['udp example.org 2', 'udp other.org 2']]);
  });
  test('a delegated subdomain is asked at its own zone above', async t => {
    const sub: Behaviour = { udp: query => [replyTo(query, { flags: flags.authoritative, answers: [write.ns('sub.example.org', 'ns.sub.example.org')] })] };
    const { open } = await wayTo(t, toTld, [saying({ authorities: [write.ns(ZONE, 'ns1.example.org')], additionals: [write.a('ns1.example.org', OTHER_TLD)] }), sub]);
    assert.deepEqual(shown(await open().delegation('sub.example.org')), { parent: ZONE, failure: null, referrals: ['ns1.example.org NOERROR AA ns.sub.example.org'] });
  });
  test('servers without glue are looked up', async t => {
    const resolver: Behaviour = { udp: query => [replyTo(query, { answers: [write.a('ns.registry.example', TLD)] })] };
    const { open } = await wayTo(t, saying({ authorities: [write.ns('org', 'ns.registry.example')] }), [saying(referral)], resolver);
    assert.equal((await open().delegation(ZONE)).parent, 'org');
  });
  test('an address that must not be reached is not asked', async t => {
    const { tlds, open } = await wayTo(t, toTld, [saying(referral)], {}, () => false);
    assert.deepEqual([(await open().delegation(ZONE)).failure?.kind, tlds[0]!.seen], ['notAllowed', []]);
  });
  test('a way without end is left', async t => {
    const labels = Array.from({ length: 30 }, (_, at) => `l${at}`);
    let level = 0;
    const deeper: Behaviour = {
      udp: query => {
        const zone = labels.slice(-(++level)).join('.');
        return [replyTo(query, { authorities: [write.ns(zone, `ns.${zone}`)], additionals: [write.a(`ns.${zone}`, manyAddresses[level]!)] })];
      },
    };
    const { open } = await wayTo(t, deeper, [deeper]);
    assert.equal((await open().delegation(labels.join('.'))).failure?.kind, 'loop');
  });
  test('a root that is out of reach is asked once a minute, not by every check', async t => {
    const { root, open } = await wayTo(t, { tcp: () => [] }, []);
    assert.equal((await open().delegation(ZONE)).failure?.kind, 'timeout');
    const asked = root.seen.length;
    const startedMs = performance.now();
    assert.equal((await open().delegation(ZONE)).failure?.kind, 'timeout');
    assert.equal(root.seen.length, asked);
    assert.ok(performance.now() - startedMs < 2000);
  });
});

test('a reply to another type of question than NS is no delegation', async t => {
  const { open } = await wayTo(t, toTld, [{ udp: query => [replyTo(query, { answers: [write.a(questionOf(query).name.toLowerCase(), '45.54.9.9')] })] }]);
  assert.equal((await open().delegation(ZONE)).failure?.kind, 'rcode');
});

suite('parseRoots reads the root servers of the operator', () => {
  const cases: [text: string, expected: string[] | null][] = [
    ['a.root-servers.net=198.41.0.4', ['a.root-servers.net 198.41.0.4 53']],
    ['Root.Lab.=127.0.0.1:5353, b=[::1]:54', ['root.lab 127.0.0.1 5353', 'b ::1 54']],
    ['a=192.0.2.1,b=192.0.2.1', ['b 192.0.2.1 53']],
    ['192.0.2.1', null],
    ['a=', null],
    ['a=root.example', null],
    ['a b=192.0.2.1', null],
    ['', null],
  ];
  for (const [text, expected] of cases) {
    test(text || '(empty)', () => {
      const parsed = parseRoots(text);
      assert.deepEqual('roots' in parsed ? parsed.roots.map(({ name, address, port }) => `${name} ${address} ${port}`) : null, expected);
    });
  }
});
