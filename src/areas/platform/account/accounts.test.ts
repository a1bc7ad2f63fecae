import assert from 'node:assert/strict';
import test from 'node:test';
import { onEachDatabase } from '../../../../test/databases.ts';
import { createAccountFor, findAccount, listAccounts, operatorExists, setPlan } from './index.ts';
import { openService, PASSWORD } from './service.sample.ts';
import { allTables } from '../../../../test/tables.ts';

onEachDatabase('accounts made by the program', open => {
  test('can be entered at once, with the plan that was asked for', async () => {
    const service = openService(await open());
    assert.equal(await operatorExists(service.store.db), false);
    await createAccountFor(service.services, { plan: 'enterprise', operator: true }, { name: 'Otto', email: 'Otto@example.org', password: PASSWORD });
    await createAccountFor(service.services, { plan: 'pro', operator: false }, { name: 'Anna', email: 'anna@example.net', password: PASSWORD });
    const [{ actor, action, details }] = service.takeAudited() as [ReturnType<typeof service.takeAudited>[0]];
    assert.deepEqual([actor.type, action, details!['operator']], ['program', 'account.created', true]);
    const browser = service.visitor();
    await browser.signIn('anna@example.net');
    assert.equal((await browser.call('auth.me')).body.data!['plan'], 'pro');
    assert.deepEqual((await Array.fromAsync(listAccounts(service.store.db, 1))).map(({ email, plan, operator, people }) => [email, plan, operator, people]),
      [['otto@example.org', 'enterprise', true, 1], ['anna@example.net', 'pro', false, 1]]);
  });

  test('are refused whole for a second operator and for an address that is taken', async () => {
    const service = openService(await open());
    const make = (email: string, operator: boolean) => createAccountFor(service.services, { plan: 'free', operator }, { name: 'X', email, password: PASSWORD });
    await make('otto@example.org', true);
    await assert.rejects(make('eve@example.org', true), { code: 'invalid_state' });
    await assert.rejects(make('OTTO@example.org', false), { code: 'already_exists' });
    assert.equal((await allTables(service.store.db).selectFrom('account').select('id').execute()).length, 1);
  });

  test('without a password are entered by a reset', async () => {
    const service = openService(await open());
    await createAccountFor(service.services, { plan: 'free', operator: true }, { name: 'Otto', email: 'otto@example.org', password: null });
    assert.equal((await service.visitor().signIn('otto@example.org', '')).status, 400);
    assert.equal((await service.visitor().signIn('otto@example.org')).body.code, 'invalid_credentials');
    await service.visitor().call('auth.request_password_reset', { email: 'otto@example.org' });
    const token = /token=(\S+)/.exec(service.takeEmails()[0]!.text)![1]!;
    await service.visitor().call('auth.reset_password', { token, newPassword: PASSWORD });
    assert.equal((await service.visitor().signIn('otto@example.org')).status, 200);
  });

  test('change their plan with one entry', async () => {
    const service = openService(await open());
    await service.operator();
    const { id } = (await findAccount(service.store.db, 'OTTO@example.org'))!;
    assert.deepEqual(await findAccount(service.store.db, null), { id, name: 'Otto', plan: 'enterprise', operator: true, trusted: false });
    assert.equal(await findAccount(service.store.db, 'nobody@example.org'), null);
    service.takeAudited();
    const set = () => service.store.transaction(tx => setPlan(tx, service.services, id, 'pro', Date.now()));
    assert.deepEqual([await set(), await set()], [true, false]);
    assert.deepEqual(service.takeAudited().map(({ action, details }) => [action, details]), [['account.plan_changed', { plan: 'pro' }]]);
    assert.equal((await findAccount(service.store.db, null))!.plan, 'pro');
  });
});

onEachDatabase('who calls', open => {
  test('sees what is left of the allowances today', async () => {
    const service = openService(await open());
    await service.operator();
    const browser = await service.person('anna@example.net');
    const accountId = ((await browser.call('auth.me')).body.data!['account'] as { id: string }).id;
    const now = Date.now();
    for (let at = 0; at < 3; at++) await service.services.counters.spend(`website_scans:${accountId}`, now - now % 86_400_000, 25);
    const { allowances, key } = (await browser.call('auth.me')).body.data as { allowances: Record<string, unknown>[]; key: null };
    assert.equal(key, null);
    assert.deepEqual(allowances.map(({ name, max, used, remaining }) => [name, max, used, remaining]), [['website_scans', 25, 3, 22], ['manual_scans', 5, 0, 5]]);
    assert.match(allowances[0]!['resetsAt'] as string, /T00:00:00\.000Z$/);
  });
});
