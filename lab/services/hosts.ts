import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listen, type Listening } from './listen.ts';

/** What a port does with whoever connects. `replies`: what it says to what begins with a text, the first that fits; `''` fits everything. */
export type PortHabit =
  | { kind: 'says'; greeting?: string; replies?: readonly (readonly [question: string, reply: string])[] }
  /** Takes the connection, and never sends a byte. */
  | { kind: 'silent' }
  /** Takes the connection, and hangs up. */
  | { kind: 'hangsUp' }
  /** Sends a byte every `everyMs`, for ever. */
  | { kind: 'tarpit'; everyMs: number };

/** A host of the small Internet; a port that is not named does what `others` says. */
export interface LabHost {
  address: string;
  ports: Readonly<Record<number, PortHabit>>;
  others: 'closed' | 'filtered' | PortHabit;
}

/** A connection as the host itself saw it. */
export interface SeenConnection {
  address: string;
  /** Null where all other ports share a listener. */
  port: number | null;
  atMs: number;
}

export interface LabHosts {
  /** Loopback ports: by `address:port`, and by `address:*` for all other ports of the address. */
  routes: ReadonlyMap<string, number>;
  /** Every connection that came about, in order. */
  seen: readonly SeenConnection[];
  stop(): Promise<void>;
}

/** Where a host of the lab really is, by `routes`; null is nowhere. */
export function routeIn(routes: ReadonlyMap<string, number>): (address: string, port: number) => { address: '127.0.0.1'; port: number } | null {
  return (address, port) => {
    const local = routes.get(`${address}:${port}`) ?? routes.get(`${address}:*`);
    return local === undefined ? null : { address: '127.0.0.1', port: local };
  };
}

/** Hosts as a scanner of ports meets them, on loopback. */
export async function startLabHosts(hosts: readonly LabHost[]): Promise<LabHosts> {
  const routes = new Map<string, number>();
  const seen: SeenConnection[] = [];
  const running: Pick<Listening, 'stop'>[] = [];
  const open = async (address: string, port: number | null, habit: PortHabit): Promise<void> => {
    const server = await listen(createServer(socket => {
      seen.push({ address, port, atMs: performance.now() });
      behave(socket, habit);
    }));
    running.push(server);
    routes.set(`${address}:${port ?? '*'}`, server.port);
  };
  for (const { address, ports, others } of hosts) {
    for (const [port, habit] of Object.entries(ports)) await open(address, Number(port), habit);
    if (others === 'closed') routes.set(`${address}:*`, await closedPort());
    else if (others === 'filtered') {
      const filtered = await startFiltered();
      running.push(filtered);
      routes.set(`${address}:*`, filtered.port);
    } else await open(address, null, others);
  }
  return { routes, seen, stop: async () => { await Promise.all(running.map(one => one.stop())); } };
}

function behave(socket: Socket, habit: PortHabit): void {
  if (habit.kind === 'says') {
    if (habit.greeting !== undefined) socket.write(habit.greeting, 'latin1');
    socket.on('data', bytes => {
      const asked = bytes.toString('latin1');
      const reply = habit.replies?.find(([question]) => asked.startsWith(question))?.[1];
      if (reply !== undefined) socket.write(reply, 'latin1');
      // A server of HTTP that was asked to close does so.
      if (reply?.startsWith('HTTP/')) socket.end();
    });
  } else if (habit.kind === 'hangsUp') socket.destroy();
  else socket.resume();
  if (habit.kind !== 'tarpit') return;
  const dripping = setInterval(() => socket.write('x'), habit.everyMs);
  socket.once('close', () => clearInterval(dripping));
}

/** A port that was free a moment ago. */
async function closedPort(): Promise<number> {
  const server = await listen(createServer());
  await server.stop();
  return server.port;
}

const STOPPED = "const s=require('node:net').createServer().listen({port:0,host:'127.0.0.1',backlog:1},()=>{console.log(s.address().port)})";
/** A backlog of one holds two connections on Linux; one more for good measure. */
const FILLING = 3;

/** A port that drops what comes: its listener stands still, and its queue is full. */
async function startFiltered(): Promise<Listening> {
  const child: ChildProcess = spawn(process.execPath, ['-e', STOPPED], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout!, 'data') as [Buffer];
  const port = Number(line.toString());
  child.kill('SIGSTOP');
  const filling = Array.from({ length: FILLING }, () => connect(port, '127.0.0.1').on('error', () => {}));
  await Promise.race(filling.map(socket => once(socket, 'connect')));
  return {
    port,
    async stop() {
      for (const socket of filling) socket.destroy();
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
