import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { Problem } from '../../../core/problem.ts';
import { onEachDatabase, testClock } from '../../../../test/databases.ts';
import { RunLost, MAX_ATTEMPTS } from './retry.ts';
import type { RunOutcome } from '../../run-kind.ts';
import { end } from './transitions.ts';
import { Backoff } from './backoff.ts';
import { DONE, openRuns, until, type TestWork } from './worker.sample.ts';
import type { Worker } from './worker.ts';
import { allTables } from '../../../../test/tables.ts';
import { z } from 'zod';
import { defineJob } from '../../job.ts';

const MINUTE_MS = 60_000;

/** Two stages, each of which leaves a row. */
async function twoStages(run: TestWork): Promise<RunOutcome> {
  for (let stage = run.state?.stage ?? 0; stage < 2; stage++) {
    run.tell('part', { stage });
    await run.commit({ state: { stage: stage + 1 }, progress: { done: stage + 1, total: 2, step: 'looking' } }, async tx => {
      await allTables(tx).insertInto('operator_link').values({ token_hash: `${run.id} ${stage}`, created_at: 0, expires_at: 0 }).execute();
    });
  }
  return DONE;
}

onEachDatabase('A worker', open => {
  const openWith = async (...given: [Parameters<typeof openRuns>[1]?]) => {
    const clock = testClock();
    const store = await open(clock);
    const runs = await openRuns(store, ...given);
    const ended = (id: string) => until(async () => (await runs.row(id)).finished_at !== null && runs.row(id));
    return { clock, store, runs, ended };
  };
  const doing = async (worker: Worker, work: () => Promise<void>): Promise<void> => {
    worker.start();
    try {
      await work();
    } finally {
      await worker.stop();
    }
  };

  test('does a run stage by stage, tells of it in order, and keeps its result', async () => {
    const { store, runs, ended } = await openWith();
    const { run: { id } } = await runs.start();
    await doing(runs.worker(twoStages), async () => {
      const row = await ended(id);
      assert.deepEqual([row.status, row.done, row.total, row.step, row.state, row.result, row.error], ['completed', 2, 2, null, null, '{"seen":1}', null]);
    });
    assert.deepEqual(await runs.reported(id), ['1 started', '2 part', '3 progress', '4 part', '5 progress', '6 ended']);
    assert.equal((await allTables(store.db).selectFrom('operator_link').selectAll().execute()).length, 2);
    assert.equal(await runs.queue.waiting(), 0);
    assert.deepEqual([runs.faults, runs.refunds], [[], []]);
  });

  test('takes over a run whose worker is not heard of, from its last stage, and the dead one changes nothing more', async () => {
    const { clock, store, runs, ended } = await openWith();
    const { run: { id } } = await runs.start();
    const [hanging, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const lost = Promise.withResolvers<unknown>();
    const dead = runs.worker(async run => {
      await run.commit({ state: { stage: 1 }, progress: { done: 1, total: 2, step: 'storing' } });
      run.tell('part', { void: true });
      hanging.resolve();
      await goOn.promise;
      await twoStages(run).catch(lost.resolve);
      throw new RunLost();
    });
    await doing(dead, async () => {
      await hanging.promise;
      await until(async () => (await runs.reported(id)).includes('3 part'));
      clock.advance(MINUTE_MS);
      await doing(runs.worker(twoStages), () => ended(id).then(() => {}));
      goOn.resolve();
      assert.ok(await lost.promise instanceof RunLost);
    });
    assert.deepEqual(await runs.reported(id), ['1 started', '2 progress', '4 resumed', '5 part', '6 progress', '7 ended']);
    assert.deepEqual((await allTables(store.db).selectFrom('operator_link').select('token_hash').execute()), [{ token_hash: `${id} 1` }]);
    assert.deepEqual(runs.faults, []);
  });

  test('leaves a run that was cancelled at its next stage, or when it next shows that it is alive', async () => {
    const { store, runs } = await openWith({ leaseMs: 30 });
    const [{ run: first }, { run: second }] = [await runs.start(), await runs.start({ subject: { type: 'domain', id: 'dom_2', label: 'example.net' } })];
    const [underWay, cancelled] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const outcomes: unknown[] = [];
    let begun = 0;
    const worker = runs.worker(async run => {
      if (++begun === 2) underWay.resolve();
      if (run.id === first.id) {
        await cancelled.promise;
        await run.commit({ state: { stage: 1 }, progress: { done: 1, total: 2, step: null } }).catch((error: unknown) => outcomes.push(error));
      } else {
        await new Promise(resolve => { run.signal.addEventListener('abort', resolve); });
        outcomes.push(run.signal.reason);
      }
      return DONE;
    });
    await doing(worker, async () => {
      await underWay.promise;
      for (const { id } of [first, second]) {
        await store.transaction(async tx => {
          await end(tx, { id }, { status: 'cancelled' }, [], 0);
          await runs.queue.drop(tx, id);
        });
      }
      cancelled.resolve();
      await until(() => outcomes.length === 2);
    });
    assert.ok(outcomes.every(outcome => outcome instanceof RunLost), String(outcomes));
    for (const { id } of [first, second]) {
      assert.equal((await runs.row(id)).status, 'cancelled');
      assert.deepEqual((await runs.reported(id)).at(-1), '2 ended');
    }
    assert.deepEqual(runs.faults, []);
  });

  test('fails a run that throws, once, notes the fault, and gives back what was spent for it', async () => {
    const { store, runs, ended } = await openWith();
    const { run: { id } } = await runs.start({ allowance: { name: 'manualScans', spentAt: 1234 } });
    await doing(runs.worker(() => Promise.reject(new Error('a secret of the house'))), async () => {
      const { status, error } = await ended(id);
      assert.equal(status, 'failed');
      assert.match(error!, /fault of the service.*refunded/);
    });
    assert.deepEqual(runs.refunds, [{ accountId: 'acc_a', allowance: 'manualScans', spentAt: 1234 }]);
    assert.deepEqual(runs.faults.map(String), ['Error: a secret of the house']);
    assert.equal((await allTables(store.db).selectFrom('job').selectAll().execute()).length, 0);
  });

  const problems: [problem: Problem, reported: number][] = [
    [new Problem('resolver_unavailable', 'None of the configured DNS resolvers answers. Check the network.'), 1],
    [new Problem('ownership_required', 'Show first that the domain is yours.'), 0],
  ];
  for (const [problem, reported] of problems) {
    test(`fails a run in the words of its Problem ${problem.code}, which is noted ${reported === 1 ? 'as a fault' : 'nowhere else'}`, async () => {
      const { runs, ended } = await openWith();
      const { run: { id } } = await runs.start({ allowance: { name: 'manualScans', spentAt: 1234 } });
      await doing(runs.worker(() => Promise.reject(problem)), async () => assert.partialDeepStrictEqual(await ended(id), { status: 'failed', error: problem.message }));
      assert.deepEqual([runs.faults.length, runs.refunds.length], [reported, 1]);
    });
  }

  test(`gives a run up that was taken ${MAX_ATTEMPTS} times without coming to its end`, async () => {
    const { clock, runs, ended } = await openWith();
    const { run: { id } } = await runs.start({ allowance: { name: 'manualScans', spentAt: 1234 } });
    for (let time = 0; time < MAX_ATTEMPTS; time++) {
      assert.equal((await runs.queue.take(['domainScan'], 1)).length, 1);
      clock.advance(MINUTE_MS);
    }
    await doing(runs.worker(twoStages), async () => {
      const { status, error } = await ended(id);
      assert.equal(status, 'failed');
      assert.match(error!, /taken up 5 times/);
    });
    assert.equal(runs.refunds.length, 1);
    assert.match(String(runs.faults), /taken up 5 times/);
  });

  test('puts back what is not done when it stops, whether the work hears of it or not, and the next worker goes on', async () => {
    const { runs, ended } = await openWith();
    const [{ run: hearing }, { run: deaf }] = [await runs.start(), await runs.start()];
    const late = Promise.withResolvers<void>();
    let begun = 0;
    const worker = runs.worker(async run => {
      begun++;
      if (run.id === deaf.id) await late.promise;
      else await new Promise((_, reject) => { run.signal.addEventListener('abort', () => reject(run.signal.reason)); });
      return DONE;
    });
    await doing(worker, () => until(() => begun === 2).then(() => {}));
    for (const { id } of [hearing, deaf]) assert.equal((await runs.row(id)).status, 'queued');
    late.resolve();
    await doing(runs.worker(twoStages), async () => {
      for (const { id } of [hearing, deaf]) {
        assert.equal((await ended(id)).status, 'completed');
        assert.equal((await runs.reported(id)).filter(event => event.endsWith('ended')).length, 1);
      }
    });
    assert.deepEqual(runs.faults, []);
  });

  test('keeps one run of a key until it has ended, also when two are started at once', async () => {
    const { runs, ended } = await openWith();
    const [one, other] = await Promise.all([runs.start({ dedupeKey: 'dom_1' }), runs.start({ dedupeKey: 'dom_1' })]);
    assert.equal([one, other].filter(({ started }) => started).length, 1);
    assert.equal(one.run.id, other.run.id);
    await doing(runs.worker(twoStages), () => ended(one.run.id).then(() => {}));
    assert.equal((await runs.start({ dedupeKey: 'dom_1' })).started, true);
  });

  test('does what somebody waits for before what comes by itself, however much of that there is', async () => {
    const { runs, ended } = await openWith();
    for (let number = 0; number < 50; number++) await runs.start({ trigger: 'schedule' });
    const { run: { id } } = await runs.start();
    let before = 0;
    await doing(runs.worker(run => {
      if (run.trigger === 'schedule') before++;
      else assert.ok(before < 3, `${before} before it`);
      return Promise.resolve(DONE);
    }, { concurrency: 1 }), () => ended(id).then(() => {}));
    assert.deepEqual([(await runs.row(id)).status, runs.faults], ['completed', []]);
  });

  test('does a scheduled run that still waits as the one that somebody asks for, before the others', async () => {
    const { runs, ended } = await openWith();
    for (let number = 0; number < 20; number++) await runs.start({ trigger: 'schedule', dedupeKey: `dom_${number}` });
    const asked = await runs.start({ dedupeKey: 'dom_19', allowance: { name: 'manualScans', spentAt: 7 } });
    assert.deepEqual([asked.started, asked.run.trigger, asked.run.allowance, asked.run.allowance_at], [true, 'manual', 'manualScans', 7]);
    assert.equal((await runs.start({ dedupeKey: 'dom_19' })).started, false);
    let before = 0;
    await doing(runs.worker(run => {
      if (run.trigger === 'schedule') before++;
      else assert.ok(before < 3, `${before} before it`);
      return Promise.resolve(DONE);
    }, { concurrency: 1 }), () => ended(asked.run.id).then(() => {}));
    assert.deepEqual([(await runs.row(asked.run.id)).status, runs.faults], ['completed', []]);
  });

  test('commits the change of a job with its end, tries again what failed, and gives it up in the end', async () => {
    const { clock, store, runs } = await openWith();
    const times: string[] = [];
    const letter = defineJob('letter', z.string());
    const handler = letter.handledBy<object>(({ payload, attempts }) => {
      times.push(`${payload} ${attempts}`);
      if (payload === 'bad') throw new Error('no such address');
      if (payload === 'later' && times.filter(time => time === 'later 1').length === 1) return Promise.resolve({ againAt: clock.now() + MINUTE_MS });
      return Promise.resolve({ change: async (tx: typeof store.db) => void await allTables(tx).insertInto('operator_link').values({ token_hash: payload, created_at: 0, expires_at: 0 }).execute() });
    });
    await store.transaction(tx => runs.queue.add(tx, 'acc_a', ['good', 'bad', 'later'].map(payload => letter(payload))));
    await doing(runs.worker(twoStages, { jobs: [handler] }), async () => {
      for (let time = 1; time <= MAX_ATTEMPTS; time++) {
        await until(() => times.includes(`bad ${time}`));
        await until(async () => (await allTables(store.db).selectFrom('job').select('id').where('lease_until', '>', 0).execute()).length === 0);
        clock.advance(60 * MINUTE_MS);
      }
      await until(async () => (await allTables(store.db).selectFrom('job').select('id').execute()).length === 0);
    });
    assert.deepEqual(times.toSorted(), ['bad 1', 'bad 2', 'bad 3', 'bad 4', 'bad 5', 'good 1', 'later 1', 'later 1']);
    assert.deepEqual((await allTables(store.db).selectFrom('operator_link').select('token_hash').orderBy('token_hash').execute()).map(row => row.token_hash), ['good', 'later']);
    assert.equal(runs.faults.length, MAX_ATTEMPTS);
  });

  test('lets a flood of 500 runs of one account delay the run of another by less than three of its own durations', async () => {
    const DURATION_MS = 1000;
    const { clock, store, runs } = await openWith({ accounts: ['acc_flood', 'acc_a'] });
    for (let number = 0; number < 500; number++) await runs.start({ accountId: 'acc_flood' });
    const underWay = new Map<string, () => void>();
    const worker = runs.worker(async run => {
      await new Promise<void>(resolve => underWay.set(run.id, resolve));
      return DONE;
    }, { concurrency: 3 });
    await doing(worker, async () => {
      let own: string | null = null;
      for (let turn = 0; turn < 20 && (own === null || (await runs.row(own)).finished_at === null); turn++) {
        if (turn === 5) own = (await runs.start()).run.id;
        await until(() => underWay.size === 3);
        clock.advance(DURATION_MS);
        const ending = [...underWay];
        underWay.clear();
        for (const [, resolve] of ending) resolve();
        await until(async () => (await allTables(store.db).selectFrom('run').select('id').where('id', 'in', ending.map(([id]) => id)).where('finished_at', 'is', null).execute()).length === 0);
      }
      const { created_at: createdAt, finished_at: finishedAt } = await runs.row(own!);
      assert.ok(finishedAt !== null && finishedAt - createdAt < 4 * DURATION_MS, `${finishedAt! - createdAt} ms`);
      for (const resolve of underWay.values()) resolve();
    });
  });
});

suite('A rest', () => {
  test('ends when it is woken, and is none where it was woken before', async () => {
    const backoff = new Backoff(60_000, 60_000);
    const backingOff = backoff.pause();
    backoff.wake();
    await backingOff;
    backoff.wake();
    await backoff.pause();
  });

  test('ends when the signal fires', async () => {
    await new Backoff(60_000, 60_000).pause(AbortSignal.abort());
  });
});
