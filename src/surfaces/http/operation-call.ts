import type { Credential } from '../../core/access.ts';
import type { AnyOperation, Browser, Emit, FileReply } from '../../core/operation.ts';
import { invalid } from '../../core/invalid-input.ts';
import { ClientGone, type Reply, type Request } from '../../core/pipeline.ts';
import { Problem } from '../../core/problem.ts';
import type { Arrival } from './arrival.ts';
import { bodyLimits, readJsonBody } from './body.ts';
import { browserOf } from './credential.ts';
import { isKnown, weakEtag } from './etag.ts';
import { EventStream } from './event-stream.ts';
import type { HeaderList } from './headers.ts';
import { queryOf, readQuery } from './query.ts';
import { rateLimitHeaders } from './rate-limit.ts';
import type { Socket } from './listener.ts';
import { fault, overloaded, refusal } from './refusal.ts';
import { send, sendStream } from './send.ts';
import type { UnderWay } from './traffic.ts';
import { writeWhole } from './write.ts';

/** An operation at one address, with all that can be known before a request comes. */
export interface OperationRoute {
  operation: AnyOperation;
  /** The older address that this is; null at the current one. */
  alias: string | null;
  /** It was a page once: `format=json` chooses the answer of the operation, anything else the page of today. */
  page: boolean;
  /** It streams here whatever the client accepts. */
  streamed: boolean;
  /** Whether scripts of other sites may call it. */
  open: boolean;
  /** Members of the input that are lists: their query parameter may be repeated. */
  lists: ReadonlySet<string>;
}

/** When the older addresses were declared deprecated (RFC 9745), in seconds since 1970: 2026-08-26. */
const DEPRECATED_SINCE = Date.UTC(2026, 7, 26) / 1000;

/** One HTTP request as the pipeline sees it, and its reply. */
export class OperationCall implements Request, UnderWay {
  readonly operation: AnyOperation;
  readonly credential: Credential;
  readonly requestId: string;
  readonly address: string;
  readonly requestKey: string | null;
  readonly emit: Emit | null;
  readonly lastEventId: string | null;
  readonly #route: OperationRoute;
  readonly #arrival: Arrival;
  readonly #stream: EventStream | null;
  #abort: AbortController | null = null;
  #answered = false;

  constructor(route: OperationRoute, arrival: Arrival) {
    const { headers } = arrival.raw;
    this.operation = route.operation;
    this.credential = arrival.credential;
    this.requestId = arrival.requestId;
    this.address = arrival.address;
    this.requestKey = (headers['idempotency-key'] as string | undefined) ?? null;
    this.#route = route;
    this.#arrival = arrival;
    const streams = route.operation.streams && arrival.raw.method !== 'HEAD' && (route.streamed || accepts(headers.accept, 'text/event-stream'));
    const stream = streams ? new EventStream(arrival.reply, this.#defaultHeaders()) : null;
    this.#stream = stream;
    this.emit = stream && ((event, data, id) => { if (!this.#answered) stream.emit(event, data, id); });
    this.lastEventId = stream && ((headers['last-event-id'] as string | undefined) ?? null);
  }

  get browser(): Browser {
    return browserOf(this.#arrival.raw.headers);
  }

  /** Fires when the client has gone or the service stops; made only when somebody asks for it. */
  get signal(): AbortSignal {
    if (!this.#abort) {
      const abort = new AbortController();
      this.#abort = abort;
      this.#arrival.reply.once('close', () => { if (!this.#answered) abort.abort(new ClientGone()); });
    }
    return this.#abort.signal;
  }

  read(): Promise<Record<string, unknown>> | Record<string, unknown> {
    const { raw, reply } = this.#arrival;
    const query = readQuery(queryOf(raw.url!), this.#route.lists);
    if (this.operation.method === 'GET') {
      if (this.#route.page) delete query['format'];
      return this.#withPath(query);
    }
    const keys = Object.keys(query);
    if (keys.length > 0) throw invalid(keys.map(key => ({ path: [key], message: 'This call takes nothing in the query: give its fields as JSON in the body.' })));
    const { maxBodyBytes: maxBytes = bodyLimits.maxBytes } = this.operation;
    return readJsonBody(raw, reply, { ...bodyLimits, maxBytes }).then(body => this.#withPath(body));
  }

  /** Sends `reply`, unless the service stopped meanwhile; resolves when it has gone out, as a file or in a coding. */
  answer(reply: Reply): Promise<void> | void {
    if (this.#answered) return;
    this.#answered = true;
    if (this.#stream?.started) {
      this.#stream.emit(reply.status < 400 ? 'result' : 'problem', reply.body);
      this.#stream.end();
      return;
    }
    const headers = this.#headersOf(reply);
    if (reply.status >= 400) return this.#write(reply.status, headers, 'application/problem+json', reply.body);
    if (reply.headers['location'] !== undefined && (reply.status === 302 || reply.status === 303)) return this.#writeNothing(reply.status, headers);
    if (this.operation.kind === 'file') return this.#writeFile(reply.status, headers, reply.body as FileReply);
    return this.#writeJson(reply.status, headers, JSON.stringify(reply.body));
  }

  /** Ends it early because the service stops. */
  stop(): void {
    if (this.#answered) return;
    const stopping = overloaded('The service is stopping.');
    if (this.#stream?.started) this.#stream.endForNow();
    else void this.answer(refusal(stopping, this.requestId));
    this.#answered = true;
    this.#abort?.abort(stopping);
  }

  /** Ends it after a fault in sending: as a refusal where nothing has gone out, else by cutting the connection. */
  breakOff(): void {
    const { reply } = this.#arrival;
    if (reply.headersSent) reply.destroy();
    else void this.#write(500, this.#defaultHeaders(), 'application/problem+json', refusal(fault(), this.requestId).body);
  }

  begunOn(socket: Socket): boolean {
    return this.#arrival.raw.socket === socket && this.#arrival.reply.headersSent;
  }

  #withPath(given: Record<string, unknown>): Record<string, unknown> {
    const { params } = this.#arrival;
    for (const name of Object.keys(params)) {
      if (Object.hasOwn(given, name)) throw invalid([{ path: [name], message: 'It stands in the path already.' }]);
    }
    return { ...given, ...params };
  }

  #defaultHeaders(): HeaderList {
    const { raw, service: { defaultHeaders } } = this.#arrival;
    // Only a browser on another site sends Origin and has a use for the permission.
    const open = this.#route.open && raw.headers.origin !== undefined;
    const headers: HeaderList = [...(open ? defaultHeaders.openData : defaultHeaders.data), 'X-Request-Id', this.requestId];
    if (this.#route.alias !== null) headers.push('Deprecation', `@${DEPRECATED_SINCE}`, 'Link', `<${this.#successor()}>; rel="successor-version"`);
    return headers;
  }

  #headersOf({ headers: given, count, allowance, replayed }: Reply): HeaderList {
    const headers = this.#defaultHeaders();
    for (const [name, value] of Object.entries(given)) headers.push(name, value);
    if (given['cache-control'] === undefined) headers.push('Cache-Control', 'no-store');
    headers.push(...rateLimitHeaders([count, allowance].filter(one => one !== null), this.#arrival.service.now()).flat());
    if (replayed) headers.push('Idempotent-Replayed', 'true');
    return headers;
  }

  #successor(): string {
    const query = new URLSearchParams(queryOf(this.#arrival.raw.url!));
    query.delete('format');
    return query.size === 0 ? this.operation.path : `${this.operation.path}?${query.toString()}`;
  }

  #write(status: number, headers: HeaderList, contentType: string, body: unknown): Promise<void> | void {
    return send(this.#arrival, status, headers, contentType, JSON.stringify(body));
  }

  /** What was read has a tag: a client that kept it asks whether there is anything new. */
  #writeJson(status: number, headers: HeaderList, text: string): Promise<void> | void {
    const { raw } = this.#arrival;
    if (status === 200 && this.operation.method === 'GET' && this.operation.kind !== 'native') {
      const etag = weakEtag(text);
      headers.push('ETag', etag);
      if (isKnown(raw, etag)) return this.#writeNothing(304, headers);
    }
    return send(this.#arrival, status, headers, 'application/json; charset=utf-8', text);
  }

  #writeNothing(status: number, headers: HeaderList): void {
    const { raw, reply } = this.#arrival;
    writeWhole(raw, reply, status, headers, null, this.#arrival.service.draining);
  }

  #writeFile(status: number, headers: HeaderList, { contentType, fileName, body }: FileReply): Promise<void> | void {
    if (fileName !== null) headers.push('Content-Disposition', attachment(fileName));
    if (typeof body === 'string') return send(this.#arrival, status, headers, contentType, body);
    return sendStream(this.#arrival, status, headers, contentType, body).catch(ignoreEnd);
  }
}

/** Whether the header `Accept` names the type, and not with the weight 0 (RFC 9110 §12.4.2). */
function accepts(header: string | undefined, type: string): boolean {
  const [, parameters] = header?.split(',').map(range => range.trim().split(/\s*;\s*(.*)/s)).find(([name]) => name?.toLowerCase() === type) ?? [null, 'q=0'];
  return !/(?:^|;)\s*q=0(?:\.0*)?\s*(?:;|$)/i.test(parameters ?? '');
}

/** A caller who may not go on is cut off in the middle of the file: nothing else can be said there. */
function ignoreEnd(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE' && !(error instanceof Problem)) throw error;
}

/** RFC 6266 §4: a plain name for old clients, the exact one for the others. */
function attachment(fileName: string): string {
  return `attachment; filename="${fileName.replace(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(fileName).replaceAll("'", '%27')}`;
}
