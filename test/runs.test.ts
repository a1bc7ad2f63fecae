// Runs as clients see them over HTTP, and what belongs to several areas at once.
import assert from 'node:assert/strict';
import test from 'node:test';
import { refundAllowance } from '../src/areas/platform/account/index.ts';
import { advance, begin, end } from '../src/areas/platform/runs/transitions.ts';
import { createCounters } from '../src/store/index.ts';
import { onEachDatabase } from './databases.ts';
import { addRun } from './authorization-inputs.ts';
import { onEachDatabaseServed, type TestService } from './service.ts';
import { allTables } from './tables.ts';

const DAY_MS = 86_400_000;

/** Each event of a stream as `id event`. */
const eventsIn = (text: string): string[] =>
  text.split('\n\n').filter(block => block.includes('event: ')).map(block => `${/^id: (.*)$/m.exec(block)?.[1] ?? '-'} ${/^event: (.*)$/m.exec(block)![1]}`);

const lastDataIn = (text: string) => JSON.parse(text.trimEnd().split('\ndata: ').at(-1)!) as { data: unknown[]; run: { status: string } };

onEachDatabaseServed('The events of a run', { quickPasswords: true }, service => {
  const makeRun = async () => {
    const { store } = service();
    const account = await service().account({ plan: 'pro' });
    const id = await addRun(service(), account.id, 'queued');
    const change = (work: Parameters<typeof store.transaction>[0]) => store.transaction(work);
    await change(tx => begin(tx, id, Date.now()));
    const listen = (headers: Record<string, string> = {}): ReturnType<TestService['request']> =>
      service().request('GET', `/api/runs/${id}/events`, { cookie: account.owner.cookie, headers: { accept: 'text/event-stream', ...headers } });
    return { id, account, change, listen };
  };

  test('come as a stream with their numbers while it runs, and the run at its end', async () => {
    const { id, change, listen } = await makeRun();
    const listening = listen();
    await change(tx => advance(tx, id, null, [{ name: 'part', data: { of: 'spf' } }], Date.now()));
    await change(tx => end(tx, { id }, { status: 'completed' }, [], Date.now()));
    const { status, headers, text } = await listening;
    assert.deepEqual([status, headers['content-type'], headers['cache-control']], [200, 'text/event-stream; charset=utf-8', 'no-store']);
    assert.deepEqual(eventsIn(text), ['- run', '1 started', '2 part', '3 ended', '- result']);
    assert.match(text, /^id: 2\nevent: part\ndata: \{"of":"spf"\}$/m);
    const { data, run } = lastDataIn(text);
    assert.deepEqual([data, run.status], [[], 'completed']);
  });

  test('go on after the one that a client has seen last, whatever it says it has seen', async () => {
    const { id, change, listen } = await makeRun();
    await change(tx => end(tx, { id }, { status: 'failed', error: 'A fault.' }, [{ name: 'part', data: {} }], Date.now()));
    for (const [seen, events] of [['2', ['3 ended']], ['3', []], ['99', []], ['-1', ['1 started', '2 part', '3 ended']], ['x\u00e9', ['1 started', '2 part', '3 ended']]] as const) {
      assert.deepEqual(eventsIn((await listen({ 'last-event-id': seen })).text), ['- run', ...events, '- result'], seen);
    }
  });

  test('are a list for anyone who asks for no stream', async () => {
    const { id, account } = await makeRun();
    const { body } = await service().request('GET', `/api/runs/${id}/events`, { cookie: account.owner.cookie });
    assert.deepEqual((body['data'] as { name: string }[]).map(({ name }) => name), ['started']);
  });
});

onEachDatabase('What was spent for a run', open => {
  test('is given back with the end of the run or not at all, in the window in which it was spent', async () => {
    const store = await open();
    const counters = createCounters(store, store.clock);
    const spentAt = store.clock.now() - DAY_MS;
    const [name, day] = ['manual_scans:acc_a', spentAt - spentAt % DAY_MS];
    for (let time = 0; time < 3; time++) await counters.spend(name, day, 5);
    const used = async () => [(await counters.read([name], day))[0], (await allTables(store.db).selectFrom('counter').select('used').where('name', '=', name).executeTakeFirstOrThrow()).used];
    assert.deepEqual(await used(), [3, 3]);
    const spent = { accountId: 'acc_a', allowance: 'manualScans', spentAt } as const;
    await store.transaction(tx => refundAllowance(counters, spent, tx));
    assert.deepEqual(await used(), [2, 2]);
    await assert.rejects(store.transaction(async tx => {
      await refundAllowance(counters, spent, tx);
      throw new Error('undone');
    }));
    assert.equal((await used())[1], 2);
  });
});
