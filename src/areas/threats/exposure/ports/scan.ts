import type { PortProbe, PortReply } from '../../../../core/outside/port-probe.ts';
import { createTiming } from './timing.ts';

/** An open port. `verified`: it took a second connection as well; where it did not, the port is inconclusive. */
export interface OpenPort {
  port: number;
  rttMs: number;
  verified: boolean;
}

/** What the ports of one address did. */
export interface PortScan {
  /** The address takes connections on whatever port: an open port says nothing without a word of the service behind it. */
  wildcard: boolean;
  open: OpenPort[];
  closed: number;
  filtered: number;
  /** Ports that nothing was learnt of: this machine failed, or the time was up. */
  untested: number[];
  /** Why there are such; null where there are none. */
  cause: string | null;
  /** Median of the round trips that were seen; null where nothing answered. */
  rttMs: number | null;
  connections: number;
}

export interface PortScanOptions {
  probe: PortProbe;
  ports: readonly number[];
  /** Whether ports that are not asked for may be tried, to know an address that accepts everything. */
  mayBait: boolean;
  /** Connections open at once. */
  parallel: number;
  /** Waits for the next turn at this address; null where there is no wait. */
  turn: () => Promise<void> | null;
  /** In [0, 1). */
  random: () => number;
  signal: AbortSignal;
}

/** How many improbable ports are tried for an address that accepts everything. */
const WILDCARD_PROBES = 5;
/** Ports that hardly any service uses: above those that are registered, below those of outgoing connections. */
const IMPROBABLE = { from: 20_011, to: 32_000 };
/** More than this many open ones of the ports that were asked for are a wall that answers for the hosts behind it, even one that knows the improbable ports. */
const MOST_OPEN = 0.5;
const MOST_OPEN_OF = 50;

/** Connects once to each of the ports, twice where nothing came back or where it is open, never sending a byte. */
export async function scanPorts(options: PortScanOptions): Promise<PortScan> {
  const { ports, mayBait, random } = options;
  const timing = createTiming();
  const touch = counted(options, timing);
  const bait = mayBait ? improbablePorts(WILDCARD_PROBES, ports, random) : [];
  const baited = await Promise.all(bait.map(port => touch(port)));
  const wildcard = mayBait && baited.every(({ state }) => state === 'open');
  const scan: PortScan = { wildcard, open: [], closed: 0, filtered: 0, untested: [], cause: null, rttMs: null, connections: 0 };
  const seen = await everyPort(shuffled(ports, random), touch, options.parallel);
  const silent = seen.filter(({ reply }) => reply.state === 'filtered').map(({ port }) => port);
  const again = new Map((await everyPort(silent, touch, options.parallel)).map(({ port, reply }) => [port, reply]));
  const open: { port: number; rttMs: number }[] = [];
  for (const { port, reply: first } of seen) {
    const reply = again.get(port) ?? first;
    if (reply.state === 'failed') {
      scan.untested.push(port);
      scan.cause ??= reply.cause;
    } else if (reply.state === 'open') open.push({ port, rttMs: reply.rttMs });
    else scan[reply.state]++;
  }
  const second = await everyPort(open.map(({ port }) => port), touch, options.parallel);
  const stood = new Set(second.filter(({ reply }) => reply.state === 'open').map(({ port }) => port));
  return {
    ...scan,
    wildcard: wildcard || (ports.length >= MOST_OPEN_OF && open.length > ports.length * MOST_OPEN),
    open: open.map(({ port, rttMs }) => ({ port, rttMs, verified: stood.has(port) })).toSorted((a, b) => a.port - b.port),
    untested: scan.untested.toSorted((a, b) => a - b),
    rttMs: timing.rttMs(),
    connections: touch.connections(),
  };
}

type Touch = ((port: number) => Promise<PortReply>) & { connections(): number };

function counted({ probe, turn, signal }: PortScanOptions, timing: ReturnType<typeof createTiming>): Touch {
  let connections = 0;
  const touch = async (port: number): Promise<PortReply> => {
    const wait = turn();
    if (wait !== null) await wait;
    if (signal.aborted) return { state: 'failed', cause: 'the time was up' };
    connections++;
    const reply = await probe(port, timing.timeoutMs(), signal);
    if (reply.state === 'open' || reply.state === 'closed') timing.saw(reply.rttMs);
    return reply;
  };
  return Object.assign(touch, { connections: () => connections });
}

/** Every port once, so many at a time. */
async function everyPort(ports: readonly number[], touch: Touch, parallel: number): Promise<{ port: number; reply: PortReply }[]> {
  const seen: { port: number; reply: PortReply }[] = [];
  let at = 0;
  const lane = async (): Promise<void> => {
    while (at < ports.length) {
      const port = ports[at++]!;
      seen.push({ port, reply: await touch(port) });
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, ports.length) }, lane));
  return seen;
}

function improbablePorts(count: number, listed: readonly number[], random: () => number): number[] {
  const [bait, width] = [new Set<number>(), IMPROBABLE.to - IMPROBABLE.from];
  const known = new Set(listed.length > width ? [] : listed);
  while (bait.size < count) {
    const port = IMPROBABLE.from + Math.floor(random() * width);
    if (!known.has(port)) bait.add(port);
  }
  return [...bait];
}

/** In no order that a defence would take for a sweep of neighbouring ports (Fisher and Yates). */
function shuffled(ports: readonly number[], random: () => number): number[] {
  const order = [...ports];
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}
