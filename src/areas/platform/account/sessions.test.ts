import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { onEachDatabase } from '../../../../test/databases.ts';
import { cookieNames, createSessionReader } from './index.ts';
import { BASE_URL, openService, SECRET } from './service.sample.ts';
import { cookieOf, tokenOf } from './sessions.ts';
import { allTables } from '../../../../test/tables.ts';

const name = cookieNames(BASE_URL).session;

onEachDatabase('a session', open => {
  test('is read from the cookie that the library set, and only while it is signed and lasts', async () => {
    const store = await open();
    const service = openService(store);
    const value = (await service.operator()).cookies.get(name)!;
    const read = createSessionReader(store, SECRET, { configured: true });
    const now = Date.now();
    const caller = await read(value, now);
    assert.deepEqual([caller.role, caller.account.plan, caller.account.operator], ['owner', 'enterprise', true]);
    assert.deepEqual(await read(decodeURIComponent(value), now), caller, 'also decoded');
    const refused: [title: string, value: string, now: number][] = [
      ['another signature', value.replace(/.{8}$/, 'AAAAAAA%3D'), now],
      ['another token', `x${value}`, now],
      ['no signature', value.split('.')[0]!, now],
      ['after seven days', value, now + 7 * 86_400_000],
      ['nothing', '', now],
      ['a broken encoding', '%E0%A4%A.x', now],
    ];
    for (const [title, given, at] of refused) await assert.rejects(async () => read(given, at), { code: 'session_expired' }, title);
    await assert.rejects(async () => createSessionReader(store, 'another secret', { configured: true })(value, now), { code: 'session_expired' });
  });

  test('ends thirty days after its sign-in, however often it was prolonged', async () => {
    const store = await open();
    const value = (await openService(store).operator()).cookies.get(name)!;
    await allTables(store.db).updateTable('auth_session').set({ expiresAt: new Date(Date.now() + 60 * 86_400_000).toISOString() }).execute();
    const read = createSessionReader(store, SECRET, { configured: true });
    assert.equal((await read(value, Date.now() + 29 * 86_400_000)).role, 'owner');
    await assert.rejects(async () => read(value, Date.now() + 30 * 86_400_000), { code: 'session_expired' });
  });

  test('that is ended anywhere is ended for the very next read', async () => {
    const service = openService(await open());
    const [browser, other] = [await service.operator(), service.visitor()];
    await other.signIn('otto@example.org');
    const sessions = (await browser.call('auth.list_sessions')).body as unknown as { token: string; ipAddress: string; userAgent: string }[];
    assert.deepEqual(sessions.map(({ ipAddress, userAgent }) => `${ipAddress} ${userAgent}`).toSorted(), ['192.0.2.1 Test/1', '192.0.2.9 Test/1']);
    assert.equal((await browser.call('auth.revoke_session', { token: sessions.find(({ ipAddress }) => ipAddress === '192.0.2.1')!.token })).status, 200);
    assert.equal((await other.call('auth.me')).body.code, 'session_expired');
    assert.equal((await browser.call('auth.me')).status, 200);
    assert.equal((await browser.call('auth.sign_out')).status, 200);
    assert.equal(browser.cookies.size, 0);
    assert.deepEqual(await allTables(service.store.db).selectFrom('auth_session').selectAll().execute(), []);
    assert.deepEqual(service.takeAudited().map(({ action }) => action).slice(-2), ['session.revoked', 'session.revoked']);
  });

  test('of a person is ended by an admin of the account', async () => {
    const service = openService(await open());
    const [browser, other] = [await service.operator(), service.visitor()];
    await other.signIn('otto@example.org');
    const { id } = ((await browser.call('auth.me')).body.data as unknown as { user: { id: string } }).user;
    assert.deepEqual((await browser.call('people.end_sessions', { id })).body.data, { ended: 2 });
    assert.equal((await other.call('auth.me')).body.code, 'session_expired');
    assert.deepEqual(service.takeAudited().at(-1)?.action, 'person.sessions_ended');
  });

  test('ended by signing out tells the browser to clear what it holds', async () => {
    const browser = await openService(await open()).operator();
    assert.equal((await browser.call('auth.sign_out')).headers['clear-site-data'], '"cache", "storage"');
  });

  test('of somebody else cannot be ended', async () => {
    const service = openService(await open());
    const browser = await service.operator();
    const [{ token }] = (await browser.call('auth.list_sessions')).body as unknown as [{ token: string }];
    const stranger = await service.person('anna@example.net');
    await stranger.call('auth.revoke_session', { token });
    await stranger.call('auth.revoke_sessions');
    assert.equal((await browser.call('auth.me')).status, 200);
  });

  test('gets a new token with each sign-in, and the former one of the browser ends', async () => {
    const service = openService(await open());
    const browser = await service.operator();
    const former = browser.cookies.get(name)!;
    await browser.signIn('otto@example.org');
    assert.notEqual(tokenOf(browser.cookies.get(name)!, SECRET), tokenOf(former, SECRET));
    assert.equal((await allTables(service.store.db).selectFrom('auth_session').select('id').execute()).length, 1);
    browser.cookies.set(name, former);
    assert.equal((await browser.call('auth.me')).body.code, 'session_expired');
  });

  test('has the role and the plan of the moment', async () => {
    const store = await open();
    const service = openService(store);
    const browser = await service.operator();
    await allTables(store.db).updateTable('auth_user').set({ role: 'viewer' }).execute();
    await allTables(store.db).updateTable('account').set({ plan: 'pro' }).execute();
    const { data } = (await browser.call('auth.me')).body;
    assert.deepEqual([data!['role'], data!['plan']], ['viewer', 'pro']);
  });

  test('is no use to pages elsewhere', async () => {
    const service = openService(await open());
    await service.operator();
    const elsewhere = service.visitor('192.0.2.66', 'https://evil.example');
    assert.equal((await elsewhere.signIn('otto@example.org')).body.code, 'forbidden');
    for (const origin of ['http://127.0.0.1:3000', 'http://[::1]:3000', null]) assert.equal((await service.visitor('192.0.2.1', origin).signIn('otto@example.org')).status, 200);
  });
});

onEachDatabase('cookies', open => {
  for (const [baseUrl, secure] of [['https://dss.example.org', true], ['http://localhost:3000', false]] as const) {
    test(`of ${baseUrl} are out of reach of scripts and other sites${secure ? ', and of the clear' : ''}`, async () => {
      const service = openService(await open(), { baseUrl });
      await service.operator();
      const { headers } = await service.visitor().signIn('otto@example.org');
      const [cookie] = headers['set-cookie'] as string[];
      assert.ok(cookie!.startsWith(`${cookieNames(baseUrl).session}=`), cookie);
      for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=604800']) assert.ok(cookie!.includes(attribute), cookie);
      assert.equal(cookie!.includes('Secure;') || cookie!.endsWith('Secure') || cookie!.includes('; Secure'), secure, cookie);
    });
  }
});

suite('the cookie is found by its whole name', () => {
  const cases: [header: string | null, found: string | null][] = [
    [null, null], ['', null], ['a=1', null], [`${name}=x.y`, 'x.y'], [`a=1; ${name}=x=y; b=2`, 'x=y'], [`z${name}=1`, null], [`${name}=1; ${name}=2`, '1'],
  ];
  for (const [header, found] of cases) test(JSON.stringify(header), () => assert.equal(cookieOf(header, name), found));
});
