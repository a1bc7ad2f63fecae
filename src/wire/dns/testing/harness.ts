import type { TestContext } from 'node:test';
import { systemClock } from '../../../core/clock.ts';
import type { Authority } from '../../../core/lookup.ts';
import type { Means } from '../exchange.ts';
import type { Server } from '../channel.ts';
import { createResolver, type Resolver } from '../resolver.ts';
import { createTransport, openPath, type DnsTransport, type Path } from '../transport.ts';
import { startFakeServer, type Behaviour, type FakeServer } from './fake-server.ts';

/** Never fires. */
export const noSignal = new AbortController().signal;

/** Starts a server for the time of one test. */
export async function serve(t: TestContext, behaviour: Behaviour): Promise<FakeServer> {
  const server = await startFakeServer(behaviour);
  t.after(() => server.stop());
  return server;
}

export function means(transport: DnsTransport = createTransport(openPath)): Means {
  return { transport, clock: systemClock, random: Math.random };
}

export function resolverOf(...servers: readonly Server[]): Resolver {
  return createResolver({ ...means(), servers: servers.map(({ address, port }) => ({ address, port })) });
}

/** Public-looking authorities, each of which is a server on loopback in fact. */
export function authoritiesAt(servers: Readonly<Record<string, Server>>, mayReach: Path['mayReach'] = () => true): { means: Means; authority(address: string): Authority } {
  const route: Path['route'] = (address, port) => (port === 53 ? (servers[address] ?? null) : null);
  return { means: means(createTransport({ mayReach, route })), authority: address => ({ name: `ns.${address}.example`, address }) };
}

export async function timed<Value>(work: Promise<Value>): Promise<{ value: Value; tookMs: number }> {
  const startedMs = performance.now();
  const value = await work;
  return { value, tookMs: performance.now() - startedMs };
}
