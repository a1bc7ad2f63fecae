import type { AddressInfo, Server, Socket } from 'node:net';

/** A server on a loopback port of its own. */
export interface Listening {
  port: number;
  /** Ends the server and every connection to it. */
  stop(): Promise<void>;
}

/** Starts `server` on an ephemeral port of 127.0.0.1. */
export async function listen(server: Server): Promise<Listening> {
  const open = new Set<Socket>();
  server.on('connection', socket => {
    open.add(socket);
    // A peer that hangs up in the middle is no fault of the lab.
    socket.on('error', () => {});
    socket.once('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => new Promise(resolve => {
      server.close(() => resolve());
      for (const socket of open) socket.destroy();
    }),
  };
}
