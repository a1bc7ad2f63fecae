import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import type { Lookup, RecordType } from '../../core/lookup.ts';
import { createHealth } from './health.ts';
import { createResolver, type Resolver } from './resolver.ts';
import type { Behaviour } from './testing/fake-server.ts';
import { extendedError, questionOf, replyTo, stringBytes, write, type ReplyToWrite } from './testing/packets.ts';
import { means, noSignal, resolverOf, serve, timed } from './testing/harness.ts';
import type { Server } from './channel.ts';
import { typeCodes } from './types.ts';

const NAME = 'example.org';
const good: Behaviour = { udp: query => [replyTo(query, { answers: [write.a(questionOf(query).name, '192.0.2.1')] })] };
const silent: Behaviour = {};
const saying = (reply: ReplyToWrite): Behaviour => ({ udp: query => [replyTo(query, reply)] });
/** Answers by name and, where it has none, that there is no such name. */
const zone = (replies: Readonly<Record<string, ReplyToWrite>>): Behaviour => ({
  udp: query => [replyTo(query, replies[questionOf(query).name] ?? { rcode: 3, authorities: [write.soa('example')] })],
});
const lookup = (resolver: Resolver, name = NAME, type: RecordType = 'A') => resolver.lookup(name, type, noSignal);
const kindOf = (result: Lookup<unknown>) => (result.outcome === 'failed' ? result.kind : result.outcome);

/** Aliases from the name to `n1.example`, `n2.example` and so on. */
const chain = (length: number) => Array.from({ length }, (_, at) => write.cname(at === 0 ? NAME : `n${at}.example`, `n${at + 1}.example`, 300 - at));
const found = (value: unknown, via: readonly string[] = [], ttlSeconds = 300) => ({ outcome: 'found', value, via, ttlSeconds });
const absent = (nxdomain: boolean, via: readonly string[] = []) => ({ outcome: 'absent', nxdomain, via });
const names = (length: number) => Array.from({ length }, (_, at) => `n${at + 1}.example`);

suite('an answer is read as RFC 1034, 2308 and 6604 say', () => {
  const cases: [says: string, type: RecordType, replies: Readonly<Record<string, ReplyToWrite>>, expected: object, questions: number][] = [
    ['records', 'A', { [NAME]: { answers: [write.a(NAME, '192.0.2.1', 60), write.a(NAME, '192.0.2.2', 50)] } }, found(['192.0.2.1', '192.0.2.2'], [], 50), 1],
    ['names of other owners and classes are not taken', 'A', { [NAME]: { answers: [write.a('other.example', '192.0.2.1')] } }, absent(false), 1],
    ['NODATA with an SOA', 'A', { [NAME]: { authorities: [write.soa('example')] } }, absent(false), 1],
    ['NODATA without an SOA', 'A', { [NAME]: {} }, absent(false), 1],
    ['a referral is no data', 'A', { [NAME]: { authorities: [write.ns('org', 'a.nic.example')] } }, absent(false), 1],
    ['an upward referral is no data', 'A', { [NAME]: { authorities: [write.ns('', 'a.root.example')] } }, absent(false), 1],
    ['NXDOMAIN', 'A', {}, absent(true), 1],
    ['NXDOMAIN without an SOA', 'A', { [NAME]: { rcode: 3 } }, absent(true), 1],
    ['an alias and its records', 'A', { [NAME]: { answers: [...chain(1), write.a('n1.example', '192.0.2.1')] } }, found(['192.0.2.1'], names(1)), 1],
    ['aliases in any order', 'A', { [NAME]: { answers: [write.a('n3.example', '192.0.2.1'), ...chain(3).toReversed()] } }, found(['192.0.2.1'], names(3), 298), 1],
    ['an alias with NODATA behind it', 'A', { [NAME]: { answers: chain(1), authorities: [write.soa('example')] } }, absent(false, names(1)), 1],
    ['an alias with NXDOMAIN behind it', 'A', { [NAME]: { answers: chain(1), rcode: 3 } }, absent(true, names(1)), 1],
    ['an alias at which the answer stops is followed', 'A',
      { [NAME]: { answers: chain(1) }, 'n1.example': { answers: [write.a('n1.example', '192.0.2.1')] } }, found(['192.0.2.1'], names(1)), 2],
    ['an alias to nothing is followed once', 'A', { [NAME]: { answers: chain(1) }, 'n1.example': {} }, absent(false, names(1)), 2],
    ['twelve aliases', 'A', { [NAME]: { answers: [...chain(12), write.a('n12.example', '192.0.2.1')] } }, found(['192.0.2.1'], names(12), 289), 1],
    ['thirteen aliases', 'A', { [NAME]: { answers: [...chain(13), write.a('n13.example', '192.0.2.1')] } },
      { outcome: 'failed', kind: 'loop', cause: 'more than 12 CNAME records in a row from example.org' }, 1],
    ['a loop in one answer', 'A', { [NAME]: { answers: [...chain(1), write.cname('n1.example', NAME)] } },
      { outcome: 'failed', kind: 'loop', cause: 'CNAME loop: example.org → n1.example → example.org' }, 1],
    ['a loop over several answers', 'A', { [NAME]: { answers: chain(1) }, 'n1.example': { answers: [write.cname('n1.example', NAME)] } },
      { outcome: 'failed', kind: 'loop', cause: 'CNAME loop: example.org → n1.example → example.org' }, 2],
    ['an alias to itself', 'A', { [NAME]: { answers: [write.cname(NAME, NAME)] } },
      { outcome: 'failed', kind: 'loop', cause: 'CNAME loop: example.org → example.org' }, 1],
    ['a failure behind an alias', 'A', { [NAME]: { answers: chain(1) }, 'n1.example': { rcode: 2 } },
      { outcome: 'failed', kind: 'servfail', cause: 'SERVFAIL from RESOLVER, asked for the alias target n1.example' }, 2],
    ['an alias itself when it is asked for', 'CNAME', { [NAME]: { answers: [...chain(2)] } }, found(['n1.example']), 1],
    ['a time to live with the top bit set is zero', 'A', { [NAME]: { answers: [write.a(NAME, '192.0.2.1', 0x8000_0000)] } }, found(['192.0.2.1'], [], 0), 1],
    ['a record that is none', 'MX', { [NAME]: { answers: [{ name: NAME, type: 'MX', data: [1] }] } },
      { outcome: 'failed', kind: 'malformed', cause: 'the MX record of example.org cannot be read' }, 1],
    ['a null MX', 'MX', { [NAME]: { answers: [write.mx(NAME, 0, '')] } }, found([{ preference: 0, exchange: '' }]), 1],
    ['TXT strings are joined', 'TXT', { [NAME]: { answers: [write.txt(NAME, 'v=spf1 ', '-all')] } }, found(['v=spf1 -all']), 1],
    ['TXT in UTF-8', 'TXT', { [NAME]: { answers: [write.txt(NAME, Buffer.from('größe').subarray(0, 3), Buffer.from('größe').subarray(3))] } }, found(['größe']), 1],
    ['TXT that is no UTF-8', 'TXT', { [NAME]: { answers: [write.txt(NAME, Uint8Array.of(0x67, 0xf6))] } }, found(['gö']), 1],
    ['CAA', 'CAA', { [NAME]: { answers: [{ name: NAME, type: 'CAA', data: [128, ...stringBytes('issue'), 0x3b] }] } }, found([{ flags: 128, tag: 'issue', value: ';' }]), 1],
    ['SOA', 'SOA', { [NAME]: { answers: [write.soa(NAME)] } },
      found([{ mname: 'ns1.example', rname: 'hostmaster.example', serial: 2026112101, refresh: 7200, retry: 3600, expire: 1209600, minimum: 300 }]), 1],
  ];
  for (const [says, type, replies, expected, questions] of cases) {
    test(says, async t => {
      const server = await serve(t, zone(replies));
      const result = await lookup(resolverOf(server), NAME, type);
      assert.deepEqual(JSON.parse(JSON.stringify(result).replace(`127.0.0.1:${server.port}`, 'RESOLVER')), expected);
      assert.equal(server.seen.length, questions);
    });
  }
});

suite('each way of failing keeps its own name', () => {
  const cases: [says: string, reply: ReplyToWrite, expected: string][] = [
    ['SERVFAIL', { rcode: 2 }, 'servfail: SERVFAIL from RESOLVER'],
    ['SERVFAIL with its reason', { rcode: 2, edns: [extendedError(22)] }, 'servfail: SERVFAIL from RESOLVER (EDE 22: No Reachable Authority)'],
    ['SERVFAIL with two reasons and words', { rcode: 2, edns: [extendedError(6), extendedError(9, 'no DNSKEY')] },
      'servfail: SERVFAIL from RESOLVER (EDE 6: DNSSEC Bogus; EDE 9: DNSKEY Missing: no DNSKEY)'],
    ['REFUSED', { rcode: 5 }, 'refused: REFUSED from RESOLVER'],
    ['FORMERR', { rcode: 1 }, 'formerr: FORMERR from RESOLVER'],
    ['NOTIMP', { rcode: 4 }, 'notimp: NOTIMP from RESOLVER'],
    ['another code', { rcode: 9 }, 'rcode: NOTAUTH from RESOLVER'],
    ['a code of EDNS', { rcode: 23, edns: [] }, 'rcode: BADCOOKIE from RESOLVER'],
  ];
  for (const [says, reply, expected] of cases) {
    test(says, async t => {
      const server = await serve(t, saying(reply));
      const result = await lookup(resolverOf(server));
      assert.equal(result.outcome === 'failed' && `${result.kind}: ${result.cause}`.replace(`127.0.0.1:${server.port}`, 'RESOLVER'), expected);
    });
  }
  test('no server at all', async () => assert.deepEqual(await lookup(resolverOf()), { outcome: 'failed', kind: 'unreachable', cause: 'no DNS server is configured' }));
});

suite('another server is asked where one fails', { concurrency: true }, () => {
  for (const [says, behaviour] of [['SERVFAIL', saying({ rcode: 2 })], ['REFUSED', saying({ rcode: 5 })],
    ['garbage behind the question', { udp: (query: Uint8Array) => [replyTo(query, { answers: [write.a(NAME, '192.0.2.1')] }).subarray(0, -3)] }]] as const) {
    test(`${says} costs no time`, async t => {
      const bad = await serve(t, behaviour);
      const { value, tookMs } = await timed(lookup(resolverOf(bad, await serve(t, good))));
      assert.equal(kindOf(value), 'found');
      assert.equal(bad.seen.length, 1);
      assert.ok(tookMs < 750, `${tookMs} ms`);
    });
  }
  test('all of them fail: the most telling reason, and every cause', async t => {
    const [refusing, broken] = [await serve(t, saying({ rcode: 5 })), await serve(t, saying({ rcode: 2 }))];
    assert.deepEqual(await lookup(resolverOf(refusing, broken)), {
      outcome: 'failed', kind: 'servfail', cause: `SERVFAIL from 127.0.0.1:${broken.port}; REFUSED from 127.0.0.1:${refusing.port}`,
    });
    assert.deepEqual([refusing.seen.length, broken.seen.length], [1, 1]);
  });
  test('one dead server costs one timeout, whatever is asked then', async t => {
    const dead = await serve(t, silent);
    const resolver = resolverOf(dead, await serve(t, good));
    const first = await timed(Promise.all(Array.from({ length: 30 }, (_, at) => lookup(resolver, `n${at}.example`))));
    const then = await timed(Promise.all(Array.from({ length: 30 }, (_, at) => lookup(resolver, `m${at}.example`))));
    assert.ok([...first.value, ...then.value].every(({ outcome }) => outcome === 'found'));
    assert.ok(first.tookMs > 750 && first.tookMs < 2500, `${first.tookMs} ms`);
    assert.ok(then.tookMs < 750, `${then.tookMs} ms`);
    assert.equal(dead.seen.length, 30);
  });
  test('a server that refuses is asked last from then on', async t => {
    const refusing = await serve(t, saying({ rcode: 5 }));
    const resolver = resolverOf(refusing, await serve(t, good));
    for (const name of ['a.example', 'b.example', 'c.example']) assert.equal(kindOf(await lookup(resolver, name)), 'found');
    assert.equal(refusing.seen.length, 1);
  });
});

suite('the order of servers', () => {
  const [a, b, c] = ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map(address => ({ address, port: 53 }));
  const cases: [says: string, happens: (health: ReturnType<typeof createHealth>) => void, expected: Server[]][] = [
    ['is the configured one at first', () => {}, [a!, b!, c!]],
    ['puts the quickest first, then those that nobody knows', health => (health.answered(c!, 0, 20), health.answered(b!, 0, 10)), [b!, c!, a!]],
    ['puts the silent last', health => (health.answered(b!, 0, 10), health.silent(b!, 1, 2)), [a!, c!, b!]],
    ['forgives after 30 s', health => (health.answered(b!, -40_000, 10), health.silent(b!, -39_000, -30_001)), [b!, a!, c!]],
    ['forgives with an answer', health => (health.silent(a!, 0, 1), health.answered(a!, 2, 10)), [a!, b!, c!]],
    ['takes no offence at one slow question', health => (health.answered(a!, 5, 10), health.silent(a!, 4, 6)), [a!, b!, c!]],
    ['puts those that refuse last', health => (health.answered(a!, 5, 10), health.avoid(a!, 6)), [b!, c!, a!]],
  ];
  for (const [says, happens, expected] of cases) {
    test(says, () => {
      const health = createHealth([a!, b!, c!]);
      happens(health);
      assert.deepEqual(health.order(10), expected);
    });
  }
});

suite('loss and silence', { concurrency: true }, () => {
  test('a lost packet costs the second try', async t => {
    let count = 0;
    const server = await serve(t, { udp: (query, from, socket) => (count++ === 0 ? [] : good.udp!(query, from, socket)) });
    const { value, tookMs } = await timed(lookup(resolverOf(server)));
    assert.equal(kindOf(value), 'found');
    assert.ok(tookMs > 750 && tookMs < 2500, `${tookMs} ms`);
  });
  test('TCP is the last try', async t => {
    const server = await serve(t, { tcp: query => [replyTo(query, { answers: [write.a(NAME, '192.0.2.1')] })] });
    const { value, tookMs } = await timed(lookup(resolverOf(server)));
    assert.equal(kindOf(value), 'found');
    assert.deepEqual(server.seen.filter(line => line.includes(NAME)).map(line => line.split(' ')[0]), ['udp', 'udp', 'tcp']);
    assert.ok(tookMs < 3000, `${tookMs} ms`);
  });
  test('silence of every server is waited for once: 4 s at most, for questions that start later too; then questions fail at once until a rest has passed', async t => {
    const state = { alive: false, laterMs: 0 };
    const server = await serve(t, { udp: (query, from, socket) => (state.alive ? good.udp!(query, from, socket) : []), tcp: () => [] });
    const clock = { now: Date.now, monotonicMs: () => performance.now() + state.laterMs };
    const resolver = createResolver({ ...means(), clock, servers: [server] });
    const early = Promise.all(Array.from({ length: 10 }, (_, at) => lookup(resolver, `n${at}.example`)));
    const late = new Promise(later => setTimeout(later, 1000)).then(() => lookup(resolver, 'late.example'));
    const { value, tookMs } = await timed(Promise.all([early, late]));
    assert.ok(value.flat().every(result => kindOf(result) === 'timeout'), JSON.stringify(value.flat().map(kindOf)));
    assert.ok(tookMs < 5500, `${tookMs} ms`);
    assert.equal(resolver.answeredSince(0), false);

    const then = await timed(lookup(resolver, 'then.example'));
    assert.deepEqual(then.value, { outcome: 'failed', kind: 'timeout', cause: `timeout at 127.0.0.1:${server.port}` });
    assert.ok(then.tookMs < 750, `${then.tookMs} ms`);

    Object.assign(state, { alive: true, laterMs: 2000 });
    assert.equal(kindOf(await lookup(resolver)), 'found');
    assert.equal(resolver.answeredSince(0), true);
  });
  test('one question that no server can answer in time does not silence the others', async t => {
    const server = await serve(t, { udp: (query, from, socket) => (questionOf(query).name === 'slow.example' ? [] : good.udp!(query, from, socket)) });
    const resolver = resolverOf(server);
    assert.equal(kindOf(await lookup(resolver, 'slow.example')), 'timeout');
    assert.equal(kindOf(await lookup(resolver)), 'found');
  });
  test('nor do many, when nobody asks for anything else: the server still knows the root', async t => {
    const server = await serve(t, { udp: (query, from, socket) => (questionOf(query).name.endsWith('slow.example') ? [] : good.udp!(query, from, socket)) });
    const resolver = resolverOf(server);
    const slow = await Promise.all(Array.from({ length: 10 }, (_, at) => lookup(resolver, `n${at}.slow.example`)));
    assert.deepEqual([...new Set(slow.map(kindOf))], ['timeout']);
    assert.equal(kindOf(await lookup(resolver)), 'found');
    assert.ok(server.seen.filter(line => line === 'udp  2').length <= 3, server.seen.join('\n'));
  });
});

test('look reads a name in any case', async t => {
  assert.equal(kindOf(await lookup(resolverOf(await serve(t, good)), 'EXAMPLE.org.')), 'found');
});

test('ask gives the message itself', async t => {
  const reply = await resolverOf(await serve(t, good)).ask({ name: NAME, type: typeCodes.A }, noSignal);
  assert.ok('answers' in reply && reply.answers.length === 1);
});

test('a server that takes 2 s is slow and not silent: its first answer counts', async context => {
  const timers: NodeJS.Timeout[] = [];
  const slow: Behaviour = {
    udp: (query, from, socket) => {
      const [reply] = good.udp!(query, from, socket);
      timers.push(setTimeout(() => socket.send(reply!, from.port, from.address), 2000));
      return [];
    },
  };
  const resolver = resolverOf(await serve(context, slow));
  context.after(() => timers.forEach(clearTimeout));
  const lookups = await Promise.all(['a', 'b', 'c', 'd'].map(label => lookup(resolver, `${label}.example.org`)));
  assert.deepEqual(lookups.map(kindOf), ['found', 'found', 'found', 'found']);
});
