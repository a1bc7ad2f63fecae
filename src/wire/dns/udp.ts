import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import type { Channel, ChannelEvents, Server } from './channel.ts';

/** A connected UDP socket on a port that the system picks: datagrams of other senders never reach it (RFC 5452 §9.1). */
export function openUdp(server: Server, events: ChannelEvents): Channel {
  const family = isIPv6(server.address) ? 6 : 4;
  const socket = createSocket({ type: `udp${family}`, lookup: (address, _options, found) => found(null, address, family) });
  let backlog: Uint8Array[] = [];
  let state: 'connecting' | 'connected' | 'closed' = 'connecting';

  const close = () => {
    if (state !== 'closed') socket.close();
    state = 'closed';
  };
  const lose = (error: NodeJS.ErrnoException) => {
    close();
    events.lost(error.code ?? error.message);
  };
  const send = (packet: Uint8Array) => {
    if (state === 'connecting') backlog.push(packet);
    else if (state === 'connected') socket.send(packet, error => error && lose(error));
  };
  socket.unref();
  socket.on('error', lose);
  socket.on('message', message => events.reply(message));
  socket.on('connect', () => {
    // It may come after the socket was closed.
    if (state === 'closed') return;
    state = 'connected';
    for (const packet of backlog) send(packet);
    backlog = [];
  });
  socket.connect(server.port, server.address);
  return { send, close };
}
