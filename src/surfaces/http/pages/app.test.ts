import assert from 'node:assert/strict';
import http from 'node:http';
import test, { after, before, suite } from 'node:test';
import { startSample, stopSamples } from '../testing.ts';
import { appPaths } from './app-paths.ts';

after(stopSamples);

let url: string;
before(async () => { ({ url } = await startSample()); });

/** What comes over the wire: `fetch` would undo the coding, and tidy the path. */
function get(path: string, headers: Record<string, string> = {}, origin = url): Promise<{ status: number; headers: http.IncomingHttpHeaders; body: string }> {
  const { port } = new URL(origin);
  return new Promise((resolve, reject) => {
    http.get({ port, path, headers, agent: false }, reply => {
      let body = '';
      reply.setEncoding('utf8').on('data', (chunk: string) => { body += chunk; }).on('end', () => resolve({ status: reply.statusCode!, headers: reply.headers, body }));
    }).on('error', reject);
  });
}

suite('the document of the dashboard', () => {
  for (const path of appPaths.map(one => one.replace(/\{\w+\}/g, 'some'))) {
    test(`${path} answers it`, async () => {
      const { status, headers, body } = await get(path);
      assert.deepEqual([status, headers['content-type'], headers['cache-control']], [200, 'text/html; charset=utf-8', 'no-store']);
      assert.match(body, /<title>Sample/);
    });
  }
  test('lets in its own scripts and styles, and styles with the nonce that only this answer has', async () => {
    const { headers, body } = await get('/');
    assert.match(body, /nonce="n0nce"/);
    const policy = Object.fromEntries((headers['content-security-policy'] as string).split('; ').map(one => [one.split(' ')[0], one.split(' ').slice(1).join(' ')]));
    assert.deepEqual([policy['default-src'], policy['script-src'], policy['style-src'], policy['frame-ancestors']], ["'none'", "'self'", "'self' 'nonce-n0nce'", "'none'"]);
    assert.doesNotMatch(headers['content-security-policy'] as string, /unsafe|\*/);
  });
  test('says whether the browser has shown a session, so that a new visitor asks nothing', async () => {
    assert.match((await get('/')).body, /data-visitor="unknown"/);
    assert.match((await get('/', { Cookie: 'session=person' })).body, /data-visitor="known"/);
  });
});

suite('the files of the dashboard', () => {
  const cases: [accept: string, coding: string | undefined, body: string][] = [
    ['gzip, deflate, br', 'br', 'brotli'],
    ['gzip', 'gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip', 'gzip'],
    ['identity', undefined, 'let a;'],
    ['', undefined, 'let a;'],
  ];
  for (const [accept, coding, expected] of cases) {
    test(`"${accept}" gets ${coding ?? 'no coding'}`, async () => {
      const { status, headers, body } = await get('/assets/main-a1b2c3d4.js', { 'Accept-Encoding': accept });
      assert.deepEqual([status, headers['content-encoding'], headers['vary'], headers['content-type'], body], [200, coding, 'Accept-Encoding', 'text/javascript; charset=utf-8', expected]);
    });
  }
  test('one with the hash of its content in the name is kept for good, others are asked for again', async () => {
    assert.equal((await get('/assets/main-a1b2c3d4.js')).headers['cache-control'], 'public, max-age=31536000, immutable');
    const { headers } = await get('/assets/icon-192.png');
    assert.deepEqual([headers['content-type'], headers['cache-control']], ['image/png', 'no-cache']);
    assert.equal((await get('/assets/icon-192.png', { 'If-None-Match': headers['etag']! })).status, 304);
  });
  for (const path of ['/assets/none.js', '/assets/notes.txt', '/assets/..%2findex.html', '/assets/../index.html', '/assets/%2e%2e%2findex.html', '/assets/main-a1b2c3d4.js.br', '/index.html']) {
    test(`${path} is none of them`, async () => assert.equal((await get(path)).status, 404));
  }
});

suite('what is not there', () => {
  test('a browser is told in a page, a program in a problem', async () => {
    const page = await get('/none', { Accept: 'text/html,*/*' });
    assert.deepEqual([page.status, page.headers['content-type']], [404, 'text/html; charset=utf-8']);
    assert.match(page.body, /<h1>Page not found/);
    assert.equal((await get('/none')).headers['content-type'], 'application/problem+json');
    assert.equal((await get('/api/none', { Accept: 'text/html' })).headers['content-type'], 'application/problem+json');
  });
  test('a dashboard that is being made is waited for', async () => {
    const { url: other } = await startSample({ dashboard: { folder: () => null, trouble: null } });
    const { status, headers, body } = await get('/domains', {}, other);
    assert.deepEqual([status, headers['refresh'], headers['retry-after']], [503, '2', '2']);
    assert.match(body, /being made/);
  });
  test('one that cannot be made says what to do', async () => {
    const { url: other } = await startSample({ dashboard: { folder: () => null, trouble: 'Run <b>this</b>.' } });
    const { status, headers, body } = await get('/', {}, other);
    assert.deepEqual([status, headers['refresh']], [503, undefined]);
    assert.match(body, /Run &lt;b&gt;this&lt;\/b&gt;\./);
  });
});
