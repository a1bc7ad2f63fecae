// What one address has to bear from all scans together, whoever asks for them and in whatever process.
import assert from 'node:assert/strict';
import test from 'node:test';
import { systemClock } from '../../../../core/clock.ts';
import { onEachDatabase, onEachDatabaseOf, testClock } from '../../../../../test/databases.ts';
import { leaseAddress } from './lease.ts';

const ADDRESS = '45.54.90.1';
const PER_SECOND = 40;
const TURNS = 30;

/** The most turns that any second had. */
function mostInASecond(moments: readonly number[]): number {
  return Math.max(...moments.map(from => moments.filter(at => at >= from && at < from + 1000).length));
}

/** Two scans that each want so many turns at the address; gives when they had them, and whose they were. */
async function race(databases: readonly Parameters<typeof leaseAddress>[1]['db'][]): Promise<{ at: number; who: number }[]> {
  const signal = AbortSignal.timeout(30_000);
  const had: { at: number; who: number }[] = [];
  await Promise.all(databases.map(async (db, who) => {
    const lease = await leaseAddress(ADDRESS, { db, clock: systemClock, holder: `lease_${who}`, perSecond: PER_SECOND, signal });
    await Promise.all(Array.from({ length: TURNS }, async () => {
      await lease.turn();
      had.push({ at: performance.now(), who });
    }));
    await lease.release();
  }));
  return had.toSorted((a, b) => a.at - b.at);
}

onEachDatabaseOf('two processes that scan one address', (make, dialect) => {
  // One process alone works on an embedded database.
  if (dialect === 'sqlite') return;
  test('never exceed its rate together', async () => {
    const database = await make();
    const stores = [await database.open(systemClock), await database.open(systemClock)];
    const had = await race(stores.map(({ db }) => db));
    assert.equal(had.length, 2 * TURNS);
    const most = mostInASecond(had.map(({ at }) => at));
    assert.ok(most <= PER_SECOND, `${most} in a second`);
  });
});

onEachDatabase('an address', open => {
  test('bears one scan at a time: turns of two accounts never alternate, and never exceed its rate', async () => {
    const { db } = await open(systemClock);
    const had = await race([db, db]);
    const changes = had.filter(({ who }, at) => at > 0 && had[at - 1]!.who !== who).length;
    const most = mostInASecond(had.map(({ at }) => at));
    assert.deepEqual([had.length, changes], [2 * TURNS, 1]);
    assert.ok(most <= PER_SECOND, `${most} in a second`);
  });

  test('that was left by a process which died is free after half a minute, and not before', async () => {
    const clock = testClock();
    const { db } = await open(clock);
    const abandoned = { db, clock, perSecond: PER_SECOND, signal: AbortSignal.timeout(60_000) };
    await leaseAddress(ADDRESS, { ...abandoned, holder: 'lease_dead' });
    const takes = async (): Promise<boolean> => leaseAddress(ADDRESS, { ...abandoned, holder: 'lease_next', signal: AbortSignal.timeout(50) }).then(() => true, () => false);
    clock.advance(29_000);
    assert.equal(await takes(), false);
    clock.advance(2000);
    assert.equal(await takes(), true);
  });

  test('gets no packet from a scan whose lease could not be kept', async () => {
    const clock = testClock();
    const { db } = await open(clock);
    const lease = await leaseAddress(ADDRESS, { db, clock, holder: 'lease_slow', perSecond: PER_SECOND, signal: AbortSignal.timeout(60_000) });
    clock.advance(25_000);
    await assert.rejects(lease.turn(), /the turn at 45\.54\.90\.1 was lost/);
    assert.ok(lease.signal.aborted);
  });
});
