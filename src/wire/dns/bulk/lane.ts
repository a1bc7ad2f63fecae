import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import type { Server } from '../channel.ts';
import type { Entropy } from './entropy.ts';

const IDS = 0x10000;
const NONE = -1;
/** Room for the answers of a whole window that come while the process is busy. */
const RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024;

/** What a lane tells. */
export interface LaneEvents {
  open(lane: Lane): void;
  /** A datagram of the server waits to be read, where none did. */
  filled(lane: Lane): void;
  /** No socket could be had; `cause` is the code of a system error. */
  lost(cause: string): void;
}

/** A connected UDP socket on a port that the system picks, and which slot waits under which id (RFC 5452 §9). */
export class Lane {
  /** By id; small, as it is read in no order. */
  readonly #slots = new Int16Array(IDS).fill(NONE);
  readonly #socket;
  #inbox: Uint8Array[] = [];
  #closed = false;

  constructor({ address, port }: Server, events: LaneEvents) {
    const family = isIPv6(address) ? 6 : 4;
    const socket = createSocket({ type: `udp${family}`, lookup: (host, _options, found) => found(null, host, family) });
    let connected = false;
    this.#socket = socket;
    socket.unref();
    socket.on('message', reply => {
      if (this.#inbox.push(reply) === 1) events.filled(this);
    });
    // A port that is closed for a moment makes errors as well: then the questions run into their timeouts.
    socket.on('error', (error: NodeJS.ErrnoException) => { if (!connected) events.lost(error.code ?? error.message); });
    socket.on('connect', () => {
      if (this.#closed) return;
      enlarge(socket);
      connected = true;
      events.open(this);
    });
    socket.connect(port, address);
  }

  /** An id that nobody else has on this lane, now of `slot`. */
  take(slot: number, entropy: Entropy): number {
    let id = entropy.u16();
    while (this.#slots[id] !== NONE) id = (id + 1) % IDS;
    this.#slots[id] = slot;
    return id;
  }

  release(id: number): void {
    this.#slots[id] = NONE;
  }

  /** Tells of each datagram that waits and came under an id that is taken. */
  read(hear: (slot: number, reply: Uint8Array) => void): void {
    const inbox = this.#inbox;
    this.#inbox = [];
    for (const reply of inbox) {
      const slot = reply.length < 2 ? NONE : this.#slots[(reply[0]! << 8) | reply[1]!]!;
      if (slot !== NONE) hear(slot, reply);
    }
  }

  send(packet: Uint8Array): void {
    this.#socket.send(packet);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#socket.close();
  }
}

function enlarge(socket: { setRecvBufferSize(bytes: number): void }): void {
  try {
    socket.setRecvBufferSize(RECEIVE_BUFFER_BYTES);
  } catch {
    // Some systems refuse more than they are set up for: then the buffer stays as it is.
  }
}
