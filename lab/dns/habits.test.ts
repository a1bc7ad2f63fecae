import assert from 'node:assert/strict';
import dgram from 'node:dgram';
import test, { after, before, suite } from 'node:test';
import type { ServerHabit, World } from '../types.ts';
import { Client, type AskOptions, type Asked } from './client.ts';
import { decodeMessage, encodeMessage, queryMessage, type Message } from './message.ts';
import { startDns, type RunningDns } from './start.ts';
import { worldOf } from './world-of.ts';

const WELL_KEPT = '45.54.1.53';
const ILL_KEPT = '45.54.2.53';
const habits: ServerHabit[] = ['transfers', 'recurses', 'tellsVersion', 'lowersCase', 'ignoresSize'];
const large = Array.from({ length: 30 }, (_, i) => `big TXT "${String(i).padStart(100, '0')}"`).join('\n');
const plain = worldOf([{ name: 'zone.example', records: `@ A 45.54.9.1\n${large}` }]);
const world: World = { ...plain, servers: plain.servers.map((server, i) => (i === 1 ? { ...server, habits } : server)) };

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

async function ask(address: string, name: string, type: string, options: AskOptions = {}): Promise<Message> {
  const asked: Asked = await client.ask(dns.route(address)!, name, type, options);
  assert.ok(asked.outcome === 'answered', asked.outcome);
  return asked.message;
}

/** One message as it is, and the reply to it; null after a while. */
async function put(port: number, query: Message): Promise<Message | null> {
  const socket = dgram.createSocket('udp4');
  const reply = new Promise<Message | null>(resolve => {
    socket.on('message', bytes => resolve(decodeMessage(bytes)));
    setTimeout(() => resolve(null), 150);
  });
  socket.send(encodeMessage(query), port, '127.0.0.1');
  const got = await reply;
  await new Promise<void>(done => void socket.close(done));
  return got;
}

const chaos = () => ({ ...queryMessage(1, 'version.bind', 'TXT'), question: { name: 'version.bind', type: 'TXT', class: 3 } });

suite('a server has the habits that the world gives it, and others have not', () => {
  const cases: [says: string, lookup: (address: string) => Promise<unknown>, wellKept: unknown, illKept: unknown][] = [
    ['transfers: the zone between two SOA records', async address => {
      const { rcode, answer } = await ask(address, 'zone.example', 'AXFR', { transport: 'tcp' });
      return [rcode, answer.length > 30, answer[0]?.type, answer.at(-1)?.type];
    }, ['REFUSED', false, undefined, undefined], ['NOERROR', true, 'SOA', 'SOA']],
    ['recurses: for those who wish it', async address => {
      const { rcode, recursionAvailable } = await ask(address, '', 'NS', { recursionDesired: true });
      return [rcode, recursionAvailable];
    }, ['REFUSED', false], ['NOERROR', true]],
    ['and for nobody else', async address => (await ask(address, '', 'NS')).rcode, 'REFUSED', 'REFUSED'],
    ['tellsVersion', async address => (await put(dns.route(address)!, chaos()))?.answer.length, 0, 1],
    ['lowersCase', async address => (await put(dns.route(address)!, queryMessage(1, 'Zone.Example', 'A')))?.question?.name, 'Zone.Example', 'zone.example'],
    ['ignoresSize', async address => (await ask(address, 'big.zone.example', 'TXT', { transport: 'udp', edns: { udpSize: 1232 } })).truncated, true, false],
  ];
  for (const [says, lookup, wellKept, illKept] of cases) {
    test(says, async () => assert.deepEqual([await lookup(WELL_KEPT), await lookup(ILL_KEPT)], [wellKept, illKept]));
  }
});

suite('the ways in which servers treat EDNS', () => {
  const asked = (option: boolean, version: number): Message =>
    ({ ...queryMessage(1, 'zone.example', 'A', { edns: { udpSize: 1232, version, dnssecOk: false, errors: option ? [{ code: 0, text: '' }] : [] } }) });
  const cases: [habit: ServerHabit | null, replies: (string | null)[]][] = [
    [null, ['NOERROR', 'BADVERS']],
    ['takesAnyEdns', ['NOERROR', 'NOERROR']],
    ['dropsEdnsVersions', ['NOERROR', null]],
    ['refusesOptions', ['FORMERR', 'BADVERS']],
  ];
  for (const [habit, replies] of cases) {
    test(habit ?? 'well kept', async () => {
      const servers = plain.servers.map(server => (habit === null ? server : { ...server, habits: [habit] }));
      const own = await startDns({ ...plain, servers }, { hosts: new Map(), nowMs: 0, seed: 1, resolverPort: 0, cache: true });
      const port = own.route(WELL_KEPT)!;
      const got = await Promise.all([put(port, asked(true, 0)), put(port, asked(false, 1))]);
      await own.stop();
      assert.deepEqual(got.map(reply => reply?.rcode ?? null), replies);
    });
  }
});
