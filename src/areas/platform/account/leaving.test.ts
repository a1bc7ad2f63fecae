import assert from 'node:assert/strict';
import test from 'node:test';
import type { FileReply } from '../../../core/operation.ts';
import { deleteExpired } from '../../../store/index.ts';
import { onEachDatabase } from '../../../../test/databases.ts';
import { openService, PASSWORD } from './service.sample.ts';
import { allTables } from '../../../../test/tables.ts';

const DAY_MS = 86_400_000;

onEachDatabase('an export', open => {
  test('has everything of the account, nothing of another and nothing secret', async () => {
    const service = openService(await open());
    const owner = await service.operator();
    await owner.call('invitations.create', { email: 'mia@example.org', role: 'member' });
    await service.person('anna@example.net');
    const { status, body } = await owner.call('account.export');
    assert.equal(status, 200);
    const text = (await Array.fromAsync((body as unknown as FileReply).body as AsyncIterable<string>)).join('');
    const exported = JSON.parse(text) as Record<string, Record<string, unknown>[]>;
    assert.doesNotMatch(text, /"[a-z]+_[a-z_]+":|": ?1[0-9]{12}\b/);
    assert.deepEqual(Object.keys(exported), ['account', 'people', 'sessions', 'passkeys', 'invitations']);
    assert.deepEqual([exported['people']!.length, exported['sessions']!.length, exported['invitations']![0]!['email']], [1, 1, 'mia@example.org']);
    assert.ok(!text.includes('anna@example.net'));
    const { token } = (await allTables(service.store.db).selectFrom('auth_session').select('token').executeTakeFirst())!;
    const { token_hash: hash } = (await allTables(service.store.db).selectFrom('invitation').select('token_hash').executeTakeFirst())!;
    for (const secret of [PASSWORD, token, hash]) assert.ok(!text.includes(secret));
  });
});

onEachDatabase('deleting an account', open => {
  test('needs the owner and the password, and can be taken back for 30 days', async () => {
    const service = openService(await open());
    const operator = await service.operator();
    const browser = await service.person('anna@example.net');
    service.takeAudited();
    assert.equal((await operator.call('account.delete', { password: PASSWORD })).body.code, 'invalid_state');
    assert.equal((await browser.call('account.delete', { password: 'wrong' })).body.code, 'invalid_credentials');
    const asked = await browser.call('account.delete', { password: PASSWORD });
    assert.equal(asked.status, 200, JSON.stringify(asked.body));
    const inDays = (Date.parse(asked.body.data!['deleteAfter'] as string) - Date.now()) / DAY_MS;
    assert.ok(inDays > 29.99 && inDays <= 30);
    assert.deepEqual((await browser.call('account.deletion')).body.data, asked.body.data);
    for (let at = 0; at < 2; at++) assert.equal((await browser.call('account.keep')).body.data!['deleteAfter'], null);
    assert.deepEqual(service.takeAudited().map(({ action }) => action), ['account.deletion_requested', 'account.deletion_withdrawn']);
    await deleteExpired(service.store, Date.now() + 31 * DAY_MS);
    assert.equal((await allTables(service.store.db).selectFrom('account').select('id').execute()).length, 2);
  });

  test('takes everybody and everything along, the key of its hashes too', async () => {
    const service = openService(await open());
    await service.operator();
    const browser = await service.person('anna@example.net');
    await browser.call('account.delete', { password: PASSWORD });
    await allTables(service.store.db).deleteFrom('account').where('delete_after', '<', Date.now() + 31 * DAY_MS).execute();
    assert.equal((await browser.call('auth.me')).body.code, 'session_expired');
    for (const table of ['account', 'account_hashing_key', 'auth_user', 'auth_credential', 'auth_session'] as const) {
      assert.equal((await allTables(service.store.db).selectFrom(table).selectAll().execute()).length, 1, table);
    }
  });
});
