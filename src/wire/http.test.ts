import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import test, { suite, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createAuthority } from '../../lab/services/ca.ts';
import { systemClock } from '../core/clock.ts';
import { createDoor } from './door.ts';
import { createHttpGet, type GetOptions, type HttpReply } from './http.ts';
import { addresses, never, smallInternet, startLoopback, type LoopbackServer } from './testing/loopback.ts';
import { createWebProbe } from './web-probe.ts';

const PUBLIC = '45.54.0.1';
const options: GetOptions = { maxBytes: 10_000, timeoutMs: 5000, signal: never, redirects: 0, accept: 'text/plain' };
const ok = (body: string, ...headers: string[]) => ['HTTP/1.1 200 OK', ...headers, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n');
const found = (location: string) => `HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`;

/** Gets `url` from a server at http://a.example that does `answer`. */
async function get(context: TestContext, answer: (socket: Socket, request: string) => void, more: Partial<GetOptions> = {}, url = 'http://a.example/') {
  const server = await startLoopback(answer);
  context.after(() => server.stop());
  const door = createDoor(smallInternet({ 'a.example': [PUBLIC], 'b.example': [PUBLIC] }, server));
  return { server, reply: await createHttpGet(door)(url, { ...options, ...more }) };
}

function bodyOf(reply: HttpReply): string {
  return reply.outcome === 'answered' ? `${reply.status} ${Buffer.from(reply.body).toString()}` : `${reply.stage}: ${reply.cause}`;
}

/** Writes `piece` again and again until the other side hangs up; `everyMs` 0 is as fast as it takes them. */
function endless(socket: Socket, piece: string | Uint8Array, everyMs = 0): void {
  const more = () => {
    if (socket.destroyed) return;
    if (socket.write(piece) || everyMs > 0) setTimeout(more, everyMs).unref();
    else socket.once('drain', more);
  };
  more();
}

suite('a reply is read', () => {
  const cases: [says: string, reply: string | Uint8Array, expected: string][] = [
    ['plain', ok('hello'), '200 hello'],
    ['until the connection ends', 'HTTP/1.0 200 OK\r\n\r\nhello', '200 hello'],
    ['in chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n', '200 hello'],
    ['behind interim replies', `HTTP/1.1 103 Early Hints\r\n\r\n${ok('hello')}`, '200 hello'],
    ['an error with a body', 'HTTP/1.1 503 Busy\r\nContent-Length: 4\r\n\r\nwait', '503 wait'],
    ['without a body', 'HTTP/1.1 204 No Content\r\n\r\n', '204 '],
    ['compressed', Buffer.concat([Buffer.from('HTTP/1.0 200 OK\r\nContent-Encoding: GZIP\r\n\r\n'), gzipSync('hello')]), '200 hello'],
    ['a redirect that is not to be followed', found('http://127.0.0.1/'), '302 '],
    ['compressed in a way that was not asked for', 'HTTP/1.0 200 OK\r\nContent-Encoding: br\r\n\r\nxx', 'http: a.example: the content encoding was not asked for'],
    ['compressed twice', 'HTTP/1.0 200 OK\r\nContent-Encoding: gzip, gzip\r\n\r\nxx', 'http: a.example: the content encoding was not asked for'],
    ['said to be compressed', 'HTTP/1.0 200 OK\r\nContent-Encoding: gzip\r\n\r\nhello', 'http: a.example: incorrect header check'],
    ['compressed and cut short', Buffer.concat([Buffer.from('HTTP/1.0 200 OK\r\nContent-Encoding: gzip\r\n\r\n'), gzipSync('hello').subarray(0, 15)]), 'http: a.example: unexpected end of file'],
    ['cut short', 'HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhello', 'http: a.example: connection reset'],
    ['a change of the protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n', 'http: a.example: the server changes the protocol'],
    ['something else', '220 mail.example ESMTP\r\n', 'http: a.example: Parse Error: Expected HTTP/, RTSP/ or ICE/'],
    ['nothing', '', 'http: a.example: connection reset'],
  ];
  for (const [says, raw, expected] of cases) {
    test(says, async context => assert.equal(bodyOf((await get(context, socket => socket.end(raw))).reply), expected));
  }
  test('a body without a length is not whole when the connection is reset', async context => {
    const { reply } = await get(context, socket => socket.write('HTTP/1.0 200 OK\r\n\r\nhello', () => setTimeout(() => socket.resetAndDestroy(), 20)));
    assert.equal(bodyOf(reply), 'http: a.example: connection reset');
  });
  test('the question names the host and who asks, and nothing else goes out', async context => {
    const { server } = await get(context, socket => socket.end(ok('')), {}, 'http://a.example:8080/x?y=%0d%0aZ#f');
    assert.equal(server.received, 'GET /x?y=%0d%0aZ HTTP/1.1\r\nHost: a.example:8080\r\nUser-Agent: domain-security-service\r\nAccept: text/plain\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n');
  });
});

suite('a hostile reply is bounded', () => {
  test('an endless body is cut off', async context => {
    const { reply } = await get(context, socket => {
      socket.write('HTTP/1.0 200 OK\r\n\r\n');
      endless(socket, 'x'.repeat(65_536));
    });
    assert.ok(reply.outcome === 'answered' && reply.truncated && reply.body.length === options.maxBytes);
  });
  test('a body that unpacks to gigabytes is cut off', async context => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const before = process.memoryUsage().rss;
    const { reply } = await get(context, socket => {
      socket.write('HTTP/1.0 200 OK\r\nContent-Encoding: gzip\r\n\r\n');
      endless(socket, bomb);
    });
    assert.ok(reply.outcome === 'answered' && reply.truncated && reply.body.length === options.maxBytes);
    assert.ok(process.memoryUsage().rss - before < 100e6);
  });
  const floods: [says: string, start: string, piece: string, everyMs: number, expected: string][] = [
    ['headers without end', 'HTTP/1.1 200 OK\r\n', `X: ${'y'.repeat(1000)}\r\n`, 0, 'http: a.example: the headers are too large'],
    ['one header without end', 'HTTP/1.1 200 OK\r\nX: ', 'y'.repeat(1000), 0, 'http: a.example: the headers are too large'],
    ['interim replies without end', '', 'HTTP/1.1 103 Early Hints\r\n\r\n', 0, 'http: a.example: too many interim replies'],
    ['a chunk extension without end', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;', 'y'.repeat(1000), 0, 'http: a.example: connection reset'],
    ['headers that trickle', 'HTTP/1.1 200 OK\r\n', 'X: y\r\n', 10, 'http: a.example: timeout'],
    ['a body that trickles', 'HTTP/1.0 200 OK\r\n\r\n', 'y', 10, 'http: a.example: timeout'],
    ['silence', '', '', 1000, 'http: a.example: timeout'],
  ];
  for (const [says, start, piece, everyMs, expected] of floods) {
    test(says, async context => {
      const startedMs = performance.now();
      const { reply } = await get(context, socket => {
        socket.write(start);
        endless(socket, piece, everyMs);
      }, everyMs > 0 ? { timeoutMs: 200 } : {});
      assert.equal(bodyOf(reply), expected);
      assert.ok(performance.now() - startedMs < 2000);
    });
  }
  test('the end of the check ends it at once', async context => {
    const { reply } = await get(context, () => {}, { signal: AbortSignal.timeout(30) });
    assert.equal(bodyOf(reply), 'http: a.example: timeout');
  });
});

const paths = (received: string) => [...received.matchAll(/^GET (\S+) .*\r\nHost: (\S+)/gm)].map(([, path, host]) => `${host}${path}`);

suite('redirects are followed to http and https on their own ports, five at most', () => {
  const follow = { redirects: 5 } as const;
  test('a relative one, then one to another host', async context => {
    const { reply, server } = await get(context, (socket, request) =>
      socket.end(request.startsWith('GET / ') ? found('/next') : request.startsWith('GET /next') ? found('http://b.example/last') : ok('there')), follow);
    assert.equal(bodyOf(reply), '200 there');
    assert.equal(reply.outcome === 'answered' && reply.url, 'http://b.example/last');
    assert.deepEqual(paths(server.received), ['a.example/', 'a.example/next', 'b.example/last']);
  });
  test('a loop', async context => {
    const { reply, server } = await get(context, socket => socket.end(found('/')), follow);
    assert.equal(bodyOf(reply), 'http: a.example: more than 5 redirects');
    assert.equal(server.connections, 6);
  });
  test('slow ones share one time', async context => {
    const startedMs = performance.now();
    const { reply } = await get(context, socket => setTimeout(() => socket.end(found('/')), 80), { ...follow, timeoutMs: 200 });
    assert.equal(bodyOf(reply), 'http: a.example: timeout');
    assert.ok(performance.now() - startedMs < 2000);
  });
  test('without a location it is a reply', async context => {
    assert.equal(bodyOf((await get(context, socket => socket.end('HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n'), follow)).reply), '302 ');
  });
});

suite('a server that the operator named may stand anywhere, what it points to may not', () => {
  const door = createDoor({ allow: [], clock: systemClock, resolve: async () => addresses('127.0.0.1') });
  const configured = { ...options, redirects: 5, configured: true } as const;
  const visit = async (context: TestContext, location: (server: LoopbackServer, other: LoopbackServer) => string) => {
    const other = await startLoopback(socket => socket.end(ok('other')));
    const server = await startLoopback((socket, request) => socket.end(request.startsWith('GET / ') ? found(location(server, other)) : ok('same')));
    context.after(() => Promise.all([server.stop(), other.stop()]));
    return { reply: bodyOf(await createHttpGet(door)(`http://127.0.0.1:${server.port}/`, configured)), other: other.connections };
  };
  test('its own origin', async context => assert.deepEqual(await visit(context, () => '/next'), { reply: '200 same', other: 0 }));
  test('another port', async context => {
    const { reply, other } = await visit(context, (_, other) => `http://127.0.0.1:${other.port}/`);
    assert.match(reply, /^http: .* redirects to port/);
    assert.equal(other, 0);
  });
  test('another name for the same place', async context => {
    const { reply, other } = await visit(context, server => `http://localhost:${server.port}/next`);
    assert.match(reply, /^connect: localhost must not be reached/);
    assert.equal(other, 0);
  });
  test('without being named it is refused', async () => {
    assert.match(bodyOf(await createHttpGet(door)('http://127.0.0.1/', options)), /^connect: .* must not be reached/);
  });
});

suite('a probe of the web shows one https reply and says how far it came', () => {
  const authority = createAuthority(Date.now());
  const visit = async (context: TestContext, raw: string, { certificate = 'good', url = 'https://a.example/x' }: { certificate?: 'good' | 'expired'; url?: string } = {}) => {
    const server = await startLoopback(socket => socket.end(raw), { tls: authority.issue('a.example', certificate) });
    context.after(() => server.stop());
    const door = createDoor({ ...smallInternet({ 'a.example': [PUBLIC], 'inside.example': ['10.0.0.1'] }, server), ca: [authority.pem] });
    return { server, reply: await createWebProbe(createHttpGet(door)).get(url, { maxBytes: 10, signal: never }) };
  };
  test('a page', async context => {
    const { reply, server } = await visit(context, ok('grüße', 'Content-Type: text/plain'));
    assert.deepEqual(reply, { outcome: 'answered', status: 200, contentType: 'text/plain', location: null, body: 'grüße', truncated: false });
    assert.match(server.received, /^GET \/x HTTP\/1\.1\r\nHost: a\.example\r\n/);
  });
  test('a page that is too large', async context => {
    const { reply } = await visit(context, ok('0123456789x'));
    assert.deepEqual(reply, { outcome: 'answered', status: 200, contentType: null, location: null, body: '0123456789', truncated: true });
  });
  test('a redirect, not followed', async context => {
    const { reply, server } = await visit(context, found('https://b.example/'));
    assert.deepEqual(reply, { outcome: 'answered', status: 302, contentType: null, location: 'https://b.example/', body: '', truncated: false });
    assert.equal(server.connections, 1);
  });
  const failures: [says: string, url: string, certificate: 'good' | 'expired', raw: string, stage: string][] = [
    ['no address', 'https://nowhere.example/', 'good', ok(''), 'dns'],
    ['a private address', 'https://inside.example/', 'good', ok(''), 'connect'],
    ['a bad certificate', 'https://a.example/', 'expired', ok(''), 'tls'],
    ['a broken reply', 'https://a.example/', 'good', 'nonsense', 'http'],
    ['not https', 'http://a.example/', 'good', ok(''), 'http'],
    ['not a URL', 'https://', 'good', ok(''), 'http'],
  ];
  for (const [says, url, certificate, raw, stage] of failures) {
    test(`${says} fails at stage ${stage}`, async context => {
      const { reply } = await visit(context, raw, { url, certificate });
      assert.equal(reply.outcome === 'failed' && reply.stage, stage);
    });
  }
});
