import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test, { suite } from 'node:test';
import { bulkStates, type BulkAnswers } from '../../../core/outside/bulk-lookup.ts';
import { systemClock as clock } from '../../../core/clock.ts';
import type { Behaviour } from '../testing/fake-server.ts';
import { noSignal, serve, timed } from '../testing/harness.ts';
import { flags, hasEdns, questionOf, replyTo, write } from '../testing/packets.ts';
import { createTransport, openPath } from '../transport.ts';
import type { Server } from '../channel.ts';
import { createBulkLookup } from './lookup.ts';

const soa = write.soa('example');
const bulkOver = (servers: readonly Server[], ratePerSecond = Infinity) => createBulkLookup({
  servers: servers.map(({ address, port }) => ({ address, port })), transport: createTransport(openPath), clock, randomBytes, ratePerSecond,
});
const shown = (answers: BulkAnswers) => Array.from(answers.states, (state, at) => [bulkStates[state], ...answers.records(at), ...[answers.cause(at)].filter(cause => cause !== null)]);
const addressOf = (query: Uint8Array) => replyTo(query, { answers: [write.a(questionOf(query).name, '192.0.2.1')] });
const always = (reply: (query: Uint8Array) => Uint8Array): Behaviour => ({ udp: query => [reply(query)] });
const servfail: Behaviour = always(query => replyTo(query, { rcode: 2 }));

suite('a batch', () => {
  test('tells each name as it is, by its index', async t => {
    const server = await serve(t, always(query => {
      const name = questionOf(query).name.toLowerCase();
      if (name.startsWith('gone')) return replyTo(query, { rcode: 3, authorities: [soa] });
      return name.startsWith('bare') ? replyTo(query, { authorities: [soa] }) : addressOf(query);
    }));
    const answers = await bulkOver([server])(['gone.example', 'there.example', 'bare.example', 'THERE.example.', 'no..name', 'gone.example'], 'A', noSignal);
    assert.deepEqual(shown(answers), [['nxdomain'], ['found', '192.0.2.1'], ['nodata'], ['found', '192.0.2.1'], ['unknown', 'this is no name that can be asked'], ['nxdomain']]);
  });

  test('of no names is answered at once', async t => assert.deepEqual(shown(await bulkOver([await serve(t, {})])([], 'NS', noSignal)), []));

  test('without servers is unknown', async () => assert.deepEqual(shown(await bulkOver([])(['a.example'], 'NS', noSignal)), [['unknown', 'no DNS server is configured']]));

  test('waits behind no other', async t => {
    const server = await serve(t, always(query => replyTo(query, { rcode: 3, authorities: [soa] })));
    const bulkLookup = bulkOver([server], 2000);
    const big = new AbortController();
    const long = bulkLookup(Array.from({ length: 100_000 }, (_, at) => `n${at}.example`), 'NS', big.signal);
    const { tookMs } = await timed(bulkLookup(['a.example', 'b.example', 'c.example'], 'NS', noSignal));
    big.abort(new Error('over'));
    await assert.rejects(long, /over/);
    assert.ok(tookMs < 5000, `${tookMs} ms`);
  });

  test('ends when its signal fires, and the others go on', async t => {
    const silent = await serve(t, { udp: query => (questionOf(query).name.toLowerCase().startsWith('slow') ? [] : [addressOf(query)]) });
    const bulkLookup = bulkOver([silent]);
    const over = new AbortController();
    const slow = bulkLookup(['slow.example'], 'A', over.signal);
    const quick = bulkLookup(['quick.example'], 'A', noSignal);
    over.abort(new Error('enough'));
    await assert.rejects(slow, /enough/);
    assert.deepEqual(shown(await quick), [['found', '192.0.2.1']]);
    await assert.rejects(bulkLookup(['quick.example'], 'A', over.signal), /enough/);
  });

  test('leaves at no more than the rate', async t => {
    const server = await serve(t, always(addressOf));
    const { tookMs } = await timed(bulkOver([server], 200)(Array.from({ length: 120 }, (_, at) => `n${at}.example`), 'A', noSignal));
    // A tenth of a second's share goes out at once.
    assert.ok(tookMs >= 490, `${tookMs} ms`);
    assert.equal(server.seen.length, 120);
  });
});

suite('an answer that says nothing of the name is asked for again, elsewhere where there is another server', { concurrency: true }, () => {
  const elsewhere: [name: string, behaviour: Behaviour][] = [
    ['SERVFAIL', servfail],
    ['REFUSED', always(query => replyTo(query, { rcode: 5 }))],
    ['a referral', always(query => replyTo(query, { authorities: [write.ns('example', 'ns1.example')] }))],
    ['rubbish', always(query => replyTo(query, { answers: [{ name: questionOf(query).name, type: 'A', data: [1] }] }))],
    ['silence', { udp: () => [] }],
    ['a truncated answer without TCP', always(query => replyTo(query, { flags: flags.truncated }))],
  ];
  for (const [name, behaviour] of elsewhere) {
    test(name, async t => {
      const [bad, good] = await Promise.all([serve(t, behaviour), serve(t, always(addressOf))]);
      assert.deepEqual(shown(await bulkOver([bad, good])(['a.example', 'b.example'], 'A', noSignal)), [['found', '192.0.2.1'], ['found', '192.0.2.1']]);
      assert.ok(bad.seen.length > 0);
    });
  }

  test('a truncated answer is asked for over TCP', async t => {
    const server = await serve(t, { udp: query => [replyTo(query, { flags: flags.truncated })], tcp: query => [addressOf(query)] });
    assert.deepEqual(shown(await bulkOver([server])(['a.example'], 'A', noSignal)), [['found', '192.0.2.1']]);
  });

  test('one that cannot read EDNS is asked without', async t => {
    const server = await serve(t, always(query => (hasEdns(query) ? replyTo(query, { rcode: 1 }) : addressOf(query))));
    assert.deepEqual(shown(await bulkOver([server])(['a.example'], 'A', noSignal)), [['found', '192.0.2.1']]);
  });

  test('another case of letters is confirmed over TCP, and then expected', async t => {
    const inLowerCase = (query: Uint8Array) => addressOf(query.map((byte, at) => (at >= 12 && byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte)));
    const server = await serve(t, { udp: query => [inLowerCase(query)], tcp: query => [inLowerCase(query)] });
    const bulkLookup = bulkOver([server]);
    const names = ['abcdefghijklmnopqrstuvwxyz.example', 'zyxwvutsrqponmlkjihgfedcba.example'];
    assert.deepEqual(shown(await bulkLookup(names, 'A', noSignal)), [['found', '192.0.2.1'], ['found', '192.0.2.1']]);
    const before = server.seen.filter(one => one.startsWith('tcp')).length;
    await bulkLookup(names, 'A', noSignal);
    assert.deepEqual([before > 0, server.seen.filter(one => one.startsWith('tcp')).length - before], [true, 0]);
  });

  test('for ever SERVFAIL is unknown, and says who said so', async t => {
    const server = await serve(t, servfail);
    assert.deepEqual(shown(await bulkOver([server])(['a.example'], 'A', noSignal)), [['unknown', `SERVFAIL from 127.0.0.1:${server.port}`]]);
    assert.equal(server.seen.length, 5);
  });

  test('those that came to nothing do not keep each other from being asked again', async t => {
    // First the window opens, then it closes to fewer than are open.
    let silentSince: number | null = null;
    const server = await serve(t, { udp: query => {
      if (server.seen.length > 5000) silentSince ??= performance.now();
      return silentSince !== null && performance.now() - silentSince < 2500 ? [] : [addressOf(query)];
    } });
    const answers = await bulkOver([server])(Array.from({ length: 8000 }, (_, at) => `n${at}.example`), 'A', noSignal);
    assert.ok(answers.states.every(state => bulkStates[state] === 'found'), answers.cause(answers.states.indexOf(0)) ?? '');
  });

  test('a server that fails at once is not asked for all names meanwhile', async t => {
    let [first, failed] = [null as number | null, 0];
    const server = await serve(t, always(query => {
      first ??= performance.now();
      if (performance.now() - first > 150) return addressOf(query);
      failed++;
      return replyTo(query, { rcode: 2 });
    }));
    const answers = await bulkOver([server])(Array.from({ length: 5000 }, (_, at) => `n${at}.example`), 'A', noSignal);
    assert.ok(answers.states.every(state => bulkStates[state] === 'found'), answers.cause(answers.states.indexOf(0)) ?? '');
    // As many as a window has at first.
    assert.ok(failed <= 64, `${failed} of 5000`);
  });

  test('names without a working server hold up neither the others nor each other', async t => {
    const server = await serve(t, always(query => (/^n\d+0\./i.test(questionOf(query).name) ? replyTo(query, { rcode: 2 }) : addressOf(query))));
    const { value, tookMs } = await timed(bulkOver([server])(Array.from({ length: 3000 }, (_, at) => `n${at}.example`), 'A', noSignal));
    assert.equal(value.states.filter(state => bulkStates[state] === 'unknown').length, 299);
    assert.ok(tookMs < 30_000, `${tookMs} ms`);
  });

  test('with all servers dead every name is unknown, however many there are', async t => {
    const [silent, gone] = await Promise.all([serve(t, { udp: () => [] }), serve(t, {})]);
    await gone.stop();
    const { value, tookMs } = await timed(bulkOver([silent, gone])(Array.from({ length: 20_000 }, (_, at) => `n${at}.example`), 'NS', noSignal));
    assert.ok(value.states.every(state => bulkStates[state] === 'unknown'));
    assert.match(value.cause(19_999)!, /^127\.0\.0\.1:\d+ does not answer; 127\.0\.0\.1:\d+ does not answer$/);
    assert.ok(tookMs < 20_000, `${tookMs} ms`);
  });
});
