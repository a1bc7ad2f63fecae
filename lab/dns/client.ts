import type dgram from 'node:dgram';
import net from 'node:net';
import { bindUdp, readFrames, type Transport } from './listener.ts';
import { decodeMessage, encodeMessage, queryMessage, type Edns, type Message } from './message.ts';

const HOST = '127.0.0.1';

export interface AskOptions {
  timeoutMs?: number;
  recursionDesired?: boolean;
  /** Null asks without EDNS. */
  edns?: Partial<Edns> | null;
  transport?: Transport;
}

/** What came back: a message that belongs to the question, nothing in time, or bytes that are none. */
export type Asked = { outcome: 'answered'; message: Message } | { outcome: 'silent' } | { outcome: 'malformed' } | { outcome: 'unreachable' };

interface Pending {
  port: number;
  query: Message;
  settle: (asked: Asked) => void;
}

/** Asks servers on loopback over one UDP socket; replies from elsewhere or to another question are passed over. */
export class Client {
  readonly #socket: dgram.Socket;
  readonly #pending = new Map<number, Pending>();
  #nextId = 1;
  #open = true;

  private constructor(socket: dgram.Socket) {
    this.#socket = socket;
    socket.on('message', (packet, { port }) => this.#take(packet, port));
  }

  static async open(): Promise<Client> {
    return new Client(await bindUdp(0));
  }

  /** Asks over UDP, and over TCP where the reply is cut off; `transport` holds it to one of them. A closed client meets silence. */
  async ask(port: number, name: string, type: string, options: AskOptions = {}): Promise<Asked> {
    if (!this.#open) return { outcome: 'silent' };
    const edns = options.edns === null ? null : { udpSize: 4096, version: 0, dnssecOk: false, errors: [], ...options.edns };
    const query = queryMessage(this.#freeId(), name, type, { recursionDesired: options.recursionDesired ?? false, edns });
    const timeoutMs = options.timeoutMs ?? 1000;
    if (options.transport === 'tcp') return askTcp(port, query, timeoutMs);
    const asked = await this.#askUdp(port, query, timeoutMs);
    const cut = asked.outcome === 'answered' && asked.message.truncated;
    return cut && options.transport !== 'udp' ? askTcp(port, query, timeoutMs) : asked;
  }

  close(): void {
    this.#open = false;
    this.#socket.close();
    for (const pending of this.#pending.values()) pending.settle({ outcome: 'silent' });
  }

  async #askUdp(port: number, query: Message, timeoutMs: number): Promise<Asked> {
    const { promise, resolve } = Promise.withResolvers<Asked>();
    const cancel = patiently(() => resolve({ outcome: 'silent' }), timeoutMs);
    this.#pending.set(query.id, { port, query, settle: resolve });
    this.#socket.send(encodeMessage(query), port, HOST);
    const asked = await promise;
    cancel();
    this.#pending.delete(query.id);
    return asked;
  }

  #take(packet: Buffer, port: number): void {
    const pending = packet.length >= 2 ? this.#pending.get(packet.readUInt16BE()) : undefined;
    if (pending?.port !== port) return;
    const message = decodeMessage(packet);
    if (!message) pending.settle({ outcome: 'malformed' });
    else if (answers(message, pending.query)) pending.settle({ outcome: 'answered', message });
  }

  #freeId(): number {
    do this.#nextId = (this.#nextId * 25_173 + 13_849) & 0xffff; while (this.#pending.has(this.#nextId));
    return this.#nextId;
  }
}

async function askTcp(port: number, query: Message, timeoutMs: number): Promise<Asked> {
  const { promise, resolve } = Promise.withResolvers<Asked>();
  const connection = net.connect(port, HOST);
  const cancel = patiently(() => resolve({ outcome: 'silent' }), timeoutMs);
  connection.on('error', () => resolve({ outcome: 'unreachable' }));
  connection.on('close', () => resolve({ outcome: 'malformed' }));
  readFrames(connection, packet => {
    const message = decodeMessage(packet);
    if (!message) resolve({ outcome: 'malformed' });
    else if (message.id === query.id && answers(message, query)) resolve({ outcome: 'answered', message });
  });
  const bytes = encodeMessage(query);
  connection.write(Buffer.concat([Buffer.of(bytes.length >> 8, bytes.length & 0xff), bytes]));
  const asked = await promise;
  cancel();
  connection.destroy();
  return asked;
}

/** Most of the time in which it waited, this process was at work: then so were the servers in it. */
const BUSY = 0.5;

/** Calls `over` after `ms` of silence; where this process was busy meanwhile, its servers have the time again, five times at most. */
function patiently(over: () => void, ms: number, chances = 5): () => void {
  const before = performance.eventLoopUtilization();
  let cancel = () => clearTimeout(timer);
  const timer = setTimeout(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    if (utilization < BUSY || chances === 0) over();
    else cancel = patiently(over, ms, chances - 1);
  }, ms);
  return () => cancel();
}

/** FORMERR may come without the question. */
function answers(message: Message, { question }: Message): boolean {
  if (!message.response) return false;
  if (!message.question) return message.rcode === 'FORMERR';
  return message.question.type === question!.type && message.question.name.toLowerCase() === question!.name.toLowerCase();
}
