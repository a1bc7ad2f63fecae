import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import test, { after, suite } from 'node:test';
import { startSample, stopSamples } from '../http/testing.ts';
import { ClientProblem, createClient, type ClientOptions, type OpenClient, type Result } from './index.ts';

after(stopSamples);

const BASE = 'https://dss.example.net';

/** A client whose calls are answered by `answer`, and what it has sent. */
function clientWith(answer: () => Response | Promise<Response>, options: ClientOptions = {}) {
  const sent: { url: string; init: RequestInit; headers: Headers }[] = [];
  const client = createClient({
    baseUrl: BASE, ...options,
    fetch: async (url, init) => {
      sent.push({ url, init, headers: init.headers as Headers });
      return answer();
    },
  });
  return { client, sent };
}

const done = (): Response => Response.json({ success: true, data: [] });

suite('a call becomes the request that its route and input name', () => {
  const cases: [says: string, route: `${string} ${string}`, input: Record<string, unknown>, url: string, body: unknown][] = [
    ['members of the path are filled in', 'POST /api/domains/{id}/scan', { id: 'dom_1' }, '/api/domains/dom_1/scan', undefined],
    ['the rest of a GET is its query', 'GET /api/domains', { limit: 20, search: 'a b&c=ü+%' }, '/api/domains?limit=20&search=a+b%26c%3D%C3%BC%2B%25', undefined],
    ['a list is a repeated parameter', 'GET /api/domains', { tag: ['a', 'b'] }, '/api/domains?tag=a&tag=b', undefined],
    ['what is undefined or null is no parameter', 'GET /api/domains', { limit: undefined, tag: null }, '/api/domains', undefined],
    ['the rest of a change is its body, null included', 'PATCH /api/domains/{id}', { id: 'dom_1', note: null, tags: ['a'] }, '/api/domains/dom_1', { note: null, tags: ['a'] }],
    ['signs that would change the way are encoded', 'GET /api/domains/{id}', { id: 'a/../b?c#d' }, '/api/domains/a%2F..%2Fb%3Fc%23d', undefined],
  ];
  for (const [says, route, input, url, body] of cases) {
    test(says, async () => {
      const { client, sent } = clientWith(done);
      assert.equal((await client(route, input)).ok, true);
      const { url: asked, init, headers } = sent[0]!;
      assert.equal(asked, BASE + url);
      assert.equal(init.method, route.split(' ')[0]);
      assert.deepEqual(init.body === undefined ? undefined : JSON.parse(init.body as string), body);
      assert.equal(headers.get('content-type'), body === undefined ? null : 'application/json');
    });
  }

  for (const id of ['', '.', '..', undefined]) {
    test(`an id that is ${JSON.stringify(id)} is refused here: the address would be another`, async () => {
      const { client, sent } = clientWith(done);
      const result = await client('DELETE /api/domains/{id}', { id });
      assert.ok(!result.ok && result.problem.code === 'invalid_request');
      assert.deepEqual(result.problem.errors.map(({ path }) => path), ['id']);
      assert.equal(sent.length, 0);
    });
  }

  test('a key goes into its header and no cookie with it; without a key the browser adds its own', async () => {
    const [keyed, bare] = [clientWith(done, { key: 'svc_1' }), clientWith(done)];
    await keyed.client('GET /api/domains', {}, { requestKey: 'k1', headers: { 'accept-language': 'de' } });
    await bare.client.send({ method: 'GET', path: '/api/domains' });
    const [one, other] = [keyed.sent[0]!, bare.sent[0]!];
    assert.deepEqual(['authorization', 'idempotency-key', 'accept-language', 'accept'].map(name => one.headers.get(name)), ['Bearer svc_1', 'k1', 'de', 'application/json']);
    assert.deepEqual([one.init.credentials, other.init.credentials, other.headers.get('authorization')], ['omit', 'same-origin', null]);
  });

  test('the service may live below a path', async () => {
    const { client, sent } = clientWith(done, { baseUrl: 'https://example.net/tools/dss/' });
    await client('GET /api/');
    assert.equal(sent[0]!.url, 'https://example.net/tools/dss/api/');
  });

  const faults: [says: string, options: ClientOptions, message: RegExp][] = [
    ['no address and no page', {}, /baseUrl/],
    ['an address without http', { baseUrl: 'localhost:3000' }, /https:\/\//],
    ['a key over two lines', { baseUrl: BASE, key: 'svc_1\nsvc_2' }, /^The key has characters that no key has\.$/],
  ];
  for (const [says, options, message] of faults) test(`${says}: a fault of the program, thrown at once and without the key`, () => assert.throws(() => createClient(options), { message }));
});

suite('what went wrong is a value', () => {
  const codeOf = (result: Result<unknown>) => result.ok ? 'ok' : `${result.status} ${result.problem.code}`;
  const problem = { success: false, status: 404, code: 'not_found', title: 'Not found', detail: 'There is no such domain.', requestId: 'req_1' };
  const page = '<html>502 Bad Gateway</html>';
  const cases: [says: string, answer: () => Response | Promise<Response>, expected: string][] = [
    ['a refusal of the service', () => Response.json(problem, { status: 404 }), '404 not_found'],
    ['a page of a proxy', () => new Response(page, { status: 502 }), '502 unreadable'],
    ['a page with a good status', () => new Response(page), '200 unreadable'],
    ['an empty answer', () => new Response(''), '200 unreadable'],
    ['JSON of somebody else', () => Response.json({ error: 'Not found' }, { status: 404 }), '404 unreadable'],
    ['null with a bad status', () => Response.json(null, { status: 500 }), '500 unreadable'],
    ['a redirect, which is not followed', () => new Response(null, { status: 308, headers: { location: 'https://elsewhere.example/' } }), '308 unreadable'],
    ['a redirect as browsers show it', () => Response.error(), '0 unreadable'],
    ['no connection', () => Promise.reject(new TypeError('fetch failed')), '0 network'],
    ['an answer that breaks off', () => new Response(new ReadableStream({ pull: controller => controller.error(new TypeError('terminated')) })), '200 network'],
  ];
  for (const [says, answer, expected] of cases) {
    test(says, async () => {
      const { client } = clientWith(answer);
      assert.equal(codeOf(await client('GET /api/domains')), expected);
      assert.equal(codeOf(await client.stream('GET /api/checkup')), expected);
      await assert.rejects(client.each('GET /api/domains').next(), error => error instanceof ClientProblem && error.message === error.problem.detail);
      if (!expected.startsWith('200')) assert.equal(codeOf(await client.file('GET /api/domains/export') as Result<unknown>), expected);
    });
  }

  test('it names the request, and where a redirect leads', async () => {
    const { client } = clientWith(() => new Response(null, { status: 301, headers: { location: 'https://dss.example.org/', 'x-request-id': 'req_9' } }));
    const result = await client('GET /api/domains');
    assert.ok(!result.ok);
    assert.equal(result.problem.requestId, 'req_9');
    assert.match(result.problem.detail, /https:\/\/dss\.example\.org\//);
  });

  test('a port where nobody listens', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise(resolve => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    await new Promise(resolve => server.close(resolve));
    const result = await createClient({ baseUrl: `http://127.0.0.1:${port}` })('GET /api/domains');
    assert.ok(!result.ok && result.problem.code === 'network');
    assert.match(result.problem.detail, /ECONNREFUSED/);
  });

  test('what the caller gives up, before and in the middle, is aborted; a time that has run out says so', async () => {
    const { url } = await startSample();
    const client = createClient({ baseUrl: url });
    assert.equal(codeOf(await client('GET /api/words', {}, { signal: AbortSignal.abort() })), '0 aborted');
    const timed = await client('GET /api/words/wait', { ms: 60_000 }, { signal: AbortSignal.timeout(50) });
    assert.ok(!timed.ok && timed.problem.code === 'aborted');
    assert.match(timed.problem.detail, /time/);
    const leaving = new AbortController();
    const streamed = await client.stream('GET /api/words/wait', { ms: 60_000 }, { signal: leaving.signal, onEvent: () => leaving.abort() });
    assert.equal(codeOf(streamed), '200 aborted');
  });
});

suite('over real connections', () => {
  let client: OpenClient;
  test('JSON, with what the headers say besides', async () => {
    const { url } = await startSample();
    client = createClient({ baseUrl: url, key: 'good' });
    const made = await client('POST /api/things', { name: 'one' }, { requestKey: 'k' });
    assert.deepEqual([made.ok, made.status, made.headers.get('idempotent-replayed')], [true, 201, null]);
    const again = await client('POST /api/things', { name: 'one' }, { requestKey: 'k' });
    assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [201, 'true']);
    const limited = await createClient({ baseUrl: url, key: 'full' })('GET /api/things/{id}', { id: 'a/b' });
    assert.ok(!limited.ok && limited.problem.code === 'rate_limited');
    assert.equal(limited.problem.limit.name, 'key_hourly');
    assert.ok(Number(limited.headers.get('retry-after')) > 0);
  });

  test('parts of a reply as they land, then the whole', async () => {
    const heard: unknown[] = [];
    const result = await client.stream('GET /api/words', {}, { onEvent: (...part) => heard.push(part) });
    assert.deepEqual(heard, [['part', { word: 'one\ntwo' }, null]]);
    assert.ok(result.ok);
    assert.deepEqual(result.data, { success: true, data: {} });
  });

  test('a refusal before and after the first part', async () => {
    const before = await client.stream('GET /api/words', { fail: 'before' });
    const after = await client.stream('GET /api/words', { fail: 'after' });
    assert.deepEqual([before, after].map(result => !result.ok && `${result.status} ${result.problem.code}`), ['404 not_found', '503 resolver_unavailable']);
  });

  test('a fault in the listener is the fault of the program, and the stream ends', async () => {
    await assert.rejects(client.stream('GET /api/words', {}, { onEvent: () => { throw new RangeError('mine'); } }), RangeError);
  });

  test('a file, unread, with a name that is no path', async () => {
    const file = await client.file('GET /api/words/file');
    assert.ok(file.ok);
    assert.deepEqual([file.contentType, file.fileName], ['application/x-ndjson', 'wörds "1".ndjson']);
    assert.equal(await file.body.text(), '{"line":0}\n{"line":1}\n{"line":2}\n');
  });

  const names: [disposition: string, expected: string | null][] = [
    ['inline', null], ['attachment; filename="a.csv"', 'a.csv'], ['attachment; filename="../../etc/passwd"', '__.._etc_passwd'],
    ["attachment; filename=\"x\"; filename*=UTF-8''%2e%2e%2fa%00.csv", '__a_.csv'], ["attachment; filename=\"x\"; filename*=UTF-8''%ff", 'x'], ['attachment; filename=".."', '_'],
  ];
  for (const [disposition, expected] of names) {
    test(`the name in ${disposition} is ${expected}`, async () => {
      const { client } = clientWith(() => new Response('', { headers: { 'content-disposition': disposition } }));
      const file = await client.file('GET /api/words/file');
      assert.equal(file.ok && file.fileName, expected);
    });
  }
});

test('a page of another site that has a key may send and read all that the client does', async () => {
  const { url } = await startSample();
  const { client, sent } = clientWith(done, { key: 'svc_1' });
  await client.stream('POST /api/things', { name: 'one' }, { requestKey: 'k', lastEventId: '7' });
  const asked = await fetch(`${url}/api/things`, { method: 'OPTIONS', headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' } });
  const given = await fetch(`${url}/api/things/1`, { headers: { origin: 'https://elsewhere.example', authorization: 'Bearer good' } });
  const listed = (response: Response, name: string) => response.headers.get(name)!.toLowerCase().split(', ');
  assert.deepEqual([...sent[0]!.headers.keys()].filter(name => !listed(asked, 'access-control-allow-headers').includes(name)), []);
  assert.deepEqual(['x-request-id', 'retry-after', 'content-disposition'].filter(name => !listed(given, 'access-control-expose-headers').includes(name)), []);
});

suite('a list is read page by page', () => {
  const pages = (): (() => Response) => {
    let page = 0;
    return () => Response.json({ success: true, data: [`${page}a`, `${page}b`], nextCursor: ++page < 3 ? `c${page}` : null });
  };
  test('all rows, each page asked for with the input and its cursor', async () => {
    const { client, sent } = clientWith(pages());
    const rows = await Array.fromAsync(client.each('GET /api/domains', { limit: 2, tag: 'x' }));
    assert.deepEqual(rows, ['0a', '0b', '1a', '1b', '2a', '2b']);
    assert.deepEqual(sent.map(({ url }) => new URL(url).search), ['?limit=2&tag=x', '?limit=2&tag=x&cursor=c1', '?limit=2&tag=x&cursor=c2']);
  });
  for (const body of [null, {}, { data: null, nextCursor: null }]) {
    test(`an answer of ${JSON.stringify(body)} is no page`, async () => {
      const { client } = clientWith(() => Response.json(body));
      await assert.rejects(client.each('GET /api/domains').next(), error => error instanceof ClientProblem && error.problem.code === 'unreadable');
    });
  }
  test('nothing is asked for beyond what is taken', async () => {
    const { client, sent } = clientWith(pages());
    for await (const row of client.each('GET /api/domains')) if (row === '0b') break;
    assert.equal(sent.length, 1);
  });
});
