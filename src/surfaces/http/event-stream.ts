import type { HeaderList } from './headers.ts';
import type { RawReply } from './listener.ts';

const HEARTBEAT_MS = 15_000;
/** A client that is this far behind is let go, so that it cannot fill the memory. */
const MAX_UNSENT_BYTES = 4 * 1024 * 1024;
const RETRY_MS = 3000;

/** A reply as Server-Sent Events; it starts with the first event, so that a refusal before it is an ordinary reply. */
export class EventStream {
  readonly #reply: RawReply;
  readonly #headers: HeaderList;
  #heartbeat: NodeJS.Timeout | null = null;

  constructor(reply: RawReply, headers: HeaderList) {
    this.#reply = reply;
    this.#headers = headers;
  }

  get started(): boolean {
    return this.#heartbeat !== null;
  }

  /** Sends one event; `event` is a plain word, `id` a plain word that a client that comes again sends as `Last-Event-ID`. */
  emit(event: string, data: unknown, id?: string): void {
    if (!this.started) this.#start();
    this.#write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  end(): void {
    if (this.#heartbeat) clearInterval(this.#heartbeat);
    this.#reply.end();
  }

  /** Ends it early and says when to come again. */
  endForNow(): void {
    this.#write(`retry: ${RETRY_MS}\n\n`);
    this.end();
  }

  #start(): void {
    const own = ['Content-Type', 'text/event-stream; charset=utf-8', 'Cache-Control', 'no-store', 'X-Accel-Buffering', 'no'];
    this.#reply.writeHead(200, [...this.#headers, ...own]);
    this.#heartbeat = setInterval(() => this.#write(': still here\n\n'), HEARTBEAT_MS).unref();
    this.#reply.once('close', () => this.end());
  }

  #write(text: string): void {
    if (this.#reply.writableEnded || this.#reply.destroyed) return;
    this.#reply.write(text);
    if (this.#reply.writableLength > MAX_UNSENT_BYTES) this.#reply.destroy();
  }
}
