import assert from 'node:assert/strict';
import test from 'node:test';
import { onEachDatabase } from '../../test/databases.ts';
import { deleteExpired } from './upkeep.ts';
import { allTables } from '../../test/tables.ts';

const DAY_MS = 24 * 3_600_000;
const NOW = Date.UTC(2026, 5, 1);
const account = { id: 'acc_1', name: 'A', plan: 'pro', operator: 0, settings: '{}', settings_version: 0, created_at: 0 } as const;
const iso = (at: number): string => new Date(at).toISOString();

onEachDatabase('Upkeep', open => {
  test('deletes what has been kept long enough, and nothing else', async () => {
    const store = await open();
    const { db } = store;
    await allTables(db).insertInto('account').values(account).execute();
    await allTables(db).insertInto('auth_user').values({
      id: 'usr_1', name: 'P', email: 'p@example.org', emailVerified: 1, image: null, twoFactorEnabled: null, createdAt: iso(0), updatedAt: iso(0), accountId: 'acc_1', role: 'owner',
    }).execute();
    await allTables(db).insertInto('api_key').values({
      id: 'key_1', account_id: 'acc_1', name: null, prefix: 'svc_', hash: 'h', scopes: '[]', rate_limit: 1, created_at: 0, created_by: null, expires_at: 1, revoked_at: 1, last_used_at: null,
    }).execute();
    const run = {
      account_id: 'acc_1', kind: 'domainScan', subject_type: 'domain', subject_id: 'd', subject_label: 'd', trigger: 'manual', allowance: null, allowance_at: null, status: 'completed',
      done: 0, total: 0, step: null, event_seq: 2, stage_seq: 2, input: 'null', state: null, result: null, error: null, created_at: 0, started_at: 0,
    };
    await allTables(db).insertInto('run').values({ ...run, id: 'kept', finished_at: null }).execute();
    await allTables(db).insertInto('channel').values({
      id: 'chn_1', account_id: 'acc_1', kind: 'email', name: 'C', target: 'p@example.org', confirmed_at: null, secret: null, former_secret: null, former_secret_until: null,
      state: 'active', cause: null, failing_since: null, version: 1, created_at: 0, updated_at: 0,
    }).execute();
    for (const [name, age] of [['old', 1], ['kept', -1]] as const) {
      const reported = { account_id: 'acc_1', kind: 'k', severity: 'low', subject_type: 's', subject_id: 's', title: 't', body: '', data: '{}' };
      await allTables(db).insertInto('notification').values({ ...reported, id: name, created_at: NOW - 180 * DAY_MS - age }).execute();
      const sent = { account_id: 'acc_1', channel_id: 'chn_1', rule_id: null, message_id: 'm', body: null, state: 'delivered', attempts: 1, next_at: null, status: 200, cause: null, response: null, duration_ms: 1, finished_at: 0 };
      await allTables(db).insertInto('delivery').values({ ...sent, id: name, created_at: NOW - 30 * DAY_MS - age }).execute();
      await allTables(db).insertInto('mail_token').values({ token_hash: name, account_id: 'acc_1', channel_id: 'chn_1', rule_id: null, purpose: 'unsubscribe', created_at: NOW - 180 * DAY_MS - age }).execute();
      await allTables(db).insertInto('run').values({ ...run, id: `${name} run`, finished_at: NOW - 90 * DAY_MS - age }).execute();
      await allTables(db).insertInto('run').values({ ...run, id: `${name} scheduled run`, trigger: 'schedule', finished_at: NOW - 7 * DAY_MS - age }).execute();
      await allTables(db).insertInto('run_event').values({ run_id: 'kept', seq: age + 1, name, data: '{}', at: NOW - 7 * DAY_MS - age }).execute();
      await allTables(db).insertInto('known_registration').values({ name, facts: '{}', learnt_at: NOW - DAY_MS - age }).execute();
      await allTables(db).insertInto('host_name').values({ address: name, state: 'known', host: null, looked_at: NOW - 7 * DAY_MS - age }).execute();
      await allTables(db).insertInto('counter').values({ name, window_start: NOW - 2 * DAY_MS - age, used: 1 }).execute();
      await allTables(db).insertInto('key_usage').values({ key_id: 'key_1', hour: NOW - 30 * DAY_MS - age, operation: name, status: 200, requests: 1 }).execute();
      await allTables(db).insertInto('remembered_reply').values({ owner: 'acc_1', request_key: name, fingerprint: '', token: '', started_at: NOW - DAY_MS - age, reply: null }).execute();
      await allTables(db).insertInto('contact_message').values({ id: name, name: null, email: 'e', message: 'm', created_at: NOW - 365 * DAY_MS - age }).execute();
      await allTables(db).insertInto('invitation').values({
        id: name, account_id: 'acc_1', email: 'e', role: 'viewer', token_hash: name, created_by: 'usr_1', created_at: 0, expires_at: NOW - age, accepted_at: null,
      }).execute();
      await allTables(db).insertInto('operator_link').values({ token_hash: name, created_at: 0, expires_at: NOW - age }).execute();
      const stamps = { expiresAt: iso(NOW - age), createdAt: iso(0), updatedAt: iso(0) };
      await allTables(db).insertInto('auth_session').values({ id: name, token: name, userId: 'usr_1', ipAddress: null, userAgent: null, ...stamps }).execute();
      await allTables(db).insertInto('auth_verification').values({ id: name, identifier: 'i', value: 'v', ...stamps }).execute();
    }
    assert.equal(await deleteExpired(store, NOW), 16);
    assert.equal(await deleteExpired(store, NOW), 0);
    const left = await Promise.all([
      allTables(db).selectFrom('counter').select('name as id').execute(), allTables(db).selectFrom('key_usage').select('operation as id').execute(),
      allTables(db).selectFrom('remembered_reply').select('request_key as id').execute(), allTables(db).selectFrom('contact_message').select('id').execute(),
      allTables(db).selectFrom('invitation').select('id').execute(), allTables(db).selectFrom('operator_link').select('token_hash as id').execute(),
      allTables(db).selectFrom('auth_session').select('id').execute(), allTables(db).selectFrom('auth_verification').select('id').execute(),
      allTables(db).selectFrom('run_event').select('name as id').execute(), allTables(db).selectFrom('known_registration').select('name as id').execute(), allTables(db).selectFrom('host_name').select('address as id').execute(),
      allTables(db).selectFrom('notification').select('id').execute(), allTables(db).selectFrom('delivery').select('id').execute(), allTables(db).selectFrom('mail_token').select('token_hash as id').execute(),
    ]);
    assert.deepEqual((await allTables(db).selectFrom('run').select('id').orderBy('id').execute()).map(({ id }) => id), ['kept', 'kept run', 'kept scheduled run']);
    assert.deepEqual(left, left.map(() => [{ id: 'kept' }]));
    assert.equal((await allTables(db).selectFrom('api_key').select('id').execute()).length, 1);
  });

  test('takes several batches for a heap', async () => {
    const store = await open();
    const { db } = store;
    const rows = Array.from({ length: 2500 }, (_, index) => ({ name: `n${index}`, window_start: 0, used: 1 }));
    for (const from of [0, 1250]) await allTables(db).insertInto('counter').values(rows.slice(from, from + 1250)).execute();
    assert.equal(await deleteExpired(store, NOW), 2500);
  });
});
