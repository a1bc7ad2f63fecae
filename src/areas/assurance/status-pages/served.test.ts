import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { onEachDatabaseServed, type TestAccount } from '../../../../test/service.ts';
import { allTables } from '../../../../test/tables.ts';

onEachDatabaseServed('status pages over HTTP', { quickPasswords: true }, service => {
  let account: TestAccount;
  let page: { id: string; url: string };
  before(async () => {
    account = await service().account({ plan: 'pro' });
    const { status, body, text } = await service().request('POST', '/api/status/pages', { cookie: account.owner.cookie, body: { title: 'Example status' } });
    assert.equal(status, 201, text);
    page = body['data'] as typeof page;
  });
  const get = (path: string, headers: Record<string, string> = {}) => service().request('GET', `${new URL(page.url).pathname}${path}`, { headers });

  test('are read by anybody, with styles of their own, and may be kept for a minute', async () => {
    const { status, headers, text } = await get('');
    const nonce = /<style nonce="([^"]+)">/.exec(text)?.[1];
    assert.ok(status === 200 && text.includes('<h1>Example status</h1>') && nonce !== undefined && String(headers['content-security-policy']).includes(`'nonce-${nonce}'`), text.slice(0, 300));
    assert.ok(!/<script|noindex| style="/.test(text));
    assert.deepEqual([headers['content-type'], headers['cache-control'], headers['x-robots-tag']], ['text/html; charset=utf-8', 'public, max-age=60', undefined]);
  });

  test('answer 304 with the policy that fits the page that was kept', async () => {
    // The page says when it was made, to the minute: a turn between two requests makes it another one.
    for (let tries = 0; ; tries++) {
      const first = await get('');
      const again = await get('', { 'If-None-Match': String(first.headers['etag']) });
      if (again.status === 200 && tries === 0) continue;
      assert.deepEqual([again.status, again.headers['etag'], again.headers['content-security-policy']], [304, first.headers['etag'], first.headers['content-security-policy']]);
      return;
    }
  });

  test('have a feed that scripts of others may read, and a badge that pages of others may show', async () => {
    const feed = await get('/feed.atom');
    assert.deepEqual([feed.status, feed.headers['content-type'], feed.headers['cache-control'], feed.headers['access-control-allow-origin']], [200, 'application/atom+xml; charset=utf-8', 'public, max-age=60', '*']);
    assert.ok(feed.text.includes(`<link rel="self" type="application/atom+xml" href="${page.url}/feed.atom"/>`), feed.text);
    assert.equal((await get('/feed.atom', { 'If-None-Match': String(feed.headers['etag']) })).status, 304);
    const badge = await get('/badge.svg');
    assert.deepEqual([badge.status, badge.headers['content-type'], badge.headers['cross-origin-resource-policy'], badge.headers['cache-control']], [200, 'image/svg+xml', 'cross-origin', 'public, max-age=60']);
    assert.match(badge.text, /^<svg [^>]*aria-label="Example status: unknown"/);
  });

  test('count against a limit of their own', async () => {
    const { status, headers } = await service().request('GET', `/api/status/published/${page.url.split('/').at(-1)!}`, { query: { format: 'json' } });
    assert.equal(status, 200);
    assert.match(String(headers['ratelimit-policy']), /^"status_pages";q=3600;w=3600/);
  });

  test('are not found once they are deleted, nor by a token that is none', async () => {
    assert.equal((await service().request('DELETE', `/api/status/pages/${page.id}`, { cookie: account.owner.cookie })).status, 200);
    for (const path of ['', '/feed.atom', '/badge.svg']) assert.equal((await get(path)).status, 404, path);
    assert.match((await get('')).text, /<h1>This status page cannot be shown<\/h1>/);
    assert.equal((await service().request('GET', '/s/short')).status, 400);
    assert.deepEqual(await allTables(service().store.db).selectFrom('audit_entry').select('action').where('account_id', '=', account.id).where('action', 'like', 'status_page.%').orderBy('action').execute(), [{ action: 'status_page.created' }, { action: 'status_page.deleted' }]);
  });
});
