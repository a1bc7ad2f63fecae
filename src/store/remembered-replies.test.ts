import assert from 'node:assert/strict';
import test from 'node:test';
import type { Reservation, RememberedReply } from '../core/pipeline.ts';
import { createRememberedReplies } from './remembered-replies.ts';
import type { Store } from './store.ts';
import { onEachDatabase, testClock } from '../../test/databases.ts';
import { allTables } from '../../test/tables.ts';

const create = { id: 'keys.create' };
const reply: RememberedReply = { status: 201, headers: { 'cache-control': 'no-store' }, body: { success: true, data: { id: 'key_1', note: 'é\u0000' } } };

/** Replies whose waiting moves the clock on; `onWait` hears of each wait. */
function repliesOf(store: Store, onWait: () => Promise<void> = () => Promise.resolve()) {
  const clock = testClock();
  let tokens = 0;
  const replies = createRememberedReplies(store, clock, () => `token-${++tokens}`, async ms => {
    clock.advance(ms);
    await onWait();
  });
  const keep = (input: unknown, requestKey = 'r', owner = 'acc_1') => replies.keep(owner, requestKey, create, input, clock.now());
  const fill = (reservation: Reservation) => store.transaction(tx => replies.remember(tx, reservation, reply));
  return { clock, replies, keep, fill };
}

onEachDatabase('Remembered replies', open => {
  test('the same request gets the first reply again, whatever the order of its members', async () => {
    const { keep, fill } = repliesOf(await open());
    await fill(await keep({ name: 'a', scopes: ['x'], left: undefined }) as Reservation);
    assert.deepEqual(await keep({ scopes: ['x'], name: 'a' }), reply);
  });

  test('a request key of another request is a mismatch, also while that one runs', async () => {
    const { replies, keep, fill, clock } = repliesOf(await open());
    const reservation = await keep({ name: 'a' }) as Reservation;
    assert.equal(await keep({ name: 'b' }), 'mismatch');
    await fill(reservation);
    assert.equal(await keep({ name: 'b' }), 'mismatch');
    assert.equal(await replies.keep('acc_1', 'r', { id: 'keys.revoke' }, { name: 'a' }, clock.now()), 'mismatch');
  });

  test('accounts and request keys do not meet', async () => {
    const { keep, fill } = repliesOf(await open());
    await fill(await keep({}) as Reservation);
    assert.ok('token' in (await keep({}, 'r', 'acc_2') as Reservation));
    assert.ok('token' in (await keep({}, 's') as Reservation));
  });

  test('of many at once one runs, and the others wait for its reply', async () => {
    const store = await open();
    let [waits, reservation] = [0, null as Reservation | null];
    const { keep, fill } = repliesOf(store, async () => {
      if (++waits === 8 && reservation) await fill(reservation);
    });
    const kept = await Promise.all(Array.from({ length: 5 }, async () => {
      const one = await keep({});
      if ('token' in (one as object)) reservation = one as Reservation;
      return one;
    }));
    assert.equal(kept.filter(one => one === reservation).length, 1);
    assert.equal(kept.filter(one => JSON.stringify(one) === JSON.stringify(reply)).length, 4);
  });

  test('a call that gave up leaves the place to the one that waits', async () => {
    const store = await open();
    let gaveUp = false;
    const { replies, keep } = repliesOf(store, async () => {
      if (!gaveUp) await replies.giveUp(first);
      gaveUp = true;
    });
    const first = await keep({}) as Reservation;
    const second = await keep({}) as Reservation;
    assert.notEqual(second.token, first.token);
  });

  test('a place pending for 30 s is taken over by one call, and the late reply is undone with all that it committed', async () => {
    const store = await open();
    const { replies, keep, fill, clock } = repliesOf(store);
    const dead = await keep({}) as Reservation;
    const startedMs = clock.now();
    const heir = await keep({}) as Reservation;
    assert.ok(clock.now() - startedMs >= 30_000 && clock.now() - startedMs < 32_000);
    await assert.rejects(store.transaction(async tx => {
      await allTables(tx).insertInto('operator_link').values({ token_hash: 'h', created_at: 0, expires_at: 0 }).execute();
      await replies.remember(tx, dead, reply);
    }), { code: 'overloaded' });
    assert.deepEqual(await allTables(store.db).selectFrom('operator_link').selectAll().execute(), []);
    await replies.giveUp(dead);
    await fill(heir);
    assert.deepEqual(await keep({}), reply);
  });

  test('waiting ends after a minute', async () => {
    const store = await open();
    const { keep, clock } = repliesOf(store, async () => {
      await allTables(store.db).updateTable('remembered_reply').set({ started_at: clock.now() }).execute();
    });
    await keep({});
    await assert.rejects(keep({}), { code: 'overloaded', retryAfterSeconds: 10 });
  });

  test('after 24 hours the key is free for any request', async () => {
    const { keep, fill, clock } = repliesOf(await open());
    await fill(await keep({ name: 'a' }) as Reservation);
    clock.advance(24 * 3_600_000);
    assert.ok('token' in (await keep({ name: 'b' }) as Reservation));
  });
});
