// A worker thread that sends requests over kept-alive connections and measures the answers.
import { connect, type Socket } from 'node:net';
import { parentPort, Worker, workerData } from 'node:worker_threads';

/** `ratePerSecond` null sends as fast as answers come; else at that rate, timed from when each request was due. */
export interface Load {
  port: number;
  /** Whole requests, sent in turn. */
  requests: readonly string[];
  connections: number;
  durationMs: number;
  ratePerSecond: number | null;
  /** Keeps a core busy between answers; for a server that needs but one. */
  awake: boolean;
}

export interface Measured {
  perSecond: number;
  refused: number;
  p50Ms: number;
  p99Ms: number;
}

/** Loads the server from a thread: a second one would take the cores that the server and its database need. */
export async function measure(load: Load): Promise<Measured> {
  const { tookMs, refused, ...part } = await new Promise<Part>((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: load });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  const latencies = part.latencies.sort();
  const at = (quantile: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * quantile))] ?? NaN;
  return {
    perSecond: latencies.length / (tookMs / 1000),
    refused,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  };
}

interface Part {
  latencies: Float64Array;
  tookMs: number;
  refused: number;
}

const WARM_UP_MS = 500;

/** One connection: one request at a time. */
class Connection {
  readonly socket: Socket;
  private readonly received: (status: string, sinceMs: number) => void;
  private text = '';
  private sinceMs = 0;

  constructor(port: number, received: (status: string, sinceMs: number) => void) {
    this.received = received;
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.socket.setEncoding('latin1');
    this.socket.on('data', (chunk: string) => this.read(chunk));
  }

  send(request: string, dueMs: number): void {
    this.sinceMs = dueMs;
    this.socket.write(request, 'latin1');
  }

  private read(chunk: string): void {
    this.text += chunk;
    const head = this.text.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(this.text.slice(0, head))?.[1] ?? 0);
    if (this.text.length < head + 4 + length) return;
    const status = this.text.slice(9, 12);
    this.text = '';
    this.received(status, this.sinceMs);
  }
}

async function run(load: Load): Promise<Part> {
  const latencies: number[] = [];
  let [refused, next] = [0, 0];
  const idle: Connection[] = [];
  const due: number[] = [];
  // Set again when all connections stand: opening them is no part of it.
  let startedMs = performance.now();
  const ended = () => performance.now() - startedMs >= load.durationMs;
  const request = () => load.requests[next++ % load.requests.length]!;
  const connections = Array.from({ length: load.connections }, () => {
    const connection: Connection = new Connection(load.port, (status, sinceMs) => {
      // The first moments of a thread tell of its own start.
      if (load.ratePerSecond === null || sinceMs - startedMs > WARM_UP_MS) latencies.push(performance.now() - sinceMs);
      if (status !== '200') refused++;
      if (load.ratePerSecond === null) {
        if (!ended()) connection.send(request(), performance.now());
      } else if (due.length > 0) connection.send(request(), due.shift()!);
      else idle.push(connection);
    });
    return connection;
  });
  await Promise.all(connections.map(({ socket }) => new Promise(resolve => { socket.once('connect', resolve); })));
  startedMs = performance.now();
  if (load.ratePerSecond === null) {
    for (const connection of connections) connection.send(request(), performance.now());
    if (load.awake) stayAwake(ended);
  }
  if (load.ratePerSecond !== null) await pace(load.ratePerSecond, startedMs, ended, idle, due, connections, request);
  await new Promise(resolve => { setTimeout(resolve, Math.max(0, load.durationMs - (performance.now() - startedMs)) + 100); });
  const tookMs = load.durationMs - (load.ratePerSecond === null ? 0 : WARM_UP_MS);
  for (const { socket } of connections) socket.destroy();
  return { latencies: Float64Array.from(latencies), tookMs, refused };
}

/** A thread that sleeps between answers must be woken by the server with each of them, which costs the server more than the answer. */
function stayAwake(ended: () => boolean): void {
  if (!ended()) setImmediate(() => stayAwake(ended));
}

/** Each request has its moment, to a millisecond; one that finds no idle connection waits, and its waiting counts. */
async function pace(perSecond: number, startedMs: number, ended: () => boolean, idle: Connection[], due: number[], all: readonly Connection[], request: () => string): Promise<void> {
  idle.push(...all);
  let sent = 0;
  while (!ended()) {
    const wanted = Math.floor((performance.now() - startedMs) / 1000 * perSecond);
    for (; sent < wanted; sent++) {
      const dueMs = startedMs + sent / perSecond * 1000;
      const connection = idle.pop();
      if (connection) connection.send(request(), dueMs);
      else due.push(dueMs);
    }
    await new Promise(resolve => { setTimeout(resolve, 1); });
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is of windows, and this is a worker thread
if (parentPort) parentPort.postMessage(await run(workerData as Load));
