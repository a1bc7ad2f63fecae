import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import * as fc from 'fast-check';
import { followAliases } from './answer.ts';
import { decode, encodeQuery, maxMessageBytes } from './message.ts';
import { createSplitter } from './tcp.ts';
import { extendedError, nameBytes, replyTo, stringBytes, u16, u32, write, type RecordToWrite } from './testing/packets.ts';
import { typeCodes, type TypeName } from './types.ts';

const query = (name: string, type: TypeName) => encodeQuery({ name, type: typeCodes[type] }, { id: 7, recursionDesired: true, edns: { dnssecOk: true } })!;
const record = (type: TypeName, data: readonly number[]): RecordToWrite => ({ name: 'a.example', type, data });

/** Messages in the shapes that real servers send, one at least of every type that is read. */
function corpus(): Uint8Array[] {
  const digest = Array.from({ length: 32 }, (_, at) => at * 7);
  const name = nameBytes('ns1.a.example');
  const data: [TypeName, readonly number[]][] = [
    ['A', [192, 0, 2, 1]], ['AAAA', digest.slice(0, 16)], ['NS', name], ['CNAME', name], ['PTR', name], ['DNAME', name],
    ['SOA', [...name, ...name, ...[1, 2, 3, 4, 5].flatMap(u32)]], ['MX', [...u16(10), ...name]],
    ['TXT', [...stringBytes('v=spf1 include:_spf.a.example'), ...stringBytes(' -all')]], ['SRV', [...u16(1), ...u16(2), ...u16(3), ...name]],
    ['NAPTR', [...u16(1), ...u16(2), ...stringBytes('s'), ...stringBytes('SIP+D2U'), 0, ...name]], ['CAA', [0, ...stringBytes('issue'), ...name]],
    ['DS', [...u16(9), 13, 2, ...digest]], ['CDS', [0, 0, 0, 0, 0]], ['DNSKEY', [...u16(257), 3, 13, ...digest]], ['CDNSKEY', [...u16(257), 3, 13, ...digest]],
    ['RRSIG', [...u16(1), 13, 2, ...[300, 20, 10].flatMap(u32), ...u16(7), ...name, ...digest]], ['NSEC', [...name, 0, 6, 0x40, 1, 0, 0, 0, 3, 1, 1, 0x40]],
    ['NSEC3', [1, 0, 0, 0, 0, 20, ...digest.slice(0, 20), 0, 1, 0x40]], ['NSEC3PARAM', [1, 0, 0, 0, 2, 1, 2]],
    ['TLSA', [3, 1, 1, ...digest]], ['SMIMEA', [3, 1, 1, ...digest]],
    ['SVCB', [...u16(1), ...name, ...u16(1), ...u16(3), 2, 0x68, 0x32, ...u16(3), ...u16(2), ...u16(443)]],
    ['HTTPS', [...u16(1), 0, ...u16(1), ...u16(3), 2, 0x68, 0x32, ...u16(4), ...u16(4), 192, 0, 2, 1]], ['URI', [...u16(1), ...u16(1), ...digest]],
  ];
  const compressed = Buffer.from('000785800001000200010000016107657861 6d706c6500000f0001c00c000f000100000e100008000a036d7831c00cc00c000f000100000e1000040014c029c00c0002000100000e100006036e7331c00c'.replace(' ', ''), 'hex');
  return [
    ...data.map(([type, bytes]) => replyTo(query('a.example', type), { answers: [record(type, bytes), record(type, bytes)], edns: [extendedError(0, 'text')] })),
    query('a.example', 'TXT'),
    replyTo(query('a.example', 'A'), { rcode: 3, authorities: [write.soa('example')], edns: [] }),
    replyTo(query('a.example', 'A'), { answers: [write.cname('a.example', 'b.example'), write.a('b.example', '192.0.2.1')] }),
    replyTo(query('a.example', 'MX'), { rcode: 2, edns: [extendedError(22, 'No Reachable Authority at delegation a.example')] }),
    replyTo(query('a.example', 'TXT'), { answers: Array.from({ length: 20 }, (_, at) => write.txt('a.example', `entry ${at}`)) }),
    compressed,
  ];
}

/** A generator of numbers that is the same on every machine (xorshift32). */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** Flips bytes, cuts, changes counts and plants pointers in `scratch`; returns the length that is left. */
function mutate(scratch: Uint8Array, length: number, below: (limit: number) => number): number {
  let left = length;
  for (let change = below(4); change >= 0; change--) {
    const at = below(left);
    const kind = below(8);
    if (kind < 4) scratch[at] = below(256);
    else if (kind === 4) scratch[4 + below(8)] = below(256);
    else if (kind === 5) left = Math.max(1, at);
    else {
      scratch[at] = 0xc0 | (kind === 6 ? 0 : below(64));
      if (at + 1 < left) scratch[at + 1] = below(Math.min(256, left));
    }
  }
  return left;
}

const SLOW_MS = 250;

/** In milliseconds. One reading may wait for others on the machine; the same message three times does not. */
function timeOf(packet: Uint8Array): number {
  const startedMs = performance.now();
  decode(packet);
  return performance.now() - startedMs;
}

test('a million damaged messages are read or refused: no throw, no hang, no growth', () => {
  const messages = corpus();
  const below = seeded(20_261_121);
  const scratch = new Uint8Array(4096);
  const cpu = process.cpuUsage();
  const heapBefore = process.memoryUsage().heapUsed;
  let refused = 0;
  let slowestMs = 0;
  for (let round = 0; round < 1_000_000; round++) {
    const message = messages[round % messages.length]!;
    scratch.set(message);
    const packet = scratch.subarray(0, mutate(scratch, message.length, below));
    const startedMs = performance.now();
    if ('malformed' in decode(packet)) refused++;
    const tookMs = performance.now() - startedMs;
    if (tookMs > SLOW_MS) slowestMs = Math.max(slowestMs, Math.min(tookMs, timeOf(packet), timeOf(packet)));
  }
  const { user, system } = process.cpuUsage(cpu);
  assert.ok(refused > 100_000 && refused < 900_000, `${refused} refused: the damage is of a useful kind`);
  assert.ok(slowestMs < SLOW_MS, `slowest message: ${slowestMs} ms`);
  assert.ok((user + system) / 1e6 < 25, `${(user + system) / 1e6} s of CPU`);
  assert.ok(process.memoryUsage().heapUsed - heapBefore < 200e6);
});

test('decode never throws on arbitrary bytes', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 600 }), bytes => void decode(bytes)), { seed: 20_261_121, numRuns: 3000 });
});

const header = (records: number) => [0, 7, 0x81, 0x80, 0, 0, ...u16(records), 0, 0, 0, 0];
const filled = (start: readonly number[], unit: (at: number) => readonly number[]) => {
  const bytes = [...start];
  while (bytes.length < maxMessageBytes - 300) bytes.push(...unit(bytes.length));
  return bytes.length <= maxMessageBytes ? Uint8Array.from(bytes) : Uint8Array.from(bytes.slice(0, maxMessageBytes));
};
const pointer = (to: number) => [0xc0 | (to >> 8), to & 0xff];
const first = (data: readonly number[]) => [0, ...u16(65_280), ...u16(1), 0, 0, 0, 0, ...u16(data.length), ...data];

/** Time of the processor: the clock would also count what others do on the machine. */
const MOST_CPU_US = 1_000_000;

suite('the worst messages of full size are read in time that grows with their size alone', () => {
  const escapes = [...[63, 63, 63, 61].flatMap(length => stringBytes(new Uint8Array(length))), 0];
  const ladder = [0, 0, ...Array.from({ length: 126 }, (_, step) => pointer(step === 0 ? 23 : 23 + 2 * step)).flat()];
  const empty = [...u16(16), ...u16(1), 0, 0, 0, 0, 0, 0];
  const cases: [says: string, bytes: Uint8Array, readable: boolean][] = [
    ['as many empty records as fit', filled(header(5900), () => [0, ...empty]), true],
    ['more records counted than fit', filled(header(10_000), () => [0, ...empty]), false],
    ['long names behind pointers, twice a record', filled([...header(4600), ...first(escapes)],
      () => [...pointer(23), ...u16(2), ...u16(1), 0, 0, 0, 0, 0, 2, ...pointer(23)]), true],
    ['a ladder of pointers under each record', filled([...header(5000), ...first(ladder)], () => [...pointer(23 + 2 * 126), ...empty]), true],
    ['one TXT record of 65280 bytes', replyTo(query('a.example', 'TXT'),
      { answers: [write.txt('a.example', ...Array.from({ length: 254 }, () => 'x'.repeat(255)))] }), true],
  ];
  for (const [says, bytes, readable] of cases) {
    test(says, () => {
      assert.ok(bytes.length > 60_000 && bytes.length <= maxMessageBytes, `${bytes.length} bytes`);
      const before = process.cpuUsage();
      assert.equal(!('malformed' in decode(bytes)), readable);
      const { user } = process.cpuUsage(before);
      assert.ok(user < MOST_CPU_US, `${user} µs`);
    });
  }
  test('an answer of 1,500 aliases in a row', async () => {
    const answers = Array.from({ length: 1500 }, (_, at) => write.cname(`n${at}.example`, `n${at + 1}.example`));
    const message = decode(replyTo(query('n0.example', 'A'), { answers }));
    assert.ok(!('malformed' in message));
    const lookup = await followAliases(async () => message, 'n0.example', 'A');
    assert.equal(lookup.outcome === 'failed' && lookup.kind, 'loop');
  });
});

test('a stream is cut into the same messages however its bytes arrive', () => {
  const messages = [Uint8Array.of(1, 2, 3), new Uint8Array(0), new Uint8Array(300).fill(9), Uint8Array.of(4)];
  const stream = Uint8Array.from(messages.flatMap(message => [...u16(message.length), ...message]));
  fc.assert(fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), sizes => {
    const got: Uint8Array[] = [];
    const push = createSplitter(message => got.push(message));
    for (let at = 0, turn = 0; at < stream.length; turn++) push(stream.subarray(at, (at += sizes[turn % sizes.length]!)));
    assert.deepEqual(got, messages);
  }), { seed: 20_261_121, numRuns: 200 });
});
