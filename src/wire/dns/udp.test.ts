import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import test, { suite } from 'node:test';
import { openUdp } from './udp.ts';

const packet = new Uint8Array(12);

/** A loopback port on which nobody listens. */
async function deadPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  await once(socket, 'close');
  return port;
}

suite('a channel that is closed stays closed, whatever the system still tells', () => {
  test('also when it is closed before it was connected', async () => {
    const channel = openUdp({ address: '127.0.0.1', port: await deadPort() }, { reply: () => assert.fail(), lost: () => assert.fail() });
    channel.send(packet);
    channel.close();
    channel.send(packet);
    await sleep(50);
  });
  test('and a server that refuses is reported once for each channel', async () => {
    const port = await deadPort();
    const lost: string[] = [];
    for (let round = 0; round < 20; round++) {
      const channel = openUdp({ address: '127.0.0.1', port }, { reply: () => assert.fail(), lost: cause => lost.push(cause) });
      for (let n = 0; n < 4; n++) channel.send(packet);
      await sleep(round % 3);
      channel.close();
      channel.send(packet);
    }
    await sleep(50);
    assert.ok(lost.every(cause => cause === 'ECONNREFUSED'), lost.join());
  });
});
