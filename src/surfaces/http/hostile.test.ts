import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import test, { after, before, suite } from 'node:test';
import { bodyLimits, readJsonBody } from './body.ts';
import { malformedReply, refuseMalformed } from './malformed.ts';
import { createTraffic } from './traffic.ts';
import { startSample, stopSamples } from './testing.ts';

after(stopSamples);

interface Answered {
  status: number;
  code: string | undefined;
  head: string;
  body: string;
  /** Milliseconds until the connection was closed; null where it stayed open. */
  closedAfterMs: number | null;
}

let sample: Awaited<ReturnType<typeof startSample>>;
before(async () => { sample = await startSample(); });

/** Sends `parts` one after the other and reads until the connection closes, or for `waitMs` after the last byte. */
async function talk(parts: readonly (string | Buffer)[], { url = sample.url, waitMs = 300 } = {}): Promise<Answered> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const { promise, resolve } = Promise.withResolvers<number | null>();
  const startedMs = performance.now();
  let text = '';
  let timer = setTimeout(() => resolve(null), 15_000);
  socket.on('data', chunk => {
    text += chunk.toString('latin1');
    clearTimeout(timer);
    timer = setTimeout(() => resolve(null), waitMs);
  });
  socket.on('error', () => undefined);
  socket.on('close', () => resolve(performance.now() - startedMs));
  for (const part of parts) {
    if (socket.destroyed) break;
    if (!socket.write(part)) await new Promise(drained => { socket.once('drain', drained); socket.once('close', drained); });
    await new Promise(after => setImmediate(after));
  }
  const closedAfterMs = await promise;
  clearTimeout(timer);
  socket.destroy();
  const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s);
  const code = /"code":"(\w+)"/.exec(body)?.[1];
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), code, head, body, closedAfterMs };
}

const HEAD = 'Host: x\r\nAuthorization: Bearer good\r\n';
const JSON_HEAD = `${HEAD}Content-Type: application/json\r\n`;
const posted = (body: string | Buffer, head = JSON_HEAD) => [`POST /api/things HTTP/1.1\r\n${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`, body];
const got = (target: string, head = HEAD) => [`GET ${target} HTTP/1.1\r\n${head}\r\n`];
const MIB = 1024 * 1024;

suite('whatever comes in, the answer is a problem in the words of the service', { concurrency: 8 }, () => {
  const cases: [says: string, parts: readonly (string | Buffer)[], expected: string][] = [
    ['no JSON', posted('{"name":'), '400 invalid_request'],
    ['JSON that is no object', posted('["name"]'), '400 invalid_request'],
    ['null', posted('null'), '400 invalid_request'],
    ['bytes that are no UTF-8', posted(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])), '400 invalid_request'],
    ['depth 33', posted(`{"name":"x","of":${'['.repeat(32)}${']'.repeat(32)}}`), '400 invalid_request'],
    ['depth 32', posted(`{"name":"x","of":${'['.repeat(31)}${']'.repeat(31)}}`), '201'],
    ['half a million brackets', posted('['.repeat(MIB / 2) + ']'.repeat(MIB / 2)), '400 invalid_request'],
    ['a prototype in the body', posted('{"name":"x","__proto__":{"a":1}}'), '400 invalid_request'],
    ['a prototype deep in the body', posted('{"name":"x","of":[{"__proto__":{"a":1}}]}'), '400 invalid_request'],
    ['a constructor in the body', posted('{"name":"x","constructor":{"prototype":{"a":1}}}'), '400 invalid_request'],
    ['a prototype in the query', got('/api/?__proto__=1'), '400 invalid_request'],
    ['a member twice: the last one counts', posted('{"name":"x","name":"y"}'), '201'],
    ['exactly 1 MiB', posted(`{"name":"x","of":"${'a'.repeat(MIB - 20)}"}`), '201'],
    ['2 MiB declared', posted(`{"name":"${'a'.repeat(2 * MIB)}"}`), '413 content_too_large'],
    ['2 MiB in chunks', [`POST /api/things HTTP/1.1\r\n${JSON_HEAD}Transfer-Encoding: chunked\r\n\r\n`, ...Array<string>(32).fill(`10000\r\n${'a'.repeat(0x10000)}\r\n`), '0\r\n\r\n'], '413 content_too_large'],
    ['a form', posted('name=x', `${HEAD}Content-Type: application/x-www-form-urlencoded\r\n`), '415 unsupported_media_type'],
    ['text/plain, which needs no preflight', posted('{"name":"x"}', `${HEAD}Content-Type: text/plain\r\n`), '415 unsupported_media_type'],
    ['no type', posted('{"name":"x"}', HEAD), '415 unsupported_media_type'],
    ['a type that only begins well', posted('{"name":"x"}', `${HEAD}Content-Type: application/json-patch+json\r\n`), '415 unsupported_media_type'],
    ['another charset', posted('{"name":"x"}', `${HEAD}Content-Type: application/json; charset=latin1\r\n`), '415 unsupported_media_type'],
    ['a packed body', posted('{"name":"x"}', `${JSON_HEAD}Content-Encoding: gzip\r\n`), '415 unsupported_media_type'],
    ['an unknown field', posted('{"name":"x","nam":1}'), '400 invalid_request'],
    ['a query with a body', [`POST /api/things?name=x HTTP/1.1\r\n${JSON_HEAD}Content-Length: 2\r\n\r\n{}`], '400 invalid_request'],
    ['an unknown parameter', got('/api/?kinds=x'), '400 invalid_request'],
    ['a parameter twice', got('/api/?kind=a&kind=b'), '400 invalid_request'],
    ['201 parameters', got(`/api/?${'tag=1&'.repeat(201)}`), '400 invalid_request'],
    ['a broken percent-encoding in the query', got('/api/?kind=%zz'), '400 invalid_request'],
    ['half a character in the query', got('/api/?kind=%C3'), '400 invalid_request'],
    ['a broken percent-encoding in the path', got('/api/things/%zz'), '400 invalid_request'],
    ['U+0000 in the path', got('/api/things/a%00'), '400 invalid_request'],
    ['U+0000 in the query', got('/api/?kind=%00'), '400 invalid_request'],
    ['U+0000 in the body', posted('{"name":"x","of":["\\u0000"]}'), '400 invalid_request'],
    ['a member of the path in the query', got('/api/things/1?id=2'), '400 invalid_request'],
    ['an address of 9 KiB', got(`/api/?kind=${'a'.repeat(9000)}`), '414 content_too_large'],
    ['a header of 20 KiB', got('/api/', `${HEAD}X: ${'a'.repeat(20_000)}\r\n`), '431 content_too_large'],
    ['no Host', ['GET /api/ HTTP/1.1\r\nAuthorization: Bearer good\r\n\r\n'], '400 invalid_request'],
    ['no HTTP', ['hello\r\n\r\n'], '400 invalid_request'],
    ['TLS', [Buffer.from('16030100a5010000a10303', 'hex'), Buffer.alloc(40)], '400 invalid_request'],
    ['two lengths', [`POST /api/things HTTP/1.1\r\n${JSON_HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`], '400 invalid_request'],
    ['a length and chunks', [`POST /api/things HTTP/1.1\r\n${JSON_HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`], '400 invalid_request'],
    ['a broken chunk', [`POST /api/things HTTP/1.1\r\n${JSON_HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`], '400 invalid_request'],
    ['a line end inside a header', got('/api/', `${HEAD}X: a\rb\r\n`), '400 invalid_request'],
    ['a request key with a line end', posted('{"name":"x","request_key":"a\\nb"}'), '400 invalid_request'],
    ['HTTP/1.0', ['GET /api/ HTTP/1.0\r\nAuthorization: Bearer good\r\n\r\n'], '200'],
    ['absolute form', got('http://elsewhere.test/api/?kind=x'), '200'],
    ['an upgrade that is not offered', got('/api/', `${HEAD}Connection: Upgrade\r\nUpgrade: websocket\r\n`), '200'],
    ['an unknown expectation', got('/api/', `${HEAD}Expect: the-unexpected\r\n`), '200'],
    ['OPTIONS of everything', ['OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n'], '404 not_found'],
  ];
  for (const [says, parts, expected] of cases) {
    test(`${says}: ${expected}`, async () => {
      const { status, code, head, body } = await talk(parts, { waitMs: 100 });
      assert.equal(code === undefined ? String(status) : `${status} ${code}`, expected, head + body);
      assert.match(head, /\r\nX-Request-Id: req_\d+/);
      assert.equal(head.includes('application/problem+json'), code !== undefined);
      if (code !== undefined) assert.equal((JSON.parse(body) as { status: number }).status, status);
    });
  }
});
test('nothing of it was a fault of ours, and no prototype was touched', () => {
  assert.deepEqual(sample.passed.reported, []);
  assert.equal(({} as { a?: unknown }).a, undefined);
});

suite('the order of judgement holds on the wire', () => {
  const cases: [says: string, head: string, body: string, expected: string][] = [
    ['who calls goes before size, type and syntax', 'Host: x\r\nContent-Type: text/plain\r\n', 'a'.repeat(2 * MIB), '401 missing_credentials'],
    ['the hourly limit goes before type', 'Host: x\r\nAuthorization: Bearer full\r\nContent-Type: text/plain\r\n', '{', '429 rate_limited'],
    ['size goes before type', `${HEAD}Content-Type: text/plain\r\n`, 'a'.repeat(2 * MIB), '413 content_too_large'],
    ['type goes before syntax', `${HEAD}Content-Type: text/plain\r\n`, '{', '415 unsupported_media_type'],
    ['syntax goes before the schema', JSON_HEAD, '{', '400 invalid_request'],
  ];
  for (const [says, head, body, expected] of cases) {
    test(says, async () => {
      const { status, code } = await talk(posted(body, head), { waitMs: 100 });
      assert.equal(`${status} ${code}`, expected);
    });
  }
  test('the route goes before who calls', async () => assert.equal((await talk(['PUT /api/things HTTP/1.1\r\nHost: x\r\n\r\n'])).status, 405));
});

suite('no client holds a connection by sending', () => {
  test('an endless body is refused, and the connection closed', async () => {
    const endless = Array<string>(400).fill(`10000\r\n${'a'.repeat(0x10000)}\r\n`);
    const { status, closedAfterMs } = await talk([`POST /api/things HTTP/1.1\r\n${JSON_HEAD}Transfer-Encoding: chunked\r\n\r\n`, ...endless], { waitMs: 10_000 });
    assert.equal(status, 413);
    assert.ok(closedAfterMs !== null && closedAfterMs < 10_000, String(closedAfterMs));
  });
  test('a refused caller whose body never comes is answered at once and let go', async () => {
    const { status, head, closedAfterMs } = await talk(['POST /api/things HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n{'], { waitMs: 3000 });
    assert.deepEqual([status, /\r\nConnection: close/.test(head)], [401, true]);
    assert.ok(closedAfterMs !== null && closedAfterMs < 2900, String(closedAfterMs));
  });
  for (const [says, sent, answered] of [['that has sent nothing', '', ''], ['that has sent half a request', 'GET / HT', 'HTTP/1.1 400 Bad Request\r\n']] as const) {
    test(`a connection ${says} for too long is closed with ${answered === '' ? 'no answer, which a browser would take for that to its first request' : 'an answer'}`, async () => {
      const server = createTcpServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
      const [socket] = await once(server, 'connection') as [Socket];
      if (sent !== '') {
        client.write(sent);
        await once(socket, 'data');
      }
      refuseMalformed(socket, malformedReply('ERR_HTTP_REQUEST_TIMEOUT', 'req_1', []), false);
      const text = (await Array.fromAsync(client.setEncoding('latin1'))).join('');
      server.close();
      assert.equal(text.slice(0, answered.length || undefined), answered);
    });
  }

  test('a body that comes too slowly is refused', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const server = createServer((request, reply) => resolve(readJsonBody(request, reply, { ...bodyLimits, timeoutMs: 60 }).finally(() => reply.end()).catch((error: unknown) => error)));
    await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const dripping = setInterval(() => socket.write(' '), 10);
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{');
    assert.match(String(await promise), /did not arrive within 0\.06 seconds/);
    clearInterval(dripping);
    socket.destroy();
    server.close();
  });
  test('a small body that nobody reads does not cost the connection', async () => {
    const small = posted('{"name":"x"}', 'Host: x\r\nContent-Type: application/json\r\n').join('');
    const { head, body } = await talk([small + small]);
    assert.match(head, /401/);
    assert.match(body, /HTTP\/1\.1 401/);
  });
  test('a body that is waited for is asked for only when it is read', async () => {
    const refused = await talk(['POST /api/things HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 100000\r\n\r\n'], { waitMs: 100 });
    assert.equal(refused.status, 401);
    const taken = await talk([`POST /api/things HTTP/1.1\r\n${JSON_HEAD}Expect: 100-continue\r\nContent-Length: 12\r\n\r\n`, '{"name":"x"}'], { waitMs: 100 });
    assert.equal(taken.status, 100);
    assert.match(taken.body, /^HTTP\/1\.1 201/);
  });
});

suite('when the service stops', () => {
  test('running replies get 2 s, the rest 503 or a retry hint, and all connections are gone within 3 s', { timeout: 10_000 }, async () => {
    const { url, service, seen } = await startSample();
    const wait = (ms: number, head = '') => talk([`GET /api/words/wait?ms=${ms} HTTP/1.1\r\nHost: x\r\n${head}\r\n`], { url, waitMs: 5000 });
    const idle = talk(['GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'], { url, waitMs: 5000 });
    const silent = talk([], { url });
    const half = talk(['GET /healthz HTTP/1.1\r\nHo'], { url });
    const stuck = talk(['POST /api/things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer good\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{'], { url });
    const pipelined = talk(['GET /api/words/wait?ms=700 HTTP/1.1\r\nHost: x\r\n\r\n', 'GET /api/words/wait?ms=1 HTTP/1.1\r\nHost: x\r\n\r\n'], { url, waitMs: 5000 });
    const replies = [wait(600), wait(20_000), wait(20_000, 'Accept: text/event-stream\r\n')] as const;
    await new Promise(resolve => setTimeout(resolve, 300));
    const startedMs = performance.now();
    const drained = service.drain();
    await assert.rejects(fetch(`${url}/healthz`));
    const [short, long, stream] = await Promise.all(replies);
    await drained;
    const tookMs = performance.now() - startedMs;
    assert.deepEqual([short.status, /\r\nConnection: close/.test(short.head)], [200, true]);
    assert.deepEqual([long.status, long.code], [503, 'overloaded']);
    assert.match(long.head, /retry-after: 1/i);
    assert.match(stream.body, /event: part[^]*retry: 3000/);
    for (const other of await Promise.all([idle, silent, half, stuck, pipelined])) assert.notEqual(other.closedAfterMs, null);
    assert.ok(tookMs > 1900 && tookMs < 5000, String(tookMs));
    assert.equal(seen.aborted, 2);
  });
  test('a request on a kept connection is told to come again', async () => {
    const { url, service } = await startSample();
    const kept = talk(['GET /api/words/wait?ms=1000 HTTP/1.1\r\nHost: x\r\n\r\n'], { url, waitMs: 3000 });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    // Once it has been answered on, the connection is taken, however slow the machine is.
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    let text = '';
    socket.on('data', chunk => { text += chunk.toString(); });
    socket.write('GET /api/words HTTP/1.1\r\nHo');
    await new Promise(resolve => setTimeout(resolve, 300));
    const drained = service.drain();
    socket.write('st: x\r\n\r\n');
    await drained;
    assert.match(text, /^HTTP\/1\.1 503 [^]*overloaded/);
    assert.equal((await kept).status, 200);
  });
  test('with nothing under way it is gone at once', async () => {
    const { url, service } = await startSample();
    await (await fetch(`${url}/healthz`)).text();
    const startedMs = performance.now();
    await Promise.all([service.drain(), service.drain()]);
    assert.ok(performance.now() - startedMs < 1500);
  });
});

test('no more is taken in than can be carried', () => {
  const traffic = createTraffic(2);
  const one = () => ({ stop: () => undefined, begunOn: () => false });
  const first = one();
  assert.deepEqual([traffic.enter(first), traffic.enter(one()), traffic.enter(one()), traffic.size], [true, true, false, 2]);
  traffic.leave(first);
  assert.equal(traffic.enter(one()), true);
});
