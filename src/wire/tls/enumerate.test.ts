import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { createServer as createTls } from 'node:tls';
import test from 'node:test';
import { createAuthority } from '../../../lab/services/ca.ts';
import { listen } from '../../../lab/services/listen.ts';
import { never } from '../testing/loopback.ts';
import { enumerateOffer } from './enumerate.ts';

test('what must be said before TLS begins is said on each connection (RFC 3207 §4)', async () => {
  const tls = createTls({ ...createAuthority(Date.now()).issue('mx.example', 'good'), minVersion: 'TLSv1.3', ecdhCurve: 'X25519' });
  tls.on('tlsClientError', () => {});
  const server = await listen(createServer(socket => {
    socket.write('220 mx.example ESMTP\r\n');
    socket.once('data', () => {
      socket.write('220 Ready to start TLS\r\n');
      tls.emit('connection', socket);
    });
  }));
  const open = async (): Promise<Socket> => {
    const socket = connect(server.port, '127.0.0.1');
    await once(socket, 'data');
    socket.write('STARTTLS\r\n');
    await once(socket, 'data');
    return socket;
  };
  try {
    const offer = await enumerateOffer(open, { host: 'mx.example', parallel: 4, random: new Uint8Array(32), negotiate: async () => null, signal: never });
    assert.ok(!('refused' in offer));
    assert.deepEqual([offer.versions.map(({ version, suites }) => [version, suites.length]), offer.groups, offer.alpn], [[['TLSv1.3', 3]], { tls13: ['x25519'], older: [] }, []]);
  } finally {
    await server.stop();
  }
});
