// Ports are touched through the door, where it lets them be.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import test, { after, before } from 'node:test';
import { systemClock as clock } from '../../core/clock.ts';
import { parseCidr } from '../../core/ip.ts';
import { createDoor } from '../door.ts';
import { createTouchInThread, startWorker } from './threads.ts';
import { never, smallInternet, startLoopback, type LoopbackServer } from '../testing/loopback.ts';

const PUBLIC = '45.54.0.1';
let listener: LoopbackServer;
before(async () => (listener = await startLoopback()));
after(() => listener.stop());

/** A port of this machine where nobody listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

test('an open port and a closed one are told apart, and nothing is sent to either', async () => {
  const closed = await closedPort();
  const door = createDoor({ ...smallInternet({}, null), route: (_, port) => ({ address: '127.0.0.1', port: port === 80 ? listener.port : closed }) });
  const probe = door.portsOf(PUBLIC)!;
  const states = await Promise.all([80, 81].map(async port => (await probe(port, 2000, never)).state));
  assert.deepEqual(states, ['open', 'closed']);
  assert.equal(listener.received, '');
});

test('hundreds at once get each their own answer', async () => {
  const closed = await closedPort();
  const probe = createDoor({ ...smallInternet({}, null), route: (_, port) => ({ address: '127.0.0.1', port: port % 3 === 0 ? listener.port : closed }) }).portsOf(PUBLIC)!;
  const ports = Array.from({ length: 300 }, (_, at) => at + 1);
  const wrong = (await Promise.all(ports.map(async port => [port, (await probe(port, 5000, never)).state] as const))).filter(([port, state]) => state !== (port % 3 === 0 ? 'open' : 'closed'));
  assert.deepEqual(wrong, []);
});

test('where the thread that connects breaks, the port failed with the cause, and the next port starts another', async () => {
  const probe = createDoor({ ...smallInternet({}, null), route: (_, port) => ({ address: '127.0.0.1', port: port === 80 ? listener.port : 70_000 }) }).portsOf(PUBLIC)!;
  const broken = await probe(81, 2000, never);
  assert.match(broken.state === 'failed' ? broken.cause : broken.state, /thread that connects failed: .*70000/);
  assert.equal((await probe(80, 2000, never)).state, 'open');
});

test('where the thread that connects does not start, the ports failed with the cause, and the next port tries to start it again', async () => {
  let refused = 0;
  const touch = createTouchInThread(() => {
    if (refused++ === 0) throw new Error('no more threads');
    return startWorker();
  });
  const address = { address: '127.0.0.1', port: listener.port };
  const replies = await Promise.all([touch(address, 2000), touch(address, 2000)]);
  for (const reply of replies) assert.deepEqual(reply, { state: 'failed', cause: 'the thread that connects failed: no more threads' });
  assert.equal((await touch(address, 2000)).state, 'open');
});

test('where there is no way the port is filtered', async () => {
  const probe = createDoor(smallInternet({}, null)).portsOf(PUBLIC)!;
  assert.equal((await probe(80, 2000, never)).state, 'filtered');
});

test('an address that is not public has no ports, unless the operator allows it', () => {
  const nowhere = { allow: [], clock, resolve: smallInternet({}, null).resolve };
  for (const address of ['127.0.0.1', '10.0.0.1', '::1', '169.254.169.254', '::ffff:127.0.0.1', 'localhost', '127.1']) assert.equal(createDoor(nowhere).portsOf(address), null, address);
  assert.notEqual(createDoor({ ...nowhere, allow: [parseCidr('127.0.0.0/8')!] }).portsOf('127.0.0.1'), null);
});

test('connections to a public address wait for their turn, which all that use the door share', async () => {
  const turns: string[] = [];
  const door = createDoor({ allow: [], clock, resolve: smallInternet({}, null).resolve, politeness: async address => { turns.push(address); throw new Error('stop before the packet'); } });
  await assert.rejects(door.portsOf(PUBLIC)!(80, 10, never), /stop before the packet/);
  assert.deepEqual(turns, [PUBLIC]);
});
