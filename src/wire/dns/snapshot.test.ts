import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import test, { suite, type TestContext } from 'node:test';
import { systemClock } from '../../core/clock.ts';
import type { Lookup, ProbeQuestion } from '../../core/lookup.ts';
import { createSnapshot, type Snapshot, type SnapshotOptions } from './snapshot.ts';
import type { Behaviour, FakeServer } from './testing/fake-server.ts';
import { flags, questionOf, replyTo, write, type ReplyToWrite } from './testing/packets.ts';
import { authoritiesAt, noSignal, resolverOf, serve, timed } from './testing/harness.ts';
import type { Server } from './channel.ts';

const NAME = 'example.org';
const ADDRESS = '45.54.1.53';
const answering: Behaviour = { udp: query => [replyTo(query, { answers: [write.a(questionOf(query).name.toLowerCase(), '192.0.2.1')] })] };
const saying = (reply: ReplyToWrite): Behaviour => ({ udp: query => [replyTo(query, reply)] });
const failureOf = (lookup: Lookup<unknown>) => (lookup.outcome === 'failed' ? `${lookup.kind}: ${lookup.cause}` : lookup.outcome);

function snapshotOf(resolvers: readonly Server[], options: Partial<SnapshotOptions> = {}, servers: Readonly<Record<string, Server>> = {}): Snapshot {
  return createSnapshot(resolverOf(...resolvers), authoritiesAt(servers).means, { signal: noSignal, clock: systemClock, ...options });
}

async function authority(t: TestContext, behaviour: Behaviour): Promise<{ server: FakeServer; dns: Snapshot; ask: (transport?: 'udp' | 'tcp', name?: string) => ReturnType<Snapshot['ask']> }> {
  const server = await serve(t, behaviour);
  const dns = snapshotOf([], {}, { [ADDRESS]: server });
  return { server, dns, ask: (transport = 'udp', name = NAME) => dns.ask({ name: 'ns1.example', address: ADDRESS }, name, 'A', transport) };
}

suite('a snapshot asks each question once', () => {
  test('in flight and afterwards, however the name is written', async t => {
    const server = await serve(t, answering);
    const dns = snapshotOf([server]);
    const lookups = await Promise.all([dns.lookup(NAME, 'A'), dns.lookup('EXAMPLE.org.', 'A'), dns.lookup(NAME, 'A')]);
    lookups.push(await dns.lookup(NAME, 'A'));
    for (const lookup of lookups) assert.deepEqual(lookup, { outcome: 'found', value: ['192.0.2.1'], via: [], ttlSeconds: 300 });
    assert.deepEqual(server.seen, ['udp example.org 1']);
    assert.equal(dns.trace.length, 1);
  });
  test('the target of an alias too', async t => {
    const server = await serve(t, { udp: query => [replyTo(query, { answers: questionOf(query).name === NAME ? [write.cname(NAME, 'b.example')] : [write.a('b.example', '192.0.2.1')] })] });
    const dns = snapshotOf([server]);
    await Promise.all([dns.lookup(NAME, 'A'), dns.lookup('b.example', 'A')]);
    assert.deepEqual(server.seen.toSorted(), ['udp b.example 1', 'udp example.org 1']);
  });
  test('a failure is remembered like an answer', async t => {
    const server = await serve(t, saying({ rcode: 2 }));
    const dns = snapshotOf([server]);
    const [first, second] = [await dns.lookup(NAME, 'A'), await dns.lookup(NAME, 'A')];
    assert.deepEqual(first, second);
    assert.equal(server.seen.length, 1);
  });
  test('another type, another server or another transport is another question', async t => {
    const server = await serve(t, { ...answering, tcp: (query, _socket) => [replyTo(query)] });
    const dns = snapshotOf([server], {}, { [ADDRESS]: server, '45.54.1.54': server });
    const ask = (address: string, transport: 'udp' | 'tcp') => dns.ask({ name: 'ns', address }, NAME, 'A', transport);
    await Promise.all([dns.lookup(NAME, 'A'), dns.lookup(NAME, 'MX'), ask(ADDRESS, 'udp'), ask(ADDRESS, 'udp'), ask('45.54.1.54', 'udp'), ask(ADDRESS, 'tcp')]);
    assert.equal(server.seen.length, 5);
  });
});

suite('a snapshot sends each probe once', { concurrency: true }, () => {
  test('equal ones are one, in flight and afterwards; others are told apart in the trace', async t => {
    const server = await serve(t, { udp: query => [replyTo(query, { rcode: 5 })], tcp: query => [replyTo(query)] });
    const dns = snapshotOf([], {}, { [ADDRESS]: server });
    const put = (question: Partial<ProbeQuestion>) => dns.probe({ name: 'ns', address: ADDRESS }, { name: NAME, type: 'SOA', ...question });
    await Promise.all([put({}), put({ transport: 'udp', edns: {} }), put({ transport: 'tcp' }), put({ edns: null }), put({ type: 'AXFR', transport: 'tcp' })]);
    await put({ tries: 2 });
    assert.equal(server.seen.length, 4);
    assert.deepEqual(dns.trace.map(({ server: at, transport, type, manner, outcome }) => [at, transport, type, manner, outcome].join(' ')).toSorted(), [
      `${ADDRESS} tcp AXFR  nodata`, `${ADDRESS} tcp SOA  nodata`, `${ADDRESS} udp SOA  refused`, `${ADDRESS} udp SOA no EDNS refused`,
    ]);
    assert.equal(dns.resolverAnswered, false);
  });
  const outcomes: [says: string, reply: ReplyToWrite, expected: string][] = [
    ['an answer', { answers: [write.a(NAME, '192.0.2.1')] }, 'answer'],
    ['NODATA', {}, 'nodata'],
    ['NXDOMAIN', { rcode: 3 }, 'nxdomain'],
    ['SERVFAIL', { rcode: 2 }, 'servfail'],
    ['a code that nobody expects', { rcode: 9 }, 'rcode'],
  ];
  for (const [says, reply, expected] of outcomes) {
    test(`${says} is ${expected}`, async t => {
      const server = await serve(t, saying(reply));
      const dns = snapshotOf([], {}, { [ADDRESS]: server });
      await dns.probe({ name: 'ns', address: ADDRESS }, { name: NAME, type: 'A' });
      assert.deepEqual(dns.trace.map(({ outcome }) => outcome), [expected]);
    });
  }
});

suite('a snapshot keeps to its bounds', { concurrency: true }, () => {
  test('60 questions to the resolver, then the budget is used up; what is remembered still answers', async t => {
    const server = await serve(t, answering);
    const dns = snapshotOf([server]);
    const lookups = await Promise.all(Array.from({ length: 70 }, (_, at) => dns.lookup(`n${at}.example`, 'A')));
    assert.deepEqual(lookups.map(({ outcome }) => outcome), [...Array<string>(60).fill('found'), ...Array<string>(10).fill('failed')]);
    assert.equal(failureOf(lookups[60]!), 'budget: the 60 questions that one check may ask are used up');
    assert.equal((await dns.lookup('n0.example', 'A')).outcome, 'found');
    assert.equal(server.seen.length, 60);
    assert.equal(dns.trace.length, 60);
  });
  test('retries are not counted, aliases left open are', async t => {
    let lost = 0;
    const server = await serve(t, { udp: query => (lost++ === 0 ? [] : [replyTo(query, { answers: [write.cname(questionOf(query).name, `a.${questionOf(query).name}`)] })]) });
    assert.equal(failureOf(await snapshotOf([server], { maxQuestions: 2 }).lookup(NAME, 'A')),
      'budget: the 2 questions that one check may ask are used up, asked for the alias target a.a.example.org');
    assert.equal(server.seen.filter(line => line.includes(NAME)).length, 3);
  });
  test('everything that waits ends when the signal fires, and nothing is asked then', async t => {
    const server = await serve(t, {});
    const controller = new AbortController();
    const dns = snapshotOf([server], { signal: controller.signal }, { [ADDRESS]: server });
    setTimeout(() => controller.abort(), 50);
    const { value, tookMs } = await timed(Promise.all([
      ...Array.from({ length: 20 }, (_, at) => dns.lookup(`n${at}.example`, 'A')),
      dns.ask({ name: 'ns', address: ADDRESS }, NAME, 'A').then(({ lookup }) => lookup),
    ]));
    assert.ok(tookMs < 1000, `${tookMs} ms`);
    value.push(await dns.lookup('later.example', 'A'), (await dns.ask({ name: 'ns', address: ADDRESS }, 'later.example', 'A')).lookup);
    assert.deepEqual([...new Set(value.map(failureOf))], ['deadline: the time of the check was up']);
    assert.equal(server.seen.length, 21);
  });
  for (const name of ['a..example', '.example', `${'x'.repeat(64)}.example`, `${'abc.'.repeat(64)}example`, 'bücher.example', 'x'.repeat(100_000)]) {
    test(`the name ${name.slice(0, 20)} is not asked`, async t => {
      const server = await serve(t, answering);
      const dns = snapshotOf([server], {}, { [ADDRESS]: server });
      assert.match(failureOf(await dns.lookup(name, 'A')), /^malformed: "/);
      assert.match(failureOf((await dns.ask({ name: 'ns', address: ADDRESS }, name, 'A')).lookup), /^malformed: "/);
      assert.deepEqual([server.seen, dns.trace], [[], []]);
    });
  }
});

suite('the trace tells what was asked and how it ended', () => {
  const cases: [says: string, behaviour: Behaviour, expected: string, answered: boolean][] = [
    ['an answer', answering, 'answer', true],
    ['NODATA', saying({}), 'nodata', true],
    ['NXDOMAIN', saying({ rcode: 3 }), 'nxdomain', true],
    ['SERVFAIL', saying({ rcode: 2 }), 'servfail', true],
  ];
  for (const [says, behaviour, expected, answered] of cases) {
    test(says, async t => {
      const server = await serve(t, behaviour);
      const dns = snapshotOf([server], {}, { [ADDRESS]: server });
      await dns.lookup(NAME, 'A');
      await dns.ask({ name: 'ns', address: ADDRESS }, NAME, 'A');
      assert.deepEqual(dns.trace.map(({ name, type, server: at, outcome }) => [name, type, at, outcome]), [[NAME, 'A', null, expected], [NAME, 'A', ADDRESS, expected]]);
      assert.ok(dns.trace.every(({ startedMs, endedMs }) => startedMs >= 0 && endedMs >= startedMs));
      assert.equal(dns.resolverAnswered, answered);
    });
  }
  test('no resolver there', async t => {
    const server = await serve(t, {});
    await server.stop();
    const dns = snapshotOf([server]);
    await dns.lookup(NAME, 'A');
    assert.deepEqual([dns.trace[0]?.outcome, dns.resolverAnswered], ['unreachable', false]);
  });
});

suite('a server asked itself', { concurrency: true }, () => {
  const cases: [says: string, behaviour: Behaviour, expected: object][] = [
    ['holds the zone', saying({ flags: flags.authoritative, answers: [write.a(NAME, '192.0.2.1')] }),
      { transport: 'udp', authoritative: true, lookup: { outcome: 'found', value: ['192.0.2.1'], via: [], ttlSeconds: 300 } }],
    ['is lame: it refers upwards', saying({ authorities: [write.ns('', 'a.root.example')] }), { transport: 'udp', authoritative: false, lookup: { outcome: 'absent', nxdomain: false, via: [] } }],
    ['has an alias that leads out of the zone', saying({ flags: flags.authoritative, answers: [write.cname(NAME, 'b.example')] }),
      { transport: 'udp', authoritative: true, lookup: { outcome: 'absent', nxdomain: false, via: ['b.example'] } }],
    ['refuses', saying({ rcode: 5 }), { transport: 'udp', lookup: { outcome: 'failed', kind: 'refused', cause: `REFUSED from ${ADDRESS}` } }],
    ['truncates and answers over TCP', { ...saying({ flags: flags.truncated }), tcp: query => [replyTo(query, { answers: [write.a(NAME, '192.0.2.1')] })] },
      { transport: 'tcp', authoritative: false, lookup: { outcome: 'found', value: ['192.0.2.1'], via: [], ttlSeconds: 300 } }],
    ['is not there', {}, { transport: 'udp', lookup: { outcome: 'failed', kind: 'timeout', cause: `timeout at ${ADDRESS}` } }],
  ];
  for (const [says, behaviour, expected] of cases) {
    test(says, async t => {
      const { ask } = await authority(t, behaviour);
      const { server, ...reply } = await ask();
      if ('rttMs' in reply) assert.ok(reply.rttMs > 0);
      assert.deepEqual({ ...reply, rttMs: 0 }, { ...expected, rttMs: 0 });
      assert.deepEqual(server, { name: 'ns1.example', address: ADDRESS });
    });
  }
  test('is asked without recursion and in letters of mixed case', async t => {
    const seen: Uint8Array[] = [];
    const { ask } = await authority(t, { udp: query => (seen.push(query), [replyTo(query)]) });
    await ask('udp', 'a-name-that-is-long-enough-to-be-mixed.example');
    assert.equal(seen[0]![2]! & 1, 0);
    assert.notEqual(questionOf(seen[0]!).name, questionOf(seen[0]!).name.toLowerCase());
  });
  test('answers at the second try', async t => {
    let count = 0;
    const { ask } = await authority(t, { udp: query => (count++ === 0 ? [] : [replyTo(query)]) });
    const { value, tookMs } = await timed(ask());
    assert.equal(value.lookup.outcome, 'absent');
    assert.ok(tookMs > 450 && tookMs < 1200, `${tookMs} ms`);
  });
  test('is silent: 1.3 s in all, however many questions wait or come later', async t => {
    const { ask, server } = await authority(t, { tcp: () => [] });
    const begunMs = performance.now();
    const waiting = Array.from({ length: 20 }, (_, at) => ask(at % 2 ? 'udp' : 'tcp', `n${at}.example`));
    await new Promise(later => setTimeout(later, 600));
    waiting.push(ask('udp', 'later.example'));
    const replies = await Promise.all(waiting);
    const asked = server.seen.length;
    replies.push(await ask('udp', 'after.example'), await ask('tcp', 'after.example'));
    assert.ok(performance.now() - begunMs < 2500, `${performance.now() - begunMs} ms`);
    assert.deepEqual([...new Set(replies.map(({ lookup }) => failureOf(lookup)))], [`timeout: timeout at ${ADDRESS}`]);
    assert.equal(server.seen.length, asked);
  });
  test('is silent on one name alone: the others are answered', async t => {
    const { ask } = await authority(t, { udp: query => (/^x/i.test(questionOf(query).name) ? [] : [replyTo(query)]) });
    const [answered, dropped] = await Promise.all([ask(), ask('udp', 'x.example')]);
    assert.deepEqual([answered, dropped, await ask('udp', 'after.example')].map(({ lookup }) => failureOf(lookup)), ['absent', `timeout: timeout at ${ADDRESS}`, 'absent']);
  });
  test('must not be reached', async t => {
    const server = await serve(t, answering);
    const { means } = authoritiesAt({ [ADDRESS]: server }, () => false);
    const dns = createSnapshot(resolverOf(), means, { signal: noSignal, clock: systemClock });
    const { lookup } = await dns.ask({ name: 'ns', address: ADDRESS }, NAME, 'A');
    assert.equal(failureOf(lookup), `notAllowed: ${ADDRESS} must not be reached (the address is not public)`);
    assert.deepEqual(server.seen, []);
  });
});

test('a server on IPv6 loopback is reached', async t => {
  const socket = createSocket('udp6');
  t.after(() => socket.close());
  socket.on('message', (query, from) => socket.send(replyTo(query, { rcode: 3 }), from.port, from.address));
  if (!await new Promise<boolean>(done => socket.on('error', () => done(false)).bind(0, '::1', () => done(true)))) return;
  const { port } = socket.address();
  assert.equal(failureOf(await snapshotOf([{ address: '::1', port }]).lookup(NAME, 'A')), 'absent');
});
