import type { PortProbe } from '../../core/outside/port-probe.ts';
import type { SocketAddress } from '../dial.ts';
import type { Touch } from './threads.ts';

/** Connects by `touch` to the place that `routeOf` gives for a port, null for none, when `takeTurn` lets it. */
export function createPortProbe(touch: Touch, routeOf: (port: number) => SocketAddress | null, takeTurn: (signal: AbortSignal) => Promise<() => void> | null): PortProbe {
  return async (port, timeoutMs, signal) => {
    const socketAddress = routeOf(port);
    if (socketAddress === null) return { state: 'filtered', rttMs: 0 };
    const turn = takeTurn(signal);
    const leave = turn && await turn;
    try {
      return signal.aborted ? { state: 'failed', cause: 'cancelled' } : await touch(socketAddress, timeoutMs);
    } finally {
      leave?.();
    }
  };
}
