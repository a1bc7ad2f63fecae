import { FaultBoard } from '../faults.ts';
import type { Fault, SeenQuestion, World } from '../types.ts';
import { canonicalAddress } from './address.ts';
import { authorityFace } from './authority-face.ts';
import { Client } from './client.ts';
import { handlerOf, type Face, type Surroundings } from './face.ts';
import { buildInternet, type InternetOptions } from './internet.ts';
import { listen, type Listener } from './listener.ts';
import { recursiveFace } from './recursive-face.ts';
import { Recursor } from './recursive.ts';
import type { Zone } from './zone.ts';

const MAX_SEEN = 50_000;

export interface DnsOptions extends InternetOptions {
  resolverPort: number;
  cache: boolean;
}

/** The DNS of a lab while it runs; the members are those of `Lab`. */
export interface RunningDns {
  resolverPort: number;
  /** Loopback ports by public-looking address in canonical form. */
  ports: ReadonlyMap<string, number>;
  /** The loopback port behind a public-looking address in canonical form, or null. */
  route: (address: string) => number | null;
  roots: string;
  trustAnchor: string;
  addFault: (fault: Fault) => () => void;
  changeZone: (origin: string, lines: string) => () => void;
  setDelayMs: (delayMs: number) => void;
  takeSeen: () => SeenQuestion[];
  stop: () => Promise<void>;
}

/** Starts every server of `world`, the root and the registries, and the resolver that asks them. */
export async function startDns(world: World, options: DnsOptions): Promise<RunningDns> {
  const internet = buildInternet(world, options);
  const seen: SeenQuestion[] = [];
  const surroundings: Surroundings = { faults: faultsOf(world), saw: recorder(seen), randomBytes: seededBytes(options.seed) };
  const listeners: Listener[] = [];
  const ports = new Map<string, number>();
  const open = async (face: Face, port = 0) => {
    const listener = await listen(handlerOf(face, surroundings), port);
    listeners.push(listener);
    return listener.port;
  };
  const client = await Client.open();
  const stop = async () => {
    client.close();
    await Promise.all(listeners.map(listener => listener.close()));
  };
  const route = (address: string) => ports.get(address) ?? null;
  const recursor = new Recursor({ root: internet.root, route, client, cache: options.cache });
  const held = new Map<string, Map<string, Zone>>();
  let delayMs = 0;
  try {
    const resolver = recursiveFace(recursor, () => delayMs);
    const resolverPort = await open(resolver, options.resolverPort);
    await Promise.all(internet.servers.map(async server => {
      const zones = new Map(internet.zonesOf(server.name).map(zone => [zone.origin, zone]));
      held.set(server.name, zones);
      const face = authorityFace(server, zones, resolver);
      for (const address of server.addresses) ports.set(canonicalAddress(address), await open(face));
    }));
    return {
      resolverPort, ports, route, stop,
      roots: `${internet.root.name}=127.0.0.1:${route(internet.root.addresses[0]!)}`,
      trustAnchor: internet.trustAnchor,
      addFault(fault) {
        recursor.forget();
        const remove = surroundings.faults.add(fault);
        return () => {
          recursor.forget();
          remove();
        };
      },
      changeZone(origin, lines) {
        const { zones, undo } = internet.change(origin, lines);
        const serve = () => {
          for (const [server, zone] of zones()) held.get(server)!.set(origin, zone);
          recursor.forget();
        };
        serve();
        return () => {
          undo();
          serve();
        };
      },
      setDelayMs: ms => void (delayMs = ms),
      takeSeen: () => seen.splice(0),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The faults that the domains of the world bring along; one without a name is confined to its domain. */
function faultsOf(world: World): FaultBoard {
  const faults = new FaultBoard();
  for (const domain of world.domains) for (const fault of domain.faults.toReversed()) faults.add(fault, domain.name);
  return faults;
}

/** Keeps what was asked in `seen`; drops the older half when nobody takes it. */
function recorder(seen: SeenQuestion[]): Surroundings['saw'] {
  const startedMs = performance.now();
  return question => {
    if (seen.length >= MAX_SEEN) seen.splice(0, MAX_SEEN / 2);
    seen.push({ ...question, atMs: performance.now() - startedMs });
  };
}

/** A stream of bytes that `seed` decides (mulberry32). */
function seededBytes(seed: number): (length: number) => Buffer {
  let state = seed >>> 0;
  const byte = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) & 0xff;
  };
  return length => Buffer.from(Array.from({ length }, byte));
}
