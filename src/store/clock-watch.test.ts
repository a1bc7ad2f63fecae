import assert from 'node:assert/strict';
import test from 'node:test';
import { onEachDatabase, testClock } from '../../test/databases.ts';
import { allTables } from '../../test/tables.ts';
import { watchClock } from './clock-watch.ts';
import type { Store } from './store.ts';
import { deleteExpired } from './upkeep.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const RIGHT = Date.UTC(2026, 10, 22);

/** A start of the service at `now`, by a clock that then stands still. */
async function startAt(store: Store, clock: ReturnType<typeof testClock>, now: number): Promise<string[]> {
  clock.set(now);
  const said: string[] = [];
  (await watchClock(store, line => said.push(line))).stop();
  assert.equal(await store.state(), 'ok');
  return said;
}

onEachDatabase('A clock that was wrong', open => {
  const domain = { account_id: 'acc_1', note: null, search: '', group_id: null, client_id: null, profile: null, selectors: '[]', monitored: 1 as const, checked_at: null, version: 1, created_at: 0, updated_at: 0 };
  const withAccount = async (clock = testClock(RIGHT)) => {
    const store = await open(clock);
    await allTables(store.db).insertInto('account').values({ id: 'acc_1', name: 'A', plan: 'pro', operator: 0, settings: '{}', settings_version: 0, created_at: 0 }).execute();
    return { store, clock };
  };
  const addDomain = (store: Store, name: string, due_at: number | null, interval_minutes: number | null = null) => allTables(store.db).insertInto('domain').values({ ...domain, id: name, name, due_at, interval_minutes }).execute();
  const dueOf = async (store: Store) => Object.fromEntries((await allTables(store.db).selectFrom('domain').select(['name', 'due_at']).execute()).map(({ name, due_at }) => [name, due_at === null ? null : due_at - RIGHT]));

  test('40 days ahead and back again: what became due then is due as if nothing had been, and it is said', async () => {
    const { store, clock } = await withAccount();
    assert.deepEqual(await startAt(store, clock, RIGHT), []);
    await addDomain(store, 'paused.org', null);
    await addDomain(store, 'past.org', RIGHT - HOUR_MS);
    const ahead = RIGHT + 40 * DAY_MS;
    await startAt(store, clock, ahead);
    await addDomain(store, 'watched.org', ahead + 6 * HOUR_MS);
    await allTables(store.db).insertInto('job').values({ id: 'job_1', kind: 'k', account_id: 'acc_1', dedupe_key: null, payload: '{}', turn: 1, run_at: ahead + HOUR_MS, attempts: 1, lease: 'dead', lease_until: ahead + 30_000, created_at: ahead }).execute();
    assert.deepEqual(await startAt(store, clock, RIGHT + 60_000), ['The clock went back by 40 days. What was to be done after that time was brought forward: 3 rows.']);
    assert.deepEqual(await dueOf(store), { 'paused.org': null, 'past.org': -HOUR_MS, 'watched.org': 6 * HOUR_MS + 60_000 });
    const job = await allTables(store.db).selectFrom('job').select(['run_at', 'lease_until']).executeTakeFirstOrThrow();
    assert.deepEqual(job, { run_at: RIGHT + HOUR_MS + 60_000, lease_until: RIGHT + 90_000 });
  });

  test('40 days behind: what is due is due at once by the wrong clock, and after it was set right', async () => {
    const { store, clock } = await withAccount();
    await startAt(store, clock, RIGHT);
    await addDomain(store, 'watched.org', RIGHT + 6 * HOUR_MS);
    const behind = RIGHT - 40 * DAY_MS;
    await startAt(store, clock, behind);
    assert.deepEqual(await dueOf(store), { 'watched.org': 6 * HOUR_MS - 40 * DAY_MS });
    await startAt(store, clock, RIGHT);
    assert.deepEqual(await dueOf(store), { 'watched.org': 6 * HOUR_MS - 40 * DAY_MS });
  });

  test('what is due further ahead than its interval is due now, and long intervals stay', async () => {
    const { store, clock } = await withAccount();
    await addDomain(store, 'far.org', RIGHT + 40 * DAY_MS);
    await addDomain(store, 'yearly.org', RIGHT + 365 * DAY_MS, 365 * 24 * 60);
    await addDomain(store, 'soon.org', RIGHT + DAY_MS);
    assert.deepEqual(await startAt(store, clock, RIGHT), ['Times that lay further ahead than their interval were set to now: 1 rows.']);
    assert.deepEqual(await dueOf(store), { 'far.org': 0, 'yearly.org': 365 * DAY_MS, 'soon.org': DAY_MS });
  });

  test('40 days ahead: nothing is deleted for its age within the first hour, and it is said', async () => {
    const { store, clock } = await withAccount();
    await startAt(store, clock, RIGHT);
    await allTables(store.db).insertInto('host_name').values({ address: '192.0.2.1', state: 'known', host: null, looked_at: RIGHT }).execute();
    const [said] = await startAt(store, clock, RIGHT + 40 * DAY_MS);
    assert.match(said!, /^The clock is 40 days ahead of when the service last ran\./);
    assert.equal(await deleteExpired(store, clock.now()), 0);
    clock.advance(HOUR_MS);
    assert.equal(await deleteExpired(store, clock.now()), 1);
  });
});
