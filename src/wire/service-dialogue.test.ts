import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import test, { after, suite } from 'node:test';
import { createSecureContext, TLSSocket } from 'node:tls';
import { createAuthority } from '../../lab/services/ca.ts';
import type { ServiceDialogue } from '../core/outside/service-dialogues.ts';
import { createDoor } from './door.ts';
import { createServiceDialogues } from './service-dialogue.ts';
import { never, smallInternet } from './testing/loopback.ts';

const ADDRESS = '45.54.9.9';
const secureContext = createSecureContext(createAuthority(Date.now()).issue('service.example', 'good'));
const stops: (() => void)[] = [];
after(() => stops.forEach(stop => stop()));

async function serve(onConnection: (socket: Socket) => void): Promise<number> {
  const server = createServer(socket => onConnection(socket.on('error', () => socket.destroy())));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  stops.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

function dialoguesTo(port: number) {
  return createServiceDialogues(createDoor(smallInternet({}, { address: '127.0.0.1', port })));
}

async function dialogueWith(onConnection: (socket: Socket) => void): Promise<ServiceDialogue> {
  const dialogue = await dialoguesTo(await serve(onConnection)).open({ host: ADDRESS, port: 1 }, { timeoutMs: 1000, signal: never });
  assert.ok(!('failed' in dialogue));
  stops.push(() => dialogue.close());
  return dialogue;
}

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

suite('a dialogue with a service is bounded and has values for failures', () => {
  test('a greeting is there as soon as it comes, a reply after what was sent', async () => {
    const dialogue = await dialogueWith(socket => {
      socket.write('hello\r\n');
      socket.on('data', bytes => socket.write(`you said ${text(bytes)}`));
    });
    assert.equal(text((await dialogue.receive({ waitMs: 1000, maxBytes: 100 })).bytes), 'hello\r\n');
    dialogue.send('ping');
    assert.deepEqual(await dialogue.receive({ waitMs: 1000, maxBytes: 100 }), { bytes: Buffer.from('you said ping'), end: 'whole' });
  });

  test('a reply in pieces is waited for until it is whole', async () => {
    const dialogue = await dialogueWith(socket => {
      socket.write('a');
      setTimeout(() => socket.write('b.'), 20);
    });
    const { bytes, end } = await dialogue.receive({ waitMs: 1000, maxBytes: 100, isWhole: bytes => text(bytes).endsWith('.') });
    assert.deepEqual([text(bytes), end], ['ab.', 'whole']);
  });

  test('silence ends after waitMs, a closed connection at once', async () => {
    const silent = await dialogueWith(() => {});
    assert.equal((await silent.receive({ waitMs: 30, maxBytes: 100 })).end, 'timeout');
    const closing = await dialogueWith(socket => socket.end());
    assert.equal((await closing.receive({ waitMs: 5000, maxBytes: 100 })).end, 'closed');
  });

  test('of an endless reply no more than maxBytes is read', async () => {
    let sent = 0;
    const dialogue = await dialogueWith(socket => {
      const more = () => {
        while (!socket.destroyed && socket.write(Buffer.alloc(16_384, 65))) sent += 16_384;
      };
      socket.on('drain', more);
      more();
    });
    const { bytes, end } = await dialogue.receive({ waitMs: 1000, maxBytes: 1000, isWhole: () => false });
    assert.deepEqual([bytes.length, end], [1000, 'full']);
    const before = sent;
    dialogue.close();
    assert.ok(sent - before < 8_000_000);
  });

  test('TLS begins on the same connection, whoever issued the certificate', async () => {
    const dialogue = await dialogueWith(socket => {
      socket.once('data', () => {
        socket.write('ready\r\n');
        new TLSSocket(socket, { isServer: true, secureContext }).on('error', () => {}).write('secret greeting');
      });
    });
    dialogue.send('STARTTLS\r\n');
    await dialogue.receive({ waitMs: 1000, maxBytes: 100 });
    const seen = await dialogue.startTls({ serverName: 'service.example', alpn: [], waitMs: 2000 });
    assert.ok(!('failed' in seen));
    assert.equal(seen.version, 'TLSv1.3');
    assert.equal(text((await dialogue.receive({ waitMs: 1000, maxBytes: 100 })).bytes), 'secret greeting');
  });

  test('a server that speaks no TLS is a value', async () => {
    const dialogue = await dialogueWith(socket => socket.once('data', () => socket.end('what?\r\n')));
    assert.ok('failed' in await dialogue.startTls({ serverName: null, alpn: [], waitMs: 2000 }));
  });

  test('an address that must not be reached gets no packet, by TCP and by UDP', async () => {
    let heard = 0;
    const port = await serve(() => heard++);
    const dialogues = dialoguesTo(port);
    const reply = await dialogues.open({ host: '10.0.0.1', port }, { timeoutMs: 1000, signal: never });
    assert.equal('failed' in reply && reply.failed, 'notAllowed');
    assert.equal(await dialogues.ask({ host: '10.0.0.1', port }, new Uint8Array(1), { waitMs: 100, maxBytes: 100, signal: never }), null);
    assert.equal(heard, 0);
  });

  test('a datagram waits for the turn of its target, as a connection does, and gives it back', async () => {
    const server = createSocket('udp4');
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
    stops.push(() => server.close());
    const steps: string[] = [];
    const [free, over] = [Promise.withResolvers<void>(), new AbortController()];
    const door = createDoor(smallInternet({}, { address: '127.0.0.1', port: server.address().port }));
    const { ask } = createServiceDialogues({
      ...door, turn: async (address, signal) => {
        steps.push(`waits for ${address}`);
        await Promise.race([free.promise, once(signal, 'abort').then(() => Promise.reject(new Error('over')))]);
        return () => void steps.push('leaves');
      },
    });
    server.on('message', (message, from) => {
      steps.push('heard');
      server.send(message, from.port, from.address);
    });
    const late = ask({ host: ADDRESS, port: 53 }, Uint8Array.of(1), { waitMs: 1000, maxBytes: 6, signal: over.signal });
    over.abort();
    assert.equal(await late, null);
    const asked = ask({ host: ADDRESS, port: 53 }, Uint8Array.of(2), { waitMs: 1000, maxBytes: 6, signal: never });
    await new Promise(resolve => { setTimeout(resolve, 50); });
    assert.deepEqual(steps, ['waits for 127.0.0.1', 'waits for 127.0.0.1']);
    free.resolve();
    assert.notEqual(await asked, null);
    assert.deepEqual(steps.slice(2), ['heard', 'leaves']);
  });

  test('a datagram has one reply, or none in time', async () => {
    const server = createSocket('udp4');
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
    stops.push(() => server.close());
    server.on('message', (message, from) => { if (message[0] === 1) server.send('a long reply', from.port, from.address); });
    const dialogues = dialoguesTo(server.address().port);
    const ask = (byte: number) => dialogues.ask({ host: ADDRESS, port: 53 }, Uint8Array.of(byte), { waitMs: byte === 1 ? 1000 : 30, maxBytes: 6, signal: never });
    assert.equal(text((await ask(1))!), 'a long');
    assert.equal(await ask(2), null);
  });
});
