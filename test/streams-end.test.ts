// A stream that is open ends with the rights of the one who reads it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { begin } from '../src/areas/platform/runs/transitions.ts';
import { addRun } from './authorization-inputs.ts';
import { onEachDatabaseServed, type RequestOptions, type TestAccount, type TestPerson } from './service.ts';
import { allTables } from './tables.ts';

/** A second by promise, and what a busy machine adds. */
const MOST_MS = 2000;
const BEGUN_MS = 300;

interface Reader {
  account: TestAccount;
  person: TestPerson;
  /** How the stream is asked for. */
  as: RequestOptions;
  keyId: string;
}

onEachDatabaseServed('an open stream', { quickPasswords: true }, service => {
  const owner = (method: string, path: string, { account }: Reader, body?: object) => service().request(method, path, { cookie: account.owner.cookie, ...(body ? { body } : {}) });
  const soon = (table: 'api_key' | 'auth_session', column: string, id: string, value: unknown) =>
    allTables(service().store.db).updateTable(table).set({ [column]: value } as never).where(table === 'api_key' ? 'id' : 'userId' as never, '=', id as never).execute();
  const ends: [says: string, by: 'key' | 'session', end: (reader: Reader) => Promise<unknown>, code: string][] = [
    ['the key is revoked', 'key', reader => owner('DELETE', `/api/api-keys/${reader.keyId}`, reader), 'key_revoked'],
    ['the key expires', 'key', ({ keyId }) => soon('api_key', 'expires_at', keyId, Date.now() + 100), 'key_expired'],
    ['the plan has no keys any more', 'key', ({ account }) => service().setPlan(account, 'free'), 'plan_lapsed'],
    ['the person signs out', 'session', ({ person }) => service().request('POST', '/api/auth/sign-out', { cookie: person.cookie, body: {} }), 'session_expired'],
    ['the session runs out', 'session', ({ person }) => soon('auth_session', 'expiresAt', person.id, new Date(Date.now() + 100).toISOString()), 'session_expired'],
    ['an admin ends the sessions of the person', 'session', reader => owner('DELETE', `/api/people/${reader.person.id}/sessions`, reader), 'session_expired'],
    ['the person is removed', 'session', reader => owner('DELETE', `/api/people/${reader.person.id}`, reader), 'session_expired'],
    ['the person is demoted', 'session', reader => owner('PATCH', `/api/people/${reader.person.id}`, reader, { role: 'member' }), 'forbidden'],
  ];

  const open = async (by: 'key' | 'session') => {
    const account = await service().account({ plan: 'enterprise' });
    const person = await service().person(account, 'admin');
    const { id: keyId, key } = await service().key(account, { scopes: ['scans', 'domains'] });
    const runId = await addRun(service(), account.id, 'queued');
    await service().store.transaction(tx => begin(tx, runId, Date.now()));
    const as = by === 'key' ? { key } : { cookie: person.cookie };
    const listening = service().request('GET', `/api/runs/${runId}/events`, { ...as, headers: { accept: 'text/event-stream' } });
    await sleep(BEGUN_MS);
    return { reader: { account, person, as, keyId }, listening };
  };

  for (const [says, by, end, code] of ends) {
    test(`ends within a second when ${says}, and says why`, async () => {
      const { reader, listening } = await open(by);
      const startedMs = performance.now();
      await end(reader);
      const { status, text } = await listening;
      assert.ok(performance.now() - startedMs < MOST_MS, `${performance.now() - startedMs} ms`);
      const last = text.trimEnd().split('\n\n').at(-1)!;
      assert.deepEqual([status, /^event: (.*)$/m.exec(last)?.[1], (JSON.parse(/^data: (.*)$/m.exec(last)![1]!) as { code: string }).code], [200, 'problem', code]);
    });
  }

  test('of somebody else goes on', async () => {
    const { reader, listening } = await open('session');
    const other = await service().person(reader.account, 'admin');
    await owner('DELETE', `/api/people/${other.id}`, reader);
    await owner('PATCH', `/api/people/${reader.person.id}`, reader, { role: 'owner' });
    assert.equal(await Promise.race([listening.then(() => 'ended'), sleep(1200, 'open')]), 'open');
    await owner('DELETE', `/api/people/${reader.person.id}`, reader);
    assert.match((await listening).text, /event: problem/);
  });
});
