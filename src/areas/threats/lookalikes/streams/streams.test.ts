import assert from 'node:assert/strict';
import test from 'node:test';
import type { NameStream, NamesStep } from '../../../../core/outside/name-stream.ts';
import type { Db, Store } from '../../../../store/index.ts';
import { onEachDatabase, testClock, type TestClock } from '../../../../../test/databases.ts';
import { openRuns } from '../../../platform/runs/worker.sample.ts';
import { follow as followNames, streaming, type Found, type StreamsServices } from './index.ts';
import { allTables } from '../../../../../test/tables.ts';

const MINUTE_MS = 60_000;
const never = new AbortController().signal;
const PAGE = 4;

/** A stream of these names, some at once; `fail` takes the place of a step. */
function streamOf(id: string, names: string[], fail: (cursor: number) => NamesStep | null = () => null): NameStream & { names: string[]; asked: string[] } {
  const asked: string[] = [];
  return {
    id, source: 'ct', names, asked,
    next(cursor) {
      asked.push(String(cursor));
      const at = Number(cursor ?? 0);
      const failure = fail(at);
      if (failure) return Promise.resolve(failure);
      const end = Math.min(at + PAGE, names.length);
      return Promise.resolve({ outcome: 'names', names: names.slice(at, end), cursor: String(end), more: end < names.length });
    },
  };
}

async function openStreams(store: Store, streams: readonly NameStream[], onFound?: (tx: Db, found: readonly Found[]) => Promise<void>, accounts: readonly string[] = ['acc_a', 'acc_b'], failures: readonly string[] = []) {
  const { services, queue } = await openRuns(store, { accounts });
  const found: Found[] = [];
  const announce = async (tx: Db, _announcement: unknown, finds: unknown) => {
    found.push(...finds as Found[]);
    await onFound?.(tx, finds as Found[]);
  };
  const streamsContext = { ...services, announce, nameStreams: { configured: streams.length > 0, list: () => Promise.resolve({ streams, failures }) } } as unknown as StreamsServices;
  const follow = (signal = never) => followNames.handle({ id: 'job_1', accountId: 'acc_a', payload: {}, attempts: 1, services: streamsContext, signal });
  return { found, follow, queue, services: streamsContext, foundLines: () => found.map(({ brandId, name, why }) => `${brandId} ${why} ${name}`) };
}

async function watch(store: Store, id: string, accountId: string, name: string): Promise<void> {
  await allTables(store.db).insertInto('domain').values({
    id, account_id: accountId, name, note: null, search: name, group_id: null, client_id: null, profile: null, selectors: '[]', monitored: 1, interval_minutes: null, due_at: null,
    checked_at: null, version: 1, created_at: 0, updated_at: 0,
  }).execute();
}

const rowOf = (store: Store, id: string) => allTables(store.db).selectFrom('name_stream').selectAll().where('id', '=', id).executeTakeFirst();

onEachDatabase('streams of names', open => {
  const openWith = async (clock: TestClock, ...streams: NameStream[]) => {
    const store = await open(clock);
    const all = await openStreams(store, streams);
    await watch(store, 'dom_a', 'acc_a', 'paypal.com');
    await watch(store, 'dom_b', 'acc_b', 'wikipedia.org');
    return { store, ...all };
  };

  test('hand on what looks like a watched domain, with everything that is known of it', async () => {
    const clock = testClock();
    const { found, follow, store } = await openWith(clock, streamOf('ct:log', ['www.unrelated.net', '*.Login.PayPa1.com', 'paypa1.com', 'www.paypal.com', 'wikipedia.paypal.net', 'x.org']));
    await follow();
    assert.deepEqual(found, [
      { accountId: 'acc_a', brandId: 'dom_a', name: 'paypa1.com', host: 'login.paypa1.com', why: 'equal', source: 'ct', stream: 'ct:log', at: clock.now() },
      { accountId: 'acc_b', brandId: 'dom_b', name: 'paypal.net', host: 'wikipedia.paypal.net', why: 'subdomain', source: 'ct', stream: 'ct:log', at: clock.now() },
      { accountId: 'acc_a', brandId: 'dom_a', name: 'paypal.net', host: 'wikipedia.paypal.net', why: 'equal', source: 'ct', stream: 'ct:log', at: clock.now() },
    ]);
    assert.partialDeepStrictEqual(await rowOf(store, 'ct:log'), { cursor: '6', failure: null, advanced_at: clock.now(), due_at: clock.now() + MINUTE_MS });
  });

  test('go on where they were left, and hear of domains that are watched since', async () => {
    const clock = testClock();
    const stream = streamOf('ct:log', ['paypal.net', 'barnes.net']);
    const { follow, store, foundLines: notified } = await openWith(clock, stream);
    await follow();
    await follow();
    assert.deepEqual(stream.asked, ['null'], 'not before it is due');
    stream.names.push('paypal.org', 'barnes.org');
    await watch(store, 'dom_c', 'acc_b', 'barnes.com');
    clock.advance(MINUTE_MS);
    await follow();
    assert.deepEqual([stream.asked, notified()], [['null', '2'], ['dom_a equal paypal.net', 'dom_a equal paypal.org', 'dom_c equal barnes.org']]);
  });

  test('that break in the middle go on behind the last step that was kept, and tell nothing twice', async () => {
    const clock = testClock();
    let crashes = true;
    const stream = streamOf('ct:log', ['paypal.net', 'a.net', 'b.net', 'c.net', 'paypal.org', 'd.net'], at => {
      if (at === PAGE && crashes) throw new Error('killed');
      return null;
    });
    const { follow, foundLines: notified, store } = await openWith(clock, stream);
    await assert.rejects(async () => follow(), /killed/);
    assert.partialDeepStrictEqual(await rowOf(store, 'ct:log'), { cursor: '4' });
    crashes = false;
    await follow();
    assert.deepEqual(notified(), ['dom_a equal paypal.net'], 'another worker may have it still');
    clock.advance(5 * MINUTE_MS);
    await follow();
    assert.deepEqual(notified(), ['dom_a equal paypal.net', 'dom_a equal paypal.org']);
  });

  test('stay where they are when a find cannot be kept', async () => {
    const clock = testClock();
    const store = await open(clock);
    let fails = true;
    const { follow, found } = await openStreams(store, [streamOf('ct:log', ['paypal.net'])], () => (fails ? Promise.reject(new Error('full')) : Promise.resolve()));
    await watch(store, 'dom_a', 'acc_a', 'paypal.com');
    await assert.rejects(async () => follow(), /full/);
    assert.partialDeepStrictEqual(await rowOf(store, 'ct:log'), { cursor: null });
    fails = false;
    clock.advance(5 * MINUTE_MS);
    found.length = 0;
    await follow();
    assert.equal(found.length, 1);
  });

  test('that two workers read at the same time move on once', async () => {
    const clock = testClock();
    const store = await open(clock);
    const accounts: string[] = [];
    const second = streamOf('ct:log', ['paypal.net']);
    const { follow: overtake, foundLines: secondNotified } = await openStreams(store, [second]);
    await watch(store, 'dom_a', 'acc_a', 'paypal.com');
    const slow: NameStream = {
      id: 'ct:log', source: 'ct',
      async next(cursor, signal) {
        clock.advance(10 * MINUTE_MS);
        await overtake();
        return streamOf('ct:log', ['paypal.net']).next(cursor, signal);
      },
    };
    const { follow, foundLines: notified } = await openStreams(store, [slow], undefined, accounts);
    await follow();
    assert.deepEqual([notified(), secondNotified()], [[], ['dom_a equal paypal.net']]);
  });

  const failures: [says: string, step: NamesStep, pauseMs: number, failure: string][] = [
    ['asked to wait', { outcome: 'later', cause: 'log answered 429', retryAfterMs: 20 * MINUTE_MS }, 20 * MINUTE_MS, 'log answered 429'],
    ['failing', { outcome: 'later', cause: 'timeout', retryAfterMs: null }, 5 * MINUTE_MS, 'timeout'],
    ['asked to come back at once', { outcome: 'later', cause: 'log answered 503', retryAfterMs: 0 }, MINUTE_MS, 'log answered 503'],
    ['not to be believed', { outcome: 'broken', cause: 'two trees' }, 60 * MINUTE_MS, 'Not believed: two trees'],
  ];
  for (const [says, step, pauseMs, failure] of failures) {
    test(`${says} wait, and the others do not`, async () => {
      const clock = testClock();
      const bad = streamOf('ct:bad', ['paypal.net'], () => step);
      const { follow, foundLines: notified, store } = await openWith(clock, bad, streamOf('ct:good', ['paypal.org']));
      await follow();
      assert.deepEqual(notified(), ['dom_a equal paypal.org']);
      assert.partialDeepStrictEqual(await rowOf(store, 'ct:bad'), { cursor: null, failure, due_at: clock.now() + pauseMs });
      clock.advance(pauseMs - 1);
      await follow();
      assert.equal(bad.asked.length, 1);
      clock.advance(1);
      await follow();
      assert.equal(bad.asked.length, 2);
    });
  }

  test('of which a list cannot be read are followed as far as they are known, and the cause is kept until it passes', async () => {
    const store = await open();
    const failures = ['list answered 502'];
    const { follow, found } = await openStreams(store, [streamOf('ct:log', ['paypal.net'])], undefined, ['acc_a'], failures);
    await watch(store, 'dom_a', 'acc_a', 'paypal.com');
    await follow();
    assert.deepEqual([found.length, (await rowOf(store, 'lists'))?.failure], [1, 'list answered 502']);
    failures.length = 0;
    await follow();
    assert.equal((await rowOf(store, 'lists'))?.failure, null);
  });

  test('that are stopped say nothing of the source', async () => {
    const clock = testClock();
    const stopping = new AbortController();
    const stream = streamOf('ct:log', ['paypal.net'], () => {
      stopping.abort();
      return { outcome: 'later', cause: 'timeout', retryAfterMs: null };
    });
    const { follow, store } = await openWith(clock, stream);
    await follow(stopping.signal);
    assert.partialDeepStrictEqual(await rowOf(store, 'ct:log'), { cursor: null, failure: null, due_at: clock.now() });
  });

  test('are followed by two jobs of the operator, and only where any is configured', async () => {
    const store = await open();
    const jobs = async () => (await allTables(store.db).selectFrom('job').select(['kind', 'account_id']).execute()).map(({ kind, account_id: account }) => `${account} ${kind}`);
    const poll = async (streams: readonly NameStream[], accounts: readonly string[] = []) => {
      const { services } = await openStreams(store, streams, undefined, accounts);
      return store.transaction(tx => streaming.due(tx, services, 0, 100));
    };
    const one = [streamOf('ct:log', [])];
    assert.equal(await poll(one, ['acc_a', 'acc_b']), 0, 'nobody runs the service yet');
    await allTables(store.db).updateTable('account').set({ operator: 1 }).where('id', '=', 'acc_b').execute();
    assert.equal(await poll([]), 0);
    assert.deepEqual([await poll(one), await poll(one), await jobs()], [2, 0, ['acc_b followNames', 'acc_b followNames']]);
  });

  test('hosts below a watched domain of the same account are no further brands', async () => {
    const clock = testClock();
    const { follow, foundLines: notified, store } = await openWith(clock, streamOf('ct:log', ['paypal.net']));
    await watch(store, 'dom_d', 'acc_a', 'login.paypal.com');
    await watch(store, 'dom_e', 'acc_b', 'login.paypal.com');
    await follow();
    assert.deepEqual(notified(), ['dom_a equal paypal.net', 'dom_e equal paypal.net']);
  });
});
