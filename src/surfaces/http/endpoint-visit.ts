import { perform, type Ports, type Reply } from '../../core/pipeline.ts';
import type { AnyOperation } from '../../core/operation.ts';
import { codingsIn, encode, isCodable, type ContentCoding } from './content-coding.ts';
import { browserOf } from './credential.ts';
import { isKnown } from './etag.ts';
import type { Arrival } from './arrival.ts';
import type { Answer, Endpoint, Visit } from './endpoint.ts';
import { queryOf } from './query.ts';
import type { Socket } from './listener.ts';
import { rateLimitHeaders } from './rate-limit.ts';
import { overloaded, refusal } from './refusal.ts';
import { send, type Encode } from './send.ts';
import type { UnderWay } from './traffic.ts';
import { writeWhole } from './write.ts';

/** One visit to an endpoint, from the request to the reply. */
export class EndpointVisit implements Visit, UnderWay {
  readonly query: URLSearchParams;
  readonly params: Visit['params'];
  readonly credential: Visit['credential'];
  readonly encodings: Visit['encodings'];
  readonly #endpoint: Endpoint;
  readonly #arrival: Arrival;
  readonly #ports: Ports<object>;
  readonly #abort = new AbortController();
  #asked: Reply | null = null;

  constructor(endpoint: Endpoint, arrival: Arrival, ports: Ports<object>) {
    this.query = new URLSearchParams(queryOf(arrival.raw.url!));
    this.params = arrival.params;
    this.credential = arrival.credential;
    this.encodings = codingsIn(arrival.raw.headers['accept-encoding']);
    this.#endpoint = endpoint;
    this.#arrival = arrival;
    this.#ports = ports;
    arrival.reply.once('close', () => this.#abort.abort());
  }

  async ask(operation: AnyOperation, input: Record<string, unknown>): Promise<Reply> {
    const { requestId, address, raw } = this.#arrival;
    return this.#asked = await perform({
      operation, credential: this.credential, requestId, address, browser: browserOf(raw.headers),
      read: () => input, requestKey: null, emit: null, signal: this.#abort.signal,
    }, this.#ports);
  }

  async answer(): Promise<void> {
    const answer = await this.#endpoint.answer(this);
    if (!this.#arrival.reply.headersSent) await this.#write(answer);
  }

  stop(): void {
    const { reply, requestId } = this.#arrival;
    this.#abort.abort();
    if (reply.headersSent) return;
    const { status, body } = refusal(overloaded('The service is stopping.'), requestId);
    void this.#write({ status, contentType: 'application/problem+json', body: JSON.stringify(body), headers: { 'Retry-After': '1' } });
  }

  begunOn(socket: Socket): boolean {
    return this.#arrival.raw.socket === socket && this.#arrival.reply.headersSent;
  }

  #write(answer: Answer): Promise<void> | void {
    const { status, contentType, body, headers = {}, etag, cacheControl = 'no-cache', styleNonce, isFresh } = answer;
    const { raw, reply, requestId, service } = this.#arrival;
    const { page, openData, picture, data } = service.defaultHeaders;
    const { open, embeddable } = this.#endpoint;
    const defaultHeaders = contentType.startsWith('text/html') ? page(styleNonce) : embeddable ? picture : open ? openData : data;
    const all = [...defaultHeaders, 'X-Request-Id', requestId, ...Object.entries(headers).flat()];
    // A refusal says when to come again.
    if (this.#asked !== null && status >= 400 && status === this.#asked.status) all.push(...retryOf(this.#asked), ...rateLimitHeaders([this.#asked.count].filter(one => one !== null), service.now()).flat());
    // What lasts may be kept, but must be asked for again: the next version of the program has other bytes.
    all.push(...(etag ? ['ETag', etag, 'Cache-Control', cacheControl] : ['Cache-Control', 'no-store']));
    if (etag !== undefined && isKnown(raw, etag)) return writeWhole(raw, reply, 304, [...all, 'Content-Type', contentType, ...(headers['Vary'] === undefined && isCodable(contentType, null) ? ['Vary', 'Accept-Encoding'] : [])], null, service.draining);
    if (headers['Content-Encoding'] !== undefined) return writeWhole(raw, reply, status, [...all, 'Content-Type', contentType], body, service.draining);
    return send(this.#arrival, status, all, contentType, body, etag === undefined || isFresh ? undefined : keptCodings(answer));
  }
}

function retryOf({ headers }: Reply): string[] {
  const after = headers['retry-after'];
  return typeof after === 'string' ? ['Retry-After', after] : [];
}

const kept = new WeakMap<Answer, Map<ContentCoding, Promise<Buffer>>>();

/** Codes an answer that lasts once, and well. */
function keptCodings(answer: Answer): Encode {
  const codings = kept.get(answer) ?? new Map<ContentCoding, Promise<Buffer>>();
  kept.set(answer, codings);
  return (body, coding) => {
    const known = codings.get(coding) ?? encode(body, coding, 'lasting');
    codings.set(coding, known);
    return known;
  };
}
