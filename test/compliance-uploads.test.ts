// Hostile files that are given as evidence, through the whole service: refused, or served so that they do nothing; and nobody else sees a file or an incident.
import assert from 'node:assert/strict';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import test, { before } from 'node:test';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { onEachDatabaseServed, type TestAccount } from './service.ts';
import { allTables } from './tables.ts';

const CONTROL = 'cmmc-l2:IR.L2-3.6.1';
const MIB = 1024 * 1024;
const TEN_GB = 10 * 1024 ** 3;
const base64 = (content: string | Uint8Array) => Buffer.from(content).toString('base64');

/** A hundred and thirty megabytes of zeros in a hundredth of that. */
const bomb = zipSync({ '[Content_Types].xml': new Uint8Array(8 * MIB), ...Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`word/part${at}.xml`, new Uint8Array(16 * MIB)])) }, { level: 9 });

onEachDatabaseServed('files that are given as evidence', { quickPasswords: true }, service => {
  let owner: TestAccount;
  let key: string;
  before(async () => {
    owner = await service().account({ plan: 'enterprise' });
    ({ key } = await service().key(owner, { scopes: ['compliance', 'write'] }));
    const chosen = await service().request('PUT', '/api/compliance/frameworks/cmmc-l2', { key, body: { chosen: true } });
    assert.equal(chosen.status, 200, chosen.text);
  });
  const add = (name: string, content: string | Uint8Array) => service().request('POST', '/api/compliance/evidence', { key, body: { title: name, controls: [CONTROL], file: { name, content: base64(content) } } });

  const refused: [says: string, name: string, content: string | Uint8Array][] = [
    ['a page', 'page.html', '<!doctype html><script>alert(1)</script>'], ['a page that calls itself text', 'page.txt', '<!doctype html><script>alert(1)</script>'], ['a page that calls itself PDF', 'page.pdf', '<html><script>alert(1)</script></html>'],
    ['a page behind a mark of its encoding', 'page.md', '\uFEFF <html onload=alert(1)>'], ['a picture with a script', 'logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'], ['a picture with a script that calls itself PNG', 'logo.png', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['an archive that would unpack to a thousand times its size', 'bomb.zip', bomb], ['a program', 'run.exe', 'MZ'], ['a program that calls itself text', 'run.txt', Buffer.from([0x4d, 0x5a, 0, 1, 2])],
  ];
  for (const [says, name, content] of refused) {
    test(`${says} is refused, and nothing of it is kept`, async () => {
      const kept = async () => (await allTables(service().store.db).selectFrom('compliance_document').select('id').where('account_id', '=', owner.id).execute()).length;
      const were = await kept();
      const { status, body } = await add(name, content);
      assert.deepEqual([status, body.code, await kept()], [400, 'invalid_request', were]);
    });
  }

  const inert: [says: string, name: string, content: string | Uint8Array][] = [
    ['an office document that would unpack to a thousand times its size', 'plan.docx', bomb], ['a PDF with a script', 'plan.pdf', '%PDF-1.7\n1 0 obj<</S/JavaScript/JS(app.alert(1))>>endobj\n'], ['a picture with a page behind it', 'shot.png', Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.from('<script>alert(1)</script>')])],
    ['a table of formulas', 'people.csv', '=cmd|\' /C calc\'!A0,b\n'], ['a text with a script in it', 'notes.txt', 'See <script>alert(1)</script>'],
  ];
  for (const [says, name, content] of inert) {
    test(`${says} is kept as it is and served to be saved alone`, async () => {
      const added = await add(name, content);
      assert.equal(added.status, 201, added.text);
      const { id } = added.body['data'] as { id: string };
      const file = await bytesAt(`/api/compliance/evidence/${id}/file`, key);
      assert.ok(file.bytes.equals(Buffer.from(content)));
      assert.match(file.headers['content-disposition']!, new RegExp(`^attachment; filename="${name.replace('.', '\\.')}"`));
      assert.deepEqual([file.headers['content-type'], file.headers['x-content-type-options']], ['application/octet-stream', 'nosniff']);
      assert.match(String(file.headers['content-security-policy']), /default-src 'none'|sandbox/);
    });
  }

  test('what announces ten gigabytes is refused before it is sent, and what sends without end is cut off', async () => {
    const announced = await raw({ 'content-length': String(TEN_GB) }, () => {});
    assert.equal(announced?.statusCode, 413);
    const endless = await raw({ 'transfer-encoding': 'chunked' }, send => { send(Buffer.alloc(MIB, ' ')); });
    assert.equal(endless === null || endless.statusCode === 413, true);
  });

  test('a body that is packed is refused, whatever it would unpack to', async () => {
    const packed = gzipSync(Buffer.alloc(64 * MIB, ' '));
    const { status } = await service().request('POST', '/api/compliance/evidence', { key, direct: true, body: packed, headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } });
    assert.ok(status === 415 || status === 400, String(status));
  });

  test('another account, a key without the scope and nobody at all see neither file nor incident, nor what is made of them', async () => {
    const { id: file } = (await add('review.txt', 'Reviewed')).body['data'] as { id: string };
    const opened = await service().request('POST', '/api/compliance/incidents', { key, body: { title: 'Ours', kind: 'breach', severity: 1, discoveredAt: '2026-01-01T00:00:00Z', evidence: [file] } });
    const { id: incident } = opened.body['data'] as { id: string };
    const paths = [`/api/compliance/evidence/${file}`, `/api/compliance/evidence/${file}/file`, `/api/compliance/incidents/${incident}`, `/api/compliance/incidents/${incident}/export?format=txt`, `/api/compliance/incidents/${incident}/letter?format=txt`];
    const stranger = await service().account({ plan: 'enterprise' });
    const theirs = await service().key(stranger, { scopes: ['compliance', 'write'] });
    const without = await service().key(owner, { scopes: ['domains', 'scans', 'status', 'write'] });
    const asked = async (path: string, options: { key?: string; cookie?: string }) => {
      const { status, text } = await service().request('GET', path, options);
      return { status, leaks: text.includes('Ours') || text.includes('Reviewed') };
    };
    for (const path of paths) {
      assert.deepEqual(await asked(path, { key: theirs.key }), { status: 404, leaks: false }, path);
      assert.deepEqual(await asked(path, { cookie: stranger.owner.cookie }), { status: 404, leaks: false }, path);
      assert.deepEqual(await asked(path, { key: without.key }), { status: 403, leaks: false }, path);
      assert.deepEqual(await asked(path, {}), { status: 401, leaks: false }, path);
      assert.equal((await asked(path, { key })).status, 200, path);
    }
    for (const list of ['/api/compliance/evidence', '/api/compliance/incidents', '/api/compliance?type=incident']) assert.deepEqual([(await service().request('GET', list, { key: theirs.key })).body['data']], [[]], list);
  });

  test('a viewer reads files and incidents, and adds, changes and withdraws nothing', async () => {
    const { id: file } = (await add('review.txt', 'Reviewed')).body['data'] as { id: string };
    const { cookie } = await service().person(owner, 'viewer');
    assert.equal((await service().request('GET', `/api/compliance/evidence/${file}/file`, { cookie })).status, 200);
    const changes: [path: string, body: object][] = [
      ['/api/compliance/evidence', { title: 'Mine', controls: [CONTROL], url: 'https://example.org/' }], [`/api/compliance/evidence/${file}/withdraw`, { reason: 'No' }], ['/api/compliance/incidents', { title: 'Mine', kind: 'breach', severity: 1, discoveredAt: '2026-01-01T00:00:00Z' }],
      ['/api/compliance/clocks', { title: 'Mine', source: 'Mine', appliesWhen: 'ever', within: 1, unit: 'days' }], ['/api/compliance/catalogues', { format: 'csv', title: 'Mine', content: 'id,title\na,A\n' }],
    ];
    for (const [path, body] of changes) assert.equal((await service().request('POST', path, { cookie, body })).status, 403, path);
  });

  /** The bytes at the path, as they come. */
  function bytesAt(path: string, bearer: string): Promise<{ headers: IncomingMessage['headers']; bytes: Buffer }> {
    const { promise, resolve, reject } = Promise.withResolvers<{ headers: IncomingMessage['headers']; bytes: Buffer }>();
    httpRequest(new URL(path, local()), { headers: { authorization: `Bearer ${bearer}` } }, response => {
      void response.toArray().then(chunks => resolve({ headers: response.headers, bytes: Buffer.concat(chunks as Buffer[]) }), reject);
    }).on('error', reject).end();
    return promise;
  }

  /** What answers a request whose body is written until it is; null where the connection was closed without a word. */
  function raw(headers: Record<string, string>, body: (send: (chunk: Buffer) => void) => void): Promise<IncomingMessage | null> {
    const { promise, resolve } = Promise.withResolvers<IncomingMessage | null>();
    const request = httpRequest(new URL('/api/compliance/evidence', local()), { method: 'POST', headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers } });
    const send = (chunk: Buffer): void => { if (!request.destroyed) request.write(chunk, () => body(send)); };
    request.on('response', response => {
      request.destroy();
      resolve(response);
    }).on('error', () => resolve(null));
    request.flushHeaders();
    body(send);
    return promise;
  }

  const local = (): string => service().baseUrl.replace('localhost', '127.0.0.1');
});
