import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { after, before, suite, test } from 'node:test';
import { createAuthority } from '../../../lab/services/ca.ts';
import { systemClock } from '../../core/clock.ts';
import type { Admit, EndpointRequest, EndpointSight } from '../../core/outside/endpoint-probes.ts';
import { createDoor, type DoorOptions } from '../door.ts';
import { addresses, never, smallInternet, startLoopback, type LoopbackServer } from '../testing/loopback.ts';
import { createEndpointProbes } from './index.ts';

const PUBLIC = '45.54.0.1';
const HTTP: EndpointRequest & { kind: 'http' } = { kind: 'http', url: 'http://shop.example/health', method: 'GET', headers: {}, body: null, redirects: 5, maxBytes: 1000 };

/** Asks where all names are at the server, through a door that lets public addresses pass. */
function ask(request: EndpointRequest, server: LoopbackServer | null, { timeoutMs = 2000, admit, names = { 'shop.example': [PUBLIC], 'other.example': [PUBLIC] }, resolving = true, ...door }: { timeoutMs?: number; admit?: Admit; names?: Record<string, readonly string[]>; resolving?: boolean } & Partial<DoorOptions> = {}): Promise<EndpointSight> {
  const resolver = {
    answeredSince: () => resolving,
    lookup: async (host: string, type: string) => (type === 'MX' ? { outcome: 'found', value: [{ preference: 10, exchange: 'other.example' }], via: [], ttlSeconds: 1 } : addresses(...(names[host] ?? []))),
  } as unknown as Parameters<typeof createEndpointProbes>[0]['resolver'];
  return createEndpointProbes({ door: createDoor({ ...smallInternet(names, server), ...door }), resolver, clock: systemClock })(request, { timeoutMs, signal: never, ...(admit && { admit }) });
}

/** A web server that answers each request with this text. */
async function answering(text: string | ((request: string) => string), work: (server: LoopbackServer) => Promise<void>): Promise<void> {
  const server = await startLoopback((socket, request) => socket.end(typeof text === 'string' ? text : text(request)));
  try {
    await work(server);
  } finally {
    await server.stop();
  }
}

const page = (status: string, body = '', headers = '') => `HTTP/1.1 ${status}\r\nContent-Length: ${body.length}\r\n${headers}\r\n${body}`;

suite('http', () => {
  test('shows status, headers, body and the time of each phase', () => answering(page('503 Busy', 'try later', 'X-A: b\r\n'), async server => {
    const seen = await ask({ ...HTTP, method: 'POST', body: 'x=1', headers: { 'X-Key': 'k' } }, server);
    assert.deepEqual([seen.failure, seen.status, seen.body, seen.bodyBytes, seen.address, seen.headers.some(([name, value]) => name === 'x-a' && value === 'b')], [null, 503, 'try later', 9, PUBLIC, true]);
    assert.ok(seen.phases.dnsMs !== null && seen.phases.connectMs !== null && seen.phases.firstByteMs !== null && seen.phases.tlsMs === null);
    assert.match(server.received, /^POST \/health HTTP\/1\.1[\s\S]*X-Key: k[\s\S]*x=1$/);
  }));
  test('reads no more of a body than it may', () => answering(page('200 OK', 'a'.repeat(5000)), async server => assert.equal((await ask(HTTP, server)).bodyBytes, 1000)));
  test('takes no longer than its time, however slowly bytes trickle in', async () => {
    const server = await startLoopback(socket => {
      const timer = setInterval(() => socket.write('H'), 20);
      socket.once('close', () => clearInterval(timer));
    });
    const startedMs = performance.now();
    const { failure } = await ask(HTTP, server, { timeoutMs: 300 });
    assert.ok(failure !== null && performance.now() - startedMs < 1500);
    await server.stop();
  });
  test('says of a target that keeps silent that there was no answer in time', async () => {
    const server = await startLoopback();
    assert.equal((await ask(HTTP, server, { timeoutMs: 200 })).failure?.kind, 'timeout');
    await server.stop();
  });
  test('follows redirects, and sends headers of the check to its own host alone', () => answering(request => (request.includes('shop.example') ? page('302 Found', '', 'Location: http://other.example/next\r\n') : page('200 OK', 'there')), async server => {
    const seen = await ask({ ...HTTP, headers: { Authorization: 'Bearer canary' } }, server);
    assert.deepEqual([seen.status, seen.body], [200, 'there']);
    assert.equal(server.received.split('canary').length, 2);
  }));
  test('turns a POST into GET behind 303, and takes none to another host', async () => {
    await answering(request => (request.startsWith('POST') ? page('303 See Other', '', 'Location: /next\r\n') : page('200 OK', 'there')), async server => assert.equal((await ask({ ...HTTP, method: 'POST', body: 'x' }, server)).status, 200));
    await answering(page('307 Temporary', '', 'Location: http://other.example/\r\n'), async server => {
      assert.match((await ask({ ...HTTP, method: 'POST', body: 'x' }, server)).failure!.cause, /another host/);
      assert.equal(server.connections, 1);
    });
  });
  test('ends a loop of redirects', () => answering(page('302 Found', '', 'Location: /again\r\n'), async server => {
    assert.match((await ask(HTTP, server)).failure!.cause, /redirects/);
    assert.equal(server.connections, 6);
  }));
  test('says of a resolver that does not answer that it is our side', async () => {
    const resolve = async () => ({ outcome: 'failed', kind: 'timeout', cause: 'timeout at 192.0.2.53' }) as const;
    assert.deepEqual([(await ask(HTTP, null, { resolve, resolving: false })).failure?.kind, (await ask(HTTP, null, { resolve })).failure?.kind], ['ours', 'dns']);
  });
});

const kinds: EndpointRequest[] = [
  HTTP, { kind: 'websocket', url: 'https://shop.example/', headers: {} }, { kind: 'tcp', host: 'shop.example', port: 22 }, { kind: 'tls', host: 'shop.example', port: 443 },
  { kind: 'grpc', host: 'shop.example', port: 443, tls: true, service: '' }, { kind: 'grpc', host: 'shop.example', port: 80, tls: false, service: '' }, { kind: 'smtp', host: 'shop.example', port: 25, tls: false }, { kind: 'imap', host: 'shop.example', port: 993, tls: true },
  { kind: 'mx', host: 'shop.example' }, { kind: 'icmp', host: 'shop.example' },
];
const forbidden = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '192.168.1.1', '100.64.0.1', '::1', 'fd00::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1'];
suite('what is not public is never reached', () => {
  let trap: LoopbackServer;
  before(async () => { trap = await startLoopback(); });
  after(() => trap.stop());
  for (const request of kinds) {
    test(`by ${request.kind}`, async () => {
      for (const address of forbidden) {
        const seen = await ask(request, trap, { names: { 'shop.example': [address], 'other.example': [PUBLIC, address] } });
        assert.equal(seen.failure?.kind, 'notAllowed', `${address}: ${seen.failure?.cause}`);
      }
      assert.equal(trap.connections, 0);
    });
  }
  for (const location of [...forbidden.map(address => `http://${address.includes(':') ? `[${address}]` : address}/`), 'http://localhost/', 'http://2130706433/', 'http://inside.example/', 'file:///etc/passwd', 'gopher://shop.example/', 'http://shop.example:22/', 'http://user@shop.example/']) {
    test(`by a redirect to ${location}`, () => answering(page('302 Found', '', `Location: ${location}\r\n`), async server => {
      const seen = await ask(HTTP, server, { names: { 'shop.example': [PUBLIC], 'inside.example': ['10.0.0.1'] } });
      assert.deepEqual([seen.failure?.kind === 'notAllowed' || seen.failure?.kind === 'protocol', server.connections], [true, 1], seen.failure?.cause);
    }));
  }
});

test('an echo request takes the turn of its address, and is not sent without one', async () => {
  const turns: string[] = [];
  const politeness = (address: string) => (turns.push(address), Promise.reject(new Error('no turn')));
  const { failure } = await ask({ kind: 'icmp', host: 'shop.example' }, null, { route: (address, port) => ({ address, port }), politeness });
  assert.deepEqual([turns, failure?.kind], [[PUBLIC], 'notAsked']);
});

suite('whoever judges the addresses', () => {
  const judging = (judge: (hop: string, addresses: readonly string[]) => readonly string[] | string) => {
    const hops: string[] = [];
    const admit: Admit = ({ host, port }, addresses) => (hops.push(`${host}:${port} ${addresses.join()}`), Promise.resolve(judge(host, addresses)));
    return { hops, admit };
  };
  for (const request of kinds) {
    test(`may refuse all of them, and nothing is sent by ${request.kind}`, async () => {
      const server = await startLoopback();
      const seen = await ask(request, server, { admit: judging(() => 'not yours').admit });
      assert.deepEqual([seen.failure?.kind, seen.failure?.cause, server.connections], ['notAsked', 'not yours', 0]);
      await server.stop();
    });
  }
  test('judges each hop, and only those that may be asked are', () => answering(request => (request.includes('shop.example') ? page('302 Found', '', 'Location: http://other.example/next\r\n') : page('200 OK', 'there')), async server => {
    const { hops, admit } = judging((host, addresses) => (host === 'other.example' ? 'not yours' : addresses.slice(1)));
    const seen = await ask(HTTP, server, { admit, names: { 'shop.example': [PUBLIC, '45.54.0.2'], 'other.example': [PUBLIC] } });
    assert.deepEqual([hops, seen.failure?.kind, seen.address, server.connections], [[`shop.example:80 ${PUBLIC},45.54.0.2`, `other.example:80 ${PUBLIC}`], 'notAsked', '45.54.0.2', 1]);
  }));
  test('takes time of its own, which no phase has; where it takes all of it, the target is not to blame', () => answering(page('200 OK'), async server => {
    const after = (ms: number): Admit => (_hop, addresses) => new Promise(resolve => { setTimeout(() => resolve(addresses), ms); });
    const { phases } = await ask(HTTP, server, { admit: after(300) });
    assert.ok(phases.totalMs < 290 && phases.connectMs! < 290, JSON.stringify(phases));
    assert.equal((await ask(HTTP, server, { admit: after(400), timeoutMs: 100 })).failure?.kind, 'notAsked');
  }));
});

suite('tls', () => {
  test('shows when the certificate expires, and fails where it is not valid', async () => {
    const authority = createAuthority(Date.now());
    const { key, cert } = authority.issue('shop.example', 'good');
    const server = await startLoopback(() => {}, { tls: { key, cert } });
    const [good, bad] = [await ask({ kind: 'tls', host: 'shop.example', port: 443 }, server, { ca: [authority.pem] }), await ask({ kind: 'tls', host: 'other.example', port: 443 }, server, { ca: [authority.pem] })];
    assert.deepEqual([good.failure, bad.failure?.kind], [null, 'tls']);
    assert.ok(good.tlsExpiresAt! > Date.now() && good.phases.tlsMs !== null);
    await server.stop();
  });
});

const greetings: [kind: 'smtp' | 'imap', greeting: string, isGood: boolean][] = [
  ['smtp', '220 mx.example ESMTP\r\n', true], ['smtp', '220-first\r\n220 second\r\n', true], ['smtp', '554 no service\r\n', false], ['smtp', 'SSH-2.0-OpenSSH\r\n', false], ['imap', '* OK ready\r\n', true], ['imap', '* BYE later\r\n', false],
];
suite('mail servers', () => {
  for (const [kind, greeting, isGood] of greetings) {
    test(`${kind} that greets with ${JSON.stringify(greeting)} ${isGood ? 'work' : 'do not'}`, async () => {
      const server = await startLoopback();
      const listening = await greeter(greeting);
      const { failure } = await ask({ kind, host: 'shop.example', port: 25, tls: false }, listening, { timeoutMs: 400 });
      assert.equal(failure === null, isGood, failure?.cause);
      await Promise.all([server.stop(), listening.stop()]);
    });
  }
  test('of a domain are asked for and greeted', async () => {
    const listening = await greeter('220 mx ESMTP\r\n');
    assert.equal((await ask({ kind: 'mx', host: 'shop.example' }, listening)).failure, null);
    await listening.stop();
  });
});

/** A server that speaks first. */
async function greeter(greeting: string): Promise<LoopbackServer> {
  const { createServer } = await import('node:net');
  const server = createServer(socket => {
    socket.on('error', () => {}).resume();
    socket.write(greeting);
  });
  await new Promise<void>(resolve => { server.listen(0, '127.0.0.1', resolve); });
  const { address, port } = server.address() as AddressInfo;
  return { address, port, connections: 0, received: '', stop: () => new Promise(resolve => { server.close(() => resolve()); }) };
}

suite('websocket', () => {
  const accept = (request: string) => createHash('sha1').update(`${/Sec-WebSocket-Key: (\S+)/.exec(request)![1]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  const replies: [says: string, reply: (request: string) => string, kind: string | undefined][] = [
    ['works where the handshake is accepted', request => `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept(request)}\r\n\r\n`, undefined],
    ['fails with a wrong key', () => 'HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: AAAA\r\n\r\n', 'protocol'],
    ['fails where the server answers as usual', () => page('200 OK', 'hello'), 'protocol'],
    ['fails with what is no HTTP', () => 'hello\r\n\r\n', 'protocol'],
  ];
  for (const [says, reply, kind] of replies) test(says, () => answering(reply, async server => assert.equal((await ask({ kind: 'websocket', url: 'http://shop.example/ws', headers: {} }, server)).failure?.kind, kind)));
});

suite('grpc', () => {
  const states: [says: string, state: number, status: string, kind: string | undefined][] = [['serving', 1, '0', undefined], ['not serving', 2, '0', 'protocol'], ['an unknown service', 1, '5', 'protocol']];
  for (const [says, state, status, kind] of states) {
    test(`a server that says ${says}`, async () => {
      const server = createHttp2Server();
      server.on('stream', stream => {
        stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
        stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': status }));
        stream.end(Buffer.from([0, 0, 0, 0, 2, 8, state]));
      });
      await new Promise<void>(resolve => { server.listen(0, '127.0.0.1', resolve); });
      const { address, port } = server.address() as AddressInfo;
      const seen = await ask({ kind: 'grpc', host: 'shop.example', port: 50_051, tls: false, service: 'shop.Orders' }, { address, port, connections: 0, received: '', stop: () => Promise.resolve() });
      assert.deepEqual([seen.failure?.kind, seen.body], [kind, kind === undefined ? 'SERVING' : seen.body], seen.failure?.cause);
      server.close();
    });
  }
});

suite('dns', () => {
  test('shows the records that there are, and that there are none', async () => {
    const [found, absent] = [await ask({ kind: 'dns', host: 'shop.example', type: 'A' }, null), await ask({ kind: 'dns', host: 'none.example', type: 'A' }, null)];
    assert.deepEqual([found.answers, found.rcode, absent.answers, absent.rcode, absent.failure], [[PUBLIC], 'NOERROR', [], 'NXDOMAIN', null]);
  });
});
