import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SaxesParser } from 'saxes';
import type { Account } from '../../../core/access.ts';
import type { Store } from '../../../store/index.ts';
import { onEachDatabase } from '../../../../test/databases.ts';
import { allTables } from '../../../../test/tables.ts';
import { personOf } from '../../platform/audit/testing.ts';
import { checksArea } from '../checks/index.ts';
import { rollChecks } from '../checks/results/roll.ts';
import { checksService, goodSight, silentSight } from '../checks/service.sample.ts';
import { statusPagesArea } from './index.ts';
import type { Published } from './published.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const operations = [...checksArea.operations, ...statusPagesArea.operations];
const formats = ['html', 'json', 'atom', 'svg'] as const;
/** What only the account may know. */
const INTERNAL = { name: 'internal-name', host: 'host-canary.example', path: 'path-canary', note: 'note-canary', error: 'error-canary' };

async function setUp(store: Store, plan: Account['plan'] = 'pro') {
  const service = checksService(store);
  const account = await service.addAccount({ plan });
  const call = (id: string, input: Record<string, unknown> = {}, of = account) => service.call(operations.find(one => one.id === id)!, personOf(of), input);
  const addCheck = async (input: Record<string, unknown> = {}, of = account): Promise<string> => {
    const { status, body } = await call('custom_checks.create', { kind: 'http', name: INTERNAL.name, target: `https://${INTERNAL.host}/${INTERNAL.path}`, intervalSeconds: 60, failAfter: 1, recoverAfter: 1, ...input }, of);
    assert.equal(status, 201, JSON.stringify(body));
    return body.data.id;
  };
  const addPage = async (input: Record<string, unknown> = {}, of = account): Promise<{ id: string; url: string; level: string; checks: { id: string; name: string | null }[] }> => {
    const { status, body } = await call('status_pages.create', { title: 'Example status', ...input }, of);
    assert.equal(status, 201, JSON.stringify(body));
    return body.data;
  };
  const open = async (url: string, format: (typeof formats)[number]) => {
    const { status, body } = await service.call(operations.find(({ id }) => id === 'status_pages.open')!, { kind: 'anonymous', address: '192.0.2.9' }, { token: url.split('/').at(-1)!, format });
    return { status, text: status === 200 ? body.body as string : JSON.stringify(body) };
  };
  const read = async (url: string): Promise<Published> => (JSON.parse((await open(url, 'json')).text) as { data: Published }).data;
  const roll = () => rollChecks.handle({ id: 'job_1', accountId: account.id, payload: {}, attempts: 1, services: service.services, signal: new AbortController().signal });
  return { ...service, account, call, addCheck, addPage, open, read, roll };
}

/** The text of each element of an Atom feed, by its path; throws where it is not well-formed. */
function elementsOf(xml: string): [path: string, text: string][] {
  const [found, path]: [[string, string][], string[]] = [[], []];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', ({ name }) => { path.push(name); found.push([path.join('/'), '']); });
  parser.on('text', text => { if (found.length > 0) found.at(-1)![1] += text; });
  parser.on('closetag', () => { path.pop(); });
  parser.on('error', error => { throw error; });
  parser.write(xml).close();
  return found.map(([name, text]) => [name, text.trim()]);
}

onEachDatabase('a published status page', open => {
  test('shows the state, uptime, days and incidents of its checks by their public names', async () => {
    const { addCheck, addPage, read, pass, roll, outside, clock } = await setUp(await open());
    const [shop, api] = [await addCheck(), await addCheck({ name: 'API', target: 'https://api.example/' })];
    const { url, level } = await addPage({ title: 'Shops <b>', description: 'All of them', checks: [{ id: shop, name: 'Shop' }, { id: api }], notice: 'Maintenance on Sunday' });
    assert.match(url, /^https:\/\/dss\.example\/s\/[\w-]{32}$/);
    assert.equal(level, 'unknown');
    await pass(10 * MINUTE_MS);
    assert.deepEqual([(await read(url)).level, (await read(url)).checks.map(({ name }) => name)], ['operational', ['Shop', 'API']]);
    const began = clock.now();
    outside.answer = request => (request.kind === 'http' && request.url.includes(INTERNAL.host) ? silentSight : goodSight);
    await pass(10 * MINUTE_MS);
    await roll();
    const down = await read(url);
    assert.deepEqual([down.title, down.description, down.notice, down.level], ['Shops <b>', 'All of them', 'Maintenance on Sunday', 'partialOutage']);
    assert.deepEqual(down.checks.map(one => one.level), ['majorOutage', 'operational']);
    assert.ok(down.checks[0]!.uptime.day! > 30 && down.checks[0]!.uptime.day! < 70 && down.checks[1]!.uptime.quarter === 100);
    assert.deepEqual(down.checks.map(({ days }) => [days.length, days.filter(day => day.level === 'unknown').length, days.at(-1)!.level]), [[90, 89, 'partialOutage'], [90, 89, 'operational']]);
    const [incident, ...others] = down.incidents;
    assert.deepEqual([incident!.checks, incident!.until, others.length], [['Shop'], null, 0]);
    assert.ok(Date.parse(incident!.since) >= began);
    outside.answer = () => goodSight;
    await pass(2 * MINUTE_MS);
    const over = (await read(url)).incidents[0]!;
    assert.deepEqual([over.id, over.since, over.until !== null], [incident!.id, incident!.since, true]);
    clock.advance(31 * DAY_MS);
    const later = await read(url);
    assert.deepEqual([later.level, later.checks.map(one => one.level), later.incidents, later.checks[0]!.uptime.day], ['unknown', ['unknown', 'unknown'], [], null]);
  });

  test('shows nothing else in any format: no target, cause, error, note or id, and no name that was replaced', async () => {
    const { addCheck, addPage, open: openPage, call, pass, outside, account } = await setUp(await open());
    const id = await addCheck();
    const { url, id: page } = await addPage({ checks: [{ id, name: 'Shop' }] });
    await pass(2 * MINUTE_MS);
    outside.answer = () => ({ ...silentSight, failure: { kind: 'timeout', cause: INTERNAL.error } });
    await pass(5 * MINUTE_MS);
    const [incident] = (await call('check_incidents.list')).body.data as { id: string; title: string }[];
    await call('check_incidents.note', { id: incident!.id, note: INTERNAL.note });
    assert.ok((await call('custom_checks.failures', { id })).body.data.length > 0);
    for (const format of formats) {
      const { status, text } = await openPage(url, format);
      assert.equal(status, 200, text);
      for (const internal of [...Object.values(INTERNAL), id, incident!.id, incident!.title, page, account.id, 'timeout', 'no answer']) assert.ok(!text.includes(internal), `${format}: ${internal}`);
      if (format !== 'svg') assert.ok(text.includes('Shop'), format);
    }
  });

  test('shows outages of one incident apart where the check worked between them', async () => {
    const { addCheck, addPage, read, call, pass, outside } = await setUp(await open());
    const [shop] = [await addCheck({ target: `https://${INTERNAL.host}/shop` }), await addCheck({ name: 'Other', target: `https://${INTERNAL.host}/other` })];
    const { url } = await addPage({ checks: [{ id: shop, name: 'Shop' }] });
    const fails = (...paths: string[]) => { outside.answer = request => (request.kind === 'http' && paths.some(path => request.url.endsWith(path)) ? silentSight : goodSight); };
    await pass(2 * MINUTE_MS);
    for (const paths of [['/shop', '/other'], ['/other'], ['/shop', '/other']]) {
      fails(...paths);
      await pass(3 * MINUTE_MS);
    }
    assert.equal((await call('check_incidents.list')).body.data.length, 1);
    const { incidents } = await read(url);
    assert.deepEqual(incidents.map(({ state, checks }) => [state, checks]), [['ongoing', ['Shop']], ['over', ['Shop']]]);
    assert.ok(incidents[1]!.until! < incidents[0]!.since && incidents[0]!.id !== incidents[1]!.id);
  });

  test('does not say that an outage goes on where nothing is known of the present', async () => {
    const { addCheck, addPage, read, open: openPage, pass, outside, clock } = await setUp(await open());
    const { url } = await addPage({ checks: [{ id: await addCheck(), name: 'Shop' }] });
    await pass(2 * MINUTE_MS);
    outside.answer = () => silentSight;
    await pass(3 * MINUTE_MS);
    clock.advance(60 * MINUTE_MS);
    assert.deepEqual((await read(url)).incidents.map(({ state, until }) => [state, until]), [['unknown', null]]);
    assert.match((await openPage(url, 'html')).text, /end unknown/);
    assert.match((await openPage(url, 'atom')).text, /Whether it is over is unknown/);
  });

  test('does not call a check stale that is done less often because of the plan', async () => {
    const { addCheck, addPage, read, services, account, pass } = await setUp(await open());
    const { url } = await addPage({ checks: [{ id: await addCheck() }] });
    await pass(2 * MINUTE_MS);
    await allTables(services.db).updateTable('account').set({ plan: 'free' }).where('id', '=', account.id).execute();
    await pass(14 * MINUTE_MS);
    assert.equal((await read(url)).level, 'operational');
  });

  test('escapes what its owner writes, and names each state in words', async () => {
    const { addCheck, addPage, open: openPage, pass } = await setUp(await open());
    const id = await addCheck();
    const { url } = await addPage({ title: '<script>&"', description: '</p><img src=x>', notice: '<i>now</i>', checks: [{ id, name: '<u>Shop' }] });
    await pass(2 * MINUTE_MS);
    const { text } = await openPage(url, 'html');
    assert.ok(!/<script|<img|<i>|<u>/.test(text) && text.includes('&lt;script&gt;&amp;&quot;'), text.slice(0, 500));
    assert.match(text, /<span class="state operational">Operational<\/span>/);
    assert.match(text, /role="img" aria-label="Last 90 days: 0 days operational, 90 unknown"/);
    assert.match((await openPage(url, 'svg')).text, /^<svg [^>]*aria-label="&lt;script&gt;&amp;&quot;: operational"/);
    const { url: odd } = await addPage({ title: 'Odd \uffff title' });
    assert.ok(!(await openPage(odd, 'svg')).text.includes('\uffff'));
  });

  test('has a feed that is well-formed, with the same ids whenever it is read, and other ids on another page', async () => {
    const { addCheck, addPage, open: openPage, call, pass, outside, clock } = await setUp(await open());
    const id = await addCheck();
    const pages = [await addPage({ title: 'A & <B>', description: 'C]]>', checks: [{ id, name: 'Shop &c.' }] }), await addPage({ checks: [{ id, name: 'Shop' }] })];
    await pass(2 * MINUTE_MS);
    outside.answer = () => silentSight;
    await pass(3 * MINUTE_MS);
    const feedOf = async ({ url }: { url: string }) => elementsOf((await openPage(url, 'atom')).text);
    const textOf = (feed: [string, string][], path: string) => feed.filter(([name]) => name === path).map(([, text]) => text);
    const first = await feedOf(pages[0]!);
    assert.deepEqual([textOf(first, 'feed/title'), textOf(first, 'feed/entry/title'), textOf(first, 'feed/author/name')], [['A & <B>'], ['Outage: Shop &c.'], ['A & <B>']]);
    for (const path of ['feed/id', 'feed/updated', 'feed/entry/id', 'feed/entry/updated', 'feed/entry/content']) assert.equal(textOf(first, path).length, 1, path);
    assert.match(textOf(first, 'feed/entry/id')[0]!, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    clock.advance(1000);
    assert.deepEqual(await feedOf(pages[0]!), first);
    const other = await feedOf(pages[1]!);
    for (const path of ['feed/id', 'feed/entry/id']) assert.notDeepEqual(textOf(other, path), textOf(first, path));
    outside.answer = () => goodSight;
    await pass(2 * MINUTE_MS);
    await call('status_pages.update', { id: pages[0]!.id, notice: 'Over' });
    const over = await feedOf(pages[0]!);
    assert.deepEqual(textOf(over, 'feed/entry/id'), textOf(first, 'feed/entry/id'));
    assert.ok(textOf(over, 'feed/entry/updated')[0]! > textOf(first, 'feed/entry/updated')[0]! && textOf(over, 'feed/updated')[0]! >= textOf(over, 'feed/entry/updated')[0]!);
  });

  test('is not there for anybody once it is not published or deleted, as if it had never been', async () => {
    const { addPage, open: openPage, call } = await setUp(await open());
    const { id, url } = await addPage();
    const never = await openPage(`https://dss.example/s/${'x'.repeat(32)}`, 'html');
    const withoutRequest = (text: string) => ({ ...JSON.parse(text) as object, requestId: null });
    assert.equal(never.status, 404);
    assert.equal((await call('status_pages.update', { id, published: false })).body.data.url, url);
    for (const format of formats) assert.deepEqual(withoutRequest((await openPage(url, format)).text), withoutRequest(never.text));
    await call('status_pages.update', { id, published: true });
    assert.equal((await openPage(url, 'html')).status, 200);
    assert.equal((await call('status_pages.delete', { id })).status, 200);
    assert.deepEqual(withoutRequest((await openPage(url, 'html')).text), withoutRequest(never.text));
    assert.equal((await call('status_pages.get', { id })).status, 404);
  });

  test('loses a check with its incidents when that is deleted, and keeps the others', async () => {
    const { addCheck, addPage, read, call, pass, outside } = await setUp(await open());
    const ids = [await addCheck(), await addCheck({ name: 'API', target: 'https://api.example/' })];
    const { id, url } = await addPage({ checks: ids.map(one => ({ id: one })) });
    await pass(2 * MINUTE_MS);
    outside.answer = request => (request.kind === 'http' && request.url.includes(INTERNAL.host) ? silentSight : goodSight);
    await pass(2 * MINUTE_MS);
    assert.equal((await read(url)).incidents.length, 1);
    await call('custom_checks.delete', { id: ids[0] });
    const { level, checks, incidents } = await read(url);
    assert.deepEqual([level, checks.map(({ name }) => name), incidents], ['operational', ['API'], []]);
    const record = (await call('status_pages.get', { id })).body.data;
    assert.deepEqual([record.level, record.checks], ['operational', [{ id: ids[1], name: null }]]);
  });

  test('belongs to one account: checks and pages of others do not exist for it', async () => {
    const { addAccount, addCheck, addPage, call, read, services } = await setUp(await open());
    const stranger = await addAccount({ plan: 'pro' });
    const [own, foreign] = [await addCheck(), await addCheck({ name: 'Foreign' }, stranger)];
    const { id, url } = await addPage({ checks: [{ id: own }] });
    const refused: [says: string, status: number][] = [
      ['status_pages.create', (await call('status_pages.create', { title: 'A', checks: [{ id: own }, { id: foreign }] })).status],
      ['status_pages.update', (await call('status_pages.update', { id, checks: [{ id: foreign }] })).status],
      ['status_pages.get', (await call('status_pages.get', { id }, stranger)).status],
      ['status_pages.delete', (await call('status_pages.delete', { id }, stranger)).status],
    ];
    assert.deepEqual(refused.filter(([, status]) => status !== 404), []);
    assert.deepEqual((await call('status_pages.list', {}, stranger)).body.data, []);
    // Not even one that was stored, by whatever fault.
    await allTables(services.db).updateTable('status_page').set({ checks: JSON.stringify([{ id: foreign, name: 'Foreign' }]) }).where('id', '=', id).execute();
    assert.deepEqual((await read(url)).checks, []);
  });

  const quotas: [plan: Account['plan'], pages: number, status: number, says: string | undefined][] = [['free', 1, 402, 'pro'], ['pro', 5, 402, 'enterprise'], ['enterprise', 100, 409, undefined]];
  for (const [plan, pages, status, required] of quotas) {
    test(`is one of ${pages} on ${plan}; beyond that the answer is ${status}`, async () => {
      const { addPage, call } = await setUp(await open(), plan);
      for (let number = 0; number < pages; number++) await addPage();
      const { body, status: refused } = await call('status_pages.create', { title: 'One more' });
      assert.deepEqual([refused, body.code, body.required_plan, body.limit], [status, status === 402 ? 'plan_upgrade_required' : 'limit_reached', required, status === 409 ? pages : undefined]);
      assert.equal((await call('status_pages.list', { limit: 200 })).body.data.length, pages);
    });
  }

  test('is listed newest first, page by page, and stands in the export of its account alone', async () => {
    const { addAccount, addPage, call, services, account, clock } = await setUp(await open());
    const ids: string[] = [];
    for (let number = 0; number < 3; number++) {
      ids.unshift((await addPage({ title: `Page ${number}` })).id);
      clock.advance(1000);
    }
    await addPage({ title: 'Foreign' }, await addAccount({ plan: 'pro' }));
    const first = (await call('status_pages.list', { limit: 2 })).body;
    const rest = (await call('status_pages.list', { limit: 2, cursor: first.nextCursor })).body;
    assert.deepEqual([[...first.data, ...rest.data].map(({ id }: { id: string }) => id), rest.nextCursor], [ids, null]);
    const exported = await Array.fromAsync(statusPagesArea.exports!['statusPages']!(services.db, account.id)) as { id: string }[];
    assert.deepEqual(exported.map(({ id }) => id).toSorted(), ids.toSorted());
  });

  test('keeps what a change does not name, and says since when its notice is there', async () => {
    const { addCheck, addPage, call, clock } = await setUp(await open());
    const id = await addCheck();
    const page = await addPage({ description: 'Before', notice: 'Now', checks: [{ id, name: 'Shop' }] });
    clock.advance(MINUTE_MS);
    const { body: { data: renamed } } = await call('status_pages.update', { id: page.id, title: 'Other', notice: 'Now' });
    assert.deepEqual([renamed.title, renamed.description, renamed.checks, renamed.noticeAt, renamed.url], ['Other', 'Before', [{ id, name: 'Shop' }], renamed.createdAt, page.url]);
    const { body: { data: changed } } = await call('status_pages.update', { id: page.id, notice: 'Later' });
    assert.deepEqual([changed.notice, changed.noticeAt], ['Later', changed.updatedAt]);
    assert.deepEqual((await call('status_pages.update', { id: page.id, notice: null })).body.data.noticeAt, null);
  });

  const invalid: [says: string, input: Record<string, unknown>][] = [
    ['without a title', { title: ' ' }], ['with a title of 101 characters', { title: 'x'.repeat(101) }], ['with a title on two lines', { title: 'a\nb' }], ['with a description of 501 characters', { description: 'x'.repeat(501) }],
    ['with a notice of 1,001 characters', { notice: 'x'.repeat(1001) }], ['with an empty notice', { notice: '' }], ['with the same check twice', { checks: [{ id: 'chk_1' }, { id: 'chk_1' }] }],
    ['with 101 checks', { checks: Array.from({ length: 101 }, (_, at) => ({ id: `chk_${at}` })) }], ['with a token of its own', { token: 'x'.repeat(32) }],
  ];
  test('is refused where it must be', async () => {
    const { call } = await setUp(await open());
    for (const [says, input] of invalid) assert.deepEqual([says, (await call('status_pages.create', { title: 'Example', ...input })).status], [says, 400]);
  });
});
