import { connect } from 'node:net';
import type { Channel, ChannelEvents, Server } from './channel.ts';

/** More than a connection's questions can rightly be answered with. */
const MAX_BYTES_PER_CONNECTION = 2 * 1024 * 1024;

/** A TCP connection on which each message stands behind its length (RFC 1035 §4.2.2). */
export function openTcp(server: Server, events: ChannelEvents): Channel {
  const socket = connect({ host: server.address, port: server.port, noDelay: true });
  const split = createSplitter(message => events.reply(message));
  let lost = false;

  const lose = (cause: string) => {
    socket.destroy();
    if (!lost) events.lost(cause);
    lost = true;
  };
  socket.unref();
  socket.on('error', (error: NodeJS.ErrnoException) => lose(error.code ?? error.message));
  socket.on('close', () => lose('connection closed'));
  socket.on('data', bytes => {
    split(bytes);
    if (socket.bytesRead > MAX_BYTES_PER_CONNECTION) lose('too many bytes');
  });
  return {
    send: packet => socket.write(framed(packet)),
    close: () => socket.destroy(),
  };
}

function framed(packet: Uint8Array): Uint8Array {
  return Uint8Array.from([packet.length >> 8, packet.length & 0xff, ...packet]);
}

/** Gives each message of a stream of them as soon as it is whole; holds at most one message, however the bytes come. */
export function createSplitter(whole: (message: Uint8Array) => void): (bytes: Uint8Array) => void {
  let target = new Uint8Array(2);
  let filled = 0;
  let inLength = true;

  return bytes => {
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + target.length - filled);
      target.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < target.length) return;
      const done = target;
      inLength = !inLength;
      target = new Uint8Array(inLength ? 2 : (done[0]! << 8) | done[1]!);
      filled = 0;
      if (inLength) whole(done);
    }
  };
}
