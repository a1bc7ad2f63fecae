import assert from 'node:assert/strict';
import http from 'node:http';
import test, { after, before, suite } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startSample, stopSamples } from './testing.ts';

after(stopSamples);

const KEY = { Authorization: 'Bearer good' };
const LONG = `/api/?kind=${'dkim-selector.'.repeat(200)}`;
let url: string;
before(async () => { ({ url } = await startSample()); });

interface Wire {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

/** What comes over the wire: `fetch` would undo the coding. */
function get(path: string, headers: Record<string, string>, method = 'GET'): Promise<Wire> {
  return new Promise((resolve, reject) => {
    http.request(url + path, { method, headers, agent: false }, reply => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => resolve({ status: reply.statusCode!, headers: reply.headers, body: Buffer.concat(chunks) }));
    }).on('error', reject).end();
  });
}

const decode: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync };

suite('a reply has the best coding that its client takes', () => {
  const cases: [says: string, path: string, headers: Record<string, string>, coding: string | undefined][] = [
    ['both', LONG, { ...KEY, 'Accept-Encoding': 'gzip, deflate, br' }, 'br'],
    ['gzip alone', LONG, { ...KEY, 'Accept-Encoding': 'gzip' }, 'gzip'],
    ['Brotli refused', LONG, { ...KEY, 'Accept-Encoding': 'br;q=0, gzip;q=0.5' }, 'gzip'],
    ['none known', LONG, { ...KEY, 'Accept-Encoding': 'zstd' }, undefined],
    ['nothing said', LONG, KEY, undefined],
    ['a short reply', '/api/?kind=a', { ...KEY, 'Accept-Encoding': 'br' }, undefined],
    ['a stream of events', '/api/words', { Accept: 'text/event-stream', 'Accept-Encoding': 'br' }, undefined],
    ['a file that comes line by line', '/api/words/file', { 'Accept-Encoding': 'br' }, 'br'],
    ['a page', '/docs/api', { 'Accept-Encoding': 'br' }, 'br'],
    ['the document for generators', '/openapi.json', { 'Accept-Encoding': 'gzip' }, 'gzip'],
    ['a session that our own page sends', LONG, { Cookie: 'session=person', 'Sec-Fetch-Site': 'same-origin', 'Accept-Encoding': 'br' }, 'br'],
    ['a session that another site may have sent (BREACH)', LONG, { Cookie: 'session=person', 'Sec-Fetch-Site': 'cross-site', 'Accept-Encoding': 'br' }, undefined],
    ['a session of which nobody says who sent it', LONG, { Cookie: 'session=person', 'Accept-Encoding': 'br' }, undefined],
  ];
  for (const [says, path, headers, coding] of cases) {
    test(`${says}: ${coding ?? 'no coding'}`, async () => {
      const coded = await get(path, headers);
      assert.deepEqual([coded.status, coded.headers['content-encoding']], [200, coding]);
      const plain = await get(path, { ...headers, 'Accept-Encoding': '' });
      const decoded = coding === undefined ? coded.body : decode[coding]!(coded.body);
      assert.deepEqual(decoded, plain.body);
      if (coding !== undefined) assert.deepEqual([coded.headers.vary, plain.headers.vary], ['Accept-Encoding', 'Accept-Encoding']);
    });
  }
  test('HEAD tells the length that GET sends', async () => {
    const headers = { ...KEY, 'Accept-Encoding': 'br' };
    const [head, whole] = [await get(LONG, headers, 'HEAD'), await get(LONG, headers)];
    assert.deepEqual([head.body.length, head.headers['content-length'], head.headers['content-encoding']], [0, String(whole.body.length), 'br']);
  });
});

suite('who has a reply is told that it still holds', () => {
  for (const coding of ['', 'br', 'gzip']) {
    test(`by the same tag ${coding === '' ? 'without a coding' : `in ${coding}`}`, async () => {
      const tag = (await get(LONG, { ...KEY, 'Accept-Encoding': coding })).headers.etag!;
      const again = await get(LONG, { ...KEY, 'If-None-Match': `"other", ${tag}` });
      assert.deepEqual([again.status, again.body.length, again.headers['content-length'], again.headers.etag], [304, 0, undefined, tag]);
    });
  }
  test('another reply has another tag', async () => {
    const tag = (await get('/api/?kind=a', KEY)).headers.etag!;
    assert.equal((await get('/api/?kind=b', { ...KEY, 'If-None-Match': tag })).status, 200);
  });
  test('a refusal has none, and neither has what changes something', async () => {
    assert.equal((await get('/api/?kind=a', { 'If-None-Match': '*' })).status, 401);
    const made = await fetch(`${url}/api/things`, { method: 'POST', headers: { ...KEY, 'Content-Type': 'application/json' }, body: '{"name":"one"}' });
    assert.deepEqual([made.status, made.headers.get('etag')], [201, null]);
  });
});
