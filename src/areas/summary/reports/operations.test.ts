import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { startLab } from '../../../../lab/index.ts';
import { onEachDatabaseServed, type TestAccount } from '../../../../test/service.ts';
import { outsideOfLab } from '../../../app/commands/demo.ts';
import { composeChecker } from '../../../app/compose.ts';
import type { CheckResult } from '../../domains/check/index.ts';
import { keepSnapshot, snapshotOf } from '../../domains/history/snapshots/index.ts';
import { allTables } from '../../../../test/tables.ts';

const DAY_MS = 86_400_000;

let scanned: CheckResult;
before(async () => {
  const lab = await startLab();
  try {
    scanned = await composeChecker(outsideOfLab(lab))('weak-mail.example');
  } finally {
    await lab.stop();
  }
});

onEachDatabaseServed('reports', { quickPasswords: true }, service => {
  let account: TestAccount;
  before(async () => { account = await service().account({ plan: 'enterprise' }); });
  const send = async (method: string, path: string, given: Record<string, string | string[] | boolean> = {}, cookie = account.owner.cookie) =>
    service().request(method, path, { cookie, ...(method === 'GET' ? { query: given as Record<string, string> } : { body: given }) });
  // oxlint-disable-next-line typescript/no-explicit-any
  const dataOf = ({ status, body, text }: Awaited<ReturnType<typeof send>>): any => {
    assert.ok(status < 300, text);
    return body['data'];
  };
  const add = async (name: string, given: Record<string, string | string[]> = {}): Promise<string> => dataOf(await send('POST', '/api/domains', { name, scan: false, ...given })).id;
  const addEvent = async (domain: string, over: object) => {
    const { store, service: { services } } = service();
    const at = Date.now();
    await allTables(store.db).insertInto('domain_event').values({
      id: services.newId('evt'), account_id: account.id, domain_id: domain, domain_name: 'changed.example', kind: 'dns.mx.changed', subject: 'dns.mx', severity: 'high', state: 'open', title: 'Mail goes elsewhere',
      before: '["10 mx.a"]', after: '[]', after_hash: 'b', count: 1, created_at: at, last_seen_at: at, decided_at: null, decided_by: null, reason: null, next_alarm_at: null, closed_at: null, ...over,
    }).execute();
  };

  test('on a domain give the last scan and the changes of 30 days, in the name of its client', async () => {
    const { store } = service();
    const client = dataOf(await send('POST', '/api/clients', { name: 'Bakery', reportName: 'Agency <North>', reportColor: '#a03050', reportFooter: 'Yours' }));
    const id = await add(scanned.domain, { client: client.id });
    assert.equal(dataOf(await send('GET', `/api/domains/${id}/report`, { format: 'json' })).checkedAt, null);

    await store.transaction(tx => keepSnapshot(tx, id, { at: Date.now(), score: scanned.score, snapshot: snapshotOf(scanned) }));
    await addEvent(id, { title: 'New' });
    await addEvent(id, { title: 'Old', created_at: Date.now() - 31 * DAY_MS });
    await addEvent(id, { title: 'First look', kind: 'baseline.created' });
    const data = dataOf(await send('GET', `/api/domains/${id}/report`, { format: 'json' }));
    assert.deepEqual([data.name, data.score, data.grade, data.client], [scanned.domain, scanned.score, scanned.grade, 'Bakery']);
    assert.deepEqual(data.changes.map(({ title }: { title: string }) => title), ['New']);
    assert.deepEqual(data.findings.map(({ id: finding }: { id: string }) => finding).toSorted(), scanned.findings.filter(({ state }) => state === 'fail').map(({ id: finding }) => finding).toSorted());

    const { status, headers, text } = await send('GET', `/api/domains/${id}/report`);
    assert.deepEqual([status, headers['content-type']], [200, 'text/html; charset=utf-8']);
    assert.match(String(headers['content-disposition']), /^attachment; filename="report-weak-mail\.example-\d{4}-\d\d-\d\d\.html"/);
    assert.match(text, /Agency &lt;North&gt;/);
    assert.match(text, /#a03050/);
    assert.ok(!text.includes('Domain Security Service'));
  });

  test('on many domains tell those of one label, and their open changes alone', async () => {
    const group = dataOf(await send('POST', '/api/groups', { name: 'Shops' })).id as string;
    const client = dataOf(await send('POST', '/api/clients', { name: 'Miller', reportName: 'Miller reports' })).id as string;
    const [a, b] = [await add('a.example', { group, tags: ['x'] }), await add('b.example', { client, tags: ['x'] })];
    for (const id of [a, b]) await addEvent(id, { title: `At ${id}` });
    await addEvent(a, { title: 'Settled', state: 'authorized' });
    const report = async (query: Record<string, string>) => dataOf(await send('GET', '/api/reports/account', { ...query, format: 'json' }));
    const cases: [query: Record<string, string>, domains: string[], events: string[], speaks: string][] = [
      [{ group }, ['a.example'], [`At ${a}`], 'Domain Security Service'], [{ client }, ['b.example'], [`At ${b}`], 'Miller reports'],
      [{ tag: 'x' }, ['a.example', 'b.example'], [`At ${b}`, `At ${a}`], 'Domain Security Service'], [{ tag: 'x', group }, ['a.example'], [`At ${a}`], 'Domain Security Service'], [{ tag: 'y' }, [], [], 'Domain Security Service'],
    ];
    for (const [query, domains, events, speaks] of cases) {
      const data = await report(query);
      assert.deepEqual(data.domains.map(({ name }: { name: string }) => name), domains, JSON.stringify(query));
      assert.deepEqual(data.openEvents.map(({ title }: { title: string }) => title).toSorted(), events.toSorted(), JSON.stringify(query));
      assert.equal(data.brand.name, speaks);
    }
    assert.match((await send('GET', '/api/reports/account', { client })).text, /<h1>Security report: client Miller<\/h1>/);
  });

  test('tell nothing of another account', async () => {
    const stranger = await service().account({ plan: 'enterprise' });
    const id = await add('secret.example');
    assert.equal((await send('GET', `/api/domains/${id}/report`, {}, stranger.owner.cookie)).status, 404);
    const { text } = await send('GET', '/api/reports/account', {}, stranger.owner.cookie);
    assert.ok(text.includes('There are none.') && !text.includes('secret.example'));
  });

  test('come as PDF of the same page', async () => {
    const id = await add('paper.example');
    for (const [path, name, title] of [[`/api/domains/${id}/report`, 'paper.example', 'Security report: paper.example'], ['/api/reports/account', 'domains', 'Security report: all domains']] as const) {
      const { status, headers, text } = await send('GET', path, { format: 'pdf' });
      assert.deepEqual([status, headers['content-type']], [200, 'application/pdf']);
      assert.match(String(headers['content-disposition']), new RegExp(`^attachment; filename="report-${name}-\\d{4}-\\d\\d-\\d\\d\\.pdf"`));
      assert.ok(text.startsWith('%PDF') && text.includes(`<h1>${title}</h1>`), text.slice(0, 200));
    }
  });

  test('take no colour that is none', async () => {
    const { status, body } = await send('POST', '/api/clients', { name: 'Odd', reportColor: 'red;}' });
    assert.deepEqual([status, body.code], [400, 'invalid_request']);
  });

  test('that are shared are read by whoever has the link, until it expires or is revoked, without what hosts show', async () => {
    const { store, request } = service();
    const name = 'shared.example';
    const id = await add(name);
    await store.transaction(tx => keepSnapshot(tx, id, { at: Date.now(), score: scanned.score, snapshot: snapshotOf({ ...scanned, domain: name }) }));
    const share = (given: Record<string, unknown>) => request('POST', '/api/report-links', { cookie: account.owner.cookie, body: { domainId: name, ...given } });
    const created = await share({ days: 7 });
    const url = new URL(String(created.body['url']));
    const { id: link, expiresAt } = dataOf(created);
    assert.deepEqual([created.status, url.pathname.startsWith('/r/'), Math.round((Date.parse(expiresAt) - Date.now()) / DAY_MS)], [201, true, 7]);
    const read = (format = 'json') => request('GET', `/api/shared-reports/${url.pathname.slice('/r/'.length)}`, { query: { format } });
    const report = dataOf(await read());
    assert.deepEqual([report.name, report.score, report.sections], [name, scanned.score, []]);
    const page = await request('GET', url.pathname);
    const nonce = /<style nonce="([^"]+)">/.exec(page.text)?.[1];
    assert.ok(page.status === 200 && page.text.includes(name) && nonce !== undefined && String(page.headers['content-security-policy']).includes(`'nonce-${nonce}'`), page.text.slice(0, 300));
    assert.deepEqual([page.headers['cache-control'], page.headers['referrer-policy'], page.headers['x-robots-tag']], ['no-store', 'no-referrer', 'noindex']);
    const badge = await request('GET', `${url.pathname}/badge.svg`);
    assert.deepEqual([badge.status, badge.headers['content-type'], badge.headers['cross-origin-resource-policy'], badge.headers['cache-control']], [200, 'image/svg+xml', 'cross-origin', 'public, max-age=300']);
    assert.match(badge.text, new RegExp(`^<svg [^>]*aria-label="${name}: grade ${report.grade.replace('+', '\\+')} as of `));
    const listed = await send('GET', '/api/report-links', { domainId: name });
    assert.deepEqual(dataOf(listed).map((one: { id: string }) => one.id), [link]);
    assert.ok(!listed.text.includes(url.pathname.slice('/r/'.length)), 'the link itself is shown once');
    assert.equal((await send('DELETE', `/api/report-links/${link}`)).status, 200);
    assert.deepEqual([(await read()).status, (await request('GET', url.pathname)).status, (await request('GET', `${url.pathname}/badge.svg`)).status], [404, 404, 404]);

    const second = new URL(String((await share({})).body['url']));
    await allTables(store.db).updateTable('report_link').set({ expires_at: Date.now() - 1 }).execute();
    assert.equal((await request('GET', second.pathname)).status, 404);
    assert.deepEqual(dataOf(await send('GET', '/api/report-links')), []);
    for (const days of [0, 366, 1.5]) assert.equal((await share({ days })).status, 400);
  });

  test('are shared by 200 links at most', async () => {
    const { store, service: { services } } = service();
    const id = await add('often.example');
    const now = Date.now();
    await allTables(store.db).insertInto('report_link').values(Array.from({ length: 200 }, (_, at) => ({ id: services.newId('rpl'), account_id: account.id, domain_id: id, token_hash: `h${at}`, created_at: now, expires_at: now + DAY_MS }))).execute();
    const refused = await send('POST', '/api/report-links', { domainId: id });
    assert.deepEqual([refused.status, refused.body['code']], [409, 'limit_reached']);
    const first = await send('GET', '/api/report-links', { limit: '150' });
    const rest = await send('GET', '/api/report-links', { limit: '150', cursor: String(first.body['nextCursor']) });
    assert.equal(new Set([...dataOf(first), ...dataOf(rest)].map(({ id: one }: { id: string }) => one)).size, 200);
    await allTables(store.db).deleteFrom('report_link').execute();
  });
});
