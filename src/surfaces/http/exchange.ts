import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Credential } from '../../core/access.ts';
import { refuseNul } from '../../core/invalid-input.ts';
import type { Browser } from '../../core/operation.ts';
import { hasBody, readBody, readJsonBody, type BodyLimits } from './body.ts';
import { browserOf } from './credential.ts';
import type { HeaderList } from './headers.ts';
import type { Arrival } from './arrival.ts';
import { queryOf } from './query.ts';
import type { Socket } from './listener.ts';
import { overloaded, refusal } from './refusal.ts';
import { send } from './send.ts';
import type { UnderWay } from './traffic.ts';
import { writeWhole } from './write.ts';

/** An address whose protocol has its own library, which speaks the Request and Response of the web. */
export interface ExchangeEndpoint {
  method: 'POST';
  path: string;
  /** What its figures are counted under. */
  id: string;
  answer(exchange: Exchange): Promise<Response>;
}

/** One request to such an address. */
export interface Exchange {
  url: URL;
  headers: Headers;
  credential: Credential;
  requestId: string;
  address: string;
  browser: Browser;
  /** Fires when the client has gone or the service stops. */
  signal: AbortSignal;
  /** The JSON object in the body, bounded; throws `Problem`: 413, 415, then 400. */
  json(): Promise<Record<string, unknown>>;
  /** What stands in the place of each `{name}` of the path. */
  params: Readonly<Record<string, string>>;
  /** How long the body says it is; null where it does not say. */
  declaredBytes: number | null;
  /** The body as it comes, bounded; throws `Problem`: 413, then 400. */
  bytes(limits: Pick<BodyLimits, 'maxBytes' | 'timeoutMs'>): Promise<Buffer>;
  /** The request without its body. */
  request(): Request;
}

/** One exchange from the request to the end of the reply. */
export class ExchangeCall implements Exchange, UnderWay {
  readonly url: URL;
  readonly headers = new Headers();
  readonly credential: Credential;
  readonly requestId: string;
  readonly address: string;
  readonly #arrival: Arrival;
  readonly #abort = new AbortController();

  constructor({ path }: ExchangeEndpoint, arrival: Arrival) {
    const { raw, reply } = arrival;
    // Who else the target or the header Host name is no matter here: they may be anything.
    this.url = new URL(`http://localhost${path}?${queryOf(raw.url!)}`);
    for (const [name, value] of Object.entries(raw.headers)) for (const one of [value ?? []].flat()) this.headers.append(name, one);
    this.credential = arrival.credential;
    this.requestId = arrival.requestId;
    this.address = arrival.address;
    this.#arrival = arrival;
    reply.once('close', () => this.#abort.abort());
  }

  get browser(): Browser {
    return browserOf(this.#arrival.raw.headers);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  async json(): Promise<Record<string, unknown>> {
    const body = await readJsonBody(this.#arrival.raw, this.#arrival.reply);
    refuseNul(body);
    return body;
  }

  get params(): Readonly<Record<string, string>> {
    return this.#arrival.params;
  }

  get declaredBytes(): number | null {
    const { headers } = this.#arrival.raw;
    return headers['content-length'] === undefined ? null : Number(headers['content-length']);
  }

  bytes(limits: Pick<BodyLimits, 'maxBytes' | 'timeoutMs'>): Promise<Buffer> {
    const { raw, reply } = this.#arrival;
    return hasBody(raw) ? readBody(raw, reply, limits) : Promise.resolve(Buffer.alloc(0));
  }

  request(): Request {
    return new Request(this.url, { method: this.#arrival.raw.method!, headers: this.headers, signal: this.signal });
  }

  /** Sends `response`, a stream as it comes; gives its status. */
  async send(response: Response): Promise<number> {
    const { raw, reply, service } = this.#arrival;
    if (reply.headersSent || reply.destroyed) return response.status;
    const given = [...response.headers].filter(([name]) => name !== 'content-type');
    const headers: HeaderList = [...service.defaultHeaders.data, 'X-Request-Id', this.requestId, ...given.flat()];
    if (!response.headers.has('cache-control')) headers.push('Cache-Control', 'no-store');
    const contentType = response.headers.get('content-type');
    if (response.body && contentType?.startsWith('text/event-stream')) {
      reply.writeHead(response.status, [...headers, 'Content-Type', contentType]);
      await pipeline(Readable.fromWeb(response.body), reply).catch(ignoreEnd);
    } else if (response.body && contentType !== null) {
      await send(this.#arrival, response.status, headers, contentType, await response.text());
    } else {
      writeWhole(raw, reply, response.status, headers, response.body && await response.text(), service.draining);
    }
    return response.status;
  }

  stop(): void {
    const { raw, reply, service } = this.#arrival;
    this.#abort.abort();
    if (reply.headersSent) return void reply.end();
    const { status, body } = refusal(overloaded('The service is stopping.'), this.requestId);
    const headers = [...service.defaultHeaders.data, 'X-Request-Id', this.requestId, 'Content-Type', 'application/problem+json', 'Retry-After', '1'];
    writeWhole(raw, reply, status, headers, JSON.stringify(body), true);
  }

  begunOn(socket: Socket): boolean {
    return this.#arrival.raw.socket === socket && this.#arrival.reply.headersSent;
  }
}

/** The client went, or the service ended the stream: nobody reads on. */
function ignoreEnd(error: NodeJS.ErrnoException): void {
  if (!['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_WRITE_AFTER_END', 'ABORT_ERR'].includes(error.code ?? '')) throw error;
}
