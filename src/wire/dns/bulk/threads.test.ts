import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { bulkStates, type BulkAnswers } from '../../../core/outside/bulk-lookup.ts';
import { noSignal, serve, timed } from '../testing/harness.ts';
import { questionOf, replyTo, write } from '../testing/packets.ts';
import { createBulkLookupInThreads } from './threads.ts';

const soa = write.soa('example');
const THREADS = 3;
const shown = (answers: BulkAnswers, at: number) => [bulkStates[answers.states[at]!], ...answers.records(at), ...[answers.cause(at)].filter(cause => cause !== null)];
const bulkOver = ({ address, port }: { address: string; port: number }, ratePerSecond = Infinity) => createBulkLookupInThreads({ servers: [{ address, port }], ratePerSecond, threads: THREADS });
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `n${at}.example`);

suite('a batch that threads share', () => {
  test('tells each name as it is, by its index', async t => {
    const server = await serve(t, { udp: query => {
      const at = Number.parseInt(questionOf(query).name.slice(1));
      return [at % 3 === 0 ? replyTo(query, { rcode: 3, authorities: [soa] }) : replyTo(query, { answers: [write.a(questionOf(query).name, `192.0.2.${at % 250}`)] })];
    } });
    const names = [...numbered(1000), 'no..name'];
    const answers = await bulkOver(server)(names, 'A', noSignal);
    const wanted = names.map((_, at) => (at === 1000 ? ['unknown', 'this is no name that can be asked'] : at % 3 === 0 ? ['nxdomain'] : ['found', `192.0.2.${at % 250}`]));
    assert.deepEqual(names.map((_, at) => shown(answers, at)), wanted);
  });

  test('of no names is answered at once', async t => assert.equal((await bulkOver(await serve(t, {}))([], 'NS', noSignal)).states.length, 0));

  test('leaves at no more than the rate of all threads together', async t => {
    const server = await serve(t, { udp: query => [replyTo(query, { rcode: 3, authorities: [soa] })] });
    const bulkLookup = bulkOver(server, 300);
    await bulkLookup(numbered(THREADS * 100), 'NS', noSignal);
    const { tookMs } = await timed(bulkLookup(numbered(THREADS * 100), 'NS', noSignal));
    assert.ok(tookMs >= 800, `${tookMs} ms`);
  });

  test('ends when its signal fires, and the others go on', async t => {
    const server = await serve(t, { udp: query => (questionOf(query).name.startsWith('slow') ? [] : [replyTo(query, { rcode: 3, authorities: [soa] })]) });
    const bulkLookup = bulkOver(server);
    const over = new AbortController();
    const slow = bulkLookup(['slow.example'], 'A', over.signal);
    const quick = bulkLookup(numbered(300), 'A', noSignal);
    setTimeout(() => over.abort(new Error('enough')), 50);
    await assert.rejects(slow, /enough/);
    assert.deepEqual(shown(await quick, 299), ['nxdomain']);
    await assert.rejects(bulkLookup(['quick.example'], 'A', over.signal), /enough/);
  });

  test('is unknown where its thread ends early, says why, and does not keep the next from being answered', async t => {
    const { address, port } = await serve(t, { udp: query => [replyTo(query, { rcode: 3, authorities: [soa] })] });
    const bulkLookup = createBulkLookupInThreads({ servers: [{ address, port }], ratePerSecond: Infinity, threads: 1, maxHeapMb: 24 });
    const tooMany = await bulkLookup(Array.from({ length: 400_000 }, (_, at) => `${'n'.repeat(50)}${at}.example`), 'A', noSignal);
    assert.match(shown(tooMany, 399_999).join(), /^unknown,the thread that asks failed: .*memory/);
    assert.deepEqual(shown(await bulkLookup(['a.example'], 'A', noSignal), 0), ['nxdomain']);
  });
});
