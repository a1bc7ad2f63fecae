import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { onEachDatabase, testClock } from '../../../../../test/databases.ts';
import { addDomain, openLookalikes, SAMPLE, SampleWorld } from '../service.sample.ts';
import { namesFor } from '../names.ts';
import { emptyStates, nameStates, readState, writeState } from '../state/packed.ts';
import { watchLookalikes } from '../store/watch.ts';
import { sweeping } from './schedule.ts';
import { allTables } from '../../../../../test/tables.ts';

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];
const names = namesFor(SAMPLE.name).map(({ name }) => name);
const page = '<title>Lumenpay sign in</title><form action="https://collect.example/x"><input type="password"></form>';
/** One near the beginning, one in the last portion. */
const [early, late] = [names[3]!, names.at(-3)!];

function worldOf(more: [string, object][] = []): SampleWorld {
  const world = new SampleWorld();
  world.names.set(early, { A: ['192.0.2.1'], MX: ['10 mx.host.example'], TXT: ['v=spf1 mx -all'], page, createdAt: '2025-12-28T00:00:00Z' });
  world.names.set(late, { A: ['192.0.2.2'], page: '<title>This domain is for sale</title>', createdAt: '2019-01-10T00:00:00Z' });
  for (const [name, there] of more) world.names.set(name, there);
  return world;
}

onEachDatabase('A sweep', open => {
  test('finds what is registered, with mail, website and age, and tells of no changes at first, but of what does harm', async () => {
    const area = await openLookalikes(await open(), worldOf());
    const outcome = await area.sweep();
    assert.deepEqual(outcome.result, { names: names.length, unknown: 0, found: 2, candidates: 2, left: 0 });
    const shown = (await area.candidates()).map(({ name, state, registration }) => [name, [state, registration !== null]]);
    assert.deepEqual(Object.fromEntries(shown), { [early]: ['impersonating', true], [late]: ['resolving', true] });
    assert.deepEqual(await area.events(), [`${early} impersonating`]);
  });

  test('that is killed goes on at its place: every name is asked for, the finished portions not again', async () => {
    const area = await openLookalikes(await open(), worldOf());
    const whole = await openLookalikes(await open(), worldOf());
    await whole.sweep();
    await assert.rejects(area.sweep('all', { stopAfter: 4 }), /killed/);
    const asked = area.world.asked;
    assert.ok(asked > 1000 && asked < whole.world.asked);
    const outcome = await area.sweep('all', { state: area.committed.at(-1)!.state });
    assert.deepEqual(outcome.result, { names: names.length, unknown: 0, found: 2, candidates: 2, left: 0 });
    assert.ok(area.world.asked <= whole.world.asked + 1000, `${area.world.asked} and ${whole.world.asked}`);
    assert.deepEqual(await area.events(), await whole.events());
  });

  test('done again changes nothing and tells nothing, and asks no registry twice', async () => {
    const area = await openLookalikes(await open(), worldOf());
    await area.sweep();
    const before = [await area.candidates(), await area.events()];
    area.clock.advance(HOUR_MS);
    await area.sweep();
    await area.work();
    assert.deepEqual([await area.candidates(), await area.events()], before);
    assert.equal(area.world.askedRegistry.length, 2);
  });

  test('a name that was free and is registered is reported after a second lookup, minutes later', async () => {
    const area = await openLookalikes(await open(), worldOf());
    await area.sweep();
    const fresh = names[10]!;
    area.world.names.set(fresh, { A: ['192.0.2.3'], MX: ['10 mx.host.example'] });
    area.clock.advance(DAY_MS);
    await area.sweep('daily');
    assert.deepEqual((await area.events()).filter(event => event.startsWith(fresh)), []);
    await area.work();
    assert.deepEqual((await area.events()).filter(event => event.startsWith(fresh)), []);
    area.clock.advance(5 * 60_000);
    await area.work();
    assert.deepEqual((await area.events()).filter(event => event.startsWith(fresh)).toSorted(), [`${fresh} mailAdded`, `${fresh} registered`]);
  });

  test('while the resolvers fail nothing has happened, and the run says that it is not whole', async () => {
    const area = await openLookalikes(await open(), worldOf());
    await area.sweep();
    const before = [await area.candidates(), await area.events()];
    area.world.down = true;
    for (let day = 0; day < 3; day++) {
      area.clock.advance(DAY_MS);
      const outcome = await area.sweep();
      assert.equal(outcome.status, 'partial');
      await area.work();
    }
    assert.deepEqual([await area.candidates(), await area.events()], before);
  });

  test('names below a suffix that answers for every name are no candidates', async () => {
    const world = worldOf();
    world.wildcards.add('ws');
    const area = await openLookalikes(await open(), world);
    await area.sweep();
    assert.equal((await area.candidates()).length, 2);
  });

  test('counts what the last evidence shows: a page that is like the owner\'s is reported once', async () => {
    const area = await openLookalikes(await open(), worldOf());
    await area.sweep();
    const nothing = { candidate: null, own: null, figure: null };
    const taken = (seq: number, figure: number) => ({
      id: `evd_${seq}`, account_id: SAMPLE.account, domain_id: SAMPLE.domain, name: early, seq, captured_at: seq, signature: '',
      manifest: JSON.stringify({ similarity: { tlsh: { ...nothing, figure }, perceptual: nothing } }),
    });
    await allTables(area.services.db).insertInto('lookalike_evidence').values([taken(1, 300), taken(2, 20)]).execute();
    for (let time = 0; time < 2; time++) {
      area.clock.advance(HOUR_MS);
      await area.sweep('hot');
    }
    assert.deepEqual(await area.events(), [`${early} impersonating`, `${early} contentSimilar`]);
    assert.equal((await area.candidates()).find(({ name }) => name === early)!.similarity, '{"tlsh":20,"image":null,"favicon":null}');
  });

  test('leaves what evidence that was taken meanwhile shows', async () => {
    const area = await openLookalikes(await open(), worldOf());
    await area.sweep();
    const evidence = (seq: number, figure: number) => ({
      id: `evd_${seq}`, account_id: SAMPLE.account, domain_id: SAMPLE.domain, name: early, seq, captured_at: seq, signature: '', manifest: JSON.stringify({ similarity: { tlsh: { figure }, perceptual: { figure: null } } }),
    });
    const take = async (seq: number, figure: number) => {
      await allTables(area.services.db).insertInto('lookalike_evidence').values(evidence(seq, figure)).execute();
      await allTables(area.services.db).updateTable('lookalike').set({ similarity: JSON.stringify({ tlsh: figure, image: null, favicon: null }) }).where('name', '=', early).execute();
    };
    await take(1, 300);
    const { open: openSession } = area.services;
    let taken: Promise<void> | undefined;
    area.services.open = (...given) => {
      const { clients, ...session } = openSession(...given);
      const visit: typeof clients.web.visit = async (...asked) => {
        await (taken ??= take(2, 20));
        return clients.web.visit(...asked);
      };
      return { ...session, clients: { ...clients, web: { ...clients.web, visit } } };
    };
    area.clock.advance(HOUR_MS);
    await area.sweep();
    assert.equal(JSON.parse((await area.candidates()).find(({ name }) => name === early)!.similarity!).tlsh, 20);
  });

  test('ends when its time is up, says so, and the next one begins with what was left', async () => {
    const world = worldOf(names.slice(20, 320).map(name => [name, { A: ['192.0.2.9'], page: '' }]));
    const area = await openLookalikes(await open(testClock()), world);
    const { services, clock } = area;
    const { open: openSession } = services;
    // Every website is slow.
    services.open = (...given) => {
      clock.advance(5000);
      return openSession(...given);
    };
    const ids = (await area.sweep('daily'), await area.candidates()).map(({ id }) => id).toSorted();
    const resumeAfter = async () => (await allTables(services.db).selectFrom('lookalike_watch').select('look_after').executeTakeFirstOrThrow()).look_after;
    const seen = new Set(ids.slice(0, ids.indexOf(await resumeAfter()) + 1));
    assert.ok(seen.size > 0 && seen.size < ids.length);
    let sweeps = 1;
    for (let position = await resumeAfter(); seen.size < ids.length && sweeps < 10; sweeps++) {
      const { status, result } = await area.sweep('daily');
      assert.deepEqual([status, (result as { left: number }).left > 0], ['partial', true]);
      const [from, to] = [ids.indexOf(position), ids.indexOf(position = await resumeAfter())];
      for (const [at, id] of ids.entries()) if (to > from ? at > from && at <= to : at > from || at <= to) seen.add(id);
    }
    assert.ok(sweeps <= 4, String(sweeps));
    services.open = openSession;
    const { status, result } = await area.sweep('daily');
    assert.partialDeepStrictEqual({ status, result }, { status: 'completed', result: { candidates: ids.length, left: 0 } });
    assert.equal(await resumeAfter(), '');
  });

  test('names of the account itself are no candidates', async () => {
    const area = await openLookalikes(await open(), worldOf());
    await addDomain(area.services.store, 'dom_b', early);
    await area.sweep();
    assert.deepEqual((await area.candidates()).map(({ name }) => name), [late]);
  });
});

onEachDatabase('The schedule of sweeps', open => {
  test('starts all, then daily and hourly looks, each once, and none where nobody watches', async () => {
    const area = await openLookalikes(await open(testClock()), worldOf());
    const { services, clock } = area;
    const due = () => services.store.transaction(tx => sweeping.due(tx, services, clock.now(), 100));
    const started = async () => {
      const runs = await allTables(services.db).selectFrom('run').select('input').orderBy('id').execute();
      await allTables(services.db).deleteFrom('job').execute();
      await allTables(services.db).deleteFrom('run').execute();
      return runs.map(({ input }) => (JSON.parse(input) as { tier: string }).tier);
    };
    await services.store.transaction(tx => watchLookalikes.hear(tx, {}, { accountId: SAMPLE.account, domainId: SAMPLE.domain, at: clock.now() }));
    await due();
    assert.deepEqual(await started(), []);
    clock.advance(1.2 * HOUR_MS);
    await due();
    await due();
    assert.deepEqual(await started(), ['all']);
    await area.sweep();
    const [tiers, end] = [[] as string[], clock.now() + 7.9 * DAY_MS];
    while (clock.now() < end) {
      clock.advance(HOUR_MS / 2);
      await due();
      tiers.push(...await started());
    }
    const count = (tier: string) => tiers.filter(one => one === tier).length;
    assert.ok(count('all') === 1 && count('daily') >= 6 && count('daily') <= 8, tiers.join());
    // The plan looks every six hours at most.
    assert.ok(count('hot') >= 15 && count('hot') <= 36, String(count('hot')));
    await allTables(services.db).updateTable('domain').set({ due_at: null }).execute();
    clock.advance(30 * DAY_MS);
    await due();
    assert.deepEqual(await started(), []);
  });
});

suite('What is known of the names that nobody has registered', () => {
  test('takes two bits for each: a quarter of a megabyte for a million', () => {
    const states = emptyStates(1_000_000);
    assert.equal(states.byteLength, 250_000);
    for (let position = 0; position < 1000; position++) writeState(states, position, nameStates[position % 4]!);
    for (let position = 0; position < 1000; position += 3) writeState(states, position, 'candidate');
    for (let position = 0; position < 1000; position++) assert.equal(readState(states, position), position % 3 === 0 ? 'candidate' : nameStates[position % 4]!);
  });
});
