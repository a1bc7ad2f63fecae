import { failureOfTransport } from '../failure.ts';
import { answersQuery, isTruncated } from '../message.ts';
import type { DnsTransport } from '../transport.ts';
import type { TransportFailure } from '../channel.ts';
import { rcodes, typeCodes } from '../types.ts';
import type { Batch } from './batch.ts';
import type { Entropy } from './entropy.ts';
import type { Lane } from './lane.ts';
import { hideIn, withoutEdns, writeQuery } from './query.ts';
import { readBulkReply } from './reading.ts';
import { Slots } from './slots.ts';
import { Upstream, type KnownServer } from './upstream.ts';
import { Wheel } from './wheel.ts';

const TICK_MS = 50;
const MAX_SLOTS = 4096;
const MAX_OPEN_OVER_TCP = 32;
const TCP_MS = 4000;
/** How long each try of a question waits for its answer; with the last it is given up. */
const PATIENCE_TICKS = [20, 30, 40, 60, 60] as const;
/** How long a question rests when a server could not answer it: a resolver remembers its failures for at least a second (RFC 9520 §3.2). */
const BACKOFF_TICKS = [4, 8, 16, 32] as const;
/** RFC 6891 §7. */
const EDNS_REFUSALS: ReadonlySet<number> = new Set([rcodes.formErr, rcodes.notImp]);

interface EngineMeans {
  known: readonly KnownServer[];
  transport: Pick<DnsTransport, 'exchangeTcp'>;
  entropy: Entropy;
  maxOpen: number;
}

/**
 * Asks the questions of all batches, one of each in turn. It lives as long as there are any.
 * Its time is counted in ticks, which come late when the process is busy: then the answers wait to be read too.
 */
export class Engine {
  readonly #means: EngineMeans;
  readonly #upstreams: readonly Upstream[];
  readonly #slots = new Slots(MAX_SLOTS);
  readonly #wheel = new Wheel(MAX_SLOTS);
  readonly #timer: NodeJS.Timeout;
  readonly #batches = new Set<Batch>();
  /** Batches with names that were not asked, in turn. */
  #line: Batch[] = [];
  #again: number[] = [];
  #waitingForTcp: number[] = [];
  #openOverTcp = 0;
  /** Questions that are ready to leave. */
  readonly #outbox: number[] = [];
  readonly #unread: Lane[] = [];
  #upstreamTurn = 0;
  #batchTurn = 0;

  constructor(means: EngineMeans) {
    this.#means = means;
    const events = { ready: () => this.#pump(), filled: (lane: Lane) => this.#readSoon(lane) };
    this.#upstreams = means.known.map(known => new Upstream(known, means.maxOpen, events));
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  get isIdle(): boolean {
    return this.#batches.size === 0;
  }

  /** Ends when every name has its state, or when the signal of the batch fires. */
  async ask(batch: Batch): Promise<void> {
    const stop = () => this.#drop(batch);
    this.#batches.add(batch);
    if (!batch.isDone) this.#line.push(batch);
    batch.signal.addEventListener('abort', stop);
    this.#pump();
    await batch.done;
    batch.signal.removeEventListener('abort', stop);
    this.#batches.delete(batch);
  }

  close(): void {
    clearInterval(this.#timer);
    for (const upstream of this.#upstreams) upstream.close();
  }

  #tick(): void {
    for (const upstream of this.#upstreams) upstream.tick();
    this.#wheel.advance(slot => this.#due(slot));
    const silences = this.#upstreams.map(({ silence }) => silence);
    if (silences.every(silence => silence !== null)) this.#giveUpAll(silences.join('; ') || 'no DNS server is configured');
    this.#pump();
  }

  /** Sends what may be sent: what has to be asked again first. */
  #pump(): void {
    while (this.#again.length > 0) {
      const slot = this.#again[0]!;
      if (this.#slots.again[slot] === 1 && !this.#sendAgain(slot)) break;
      this.#again.shift();
    }
    while (this.#line.length > 0 && this.#slots.anyFree) {
      const upstream = this.#freeUpstream();
      if (upstream === null) break;
      const slot = this.#takeNext();
      if (slot !== null) this.#send(slot, upstream);
    }
    this.#flush();
  }

  /** What was written one after the other is sent one after the other: each system call turns out what the processor had at hand. */
  #flush(): void {
    for (const slot of this.#outbox.splice(0)) this.#slots.lane[slot]!.send(this.#slots.packet[slot]!);
  }

  #freeUpstream(): Upstream | null {
    const count = this.#upstreams.length;
    for (let tried = 0; tried < count; tried++) {
      const upstream = this.#upstreams[this.#upstreamTurn++ % count]!;
      if (upstream.hasCapacity) return upstream;
    }
    return null;
  }

  /** The next name of the batch whose turn it is, as a question; null where it has no wire form. */
  #takeNext(): number | null {
    const at = this.#batchTurn++ % this.#line.length;
    const batch = this.#line[at]!;
    const index = batch.next++;
    if (batch.next >= batch.names.length) this.#line.splice(at, 1);
    const slot = this.#slots.take(batch, index);
    const slab = this.#slots.slab(slot);
    const length = writeQuery(slab, batch.names[index]!, typeCodes[batch.type]);
    if (this.#slots.packet[slot]!.length !== length) this.#slots.packet[slot] = slab.subarray(0, length);
    if (length > 0) return slot;
    this.#giveUp(slot, 'this is no name that can be asked');
    return null;
  }

  /** Whether it could be sent: to the server after the one that did not answer, or to that one again where there is no other. */
  #sendAgain(slot: number): boolean {
    const slots = this.#slots;
    const last = slots.upstream[slot]!;
    const upstream = this.#after(last);
    if (!upstream?.hasCapacity) return false;
    if (upstream === last && slots.lane[slot]) {
      slots.again[slot] = 0;
      this.#transmit(slot);
      return true;
    }
    this.#leave(slot);
    this.#send(slot, upstream);
    return true;
  }

  #after(last: Upstream): Upstream | null {
    const from = this.#upstreams.indexOf(last) + 1;
    const others = [...this.#upstreams.slice(from), ...this.#upstreams.slice(0, from)];
    return others.find(({ silence }) => silence === null) ?? null;
  }

  #send(slot: number, upstream: Upstream): void {
    const slots = this.#slots;
    const { entropy } = this.#means;
    const lane = upstream.lane();
    const id = lane.take(slot, entropy);
    slots.upstream[slot] = upstream;
    slots.lane[slot] = lane;
    slots.id[slot] = id;
    hideIn(slots.packet[slot]!, id, entropy, upstream.known.keepsCase);
    this.#transmit(slot);
  }

  #transmit(slot: number): void {
    const slots = this.#slots;
    slots.upstream[slot]!.known.rate.spend();
    slots.occupy(slot);
    this.#outbox.push(slot);
    this.#wheel.set(slot, PATIENCE_TICKS[slots.tries[slot]!]!);
  }

  /** Waits for no reply over UDP any more. */
  #leave(slot: number): void {
    const slots = this.#slots;
    slots.again[slot] = 0;
    slots.vacate(slot);
    this.#wheel.clear(slot);
    slots.lane[slot]?.release(slots.id[slot]!);
    slots.lane[slot] = null;
  }

  #hear(slot: number, reply: Uint8Array): void {
    const query = this.#slots.packet[slot]!;
    const upstream = this.#slots.upstream[slot]!;
    const { keepsCase } = upstream.known;
    if (answersQuery(reply, query, keepsCase)) {
      upstream.heard();
      if (isTruncated(reply)) this.#lineUpForTcp(slot);
      else this.#read(slot, reply);
    } else if (keepsCase && answersQuery(reply, query, false)) {
      // The server does not keep the letters, or somebody guesses ids: TCP tells.
      this.#lineUpForTcp(slot);
    }
  }

  /** Reads all replies that came together, so that the next questions leave together: that costs both sides less. */
  #readSoon(lane: Lane): void {
    if (this.#unread.push(lane) > 1) return;
    setImmediate(() => {
      for (const one of this.#unread.splice(0)) one.read((slot, reply) => this.#hear(slot, reply));
      this.#pump();
    });
  }

  #read(slot: number, reply: Uint8Array): void {
    const slots = this.#slots;
    const batch = slots.batch[slot]!;
    const upstream = slots.upstream[slot]!;
    const index = slots.index[slot]!;
    const reading = readBulkReply(reply, batch.names[index]!, batch.type, upstream.label);
    if (reading.state === 'unknown') {
      if (EDNS_REFUSALS.has(reply[3]! & 0x0f)) slots.packet[slot] = withoutEdns(slots.packet[slot]!);
      return this.#fail(slot, reading.cause);
    }
    upstream.window.answered();
    this.#leave(slot);
    slots.release(slot);
    batch.know(index, reading.state, reading.records);
  }

  #lineUpForTcp(slot: number): void {
    this.#leave(slot);
    this.#waitingForTcp.push(slot);
    this.#startTcp();
  }

  #startTcp(): void {
    while (this.#openOverTcp < MAX_OPEN_OVER_TCP && this.#waitingForTcp.length > 0) void this.#askOverTcp(this.#waitingForTcp.shift()!);
  }

  async #askOverTcp(slot: number): Promise<void> {
    const slots = this.#slots;
    const { known } = slots.upstream[slot]!;
    const { signal } = slots.batch[slot]!;
    const use = slots.use[slot];
    const query = Uint8Array.from(slots.packet[slot]!);
    this.#openOverTcp++;
    known.rate.spend();
    const reply = await this.#means.transport.exchangeTcp(known.server, query, { timeoutMs: TCP_MS, signal, accept: one => answersQuery(one, query, false) });
    this.#openOverTcp--;
    if (slots.use[slot] === use) this.#hearOverTcp(slot, reply);
    this.#startTcp();
    this.#pump();
  }

  #hearOverTcp(slot: number, reply: Uint8Array | TransportFailure): void {
    const { known, label } = this.#slots.upstream[slot]!;
    if (!(reply instanceof Uint8Array)) return this.#fail(slot, failureOfTransport(reply, label).cause);
    if (!answersQuery(reply, this.#slots.packet[slot]!, true)) known.keepsCase = false;
    if (isTruncated(reply)) this.#fail(slot, `the answer of ${label} is truncated`);
    else this.#read(slot, reply);
  }

  /** The wait of a slot is over: it has rested, or its answer did not come in time and may still come late. Those that wait to be asked again keep nobody from being asked. */
  #due(slot: number): void {
    const slots = this.#slots;
    slots.vacate(slot);
    if (slots.lane[slot]) {
      const { window, label } = slots.upstream[slot]!;
      window.failed();
      if (++slots.tries[slot]! === PATIENCE_TICKS.length) return this.#giveUp(slot, `timeout at ${label}`);
    }
    slots.again[slot] = 1;
    this.#again.push(slot);
  }

  /** The server said that it cannot answer. The question keeps its place in the window while it rests: a server fails faster than it answers, and would fail at all of them. */
  #fail(slot: number, cause: string): void {
    const slots = this.#slots;
    this.#leave(slot);
    slots.upstream[slot]!.window.failed();
    if (++slots.tries[slot]! === PATIENCE_TICKS.length) return this.#giveUp(slot, cause);
    slots.occupy(slot);
    this.#wheel.set(slot, BACKOFF_TICKS[slots.tries[slot]! - 1]!);
  }

  #giveUp(slot: number, cause: string): void {
    const batch = this.#slots.batch[slot]!;
    this.#leave(slot);
    this.#slots.release(slot);
    batch.giveUp(this.#slots.index[slot]!, cause);
  }

  #giveUpAll(cause: string): void {
    this.#slots.each(slot => this.#giveUp(slot, cause));
    this.#waitingForTcp = [];
    for (const batch of this.#line) while (batch.next < batch.names.length) batch.giveUp(batch.next++, cause);
    this.#line = [];
  }

  #drop(batch: Batch): void {
    const slots = this.#slots;
    this.#line = this.#line.filter(one => one !== batch);
    this.#waitingForTcp = this.#waitingForTcp.filter(slot => slots.batch[slot] !== batch);
    slots.each(slot => {
      if (slots.batch[slot] !== batch) return;
      this.#leave(slot);
      slots.release(slot);
    });
    batch.stop();
  }
}
