import { EventParser, type ServerEvent } from './event-parser.ts';
import { failure, type Result } from './problem.ts';
import { lost, parse, readResult, resultOf, type Ask, type CallOptions, type Input } from './request.ts';

/** Hears the parts of a reply; `id` is what a later call gives as `lastEventId` to go on behind it, null where there is none. */
export type OnEvent = (name: string, data: unknown, id: string | null) => void;

export interface StreamOptions extends CallOptions {
  onEvent?: OnEvent | undefined;
  lastEventId?: string | undefined;
}

/** The service says something every 15 seconds; a connection that is silent for so long is none any more. */
const MOST_SILENCE_MS = 40_000;

/** The result of a call whose parts are heard as they land. */
export async function stream(ask: Ask, route: string, input: Input, { onEvent, lastEventId, ...options }: StreamOptions): Promise<Result<unknown>> {
  const headers = { ...options.headers, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) };
  const response = await ask(route, input, { ...options, headers }, 'text/event-stream, application/json');
  if ('problem' in response) return response;
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) return readResult(response, options.signal);
  const reading = new Reading(response.body);
  try {
    for (;;) {
      const event = await reading.next();
      if (event instanceof Error) return lost(event, options.signal, response);
      const data = event && parse(event.data);
      if (!event || data === undefined) return failure('unreadable', 'A part of the stream is too large or no JSON.', response);
      if (event.name === 'result' || event.name === 'problem') return resultOf(data, response, event.name === 'result');
      onEvent?.(event.name, data, event.id || null);
    }
  } finally {
    reading.stop();
  }
}

/** Takes events one by one from a body. */
class Reading {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  readonly #parser = new EventParser();
  #waiting: ServerEvent[] = [];

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  /** The next event; null where it is too large, an error where the stream has ended, broke or fell silent. */
  async next(): Promise<ServerEvent | Error | null> {
    try {
      while (this.#waiting.length === 0) {
        const { done, value } = await within(MOST_SILENCE_MS, this.#reader.read());
        if (done) return new Error('the stream ended early');
        const events = this.#parser.push(this.#decoder.decode(value, { stream: true }));
        if (!events) return null;
        this.#waiting = events;
      }
      return this.#waiting.shift()!;
    } catch (error) {
      return error as Error;
    }
  }

  stop(): void {
    // It may have broken already, which has been reported.
    this.#reader.cancel().catch(() => undefined);
  }
}

/** What `promise` gives; rejects after `limitMs`. */
function within<T>(limitMs: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const silence = new Promise<never>((_, reject) => { timer = setTimeout(() => reject(new Error('silence')), limitMs); });
  return Promise.race([promise, silence]).finally(() => clearTimeout(timer));
}
