import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test, { suite } from 'node:test';
import { makeSqlite, testClock } from '../../../../../test/databases.ts';
import { namesFor } from '../names.ts';
import { addDomain, openLookalikes, SAMPLE, SampleWorld } from '../service.sample.ts';
import { watchLookalikes } from '../store/watch.ts';
import { sweeping } from './schedule.ts';
import type { Tier } from './tiers.ts';
import { allTables } from '../../../../../test/tables.ts';

/** What is measured on a few brands is said of so many. */
const BRANDS = 1000;
const SAMPLES = ['harborbank.co.uk'];
/** Of the likeliest names more are registered than of all: here every twentieth is. */
const REGISTERED = 0.05;
const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000];
const MAX_QUESTIONS_A_SECOND = 60;
const MAX_BYTES_A_MILLION = 2_000_000;

/** A number in [0, 1) of a text. */
const chance = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;

/** Names of which every twentieth is registered, two thirds of these with an address and half with a page; one in three hundred does harm. */
function crowdedWorld(): SampleWorld {
  const world = new SampleWorld();
  for (const { name } of SAMPLES.flatMap(namesFor)) {
    if (chance(name) >= REGISTERED) continue;
    const kind = chance(`${name} kind`);
    const harmful = kind < 1 / 300;
    const page = harmful ? '<title>lumenpay harborbank zentro</title><form action="https://x.example/"><input type="password">' : '<title>Welcome</title>';
    world.names.set(name, { ...(kind < 0.66 ? { A: ['192.0.2.1'] } : {}), ...(kind > 0.4 ? { MX: ['10 mx.host.example'] } : {}), ...(kind < 0.5 ? { page } : {}), createdAt: harmful ? '2026-01-14T00:00:00Z' : '2019-01-01T00:00:00Z' });
  }
  return world;
}

suite('1,000 brands', () => {
  test('take less than 2 MB for a million names, and fewer than 60 questions a second once all were swept', async t => {
    const database = makeSqlite();
    const clock = testClock();
    const store = await database.open(clock);
    try {
      const area = await openLookalikes(store, crowdedWorld());
      for (const [at, name] of SAMPLES.entries()) {
        const domainId = `dom_${at}`;
        await addDomain(store, domainId, name);
        await store.transaction(tx => watchLookalikes.hear(tx, {}, { accountId: SAMPLE.account, domainId, at: clock.now() }));
      }
      const pass = async (ms: number) => {
        for (const end = clock.now() + ms; clock.now() < end;) {
          clock.advance(30 * MINUTE_MS);
          await store.transaction(tx => sweeping.due(tx, area.services, clock.now(), 100));
          const runs = await allTables(store.db).selectFrom('run').select(['subject_id', 'input']).execute();
          await allTables(store.db).deleteFrom('run').execute();
          await allTables(store.db).deleteFrom('job').where('kind', '=', 'lookalikeSweep').execute();
          for (const { subject_id: domain, input } of runs) await area.sweep((JSON.parse(input) as { tier: Tier }).tier, { domain });
          await area.work();
        }
      };
      await pass(DAY_MS / 4);
      const begun = area.world.asked;
      await pass(7 * DAY_MS);
      const perSecond = (area.world.asked - begun) / (7 * 86_400) * (BRANDS / SAMPLES.length);
      const watches = await allTables(store.db).selectFrom('lookalike_watch').select(['names', 'states', 'swept_at']).execute();
      const perMillion = watches.reduce((sum, { states }) => sum + states.byteLength, 0) / watches.reduce((sum, { names }) => sum + names, 0) * 1e6;
      const { count } = await allTables(store.db).selectFrom('lookalike').select(eb => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
      t.diagnostic(`${perSecond.toFixed(1)} questions a second, ${Math.round(perMillion / 1000)} kB a million names; ${count} candidates of ${SAMPLES.length} brands`);
      assert.ok(count > 0.03 * 5000 * SAMPLES.length && watches.every(({ swept_at }) => swept_at !== null));
      assert.ok(perSecond > 5 && perSecond <= MAX_QUESTIONS_A_SECOND, String(perSecond));
      assert.ok(perMillion <= MAX_BYTES_A_MILLION, String(perMillion));
    } finally {
      await store.close();
      await database.remove();
    }
  });
});
