import assert from 'node:assert/strict';
import test, { after, before, suite } from 'node:test';
import { checkDomain } from '../../areas/domains/check/index.ts';
import { createMetrics } from './index.ts';
import { samplePorts, startSample, stopSamples } from './testing.ts';

after(stopSamples);

const KEY = { Authorization: 'Bearer good' };
let sample: Awaited<ReturnType<typeof startSample>>;
before(async () => { sample = await startSample(); });

const call = (path: string, init: RequestInit = {}) => fetch(sample.url + path, { redirect: 'manual', ...init });
const post = (path: string, body: unknown, headers: Record<string, string> = KEY) =>
  call(path, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: typeof body === 'string' ? body : JSON.stringify(body) });

suite('a request reaches its operation with the input it gave', () => {
  const cases: [says: string, reply: () => Promise<Response>, status: number, data: unknown][] = [
    ['query', () => call('/api/?kind=a%20b+c', { headers: KEY }), 200, { kind: 'a b c' }],
    ['no trailing slash', () => call('/api?kind=x', { headers: KEY }), 200, { kind: 'x' }],
    ['a list may be repeated', () => call('/api/?tag=1&tag=2', { headers: KEY }), 200, { tag: ['1', '2'] }],
    ['a list of one', () => call('/api/?tag=1', { headers: KEY }), 200, { tag: ['1'] }],
    ['path', () => call('/api/things/a%2Fb', { headers: KEY }), 200, { id: 'a/b' }],
    ['body', () => post('/api/things', { name: 'x' }), 201, { name: 'x' }],
    ['charset', () => post('/api/things', { name: 'é' }, { ...KEY, 'Content-Type': 'application/json; charset=UTF-8' }), 201, { name: 'é' }],
    ['path and body', () => call('/api/things/1', { method: 'DELETE', body: '{"password":"p"}', headers: { 'Content-Type': 'application/json', Cookie: 'session=person', Origin: 'http://localhost:3000' } }), 200, { id: '1', password: 'p' }],
    ['no body', () => call('/api/things/1', { method: 'DELETE', headers: { Cookie: 'x=y; session=person', 'Sec-Fetch-Site': 'same-origin' } }), 200, { id: '1' }],
  ];
  for (const [says, reply, status, data] of cases) {
    test(says, async () => {
      const got = await reply();
      assert.equal(got.status, status);
      assert.equal(got.headers.get('content-type'), 'application/json; charset=utf-8');
      assert.deepEqual(((await got.json()) as { data: unknown }).data, data);
    });
  }
});

suite('every reply carries its headers', () => {
  test('request id, security, cache and limit', async () => {
    const { headers } = await call('/api/', { headers: KEY });
    assert.match(headers.get('x-request-id')!, /^req_\d+$/);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.match(headers.get('content-security-policy')!, /default-src 'none'/);
    assert.match(headers.get('ratelimit')!, /^"key_hourly";r=3;t=\d+$/);
    assert.equal(headers.get('ratelimit-policy'), '"key_hourly";q=5;w=3600');
    assert.equal(headers.get('strict-transport-security'), null);
  });
  test('a full counter says when to come again', async () => {
    const { status, headers } = await call('/api/', { headers: { Authorization: 'Bearer full' } });
    assert.deepEqual([status, headers.get('ratelimit')?.startsWith('"key_hourly";r=0;')], [429, true]);
    assert.ok(Number(headers.get('retry-after')) >= 1);
  });
  test('on https browsers are told to stay there', async () => {
    const { url } = await startSample({ baseUrl: 'https://dss.test' });
    assert.match((await fetch(`${url}/healthz`)).headers.get('strict-transport-security')!, /^max-age=31536000; includeSubDomains$/);
  });
  test('a replay says so and has no secret', async () => {
    const first = await post('/api/things', { name: 'r', request_key: 'k1' });
    const again = await post('/api/things', { name: 'r' }, { ...KEY, 'Idempotency-Key': 'k1' });
    assert.deepEqual([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed'), again.status, again.headers.get('location')], [null, 'true', 201, '/api/things/1']);
    assert.equal(((await again.json()) as { secret: unknown }).secret, null);
  });
  test('several cookies stay several', async () => {
    const reply = await post('/api/auth/enter', {}, { 'User-Agent': 'test', Cookie: 'c=d' });
    assert.deepEqual(reply.headers.getSetCookie(), ['a=1; HttpOnly', 'b=2']);
    assert.deepEqual(await reply.json(), { browser: { cookie: 'c=d', origin: null, userAgent: 'test' }, address: '127.0.0.1' });
  });
  test('a redirect has no body', async () => {
    const reply = await call('/api/auth/lead?to=/sign-in');
    assert.deepEqual([reply.status, reply.headers.get('location'), await reply.text()], [302, '/sign-in', '']);
  });
  test('a header that would split the reply is a fault of ours, not of the reply', async () => {
    const reply = await call('/api/auth/lead?to=/%0D%0ASet-Cookie:x=y');
    assert.deepEqual([reply.status, reply.headers.get('set-cookie'), ((await reply.json()) as { code: string }).code], [500, null, 'internal_error']);
    assert.equal(sample.passed.reported.length, 1);
  });
});

suite('HEAD, OPTIONS and other methods', () => {
  for (const path of ['/api/', '/healthz', '/docs', '/openapi.json', '/api/words/file']) {
    test(`HEAD ${path} is GET without its body`, async () => {
      const [head, get] = [await call(path, { method: 'HEAD', headers: KEY }), await call(path, { headers: KEY })];
      assert.deepEqual([head.status, head.headers.get('content-type'), head.headers.get('content-length')], [get.status, get.headers.get('content-type'), get.headers.get('content-length')]);
      assert.equal(await head.text(), '');
      await get.body?.cancel();
    });
  }
  const cases: [method: string, path: string, status: number, allow: string | null][] = [
    ['PUT', '/api/things', 405, 'POST, OPTIONS'],
    ['PROPFIND', '/api/things', 405, 'POST, OPTIONS'],
    ['DELETE', '/api/things/all', 405, 'GET, HEAD, OPTIONS'],
    ['POST', '/api/', 405, 'GET, HEAD, OPTIONS'],
    ['DELETE', '/api/words', 405, 'POST, GET, HEAD, OPTIONS'],
    ['POST', '/healthz', 405, 'GET, HEAD, OPTIONS'],
    ['OPTIONS', '/api/things/1', 204, 'GET, HEAD, DELETE, OPTIONS'],
    ['OPTIONS', '/docs', 204, 'GET, HEAD, OPTIONS'],
    ['OPTIONS', '/nothing', 404, null],
    ['GET', '/nothing', 404, null],
    ['GET', '/api/things/', 404, null],
    ['POST', '/api/nothing', 404, null],
  ];
  for (const [method, path, status, allow] of cases) {
    test(`${method} ${path} is ${status}`, async () => {
      const reply = await call(path, { method });
      assert.deepEqual([reply.status, reply.headers.get('allow')], [status, allow]);
      assert.ok(reply.headers.get('x-request-id'));
      if (status !== 204) assert.equal(reply.headers.get('content-type'), 'application/problem+json');
      await reply.body?.cancel();
    });
  }
});

suite('browsers elsewhere may use keys, and nothing else', () => {
  const origin = { Origin: 'https://elsewhere.test' };
  const cases: [says: string, method: string, path: string, headers: Record<string, string>, allowed: string | null][] = [
    ['a key', 'GET', '/api/', KEY, '*'],
    ['any key or session', 'GET', '/api/things/1', KEY, '*'],
    ['a refusal', 'GET', '/api/', {}, '*'],
    ['an unknown path', 'GET', '/api/none', {}, '*'],
    ['a public operation', 'GET', '/api/words', {}, '*'],
    ['people only', 'DELETE', '/api/things/1', { Cookie: 'session=person' }, null],
    ['the sign-in', 'GET', '/api/auth/lead?to=/', {}, null],
    ['pages', 'GET', '/sign-in', {}, null],
    ['the OpenAPI document', 'GET', '/openapi.json', {}, '*'],
  ];
  for (const [says, method, path, headers, allowed] of cases) {
    test(says, async () => {
      const reply = await call(path, { method, headers: { ...origin, ...headers } });
      assert.deepEqual([reply.headers.get('access-control-allow-origin'), reply.headers.get('access-control-allow-credentials')], [allowed, null]);
      assert.equal(reply.headers.get('access-control-expose-headers')?.includes('X-Request-Id') ?? false, allowed !== null);
      await reply.body?.cancel();
    });
  }
  test('a preflight names the methods and headers that are open', async () => {
    const { status, headers } = await call('/api/things/1', { method: 'OPTIONS', headers: { ...origin, 'Access-Control-Request-Method': 'GET' } });
    assert.equal(status, 204);
    assert.equal(headers.get('access-control-allow-methods'), 'GET, HEAD');
    assert.match(headers.get('access-control-allow-headers')!, /Authorization.*Content-Type.*Idempotency-Key/);
    assert.equal(headers.get('access-control-max-age'), '600');
  });
  test('a preflight for the sign-in is refused by saying nothing', async () => {
    const { headers } = await call('/api/auth/enter', { method: 'OPTIONS', headers: { ...origin, 'Access-Control-Request-Method': 'POST' } });
    assert.equal(headers.get('access-control-allow-origin'), null);
  });
});

suite('who calls', () => {
  const drop = (headers: Record<string, string>) => call('/api/things/1', { method: 'DELETE', headers });
  const cases: [says: string, headers: Record<string, string>, expected: string][] = [
    ['nobody', {}, '401 missing_credentials'],
    ['a bad bearer next to a good cookie', { Authorization: 'Bearer bad', Cookie: 'session=person', Origin: 'http://localhost:3000' }, '401 invalid_key'],
    ['another scheme next to a good cookie', { Authorization: 'Basic eDp5', Cookie: 'session=person', Origin: 'http://localhost:3000' }, '401 invalid_key'],
    ['an empty header next to a good cookie', { Authorization: '', Cookie: 'session=person', Origin: 'http://localhost:3000' }, '401 invalid_key'],
    ['a cookie from our pages', { Cookie: 'session=person', Origin: 'http://localhost:3000' }, '200'],
    ['a cookie from our pages by another loopback name', { Cookie: 'session=person', Origin: 'http://127.0.0.1:3000' }, '200'],
    ['a cookie from another port', { Cookie: 'session=person', Origin: 'http://localhost:3001' }, '403 forbidden'],
    ['a cookie from elsewhere', { Cookie: 'session=person', Origin: 'https://elsewhere.test' }, '403 forbidden'],
    ['a cookie from a foreign origin that claims to be ours', { Cookie: 'session=person', Origin: 'https://elsewhere.test', 'Sec-Fetch-Site': 'same-origin' }, '403 forbidden'],
    ['a cookie without any origin', { Cookie: 'session=person' }, '403 forbidden'],
    ['a key where only people may', KEY, '403 session_required'],
  ];
  for (const [says, headers, expected] of cases) {
    test(`${says}: ${expected}`, async () => {
      const reply = await drop(headers);
      const { code } = (await reply.json()) as { code?: string };
      assert.equal(code === undefined ? String(reply.status) : `${reply.status} ${code}`, expected);
    });
  }
});

suite('parts of a result as Server-Sent Events', () => {
  const listen = async (query: string) => {
    const reply = await call(`/api/words${query}`, { headers: { Accept: 'text/event-stream' } });
    return { type: reply.headers.get('content-type'), status: reply.status, text: await reply.text() };
  };
  test('parts, then the result', async () => {
    const { type, text } = await listen('');
    assert.equal(type, 'text/event-stream; charset=utf-8');
    assert.equal(text, 'event: part\ndata: {"word":"one\\ntwo"}\n\nevent: result\ndata: {"success":true,"data":{}}\n\n');
  });
  const accepted: [says: string, path: string, accept: string | undefined, streams: boolean][] = [
    ['the address of the stream, whatever is accepted', '/api/words/stream', undefined, true],
    ['among others', '/api/words', 'application/json;q=0.5, Text/Event-Stream;q=0.9', true],
    ['with the weight 0', '/api/words', 'application/json, text/event-stream;q=0', false],
    ['with the weight 0.000', '/api/words', 'text/event-stream; q=0.000', false],
    ['not at all', '/api/words', '*/*', false],
  ];
  for (const [says, path, accept, streams] of accepted) {
    test(`${says}: ${streams ? 'a stream' : 'JSON'}`, async () => {
      const reply = await call(path, accept === undefined ? {} : { headers: { Accept: accept } });
      await reply.text();
      assert.equal(reply.headers.get('content-type'), streams ? 'text/event-stream; charset=utf-8' : 'application/json; charset=utf-8');
    });
  }
  test('a refusal before the first part is an ordinary reply', async () => {
    const { type, status } = await listen('?fail=before');
    assert.deepEqual([type, status], ['application/problem+json', 404]);
  });
  test('a refusal later is an event', async () => {
    const { text } = await listen('?fail=after');
    assert.match(text, /event: problem\ndata: \{"success":false,.*"code":"resolver_unavailable"/);
  });
  test('without the header it is plain JSON', async () => assert.equal((await call('/api/words')).headers.get('content-type'), 'application/json; charset=utf-8'));
  test('a client that goes away ends the work', async () => {
    const leave = new AbortController();
    const before = sample.seen.aborted;
    const reply = await call('/api/words/wait?ms=20000', { headers: { Accept: 'text/event-stream' }, signal: leave.signal });
    assert.equal(reply.status, 200);
    leave.abort();
    while (sample.seen.aborted === before) await new Promise(resolve => setTimeout(resolve, 5));
  });
});

suite('files', () => {
  test('go out under their name', async () => {
    const reply = await call('/api/words/file');
    assert.equal(reply.headers.get('content-type'), 'application/x-ndjson');
    assert.equal(reply.headers.get('content-disposition'), 'attachment; filename="w_rds__1_.ndjson"; filename*=UTF-8\'\'w%C3%B6rds%20%221%22.ndjson');
    assert.equal((await reply.text()).split('\n').length, 4);
  });
  test('one that breaks on the way does not look whole', async () => {
    await assert.rejects(async () => (await call('/api/words/file?broken=1')).text());
    assert.match(String(sample.passed.reported.at(-1)), /the source broke/);
  });
});

suite('older addresses', () => {
  test('answer, and name their successor', async () => {
    const { status, headers } = await call('/api/things.js?kind=a%3E', { headers: KEY });
    assert.deepEqual([status, headers.get('deprecation'), headers.get('link')], [200, '@1787702400', '</api/?kind=a%3E>; rel="successor-version"']);
  });
  test('a page of old is a page of the dashboard, for everybody', async () => {
    const { status, headers } = await call('/things.html?domain=example.org');
    assert.deepEqual([status, headers.get('content-type')], [200, 'text/html; charset=utf-8']);
  });
  test('and answers as the operation when JSON is asked for', async () => {
    const reply = await call('/things.html?format=json&kind=x', { headers: KEY });
    assert.deepEqual(((await reply.json()) as { data: unknown }).data, { kind: 'x' });
    assert.equal(reply.headers.get('link'), '</api/?kind=x>; rel="successor-version"');
    assert.equal((await call('/things.html?format=json')).status, 401);
  });
});

suite('besides the API', () => {
  test('healthz', async () => assert.deepEqual(await (await call('/healthz')).json(), { status: 'ok' }));
  test('readyz says what is not ready', async () => {
    assert.equal((await call('/readyz')).status, 200);
    const { url } = await startSample({ ready: () => Promise.resolve({ ok: false, parts: { database: 'does not answer' } }) });
    const reply = await fetch(`${url}/readyz`);
    assert.deepEqual([reply.status, await reply.json()], [503, { status: 'notReady', parts: { database: 'does not answer' } }]);
  });
  test('security.txt has what RFC 9116 demands', async () => {
    const text = await (await call('/.well-known/security.txt')).text();
    assert.match(text, /^Contact: mailto:security@example.org$/m);
    const expires = Date.parse(/^Expires: (.+)$/m.exec(text)![1]!);
    assert.ok(expires > Date.now() && expires < Date.now() + 366 * 86_400_000);
  });
  test('openapi.json is kept by who has it', async () => {
    const reply = await call('/openapi.json');
    assert.equal(((await reply.json()) as { openapi: string }).openapi, '3.1.0');
    const again = await call('/openapi.json', { headers: { 'If-None-Match': `"other", ${reply.headers.get('etag')!}` } });
    assert.deepEqual([again.status, await again.text()], [304, '']);
  });
  test('metrics only where they are wanted', async () => {
    let reads = 0;
    const watched = {
      of: { dss_words: { help: 'Words by language', labelNames: ['language'] } },
      read: () => (reads++ === 0 ? Promise.resolve([{ name: 'dss_words', labels: { language: 'de' }, value: 7 }]) : Promise.reject(new Error('The database does not answer.'))),
    };
    assert.equal((await call('/metrics')).status, 404);
    const { url } = await startSample({ metrics: await createMetrics({ kinds: ['scan', 'letter'], line: () => Promise.resolve([{ kind: 'scan', count: 3, since: 1000 }]), now: () => 3500 }, '1.2.3', [watched]) });
    await (await fetch(`${url}/api/words`)).text();
    const text = await (await fetch(`${url}/metrics`)).text();
    assert.match(text, /dss_http_requests_total\{operation="events.hear",status="200"\} 1/);
    assert.match(text, /dss_http_request_duration_seconds_count\{operation="events.hear"\} 1/);
    assert.match(text, /nodejs_eventloop_lag_seconds/);
    assert.match(text, /dss_build_info\{version="1.2.3",node="v\d+/);
    for (const line of ['dss_queue_due_jobs{kind="scan"} 3', 'dss_queue_due_jobs{kind="letter"} 0', 'dss_queue_oldest_due_seconds{kind="scan"} 2.5', 'dss_queue_oldest_due_seconds{kind="letter"} 0', 'dss_words{language="de"} 7']) {
      assert.ok(text.split('\n').includes(line), line);
    }
    assert.doesNotMatch(await (await fetch(`${url}/metrics`)).text(), /dss_words\{/);
  });
});

suite('pages', () => {
  const paths = ['/docs', '/docs/api', '/docs/reference/scoring'];
  let page: (path: string) => Promise<{ reply: Response; text: string }>;
  before(async () => {
    const { url } = await startSample({ operations: [...sample.operations.filter(({ path }) => path !== '/api/'), checkDomain] });
    page = async path => {
      const reply = await fetch(url + path, { redirect: 'manual' });
      return { reply, text: await reply.text() };
    };
  });
  for (const path of paths) {
    test(`${path} is whole: language, title, one heading, no script and no style of its own`, async () => {
      const { reply, text } = await page(path);
      assert.deepEqual([reply.status, reply.headers.get('content-type')], [200, 'text/html; charset=utf-8']);
      assert.match(reply.headers.get('content-security-policy')!, /script-src 'self'/);
      assert.match(text, /<html lang="en">/);
      assert.match(text, /<title>[^<]+ · /);
      assert.equal(text.match(/<h1[ >]/g)?.length, 1);
      assert.doesNotMatch(text, /<style|style="|<script|onclick|undefined|\[object/);
    });
  }
  test('every link between pages leads somewhere', async () => {
    const links = new Set<string>();
    for (const path of [...paths, '/docs/how-to/add-a-check', '/docs/reference/findings']) for (const [, link] of (await page(path)).text.matchAll(/(?:href|src)="(\/[^"#]*)/g)) links.add(link!);
    assert.ok(links.size > 20);
    for (const link of links) assert.ok((await page(link.replaceAll('&amp;', '&'))).reply.status < 400, link);
  });
});

test('what stands left of an untrusted hop is not believed', async () => {
  const { parseCidr } = await import('../../core/ip.ts');
  const trusted = ['127.0.0.0/8', '10.0.0.0/8'].map(text => parseCidr(text)!);
  const cases: [trust: typeof trusted, forwarded: string, address: string][] = [
    [[], '192.0.2.1', '127.0.0.1'],
    [trusted, '192.0.2.1', '192.0.2.1'],
    [trusted, '198.51.100.9, 192.0.2.1', '192.0.2.1'],
    [trusted, '198.51.100.9, 192.0.2.1, 10.0.0.7', '192.0.2.1'],
    [trusted, '::ffff:192.0.2.1', '192.0.2.1'],
    [trusted, '192.0.2.1:4711', '192.0.2.1'],
    [trusted, '[2001:DB8::1]:4711', '2001:db8::1'],
    [trusted, 'unknown', '127.0.0.1'],
    [trusted, '192.0.2.1, nonsense', '127.0.0.1'],
    [trusted, '10.0.0.7', '10.0.0.7'],
    [trusted, '', '127.0.0.1'],
  ];
  for (const [trustProxy, forwarded, address] of cases) {
    const { ports, seen } = samplePorts();
    const { url } = await startSample({ ports, trustProxy });
    await (await fetch(`${url}/api/words`, { headers: { 'X-Forwarded-For': forwarded } })).text();
    assert.deepEqual(seen.addresses, [address], forwarded);
  }
});
