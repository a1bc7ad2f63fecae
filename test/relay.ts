import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A wire between a program and the server behind `url`, which can be slow, frozen or cut. */
export interface Relay {
  /** The same database, by way of the relay. */
  url: string;
  /** Hands everything on, after `delayMs` in each direction. */
  pass(delayMs?: number): void;
  /** Keeps connections open, takes new ones, and hands nothing on. */
  freeze(): void;
  /** Ends connections, and refuses new ones. */
  cut(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a relay to the server of `target`, at a free port of loopback. */
export async function startRelay(target: string): Promise<Relay> {
  const { hostname, port } = new URL(target);
  let [delayMs, isFrozen] = [0, false];
  const sockets = new Set<Socket>();
  const held: (() => void)[] = [];
  const hand = (from: Socket, to: Socket): void => {
    from.on('data', (chunk: Buffer) => {
      const go = (): void => void (isFrozen ? held.push(go) : setTimeout(() => to.destroyed || to.write(chunk), delayMs));
      go();
    });
    from.on('error', () => {});
    from.once('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    sockets.add(from);
  };
  const server = createServer(near => {
    const far = connect(Number(port), hostname);
    hand(near, far);
    hand(far, near);
  });
  const listen = (at: number): Promise<void> => new Promise(resolve => server.listen(at, '127.0.0.1', resolve));
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  const cut = async (): Promise<void> => {
    const closed = new Promise<void>(resolve => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    url: Object.assign(new URL(target), { port: String(own) }).href,
    pass(delay = 0) {
      [delayMs, isFrozen] = [delay, false];
      for (const go of held.splice(0)) go();
      if (!server.listening) void listen(own);
    },
    freeze: () => { isFrozen = true; },
    cut,
    stop: () => (server.listening ? cut() : Promise.resolve()),
  };
}
