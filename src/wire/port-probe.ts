import { connect } from 'node:net';
import type { PortProbe, PortReply } from '../core/outside/port-probe.ts';
import { startTimeout } from './deadline.ts';
import { causeOf, type SocketAddress } from './dial.ts';

/** What the system says where the other side, or a router before it, answered that there is nothing. */
const REFUSED: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET']);
/** What it says where nothing came back. A network without a route, or a rule of this machine, says nothing of the port: those fail. */
const SILENT: ReadonlySet<string> = new Set(['ETIMEDOUT', 'EHOSTUNREACH']);

/** Connects to the place that `routeOf` gives for a port, null for none, when `takeTurn` lets it. */
export function createPortProbe(routeOf: (port: number) => SocketAddress | null, takeTurn: (signal: AbortSignal) => Promise<() => void> | null): PortProbe {
  return async (port, timeoutMs, signal) => {
    const socketAddress = routeOf(port);
    if (socketAddress === null) return { state: 'filtered', rttMs: 0 };
    const turn = takeTurn(signal);
    if (turn === null) return touch(socketAddress, timeoutMs, signal);
    const leave = await turn;
    try {
      return await touch(socketAddress, timeoutMs, signal);
    } finally {
      leave();
    }
  };
}

/** A connection costs little here, because a host has 65,535 ports: one socket, one timer, no chain of signals. */
function touch({ address, port }: SocketAddress, timeoutMs: number, signal: AbortSignal): Promise<PortReply> {
  if (signal.aborted) return Promise.resolve({ state: 'failed', cause: 'cancelled' });
  const { promise, resolve } = Promise.withResolvers<PortReply>();
  const begunMs = performance.now();
  const end = (reply: PortReply): void => {
    cancel();
    socket.destroy();
    resolve(reply);
  };
  const answer = (state: 'open' | 'closed' | 'filtered') => end({ state, rttMs: performance.now() - begunMs });
  const cancel = startTimeout(() => answer('filtered'), timeoutMs);
  const socket = connect({ host: address, port, autoSelectFamily: false });
  socket.once('connect', () => answer('open'));
  socket.on('error', (error: Error & { code?: string }) => {
    if (REFUSED.has(error.code ?? '')) answer('closed');
    else if (SILENT.has(error.code ?? '')) answer('filtered');
    else end({ state: 'failed', cause: causeOf(error) });
  });
  return promise;
}
