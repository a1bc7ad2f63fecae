import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import test, { after, suite } from 'node:test';
import { createDoor } from '../../../../wire/door.ts';
import { createServiceDialogues } from '../../../../wire/service-dialogue.ts';
import { smallInternet } from '../../../../wire/testing/loopback.ts';
import { recogniseService } from './recognise.ts';
import type { RecognitionLimits, Service } from './service.ts';

const limits: RecognitionLimits = { signal: new AbortController().signal, timeoutMs: 1500, connectMs: 500, quietMs: 50, replyMs: 50, maxConnections: 40 };
/** Over the time limit by what a busy machine may add. */
const MOST_MS = 4000;
const stops: (() => void)[] = [];
after(() => stops.forEach(stop => stop()));

async function probed(onConnection: (socket: Socket) => void): Promise<{ service: Service; connections: number; tookMs: number }> {
  let connections = 0;
  const open = new Set<Socket>();
  const server = createServer(socket => {
    connections++;
    open.add(socket);
    onConnection(socket.on('error', () => socket.destroy()));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  stops.push(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const dialogues = createServiceDialogues(createDoor(smallInternet({}, { address: '127.0.0.1', port })));
  const startedMs = performance.now();
  const reply = await recogniseService(dialogues, { host: '45.54.9.9', port: 4711, serverName: null, userAgent: 'test' }, limits);
  assert.ok(reply.outcome === 'answered');
  return { service: reply.service, connections, tookMs: performance.now() - startedMs };
}

function endless(bytes: Buffer) {
  return (socket: Socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write(bytes)) { /* until the buffers are full */ }
    };
    socket.on('drain', more);
    more();
  };
}

function trickle(bytes: string) {
  return (socket: Socket) => {
    let at = 0;
    const timer = setInterval(() => socket.write(bytes[at++ % bytes.length]!), 20);
    socket.once('close', () => clearInterval(timer));
  };
}

const junk = Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 167 + 13) % 256));

suite('a hostile service takes no more than the time and connections that it may, and is nothing that is known', () => {
  const hostile: [what: string, onConnection: (socket: Socket) => void][] = [
    ['silent', () => {}],
    ['hanging up', socket => socket.destroy()],
    ['an endless banner', endless(Buffer.alloc(65_536, 65))],
    ['endless lines', endless(Buffer.from('spam and eggs\r\n'.repeat(4000)))],
    ['a tarpit', trickle('abcdefgh')],
    ['binary junk', socket => socket.write(junk)],
    ['junk for an answer', socket => socket.on('data', () => socket.write(junk))],
    ['an echo', socket => socket.on('data', bytes => socket.write(bytes))],
    ['lengths that lie', socket => socket.on('data', () => socket.write(Buffer.from('ffffffff0a20ffffffffffffffff7fffffff', 'hex')))],
  ];
  for (const [what, onConnection] of hostile) {
    test(what, async () => {
      const { service, connections, tookMs } = await probed(onConnection);
      assert.equal(service.protocol, null);
      assert.ok(connections <= limits.maxConnections, `${connections} connections`);
      assert.ok(tookMs < MOST_MS, `${tookMs} ms`);
      assert.ok(service.evidence.every(({ text }) => text.length <= 256 && /^[\x20-\x7e]*$/.test(text)));
    });
  }

  const made: [what: string, protocol: string, greeting: string][] = [
    ['a greeting of FTP', 'ftp', `220 ${'a'.repeat(400)} FTP Server (${'Version wu-'.repeat(60)}\r\n`],
    ['a greeting of SMTP', 'smtp', `220 ESMTP ${' -'.repeat(450)}\r\n`],
    ['a greeting of SSH', 'ssh', `SSH-2.0-${'1.'.repeat(480)}\r\n`],
    ['a greeting of Telnet', 'telnet', `\xff\xfd\x18${'\r\n'.repeat(500)}!`],
    ['a page without end of its headers', 'http', ''],
  ];
  for (const [what, protocol, greeting] of made) {
    test(`${what} that is made to keep patterns busy`, async () => {
      const { service, tookMs } = await probed(socket => (greeting ? socket.write(greeting, 'latin1') : socket.on('data', () => socket.write(`HTTP/1.1 200 OK\r\nServer: ${'a/1.'.repeat(3000)}`))));
      assert.equal(service.protocol, protocol);
      assert.ok(tookMs < MOST_MS, `${tookMs} ms`);
    });
  }
});
