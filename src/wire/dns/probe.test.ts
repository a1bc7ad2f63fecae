import assert from 'node:assert/strict';
import test, { suite, type TestContext } from 'node:test';
import type { ProbeQuestion, ProbeReply } from '../../core/lookup.ts';
import { createProbe, mannerOf } from './probe.ts';
import type { Behaviour, FakeServer } from './testing/fake-server.ts';
import { authoritiesAt, noSignal, serve } from './testing/harness.ts';
import { flags, questionOf, replyTo, u16, write } from './testing/packets.ts';

const ADDRESS = '45.54.1.53';
const server = { name: 'ns1.example', address: ADDRESS };
const SOA: ProbeQuestion = { name: 'example.org', type: 'SOA' };

async function probing(t: TestContext, behaviour: Behaviour): Promise<{ fake: FakeServer; put: (question: ProbeQuestion) => Promise<ProbeReply> }> {
  const fake = await serve(t, behaviour);
  const probe = createProbe(authoritiesAt({ [ADDRESS]: fake }).means, noSignal);
  return { fake, put: question => probe(server, question) };
}

suite('a probe shows one reply as it came', { concurrency: true }, () => {
  test('code, flags, size and records', async t => {
    const { put } = await probing(t, { udp: query => [replyTo(query, { rcode: 5, flags: flags.authoritative, answers: [write.a('example.org', '192.0.2.1')], edns: [{ code: 65_432, data: [] }] })] });
    const reply = await put(SOA);
    assert.ok(reply.outcome === 'answered');
    const { rcode, authoritative, recursionAvailable, truncated, answers, edns, bytes } = reply;
    assert.deepEqual([rcode, authoritative, recursionAvailable, truncated], ['REFUSED', true, true, false]);
    assert.deepEqual(answers, [{ name: 'example.org', type: 'A', ttlSeconds: 300, data: '192.0.2.1' }]);
    assert.deepEqual(edns?.options, [65_432]);
    assert.ok(bytes > 50 && bytes < 100);
  });
  test('what the question carries: class, recursion, EDNS', async t => {
    const seen: Uint8Array[] = [];
    const { put } = await probing(t, { udp: query => (seen.push(query), [replyTo(query)]) });
    await put({ name: 'version.bind', type: 'TXT', class: 'CH', recursionDesired: true, edns: null });
    await put({ name: 'version.bind', type: 'TXT', edns: { version: 1, option: 65_432 } });
    const [chaos, versioned] = seen;
    assert.deepEqual([chaos!.at(-1), chaos![2]! & 1, chaos![11]], [3, 1, 0]);
    assert.deepEqual([versioned![2]! & 1, versioned![11], Array.from(versioned!.slice(-4))], [0, 1, [...u16(65_432), 0, 0]]);
  });
  test('letters as they are given, or mixed', async t => {
    const seen: string[] = [];
    const { put } = await probing(t, { udp: query => (seen.push(questionOf(query).name), [replyTo(query)]) });
    const name = 'a-name-that-is-long-enough-to-be-mixed.example';
    await put({ name: 'ExAmPlE.org', type: 'SOA', exactCase: true });
    await put({ name, type: 'SOA' });
    assert.equal(seen[0], 'ExAmPlE.org');
    assert.notEqual(seen[1], name);
  });
  test('a server that changes the case of letters is reported', async t => {
    const { put } = await probing(t, { udp: query => [Uint8Array.from(replyTo(query), (byte, at) => (at >= 12 && byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte))] });
    const reply = await put({ name: 'ExAmPlE.org', type: 'SOA', exactCase: true });
    assert.equal(reply.outcome === 'answered' && reply.sameCase, false);
  });
});

suite('a probe is one message', { concurrency: true }, () => {
  test('silence is told after one try, or after as many as wanted', async t => {
    const { put, fake } = await probing(t, { tcp: () => [] });
    assert.equal((await put(SOA)).outcome, 'failed');
    assert.equal(fake.seen.length, 1);
    const reply = await put({ ...SOA, tries: 2 });
    assert.deepEqual([reply.outcome === 'failed' && reply.kind, fake.seen.length], ['timeout', 3]);
  });
  test('a refusal is not asked again', async t => {
    const { put, fake } = await probing(t, { udp: query => [replyTo(query, { rcode: 5 })] });
    await put({ ...SOA, tries: 2 });
    assert.equal(fake.seen.length, 1);
  });
  test('a transfer has a connection of its own, which ends with the first message', async t => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const more = (query: Uint8Array) => replyTo(query, { answers: [write.soa('example.org'), write.a('example.org', '192.0.2.1')] });
    const { put, fake } = await probing(t, {
      tcp: (query, socket) => {
        if (questionOf(query).type === 252) socket.on('close', () => resolve());
        return [more(query)];
      },
    });
    const [transfer] = await Promise.all([put({ name: 'example.org', type: 'AXFR', transport: 'tcp', edns: null }), put({ ...SOA, transport: 'tcp' })]);
    assert.equal(transfer.outcome === 'answered' && transfer.answers.length, 2);
    await promise;
    assert.equal(fake.connections, 2);
  });
});

suite('the manner of a probe names what is not plain', () => {
  const cases: [question: Partial<ProbeQuestion>, expected: string][] = [
    [{}, ''],
    [{ transport: 'tcp', tries: 2, class: 'IN', edns: { payloadBytes: 1232, dnssecOk: false } }, ''],
    [{ class: 'CH', recursionDesired: true }, 'CH RD'],
    [{ exactCase: true, edns: { option: 65_432 } }, 'exact case option 65432'],
    [{ edns: { version: 1, dnssecOk: true, payloadBytes: 512 } }, 'EDNS 1 DO 512 bytes'],
    [{ edns: null }, 'no EDNS'],
  ];
  for (const [question, expected] of cases) test(expected || `nothing: ${JSON.stringify(question)}`, () => assert.equal(mannerOf({ ...SOA, ...question }), expected));
});
