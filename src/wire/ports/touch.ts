import { connect } from 'node:net';
import type { PortReply } from '../../core/outside/port-probe.ts';
import { startTimeout } from '../deadline.ts';
import { causeOf, type SocketAddress } from '../dial.ts';

/** What the system says where the other side, or a router before it, answered that there is nothing. */
const REFUSED: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET']);
/** What it says where nothing came back. A network without a route, or a rule of this machine, says nothing of the port: those fail. */
const SILENT: ReadonlySet<string> = new Set(['ETIMEDOUT', 'EHOSTUNREACH']);

/** Connects once, and tells `heard` what came of it. A connection costs little here, because a host has 65,535 ports: one socket, one timer. */
export function touch({ address, port }: SocketAddress, timeoutMs: number, heard: (reply: PortReply) => void): void {
  const begunMs = performance.now();
  const end = (reply: PortReply): void => {
    cancel();
    socket.destroy();
    heard(reply);
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
}
