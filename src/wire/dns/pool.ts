import { PendingReplies } from './pending.ts';
import type { ExchangeOptions, Server, TransportFailure, Channel, ChannelEvents } from './channel.ts';

interface Lane {
  channel: Channel;
  pending: PendingReplies;
  asked: number;
  retired: boolean;
  retire(): void;
  idle: NodeJS.Timeout;
}

/** After so many questions a new socket, and with it a new source port, takes over (RFC 5452 §9.2). */
const QUESTIONS_PER_LANE = 16;
const IDLE_MS = 1000;
/** This machine is out of sockets or memory, or its firewall forbids the packet: that says nothing of the server. */
const OWN_TROUBLES: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EACCES', 'EPERM']);

/** Exchanges messages over channels that several questions to a server share, told apart by their ids (RFC 7766 §6.2.1). */
export function createPool(open: (server: Server, events: ChannelEvents) => Channel) {
  const lanes = new Map<string, Lane>();

  return async function exchange(server: Server, packet: Uint8Array, options: ExchangeOptions): Promise<Uint8Array | TransportFailure> {
    if (options.signal.aborted) return { failed: 'cancelled', cause: 'cancelled' };
    if (options.alone) return askAlone(server, packet, options);
    const startedMs = performance.now();
    const lane = laneFor(server, idOf(packet));
    const reused = lane.asked > 0;
    const reply = await ask(lane, packet, options);
    if (!reused || reply instanceof Uint8Array || reply.failed !== 'unreachable') return reply;
    // The server may have closed the channel while nothing was asked (RFC 7766 §6.2.4).
    const timeoutMs = options.timeoutMs - (performance.now() - startedMs);
    return ask(laneFor(server, idOf(packet)), packet, { ...options, timeoutMs });
  };

  async function askAlone(server: Server, packet: Uint8Array, options: ExchangeOptions): Promise<Uint8Array | TransportFailure> {
    const lane = openLane(server, () => {});
    const reply = await ask(lane, packet, options);
    lane.retire();
    return reply;
  }

  function laneFor(server: Server, id: number): Lane {
    const key = `${server.address} ${server.port}`;
    const current = lanes.get(key);
    if (current && current.asked < QUESTIONS_PER_LANE && !current.pending.has(id)) return current;
    current?.retire();
    const lane = openLane(server, () => {
      if (lanes.get(key) === lane) lanes.delete(key);
    });
    lanes.set(key, lane);
    return lane;
  }

  function openLane(server: Server, forget: () => void): Lane {
    const pending = new PendingReplies();
    const retire = () => {
      lane.retired = true;
      forget();
      closeWhenDone(lane);
    };
    const channel = open(server, {
      reply: message => pending.deliver(idOf(message), message),
      // A socket that cannot be made says so before there is a lane.
      lost: cause => queueMicrotask(() => {
        pending.failAll({ failed: OWN_TROUBLES.has(cause) ? 'notSent' : 'unreachable', cause });
        retire();
      }),
    });
    const lane: Lane = { channel, pending, asked: 0, retired: false, retire, idle: setTimeout(retire, IDLE_MS).unref() };
    return lane;
  }
}

async function ask(lane: Lane, packet: Uint8Array, options: ExchangeOptions): Promise<Uint8Array | TransportFailure> {
  lane.asked++;
  lane.idle.refresh();
  const waiting = lane.pending.wait(idOf(packet), options);
  lane.channel.send(packet);
  const reply = await waiting;
  if (!(reply instanceof Uint8Array) && reply.failed === 'timeout') lane.retire();
  closeWhenDone(lane);
  return reply;
}

function closeWhenDone(lane: Lane): void {
  if (!lane.retired || lane.pending.size > 0) return;
  clearTimeout(lane.idle);
  lane.channel.close();
}

function idOf(message: Uint8Array): number {
  return ((message[0] ?? 0) << 8) | (message[1] ?? 0);
}
