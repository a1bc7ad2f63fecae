import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import test, { suite, type TestContext } from 'node:test';
import { createExchange, type Asking, type Exchanged } from './exchange.ts';
import type { Failure } from '../../core/lookup.ts';
import { createPool } from './pool.ts';
import type { Behaviour, FakeServer } from './testing/fake-server.ts';
import { flags, hasEdns, questionOf, replyTo, write } from './testing/packets.ts';
import { means, noSignal, serve, timed } from './testing/harness.ts';
import { createTransport, type Path } from './transport.ts';
import { typeCodes } from './types.ts';

const NAME = 'example.org';
const good = (query: Uint8Array) => replyTo(query, { answers: [write.a(NAME, '192.0.2.1')] });
const damaged = (query: Uint8Array, change: (reply: Buffer) => void) => {
  const reply = Buffer.from(good(query));
  change(reply);
  return reply;
};
const otherCase = (query: Uint8Array) => damaged(query, reply => { for (let at = 13; at < 20; at++) reply[at]! ^= 0x20; });

function put(server: FakeServer, asking: Partial<Asking> = {}, exchange = createExchange(means())): Promise<Exchanged | Failure> {
  const untilMs = performance.now() + 400;
  return exchange(server, { name: NAME, type: typeCodes.A }, {
    label: 'the server', transport: 'udp', recursionDesired: true, withSignatures: false, mixedCase: false, timeoutMs: 200, untilMs, signal: noSignal, ...asking,
  });
}

/** The address in the answer, or the cause of the failure. */
function said(reply: Exchanged | Failure): string {
  if ('outcome' in reply) return `${reply.kind}: ${reply.cause}`;
  const data = reply.message.answers[0]?.data;
  return `${reply.transport} ${data?.type === 'A' ? data.address : `rcode ${reply.message.rcode}`}`;
}

/** Sends `bytes` one by one, for ever from the front. */
const trickle = (t: TestContext, everyMs: number, bytes: (query: Uint8Array) => Uint8Array): Behaviour => ({
  tcp: (query, socket) => {
    let at = 0;
    const whole = bytes(query);
    const timer = setInterval(() => socket.write(whole.subarray(at % whole.length, (at++ % whole.length) + 1)), everyMs);
    t.after(() => clearInterval(timer));
    return [];
  },
});

/** As `put`, over a path of its own. */
const putOn = (path: Path, server: FakeServer, address = server.address) =>
  createExchange(means(createTransport(path)))({ address, port: server.port }, { name: NAME, type: typeCodes.A }, {
    label: address, transport: 'udp', recursionDesired: false, withSignatures: false, mixedCase: false, timeoutMs: 100, untilMs: performance.now() + 100, signal: noSignal,
  });

suite('one question to one server ends as it should', { concurrency: true }, () => {
  const cases: [says: string, behaviour: Behaviour, expected: string, asking?: Partial<Asking>][] = [
    ['a reply', { udp: query => [good(query)] }, 'udp 192.0.2.1'],
    ['a reply over TCP where it was asked there', { tcp: query => [good(query)] }, 'tcp 192.0.2.1', { transport: 'tcp' }],
    ['a reply with mixed case', { udp: query => [good(query)] }, 'udp 192.0.2.1', { mixedCase: true }],
    ['a forged id is ignored', { udp: query => [damaged(query, reply => reply[1]! ^= 1), good(query)] }, 'udp 192.0.2.1'],
    ['a forged question is ignored', { udp: query => [damaged(query, reply => reply.write('3xample', 13)), good(query)] }, 'udp 192.0.2.1'],
    ['another type is ignored', { udp: query => [damaged(query, reply => { reply[26] = 28; }), good(query)] }, 'udp 192.0.2.1'],
    ['garbage is ignored', { udp: query => [new Uint8Array(0), Buffer.from('garbage'), good(query)] }, 'udp 192.0.2.1'],
    ['a wrong id alone is silence', { udp: query => [damaged(query, reply => reply[1]! ^= 1)] }, 'timeout: timeout at the server'],
    ['silence', {}, 'timeout: timeout at the server'],
    ['half a message', { udp: query => [good(query).subarray(0, -7)] }, 'malformed: the answer of the server cannot be read: it ends too early'],
    ['a compression loop', { udp: query => [damaged(query, reply => { reply[29] = 0xc0; reply[30] = 29; })] },
      'malformed: the answer of the server cannot be read: a compression pointer leads nowhere'],
    ['other letters than asked are confirmed over TCP', { udp: query => [otherCase(query)], tcp: query => [good(query)] }, 'tcp 192.0.2.1', { mixedCase: true }],
    ['truncated, whole over TCP', { udp: query => [replyTo(query, { flags: flags.truncated })], tcp: query => [good(query)] }, 'tcp 192.0.2.1'],
    ['truncated in the middle of a record, whole over TCP',
      { udp: query => [damaged(query, reply => { reply[2]! |= 2; }).subarray(0, -2)], tcp: query => [good(query)] }, 'tcp 192.0.2.1'],
    ['truncated without TCP', { udp: query => [replyTo(query, { flags: flags.truncated })] },
      'truncated: the answer is truncated, and over TCP: the server is unreachable (ECONNREFUSED)'],
    ['truncated with a silent TCP', { udp: query => [replyTo(query, { flags: flags.truncated })], tcp: () => [] },
      'truncated: the answer is truncated, and over TCP: timeout at the server'],
    ['truncated over TCP too', { udp: query => [replyTo(query, { flags: flags.truncated })], tcp: query => [replyTo(query, { flags: flags.truncated })] },
      'truncated: the answer is truncated, and over TCP: the answer of the server is truncated'],
    ['TCP that closes at once', { tcp: (_query, socket) => (socket.destroy(), []) }, 'unreachable: the server is unreachable (connection closed)', { transport: 'tcp' }],
    ['forged replies over TCP are ignored too', { tcp: query => [damaged(query, reply => reply[1]! ^= 1), good(query)] }, 'tcp 192.0.2.1', { transport: 'tcp' }],
    ['FORMERR for EDNS is asked again without', { udp: query => [hasEdns(query) ? replyTo(query, { rcode: 1 }) : good(query)] }, 'udp 192.0.2.1'],
    ['NOTIMP for EDNS is asked again without', { udp: query => [hasEdns(query) ? replyTo(query, { rcode: 4 }) : good(query)] }, 'udp 192.0.2.1'],
    ['BADVERS is asked again without EDNS', { udp: query => [hasEdns(query) ? replyTo(query, { rcode: 16, edns: [] }) : good(query)] }, 'udp 192.0.2.1'],
    ['a FORMERR of the bare header is a reply', { udp: query => [Buffer.concat([query.subarray(0, 2), Uint8Array.from([0x80, 1, 0, 0, 0, 0, 0, 0, 0, 0])])] }, 'udp rcode 1'],
  ];
  for (const [says, behaviour, expected, asking] of cases) {
    test(says, async t => assert.equal(said(await put(await serve(t, behaviour), asking)), expected));
  }
  test('a reply from another address is never seen', async t => {
    const stranger = createSocket('udp4');
    t.after(() => stranger.close());
    const server = await serve(t, { udp: (query, from) => (stranger.send(good(query), from.port, from.address), []) });
    assert.equal(said(await put(server)), 'timeout: timeout at the server');
  });
  test('nobody listens: told at once', async t => {
    const server = await serve(t, {});
    await server.stop();
    const { value, tookMs } = await timed(put(server));
    assert.equal(said(value), 'unreachable: the server is unreachable (ECONNREFUSED)');
    assert.ok(tookMs < 1000, `${tookMs} ms`);
  });
  test('a name that cannot be asked is not sent', async t => {
    const server = await serve(t, {});
    const asking = { label: 'x', transport: 'udp', recursionDesired: true, withSignatures: false, mixedCase: false, timeoutMs: 50, untilMs: performance.now() + 50, signal: noSignal } as const;
    const reply = await createExchange(means())(server, { name: 'a..b', type: 1 }, asking);
    assert.match(said(reply), /^malformed: "a\.\.b" is no name/);
    assert.deepEqual(server.seen, []);
  });
});

suite('what a server was found to be is remembered', () => {
  test('no EDNS: later questions come without it', async t => {
    const server = await serve(t, { udp: query => [hasEdns(query) ? replyTo(query, { rcode: 1 }) : good(query)] });
    const exchange = createExchange(means());
    await put(server, {}, exchange);
    await put(server, {}, exchange);
    assert.equal(server.seen.length, 3);
  });
  test('a TCP connection serves several questions, also at the same time and after the server closed it', async t => {
    let questions = 0;
    const server = await serve(t, { tcp: (query, socket) => (++questions === 3 && setTimeout(() => socket.destroy(), 20), [good(query)]) });
    const exchange = createExchange(means());
    const ask = () => put(server, { transport: 'tcp' }, exchange);
    const replies = await Promise.all([ask(), ask(), ask()]);
    assert.equal(server.connections, 1);
    await new Promise(later => setTimeout(later, 50));
    replies.push(await ask());
    assert.deepEqual(replies.map(said), Array(4).fill('tcp 192.0.2.1'));
    assert.equal(server.connections, 2);
  });
  test('a UDP port serves 16 questions, then another takes over', async t => {
    const ports = new Set<number>();
    const server = await serve(t, { udp: (query, from) => (ports.add(from.port), [good(query)]) });
    const exchange = createExchange(means());
    await Promise.all(Array.from({ length: 40 }, () => put(server, {}, exchange)));
    assert.equal(ports.size, 3);
  });
  test('equal ids at the same time go over different ports', async t => {
    const server = await serve(t, { udp: query => [good(query)] });
    const exchange = createExchange({ ...means(), random: () => 0.5 });
    assert.deepEqual((await Promise.all([put(server, {}, exchange), put(server, {}, exchange)])).map(said), Array(2).fill('udp 192.0.2.1'));
  });
});

suite('nothing outlives its time', { concurrency: true }, () => {
  test('an answer that trickles in over TCP', async t => {
    const server = await serve(t, trickle(t, 5, query => Buffer.concat([Uint8Array.of(0xff, 0xff), good(query), new Uint8Array(60_000)])));
    const { value, tookMs } = await timed(put(server, { transport: 'tcp' }));
    assert.equal(said(value), 'timeout: timeout at the server');
    assert.ok(tookMs < 2000, `${tookMs} ms`);
  });
  test('a flood of messages that nobody asked for', async t => {
    const junk = new Uint8Array(60_000);
    const server = await serve(t, { tcp: () => Array.from({ length: 100 }, () => junk) });
    const { value, tookMs } = await timed(put(server, { transport: 'tcp' }));
    assert.equal(said(value), 'unreachable: the server is unreachable (too many bytes)');
    assert.ok(tookMs < 2000, `${tookMs} ms`);
  });
  test('a signal that fires ends the waiting at once, over UDP and TCP', async t => {
    const server = await serve(t, { tcp: () => [] });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 30);
    const both = [put(server, { signal: controller.signal }), put(server, { signal: controller.signal, transport: 'tcp' })];
    const { value, tookMs } = await timed(Promise.all(both));
    assert.deepEqual(value.map(said), Array(2).fill('deadline: the time of the check was up'));
    assert.ok(tookMs < 1000, `${tookMs} ms`);
    assert.equal(said(await put(server, { signal: controller.signal })), 'deadline: the time of the check was up');
  });
});

suite('the largest answers pass', () => {
  test('64 KiB of TXT over TCP', async t => {
    const answers = [write.txt(NAME, ...Array.from({ length: 254 }, () => 'x'.repeat(255)))];
    const server = await serve(t, { udp: query => [replyTo(query, { flags: flags.truncated })], tcp: query => [replyTo(query, { answers })] });
    const reply = await put(server);
    assert.ok('message' in reply && reply.message.answers[0]?.data.type === 'TXT' && reply.message.answers[0].data.strings.length === 254);
  });
  test('2,300 records over TCP', async t => {
    const answers = Array.from({ length: 2300 }, (_, at) => write.a(NAME, `192.0.${at >> 8}.${at & 0xff}`));
    const server = await serve(t, { tcp: query => [replyTo(query, { answers })] });
    const reply = await put(server, { transport: 'tcp' });
    assert.ok('message' in reply && reply.message.answers.length === 2300);
  });
});

suite('a socket that fails before it is of any use is an outcome', () => {
  const cases: [cause: string, expected: string][] = [
    ['EMFILE', 'budget: the server could not be asked from this machine (EMFILE)'],
    ['EPERM', 'budget: the server could not be asked from this machine (EPERM)'],
    ['ENETUNREACH', 'unreachable: the server is unreachable (ENETUNREACH)'],
  ];
  for (const [cause, expected] of cases) {
    test(cause, async t => {
      const pool = createPool((_server, { lost }) => {
        lost(cause);
        return { send: () => {}, close: () => {} };
      });
      const exchange = createExchange(means({ exchangeUdp: pool, exchangeTcp: pool }));
      assert.equal(said(await put(await serve(t, {}), {}, exchange)), expected);
    });
  }
});

suite('the path decides where a packet goes', () => {
  const reach = { mayReach: () => true };
  const cases: [says: string, address: string | undefined, path: (server: FakeServer) => Path, expected: string, asked: number][] = [
    ['an address that must not be reached', undefined, () => ({ mayReach: () => false, route: (address, port) => ({ address, port }) }),
      'notAllowed: 127.0.0.1 must not be reached (the address is not public)', 0],
    ['no route', undefined, () => ({ ...reach, route: () => null }), 'unreachable: 127.0.0.1 is unreachable (no route)', 0],
    ['a route elsewhere', '45.54.1.1', ({ address, port }) => ({ ...reach, route: () => ({ address, port }) }), 'udp 192.0.2.1', 1],
    ['a name instead of an address', 'localhost', () => ({ ...reach, route: (address, port) => ({ address, port }) }),
      'notAllowed: localhost must not be reached (the address is not public)', 0],
  ];
  for (const [says, address, path, expected, asked] of cases) {
    test(says, async t => {
      const server = await serve(t, { udp: query => [good(query)] });
      assert.equal(said(await putOn(path(server), server, address)), expected);
      assert.equal(server.seen.length, asked);
    });
  }
  test('the question that arrives is the one that was put', async t => {
    const server = await serve(t, { udp: query => (assert.deepEqual(questionOf(query), { name: NAME, type: 1 }), [good(query)]) });
    assert.equal(said(await put(server)), 'udp 192.0.2.1');
  });
});
