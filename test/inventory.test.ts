import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLab } from '../lab/index.ts';
import type { Lab } from '../lab/types.ts';
import type { Plan } from '../src/core/access.ts';
import { onEachDatabaseServed, type TestAccount, type TestReply } from './service.ts';
import { feed, knownMeasures } from './facets.ts';
import { allTables } from './tables.ts';
import { facetsOf } from '../src/areas/domains/inventory/index.ts';

type Fields = Record<string, unknown>;
type Call = (method: string, path: string, sent?: Fields) => Promise<TestReply>;

let lab: Lab;
before(async () => { lab = await startLab(); });
after(() => lab.stop());

onEachDatabaseServed('the inventory', { lab: () => lab, quickPasswords: true }, service => {
  /** Somebody who calls, on an account of a plan. */
  const setUp = async (plan: Plan = 'enterprise'): Promise<{ account: TestAccount; call: Call; add(name: string, more?: Fields): Promise<string> }> => {
    const account = await service().account({ plan });
    const call: Call = (method, path, sent = {}) => service().request(method, path, {
      cookie: account.owner.cookie, ...(method === 'GET' ? { query: sent as Record<string, string> } : { body: sent }),
    });
    const add = async (name: string, more: Fields = {}) => (dataOf(await call('POST', '/api/domains', { name, scan: false, ...more }))['id'] as string);
    return { account, call, add };
  };
  const manualScans = async (call: Call): Promise<number> =>
    (dataOf(await call('GET', '/api/auth/me'))['allowances'] as { name: string; used: number }[]).find(({ name }) => name === 'manual_scans')!.used;
  /** Leaves no manual scan of today. */
  const spendAll = ({ id }: TestAccount) =>
    allTables(service().store.db).insertInto('counter').values({ name: `manual_scans:${id}`, window_start: Date.now() - Date.now() % 86_400_000, used: 5000 }).execute();
  const names = (reply: TestReply) => listOf(reply).map(({ name }) => name);

  test('a domain is added, scanned at once, and shows what was found', async () => {
    const { call } = await setUp();
    const added = await call('POST', '/api/domains', { name: 'Weak-Mail.example.', tags: ['Shop', 'eu'], note: 'Renewed by hand' });
    assert.equal(added.status, 201);
    const { id: domainId, ...shown } = dataOf(added);
    const id = domainId as string;
    assert.partialDeepStrictEqual(shown, { name: 'weak-mail.example', tags: ['eu', 'shop'], note: 'Renewed by hand', group: null, monitored: true, intervalMinutes: 60, score: null, checkedAt: null, version: 1 });
    const run = await ended(call, (added.body['run'] as Fields)['id'] as string);
    assert.partialDeepStrictEqual(run, { status: 'completed', subject: { type: 'domain', id, label: 'weak-mail.example' }, links: { result: `/api/domains/${id}/overview` }, result: { changed: null } });
    const found = dataOf(await call('GET', `/api/domains/${id}`));
    assert.deepEqual([found['score'], found['grade'], found['issues']], [(run['result'] as Fields)['score'], (run['result'] as Fields)['grade'], (run['result'] as Fields)['issues']]);
    assert.ok((found['issues'] as number) > 0 && found['worst'] !== null && found['checkedAt'] !== null);
    const overview = dataOf(await call('GET', `/api/domains/${id}/overview`));
    assert.partialDeepStrictEqual(overview, { score: found['score'], before: null, run: null, openEvents: 0, issuesCount: found['issues'] });
    assert.equal((overview['nextActions'] as unknown[]).length, 3);
    assert.ok((overview['records'] as Fields[]).some(({ record, status }) => record === 'spf' && status !== 'ok'));
    const history = await call('GET', `/api/domains/${id}/history`);
    assert.partialDeepStrictEqual(listOf(history), [{ at: found['checkedAt'], score: found['score'], grade: found['grade'], changed: null }]);
    assert.equal(await manualScans(call), 1);
  });

  test('a domain is listed once, however it is written, and the refusal names it', async () => {
    const { call, add } = await setUp();
    const id = await add('bücher.example');
    const again = await call('POST', '/api/domains', { name: 'XN--BCHER-KVA.example' });
    assert.deepEqual([again.status, again.body.code, again.body['id']], [409, 'already_exists', id]);
    assert.equal((await call('POST', '/api/domains', { name: 'https://a.example/' })).body['suggestion'], 'a.example');
  });

  test('the same request_key adds one domain and starts one scan', async () => {
    const { call } = await setUp();
    const sent = { name: 'no-mail.example', request_key: 'once' };
    const [first, second] = await Promise.all([call('POST', '/api/domains', sent), call('POST', '/api/domains', sent)]);
    assert.deepEqual(first.body, second.body);
    assert.deepEqual([first.status, second.status, await manualScans(call)], [201, 201, 1]);
  });

  const plans: [plan: Plan, domains: number, outcome: Fields][] = [
    ['free', 3, { status: 402, code: 'plan_upgrade_required', required_plan: 'pro' }],
    ['pro', 100, { status: 402, code: 'plan_upgrade_required', required_plan: 'enterprise' }],
    ['enterprise', 10_000, { status: 409, code: 'limit_reached', limit: 10_000 }],
  ];
  for (const [plan, domains, outcome] of plans) {
    test(`${plan} has room for ${domains} domains, and one more answers ${String(outcome['status'])}`, async () => {
      const { account, call } = await setUp(plan);
      await spendAll(account);
      for (let from = 0; from < domains; from += 5000) {
        const list = Array.from({ length: Math.min(5000, domains - from) }, (_, at) => `d${from + at}.example`);
        assert.partialDeepStrictEqual(dataOf(await call('POST', '/api/domains/import', { domains: list })), { added: list.length, invalid: 0, full: 0 });
      }
      assert.partialDeepStrictEqual((await call('POST', '/api/domains', { name: 'more.example' })).body, outcome);
      assert.partialDeepStrictEqual((await call('POST', '/api/domains/import', { domains: ['more.example'] })).body, outcome);
    });
  }

  test('an import beyond the room adds what fits and tells the rest; many at once never add more', async () => {
    const { call } = await setUp('free');
    const lists = [['a.example', 'b.example'], ['c.example', 'd.example'], ['e.example', 'f.example']];
    const replies = await Promise.all(lists.map(domains => call('POST', '/api/domains/import', { domains })));
    const added = replies.filter(({ status }) => status === 200).map(reply => dataOf(reply)['added'] as number);
    assert.deepEqual([added.reduce((sum, one) => sum + one, 0), listOf(await call('GET', '/api/domains')).length], [3, 3]);
    assert.deepEqual(replies.map(({ status }) => String(status)).toSorted(), ['200', '200', '402']);
  });

  const intervals: [plan: Plan, minutes: number, outcome: Fields][] = [
    ['free', 1440, { status: 201 }],
    ['free', 360, { status: 402, required_plan: 'pro' }],
    ['pro', 60, { status: 402, required_plan: 'enterprise' }],
    ['enterprise', 60, { status: 201 }],
    ['enterprise', 59, { status: 400, code: 'invalid_request' }],
  ];
  for (const [plan, intervalMinutes, { status, ...members }] of intervals) {
    test(`on ${plan}, a scan every ${intervalMinutes} minutes answers ${String(status)}`, async () => {
      const { call } = await setUp(plan);
      const reply = await call('POST', '/api/domains', { name: 'a.example', intervalMinutes, scan: false });
      assert.equal(reply.status, status);
      assert.partialDeepStrictEqual(reply.body, members);
    });
  }

  test('an interval that the plan does not have is refused before anything that the call names is looked for', async () => {
    const { call } = await setUp('pro');
    const [absent, intervalMinutes] = ['grp_01hzy3v4qk8m0p2r5s7t9w1x3z', 60];
    const replies = [await call('POST', '/api/domains', { name: 'a.example', group: absent, intervalMinutes, scan: false }), await call('PATCH', '/api/domains/not-there.example', { intervalMinutes })];
    assert.deepEqual(replies.map(({ status, body }) => [status, body['required_plan']]), [[402, 'enterprise'], [402, 'enterprise']]);
  });

  test('a second scan while one waits is the same, and costs nothing', async () => {
    const { call, add } = await setUp();
    const id = await add('healthy.example');
    const replies = await Promise.all([1, 2, 3].map(() => call('POST', `/api/domains/${id}/scan`)));
    assert.deepEqual(replies.map(({ status }) => status), [202, 202, 202]);
    const runs = new Set(replies.map(reply => dataOf(reply)['id'] as string));
    for (const run of runs) assert.equal((await ended(call, run))['status'], 'completed');
    assert.equal(await manualScans(call), runs.size);
    assert.equal(replies[0]!.headers['location'], `/api/runs/${String(dataOf(replies[0]!)['id'])}`);
  });

  test('without a manual scan left, a domain is added all the same and waits for its turn', async () => {
    const { account, call } = await setUp('free');
    await spendAll(account);
    const { body, status } = await call('POST', '/api/domains', { name: 'healthy.example' });
    assert.deepEqual([status, body['run']], [201, null]);
    const id = (body['data'] as Fields)['id'] as string;
    assert.equal((await call('POST', `/api/domains/${id}/scan`)).status, 429);
    assert.equal((await call('POST', '/api/domains/bulk', { ids: [id], action: 'scan' })).status, 429);
  });

  test('DKIM selectors that the owner uses are tried by every scan; what cannot be one is refused', async () => {
    const { call } = await setUp();
    const added = await call('POST', '/api/domains', { name: 'weak-mail.example', dkimSelectors: ['Mail2026', 'mail2026', 'a.b'] });
    const { id, dkimSelectors } = dataOf(added) as { id: string; dkimSelectors: string[] };
    assert.deepEqual(dkimSelectors, ['mail2026', 'a.b']);
    await ended(call, (added.body['run'] as Fields)['id'] as string);
    const { tiles } = dataOf(await call('GET', `/api/domains/${id}/email-security`)) as { tiles: { dkim: { selectorsTried: string[] } } };
    assert.ok(['mail2026', 'a.b'].every(selector => tiles.dkim.selectorsTried.includes(selector)), tiles.dkim.selectorsTried.join());
    assert.deepEqual(dataOf(await call('PATCH', `/api/domains/${id}`, { dkimSelectors: [] }))['dkimSelectors'], []);
    for (const wrong of [['a b'], ['-a'], ['a-'], ['a..b'], ['a.'], ['x'.repeat(64)], ['bücher'], [''], Array.from({ length: 7 }, (_, at) => `s${at}`)]) {
      assert.equal((await call('PATCH', `/api/domains/${id}`, { dkimSelectors: wrong })).status, 400, wrong.join());
    }
  });

  test('a change leaves what is not given, and one of an older version is refused', async () => {
    const { call, add } = await setUp();
    const id = await add('a.example', { note: 'first', tags: ['one', 'two'] });
    const client = dataOf(await call('POST', '/api/clients', { name: 'Miller' }))['id'];
    const changed = dataOf(await call('PATCH', `/api/domains/${id}`, { version: 1, client, tags: ['three'], profile: 'noMail' }));
    assert.partialDeepStrictEqual(changed, { version: 2, note: 'first', tags: ['three'], client: { id: client, name: 'Miller' }, profile: 'noMail' });
    const late = await call('PATCH', `/api/domains/${id}`, { version: 1, note: 'late' });
    assert.deepEqual([late.status, late.body.code, (late.body['current'] as Fields)['version']], [409, 'version_conflict', 2]);
    assert.equal(dataOf(await call('PATCH', `/api/domains/${id}`, { tags: ['three'] }))['version'], 2);
    assert.partialDeepStrictEqual(dataOf(await call('PATCH', `/api/domains/${id}`, { monitored: false, note: null })), { monitored: false, nextCheckAt: null, note: null, version: 3 });
    const replies = await Promise.all([1, 2, 3, 4].map(n => call('PATCH', `/api/domains/${id}`, { version: 3, note: `n${n}` })));
    assert.deepEqual(replies.map(({ status }) => String(status)).toSorted(), ['200', '409', '409', '409']);
  });

  test('a domain that is deleted takes its history along, and can be added again', async () => {
    const { call } = await setUp();
    const { body } = await call('POST', '/api/domains', { name: 'healthy.example', tags: ['x'] });
    const id = (body['data'] as Fields)['id'] as string;
    await ended(call, (body['run'] as Fields)['id'] as string);
    assert.equal((await call('DELETE', `/api/domains/${id}`)).status, 200);
    for (const table of ['snapshot', 'snapshot_set', 'snapshot_part', 'domain_tag'] as const) {
      assert.deepEqual(await allTables(service().store.db).selectFrom(table).selectAll().where('domain_id', '=', id).execute(), [], table);
    }
    for (const path of ['', '/history', '/overview']) assert.equal((await call('GET', `/api/domains/${id}${path}`)).status, 404);
    assert.equal((await call('DELETE', `/api/domains/${id}`)).status, 404);
    assert.equal((await call('POST', '/api/domains', { name: 'healthy.example', scan: false })).status, 201);
  });

  test('every sort walks the whole list, page by page, what has no value last', async () => {
    const { account, call } = await setUp();
    await spendAll(account);
    await call('POST', '/api/domains/import', { domains: Array.from({ length: 23 }, (_, at) => `s${at}.example`) });
    const { db } = service().store;
    const rows = await allTables(db).selectFrom('domain').selectAll().where('account_id', '=', account.id).orderBy('id').execute();
    for (const [at, { id }] of rows.entries()) {
      await allTables(db).updateTable('domain').set({ checked_at: at % 4 === 3 ? null : 1000 + at % 7, due_at: null, monitored: 0 }).where('id', '=', id).execute();
      if (at % 4 !== 3) await feed(db, id, { score: 50 + at % 5, issues: at % 3, expiresAt: at % 2 === 0 ? null : at });
    }
    const facets = await facetsOf(db, knownMeasures, rows.map(({ id }) => id));
    const known = (await allTables(db).selectFrom('domain').selectAll().where('account_id', '=', account.id).execute()).map(row => ({ ...row, ...facets(row.id) }));
    const columns = { name: 'name', score: 'score', issues: 'issues', openEvents: 'openEvents', checkedAt: 'checked_at', nextCheckAt: 'due_at', expiresAt: 'expiresAt', createdAt: 'created_at', updatedAt: 'updated_at' } as const;
    for (const [name, column] of Object.entries(columns)) {
      for (const sign of ['', '-']) {
        const direction = sign === '' ? 1 : -1;
        const expected = known.toSorted((a, b) => {
          const [x, y] = [a[column], b[column]];
          if (x === y) return a.id < b.id ? -1 : 1;
          if (x === null || y === null) return x === null ? 1 : -1;
          return (x < y ? -1 : 1) * direction;
        });
        assert.deepEqual((await pagesOf(call, { sort: `${sign}${name}`, limit: '7' })).map(({ id }) => id), expected.map(({ id }) => id), `${sign}${name}`);
      }
    }
    const cursor = (await call('GET', '/api/domains', { sort: 'name', limit: '1' })).body['nextCursor'] as string;
    assert.equal((await call('GET', '/api/domains', { sort: 'score', cursor })).status, 400);
  });

  const searches: [search: string, found: string[]][] = [
    ['SHOP', ['shop.example', 'xn--bcher-kva.example']],
    ['bücher', ['xn--bcher-kva.example']],
    ['XN--B', ['xn--bcher-kva.example']],
    ['50%', ['percent.example']],
    ['%', ['percent.example']],
    ['_', []],
    ['\\', ['shop.example']],
    ['.example', ['percent.example', 'shop.example', 'xn--bcher-kva.example']],
  ];
  test('a search finds parts of names and notes, and takes no character for more than itself', async () => {
    const { call, add } = await setUp();
    await add('shop.example', { note: 'C:\\temp' });
    await add('bücher.example', { note: 'A Shop of books' });
    await add('percent.example', { note: '50% off' });
    for (const [search, found] of searches) assert.deepEqual(names(await call('GET', '/api/domains', { search })), found, search);
  });

  test('filters let through what they name, together', async () => {
    const { account, call, add } = await setUp();
    const group = dataOf(await call('POST', '/api/groups', { name: 'Shops' }))['id'] as string;
    const [a, b] = [await add('a.example', { group, tags: ['x', 'y'] }), await add('b.example', { tags: ['x'], monitored: false })];
    await add('c.example');
    const { db } = service().store;
    await feed(db, a, { grade: 'F', worst: 'critical' });
    await feed(db, b, { grade: 'A', worst: 'none' });
    const cases: [filter: Record<string, string>, found: string[]][] = [
      [{ tag: 'X' }, ['a.example', 'b.example']], [{ group }, ['a.example']], [{ grade: 'A' }, ['b.example']], [{ worst: 'critical' }, ['a.example']],
      [{ worst: 'none' }, ['b.example']], [{ monitored: 'false' }, ['b.example']], [{ tag: 'x', monitored: 'true' }, ['a.example']], [{ tag: 'y', grade: 'A' }, []],
    ];
    for (const [filter, found] of cases) assert.deepEqual(names(await call('GET', '/api/domains', filter)), found, JSON.stringify(filter));
    assert.deepEqual(listOf(await call('GET', '/api/tags')), [{ tag: 'x', domains: 2 }, { tag: 'y', domains: 1 }]);
    assert.partialDeepStrictEqual(listOf(await call('GET', '/api/groups')), [{ id: group, name: 'Shops', domains: 1 }]);
    await call('DELETE', `/api/groups/${group}`);
    assert.equal(dataOf(await call('GET', `/api/domains/${a}`))['group'], null);
    assert.equal((await call('GET', '/api/domains', { group })).status, 404);
    assert.equal(account.plan, 'enterprise');
  });

  for (const [path, extra] of [['groups', { note: 'All that take payments' }], ['clients', { contactEmail: 'office@example.com' }]] as const) {
    test(`${path} have one of a name, and keep what is not given`, async () => {
      const { call } = await setUp('free');
      const made = dataOf(await call('POST', `/api/${path}`, { name: ' Web shops ', ...extra }));
      assert.partialDeepStrictEqual(made, { name: 'Web shops', ...extra, domains: 0, version: 1 });
      const again = await call('POST', `/api/${path}`, { name: 'Web shops' });
      assert.deepEqual([again.status, again.body['id']], [409, made['id']]);
      const other = dataOf(await call('POST', `/api/${path}`, { name: 'Others' }))['id'] as string;
      assert.equal((await call('PATCH', `/api/${path}/${other}`, { name: 'Web shops' })).body.code, 'already_exists');
      assert.partialDeepStrictEqual(dataOf(await call('PATCH', `/api/${path}/${String(made['id'])}`, { name: 'Shops', version: 1 })), { name: 'Shops', ...extra, version: 2 });
      const late = await call('PATCH', `/api/${path}/${String(made['id'])}`, { note: 'late', version: 1 });
      assert.deepEqual([late.status, (late.body['current'] as Fields)['version']], [409, 2]);
      assert.deepEqual(names(await call('GET', `/api/${path}`, { limit: '1' })), ['Others']);
      assert.deepEqual((await pagesOf(call, { limit: '1' }, `/api/${path}`)).map(({ name }) => name), ['Others', 'Shops']);
      assert.equal((await call('DELETE', `/api/${path}/${other}`)).status, 200);
      assert.equal((await call('GET', `/api/${path}/${other}`)).status, 404);
    });
  }

  test('an import tells of every line what became of it, and an export brings it back', async () => {
    const { call, add } = await setUp();
    const there = await add('there.example');
    const csv = 'name,tags,group,client,note\r\na.example,Shop;eu,Web shops,Miller,"By hand, =yearly"\r\nthere.example\r\na.example\r\nhttps://b.example\r\n"c.example,=x';
    const { added, exists, invalid, full, lines } = dataOf(await call('POST', '/api/domains/import', { csv })) as { added: number; exists: number; invalid: number; full: number; lines: Fields[] };
    assert.deepEqual([added, exists, invalid, full], [1, 2, 2, 0]);
    assert.deepEqual(lines.map(({ line, outcome }) => `${String(line)} ${String(outcome)}`), ['2 added', '3 exists', '4 exists', '5 invalid', '6 invalid']);
    assert.deepEqual([lines[1]!['id'], lines[2]!['id']], [there, lines[0]!['id']]);
    const exported = await call('GET', '/api/domains/export');
    assert.match(String(exported.headers['content-type']), /^text\/csv/);
    assert.match(String(exported.headers['content-disposition']), /domains\.csv/);
    const second = await setUp();
    assert.partialDeepStrictEqual(dataOf(await second.call('POST', '/api/domains/import', { csv: exported.text })), { added: 2, invalid: 0 });
    const bare = ({ name, tags, group, client, note }: Fields) => ({ name, tags, group: (group as Fields | null)?.['name'], client: (client as Fields | null)?.['name'], note });
    assert.deepEqual(listOf(await second.call('GET', '/api/domains')).map(bare), listOf(await call('GET', '/api/domains')).map(bare));
    while (listOf(await call('GET', '/api/domains', { tag: 'shop' })).some(({ checkedAt }) => checkedAt === null)) await sleep(50);
    const lineByLine = (await call('GET', '/api/domains/export', { format: 'jsonl', tag: 'shop' })).text.trim().split('\n').map(line => JSON.parse(line) as Fields);
    assert.deepEqual(lineByLine, listOf(await call('GET', '/api/domains', { tag: 'shop' })));
  });

  test('a preview of an import tells the same as the import, and adds nothing', async () => {
    const { call, add } = await setUp();
    await add('there.example');
    const csv = 'a.example,shop,New group\nthere.example\nnot a name\na.example';
    const outcomes = async (more: Fields = {}) => (dataOf(await call('POST', '/api/domains/import', { csv, ...more }))['lines'] as Fields[]).map(({ outcome }) => outcome);
    const previewed = await outcomes({ preview: true });
    assert.equal(listOf(await call('GET', '/api/domains')).length, 1);
    assert.deepEqual(listOf(await call('GET', '/api/groups')), []);
    assert.deepEqual(await outcomes(), previewed);
    assert.deepEqual(previewed, ['added', 'exists', 'invalid', 'exists']);
  });

  test('the summary counts the domains and the room that is left', async () => {
    const { call, add } = await setUp();
    const { remaining } = dataOf(await call('GET', '/api/domains/summary')) as { remaining: number };
    await add('a.example');
    await add('b.example');
    assert.partialDeepStrictEqual(dataOf(await call('GET', '/api/domains/summary')), { domains: 2, remaining: remaining - 2, neverChecked: 2, changed: 0, withoutIssues: 0 });
  });

  test('an import of more lines than there may be adds none', async () => {
    const { call } = await setUp();
    const reply = await call('POST', '/api/domains/import', { csv: Array.from({ length: 5001 }, (_, at) => `d${at}.example`).join('\n') });
    assert.equal(reply.status, 400);
    assert.deepEqual(listOf(await call('GET', '/api/domains')), []);
  });

  test('an action on many domains does all or nothing', async () => {
    const { call, add } = await setUp();
    const ids = [await add('a.example'), await add('b.example', { tags: ['x'] })];
    const act = async (action: string, more: Fields = {}) => dataOf(await call('POST', '/api/domains/bulk', { ids, action, ...more }));
    const shown = async () => listOf(await call('GET', '/api/domains')).map(({ tags, group, monitored }) => [tags, (group as Fields | null)?.['name'], monitored]);
    assert.partialDeepStrictEqual(await act('tag', { tags: ['X', 'y'] }), { changed: 2 });
    assert.partialDeepStrictEqual(await act('tag', { tags: ['x'] }), { changed: 0 });
    assert.partialDeepStrictEqual(await act('untag', { tags: ['y'] }), { changed: 2 });
    const group = dataOf(await call('POST', '/api/groups', { name: 'G' }))['id'];
    assert.partialDeepStrictEqual(await act('move', { group }), { changed: 2 });
    assert.partialDeepStrictEqual(await act('pause'), { changed: 2 });
    assert.deepEqual(await shown(), [[['x'], 'G', false], [['x'], 'G', false]]);
    assert.partialDeepStrictEqual(await act('monitor'), { changed: 2 });
    assert.partialDeepStrictEqual(await act('move', { group: null }), { changed: 2 });
    assert.deepEqual(await shown(), [[['x'], undefined, true], [['x'], undefined, true]]);
    const tooMany = await call('POST', '/api/domains/bulk', { ids, action: 'tag', tags: Array.from({ length: 20 }, (_, at) => `t${at}`) });
    assert.equal(tooMany.status, 400);
    assert.deepEqual(await shown(), [[['x'], undefined, true], [['x'], undefined, true]]);
    const runs = (await act('scan'))['runs'] as string[];
    assert.equal(runs.length, 2);
    for (const run of runs) await ended(call, run);
    assert.equal(await manualScans(call), 2);
    assert.equal((await call('POST', '/api/domains/bulk', { ids: [...ids, 'dom_0'], action: 'delete' })).status, 404);
    assert.partialDeepStrictEqual(await act('delete'), { changed: 2 });
    assert.deepEqual(await shown(), []);
  });

  test('a key without the scope scans can act on many domains, but start no look', async () => {
    const { account, add } = await setUp();
    const { key } = await service().key(account, { scopes: ['domains', 'write'] });
    const ids = [await add('a.example')];
    const act = (action: string) => service().request('POST', '/api/domains/bulk', { key, body: { ids, action } });
    assert.equal((await act('pause')).status, 200);
    const { status, body } = await act('scan');
    assert.deepEqual([status, body.code, body['requiredScope']], [403, 'scope_missing', 'scans']);
  });
});

/** Every page of a list, one after the other. */
async function pagesOf(call: Call, query: Record<string, string>, path = '/api/domains'): Promise<Fields[]> {
  const all: Fields[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const reply: TestReply = await call('GET', path, cursor === '' ? query : { ...query, cursor });
    all.push(...listOf(reply));
    cursor = reply.body['nextCursor'] as string | null;
  }
  return all;
}

/** The run at its end. */
async function ended(call: Call, id: string): Promise<Fields> {
  for (let tries = 0; tries < 400; tries++) {
    const run = dataOf(await call('GET', `/api/runs/${id}`));
    if (run['status'] !== 'queued' && run['status'] !== 'running') return run;
    await sleep(50);
  }
  throw new Error(`The run ${id} does not end.`);
}

function dataOf({ status, text, body }: TestReply): Fields {
  assert.ok(status < 300, `${status} ${text}`);
  return body['data'] as Fields;
}

function listOf(reply: TestReply): Fields[] {
  return dataOf(reply) as unknown as Fields[];
}
