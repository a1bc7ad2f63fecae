import assert from 'node:assert/strict';
import dgram from 'node:dgram';
import { once } from 'node:events';
import net from 'node:net';
import test, { after, before, suite } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type AskOptions } from './dns/client.ts';
import { decodeMessage, encodeMessage, queryMessage, recordText, type Message } from './dns/message.ts';
import { startDns, type RunningDns } from './dns/start.ts';
import { worldOf } from './dns/world-of.ts';
import { FaultBoard } from './faults.ts';
import { faultKinds, type Fault, type FaultKind } from './types.ts';

const records = '@ SOA ns hostmaster 7 14400 3600 1209600 300\n@ A 45.54.9.1\n@ TXT "honest"\n@ MX 10 mail';
const faultOf = (fault: FaultKind): Fault => ({ fault, delayMs: 60, ...(fault === 'lame' ? {} : { at: 'resolver' }) });
const perDomain = faultKinds.map(fault => ({ name: `${fault.toLowerCase()}.example`, records, faults: [faultOf(fault)] }));
const world = worldOf([{ name: 'sound.example', records: `${records}\na A 45.54.9.1` }, ...perDomain]);

let dns: RunningDns;
let client: Client;
before(async () => {
  dns = await startDns(world, { hosts: new Map(), nowMs: 0, seed: 1, resolverPort: 0, cache: true });
  client = await Client.open();
});
after(async () => {
  client.close();
  await dns.stop();
});

const MORE_MS = 60;
const PATIENT_MS = 10_000;

/** All that comes back, with the port it came from: `expected` messages, however late, and what follows them within 60 ms. */
async function rawUdp(query: Message, expected: number, port = dns.resolverPort): Promise<{ bytes: Buffer; port: number }[]> {
  const socket = dgram.createSocket('udp4');
  const got: { bytes: Buffer; port: number }[] = [];
  const enough = Promise.withResolvers<void>();
  socket.on('message', (bytes, { port }) => {
    if (got.push({ bytes, port }) === expected) enough.resolve();
  });
  socket.send(encodeMessage(query), port, '127.0.0.1');
  if (expected > 0) await Promise.race([enough.promise, sleep(PATIENT_MS, undefined, { ref: false })]);
  await sleep(MORE_MS);
  await new Promise<void>(done => void socket.close(done));
  return got;
}

/** The announced length and what then came before the server closed. */
async function rawTcp(query: Message): Promise<{ announced: number; came: number }> {
  const connection = net.connect(dns.resolverPort, '127.0.0.1');
  const bytes = encodeMessage(query);
  connection.write(Buffer.concat([Buffer.of(0, bytes.length), bytes]));
  const chunks: Buffer[] = [];
  connection.on('data', chunk => chunks.push(chunk));
  await once(connection, 'end');
  connection.destroy();
  const all = Buffer.concat(chunks);
  return { announced: all.readUInt16BE(), came: all.length - 2 };
}

const query = (kind: FaultKind, type = 'A', edns = false) =>
  queryMessage(77, `${kind.toLowerCase()}.example`, type, { recursionDesired: true, edns: edns ? { udpSize: 4096, version: 0, dnssecOk: false, errors: [] } : null });

async function ask(kind: FaultKind, type: string, options: AskOptions = {}): Promise<Message> {
  const asked = await client.ask(dns.resolverPort, `${kind.toLowerCase()}.example`, type, { recursionDesired: true, edns: null, ...options });
  assert.ok(asked.outcome === 'answered');
  return asked.message;
}

async function onlyReply(kind: FaultKind): Promise<{ bytes: Buffer; message: Message | null; port: number }> {
  const [got, ...more] = await rawUdp(query(kind), 1);
  assert.deepEqual(more, []);
  return { ...got!, message: decodeMessage(got!.bytes) };
}

const summary = ({ rcode, authoritative, truncated, answer }: Message) => [rcode, authoritative, truncated, answer.length];

const shows: Record<FaultKind, () => Promise<void>> = {
  drop: async () => {
    assert.deepEqual(await rawUdp(query('drop'), 0), []);
    assert.deepEqual(await client.ask(dns.resolverPort, 'drop.example', 'A', { transport: 'tcp', timeoutMs: 60 }), { outcome: 'silent' });
  },
  dropFirst: async () => {
    dns.addFault({ at: 'resolver', name: 'sound.example', type: 'TXT', fault: 'dropFirst', count: 2 });
    const question = queryMessage(1, 'sound.example', 'TXT', { recursionDesired: true });
    assert.deepEqual([(await rawUdp(question, 0)).length, (await rawUdp(question, 0)).length, (await rawUdp(question, 1)).length], [0, 0, 1]);
  },
  delay: async () => {
    const startedMs = performance.now();
    assert.equal((await ask('delay', 'A')).answer.length, 1);
    assert.ok(performance.now() - startedMs >= 59);
  },
  truncate: async () => {
    assert.deepEqual(summary(await ask('truncate', 'A', { transport: 'udp' })), ['NOERROR', false, true, 0]);
    assert.deepEqual(summary(await ask('truncate', 'A', { transport: 'tcp' })), ['NOERROR', false, false, 1]);
    const remove = dns.addFault({ name: 'truncate.example', transport: 'tcp', fault: 'drop' });
    assert.deepEqual(await client.ask(dns.resolverPort, 'truncate.example', 'A', { timeoutMs: 60 }), { outcome: 'silent' });
    remove();
  },
  servfail: async () => assert.deepEqual(summary(await ask('servfail', 'A')), ['SERVFAIL', false, false, 0]),
  refused: async () => assert.deepEqual(summary(await ask('refused', 'A')), ['REFUSED', false, false, 0]),
  formerr: async () => assert.deepEqual(summary(await ask('formerr', 'A')), ['FORMERR', false, false, 0]),
  notimp: async () => assert.deepEqual(summary(await ask('notimp', 'A')), ['NOTIMP', false, false, 0]),
  nxdomain: async () => assert.deepEqual(summary(await ask('nxdomain', 'A')), ['NXDOMAIN', true, false, 0]),
  empty: async () => assert.deepEqual(summary(await ask('empty', 'A')), ['NOERROR', true, false, 0]),
  lame: async () => {
    const port = dns.route('45.54.1.53')!;
    const [sound, lame] = await Promise.all(['sound.example', 'lame.example'].map(name => client.ask(port, name, 'A')));
    assert.deepEqual([sound, lame].map(asked => asked?.outcome === 'answered' && summary(asked.message)), [['NOERROR', true, false, 1], ['NOERROR', false, false, 1]]);
    assert.equal((await ask('lame', 'A')).rcode, 'SERVFAIL');
  },
  wrongId: async () => {
    const { message } = await onlyReply('wrongId');
    assert.notEqual(message?.id, 77);
  },
  wrongQuestion: async () => {
    const { message } = await onlyReply('wrongQuestion');
    assert.deepEqual([message?.id, message?.question?.name], [77, 'spoofed.wrongquestion.example']);
  },
  wrongAddress: async () => {
    const { message, port } = await onlyReply('wrongAddress');
    assert.equal(message?.id, 77);
    assert.notEqual(port, dns.resolverPort);
  },
  garbage: async () => {
    const { bytes, message } = await onlyReply('garbage');
    assert.deepEqual([bytes.length, bytes.readUInt16BE(), bytes[2]! >= 0x80, message], [200, 77, true, null]);
  },
  compressionLoop: async () => {
    const { bytes, message } = await onlyReply('compressionLoop');
    const owner = bytes.length - 16;
    assert.deepEqual([bytes.readUInt16BE(6), bytes.readUInt16BE(owner), message], [1, 0xc000 | owner, null]);
  },
  noEdns: async () => {
    const refused = await ask('noEdns', 'A', { edns: {} });
    assert.deepEqual([refused.rcode, refused.edns], ['FORMERR', null]);
    assert.equal((await ask('noEdns', 'A')).answer.length, 1);
  },
  hugeTxt: async () => {
    assert.equal((await ask('hugeTxt', 'TXT', { transport: 'udp' })).truncated, true);
    assert.ok((await ask('hugeTxt', 'TXT')).answer[0]!.rdata.length > 64_000);
    assert.equal((await ask('hugeTxt', 'A')).answer.length, 1);
  },
  manyRecords: async () => {
    for (const [type, atLeast] of [['A', 4000], ['AAAA', 2300], ['MX', 2000], ['TXT', 3600], ['NS', 2000], ['CAA', 1800]] as const) {
      assert.equal((await ask('manyRecords', type, { transport: 'udp' })).truncated, true);
      assert.ok((await ask('manyRecords', type)).answer.length >= atLeast, type);
    }
    assert.equal((await ask('manyRecords', 'SOA')).answer.length, 1);
  },
  cnameLoop: async () => {
    const chain = ['cnameloop.example. 300 CNAME loop.cnameloop.example.', 'loop.cnameloop.example. 300 CNAME cnameloop.example.'];
    assert.deepEqual((await ask('cnameLoop', 'A')).answer.map(recordText), chain);
    const asked = await client.ask(dns.resolverPort, 'loop.cnameloop.example', 'A');
    assert.deepEqual(asked.outcome === 'answered' && asked.message.answer.map(recordText), chain.toReversed());
  },
  olderSerial: async () => {
    assert.match(recordText((await ask('olderSerial', 'SOA')).answer[0]!), / 6 14400 3600 1209600 300$/);
    assert.equal((await ask('olderSerial', 'A')).answer.length, 1);
  },
  half: async () => {
    const whole = encodeMessage((await ask('half', 'A', { transport: 'tcp' }).catch(() => null)) ?? queryMessage(0, 'half.example', 'A')).length + 16;
    const { bytes, message } = await onlyReply('half');
    assert.deepEqual([bytes.length, message], [whole >> 1, null]);
    assert.deepEqual(await rawTcp(query('half')), { announced: whole, came: whole >> 1 });
  },
};

suite('every fault does what its name says', () => {
  for (const kind of faultKinds) test(kind, shows[kind]);
  test('and only to its domain', async () => {
    const asked = await client.ask(dns.resolverPort, 'sound.example', 'A', { recursionDesired: true });
    assert.deepEqual(asked.outcome === 'answered' && asked.message.answer.map(recordText), ['sound.example. 3600 A 45.54.9.1']);
  });
  test('garbage is the same for the same seed', async () => {
    const options = { hosts: new Map(), nowMs: 0, seed: 9, resolverPort: 0, cache: true };
    const labs = await Promise.all([startDns(world, options), startDns(world, options)]);
    const [one, other] = await Promise.all(labs.map(({ resolverPort }) => rawUdp(query('garbage'), 1, resolverPort)));
    assert.deepEqual(one?.[0]?.bytes, other?.[0]?.bytes);
    await Promise.all(labs.map(one => one.stop()));
  });
});

suite('the resolver lives with faulty authorities', () => {
  const outcomes: Partial<Record<FaultKind, string>> = {
    truncate: 'NOERROR 1', noEdns: 'NOERROR 1', delay: 'NOERROR 1', olderSerial: 'NOERROR 1', nxdomain: 'NXDOMAIN 0', empty: 'NOERROR 0',
  };
  for (const kind of faultKinds.filter(kind => !['hugeTxt', 'manyRecords', 'dropFirst'].includes(kind))) {
    test(`${kind} at all servers: ${outcomes[kind] ?? 'SERVFAIL 0'}`, async () => {
      const removals = ['ns1.lab-dns.net', 'ns2.lab-dns.net'].map(at => dns.addFault({ at, name: 'sound.example', fault: kind, delayMs: 30 }));
      const asked = await client.ask(dns.resolverPort, 'sound.example', 'A', { recursionDesired: true, timeoutMs: 2000 });
      for (const remove of removals) remove();
      assert.equal(asked.outcome === 'answered' && `${asked.message.rcode} ${asked.message.answer.length}`, outcomes[kind] ?? 'SERVFAIL 0');
    });
    test(`${kind} at one server is made good by the other`, async () => {
      const remove = dns.addFault({ at: 'ns1.lab-dns.net', name: 'a.sound.example', fault: kind, delayMs: 30 });
      const asked = await client.ask(dns.resolverPort, 'a.sound.example', 'A', { recursionDesired: true, timeoutMs: 2000 });
      remove();
      const believed = ['nxdomain', 'empty', 'cnameLoop'].includes(kind) ? 0 : 1;
      assert.equal(asked.outcome === 'answered' && asked.message.answer.length, believed);
    });
  }
  test('one lost packet is asked again', async () => {
    dns.addFault({ at: 'ns1.lab-dns.net', name: 'mail.sound.example', fault: 'dropFirst' });
    dns.addFault({ at: 'ns2.lab-dns.net', name: 'mail.sound.example', fault: 'dropFirst' });
    const asked = await client.ask(dns.resolverPort, 'mail.sound.example', 'A', { recursionDesired: true, timeoutMs: 2000 });
    assert.equal(asked.outcome === 'answered' && asked.message.rcode, 'NXDOMAIN');
  });
});

test('setDelayMs holds back every answer of the resolver', async () => {
  dns.setDelayMs(50);
  const startedMs = performance.now();
  await client.ask(dns.resolverPort, 'sound.example', 'A', { recursionDesired: true });
  dns.setDelayMs(0);
  assert.ok(performance.now() - startedMs >= 49);
});

suite('a fault meets what it names', () => {
  const cases: [says: string, fault: Omit<Fault, 'fault'>, within: string | null, question: string, meets: boolean][] = [
    ['everything, left open', {}, null, 'resolver x.example A udp', true],
    ['its server', { at: 'ns1.x.net' }, null, 'ns1.x.net x.example A udp', true],
    ['no other server', { at: 'ns1.x.net' }, null, 'resolver x.example A udp', false],
    ['its name in any case', { name: 'x.example' }, null, 'resolver X.Example A udp', true],
    ['no name below it', { name: 'x.example' }, null, 'resolver a.x.example A udp', false],
    ['names below a star', { name: '*.x.example' }, null, 'resolver b.a.x.example A udp', true],
    ['not the name of the star itself', { name: '*.x.example' }, null, 'resolver x.example A udp', false],
    ['its type', { type: 'MX' }, null, 'resolver x.example MX udp', true],
    ['no other type', { type: 'MX' }, null, 'resolver x.example A udp', false],
    ['its transport', { transport: 'tcp' }, null, 'resolver x.example A tcp', true],
    ['not the other transport', { transport: 'tcp' }, null, 'resolver x.example A udp', false],
    ['the domain that brought it along', {}, 'x.example', 'resolver a.x.example A udp', true],
    ['not the neighbour of that domain', {}, 'x.example', 'resolver xx.example A udp', false],
    ['a name outside that domain, if it says so', { name: 'y.example' }, 'x.example', 'resolver y.example A udp', true],
  ];
  for (const [says, fault, within, question, meets] of cases) {
    test(says, () => {
      const board = new FaultBoard();
      board.add({ ...fault, fault: 'drop' }, within);
      const [at = '', name = '', type = '', transport] = question.split(' ');
      assert.equal(board.meet(at, { name, type, class: 1 }, transport === 'tcp' ? 'tcp' : 'udp').length, meets ? 1 : 0);
    });
  }
  test('the latest first, and none that was taken out', () => {
    const board = new FaultBoard();
    board.add({ fault: 'drop' });
    const remove = board.add({ fault: 'servfail' });
    const kinds = () => board.meet('resolver', { name: 'x', type: 'A', class: 1 }, 'udp').map(({ kind }) => kind);
    assert.deepEqual(kinds(), ['servfail', 'drop']);
    remove();
    remove();
    assert.deepEqual(kinds(), ['drop']);
  });
});
