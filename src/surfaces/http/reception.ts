import { perform, type Reply } from '../../core/pipeline.ts';
import { Problem } from '../../core/problem.ts';
import { createAddressReader } from './client-address.ts';
import { createCredentialReader } from './credential.ts';
import { ExchangeCall, type ExchangeEndpoint } from './exchange.ts';
import { preflightHeaders, defaultHeaders, type HeaderList, type DefaultHeaders } from './headers.ts';
import type { Arrival, Received } from './arrival.ts';
import { OperationCall, type OperationRoute } from './operation-call.ts';
import type { HttpOptions } from './options.ts';
import type { Endpoint } from './endpoint.ts';
import { nothingHere } from './pages/nothing-here.ts';
import { EndpointVisit } from './endpoint-visit.ts';
import { queryOf } from './query.ts';
import type { RawReply, RawRequest } from './listener.ts';
import { badMessage, fault, overloaded, refusal, tooLong } from './refusal.ts';
import { Routes, type Found } from './routes.ts';
import { createTraffic } from './traffic.ts';
import { writeWhole } from './write.ts';

/** What one process takes of requests: concurrent ones, and characters of the address of one. */
export const requestLimits = { maxInFlight: 1000, maxUrlCharacters: 8192 } as const;

type Params = Arrival['params'];

/** Takes every request in: refuses what no operation or page should see, and leads the rest to theirs. */
export class Reception {
  readonly defaultHeaders: DefaultHeaders;
  readonly routes = new Routes();
  readonly traffic = createTraffic(requestLimits.maxInFlight);
  readonly #options: HttpOptions<object>;
  readonly #page: Endpoint;
  readonly #credentialOf;
  readonly #addressOf;
  readonly #service: Arrival['service'];

  /** `page` answers where an operation was a page once. */
  constructor(options: HttpOptions<object>, page: Endpoint) {
    const { traffic } = this;
    this.#options = options;
    this.#page = page;
    this.defaultHeaders = defaultHeaders(options.baseUrl);
    this.#credentialOf = createCredentialReader(options.cookieName, options.baseUrl);
    this.#addressOf = createAddressReader(options.trustProxy);
    this.#service = { defaultHeaders: this.defaultHeaders, now: () => options.clock.now(), get draining() { return traffic.draining; } };
  }

  /** Leads a request to its route, or says that there is none. */
  take(raw: RawRequest, reply: RawReply): void {
    const received = { raw, reply, requestId: this.#options.newRequestId() };
    try {
      const found = this.routes.at(pathOf(raw.url!));
      const route = found?.routes.get(raw.method!);
      if (route) route.take(received, Object.fromEntries(route.names.map((name, at) => [name, found!.values[at]!])));
      else this.#turnAway(found, received);
    } catch (error) {
      if (error instanceof URIError) this.#refuse(received, badMessage('The path has a percent-encoding that cannot be read. Encode it as UTF-8.'));
      else this.#fault(error, received);
    }
  }

  takeOperation(route: OperationRoute, received: Received, params: Params): void {
    if (route.page && new URLSearchParams(queryOf(received.raw.url!)).get('format') !== 'json') return this.takeEndpoint(this.#page, received, params);
    const refused = this.#judge(received);
    const call = new OperationCall(route, this.#arrivalOf(received, params));
    if (refused) void call.answer(refused);
    else if (!this.traffic.enter(call)) void call.answer(refusal(overloaded('The service has more requests than it can take.'), received.requestId));
    else void this.#pass(call);
  }

  takeEndpoint(endpoint: Endpoint, received: Received, params: Params): void {
    const refused = this.#judge(received);
    if (refused) return this.#write(received, refused);
    const visit = new EndpointVisit(endpoint, this.#arrivalOf(received, params), this.#options.ports);
    if (!this.traffic.enter(visit) && !endpoint.vital) return this.#refuse(received, overloaded('The service has more requests than it can take.'));
    void visit.answer().catch((error: unknown) => this.#fault(error, received)).finally(() => this.traffic.leave(visit));
  }

  takeExchange(endpoint: ExchangeEndpoint, received: Received, params: Params): void {
    const refused = this.#judge(received);
    if (refused) return this.#write(received, refused);
    const call = new ExchangeCall(endpoint, this.#arrivalOf(received, params));
    if (!this.traffic.enter(call)) return this.#refuse(received, overloaded('The service has more requests than it can take.'));
    void this.#exchange(endpoint, call).catch((error: unknown) => this.#fault(error, received)).finally(() => this.traffic.leave(call));
  }

  /** Where no route matches: the path is unknown, or it has other methods. */
  #turnAway(found: Found | null, received: Received): void {
    const { raw, reply, requestId } = received;
    const refused = this.#judge(received);
    if (refused) return this.#write(received, refused);
    if (!found) {
      const path = pathOf(raw.url!);
      if (!path.startsWith('/api') && raw.headers.accept?.includes('text/html')) return this.takeEndpoint(nothingHere, received, {});
      return this.#refuse(received, new Problem('not_found', `There is nothing at ${path.slice(0, 200)}. The addresses are listed at /docs/api.`));
    }
    const allow = [...found.routes.keys(), 'OPTIONS'].join(', ');
    if (raw.method !== 'OPTIONS') {
      return this.#write(received, refusal(new Problem('method_not_allowed', `This address takes ${allow}.`), requestId), ['Allow', allow]);
    }
    const open = [...found.routes].filter(([, route]) => route.open).map(([method]) => method);
    const headers: HeaderList = [...(open.length > 0 ? this.defaultHeaders.openData : this.defaultHeaders.data), 'X-Request-Id', requestId, 'Allow', allow];
    if (open.length > 0) headers.push(...preflightHeaders(open));
    writeWhole(raw, reply, 204, headers, null, this.traffic.draining);
  }

  #refuse(received: Received, problem: Problem): void {
    this.#write(received, refusal(problem, received.requestId));
  }

  async #pass(call: OperationCall): Promise<void> {
    const { ports, metrics, clock } = this.#options;
    const startedMs = metrics ? clock.monotonicMs() : 0;
    let status = 500;
    try {
      const reply = await perform(call, ports);
      status = reply.status;
      const sending = call.answer(reply);
      if (sending) await sending;
    } catch (error) {
      ports.report(error, call.requestId);
      call.breakOff();
    } finally {
      this.traffic.leave(call);
      metrics?.observe(call.operation.id, status, clock.monotonicMs() - startedMs);
    }
  }

  async #exchange(endpoint: ExchangeEndpoint, call: ExchangeCall): Promise<void> {
    const { metrics, clock } = this.#options;
    const startedMs = metrics ? clock.monotonicMs() : 0;
    const status = await call.send(await endpoint.answer(call));
    metrics?.observe(endpoint.id, status, clock.monotonicMs() - startedMs);
  }

  /** What is refused wherever it goes; null where nothing is. */
  #judge({ raw: { url, headers, httpVersion }, requestId }: Received): Reply | null {
    if (this.traffic.draining) return refusal(overloaded('The service is stopping.'), requestId);
    if (url!.length > requestLimits.maxUrlCharacters) return refusal(tooLong(`The address is longer than ${requestLimits.maxUrlCharacters} characters.`), requestId, 414);
    if (headers.host === undefined && httpVersion === '1.1') return refusal(badMessage('The header Host is missing.'), requestId);
    return null;
  }

  #arrivalOf(received: Received, params: Params): Arrival {
    const { headers, socket } = received.raw;
    return { ...received, params, credential: this.#credentialOf(headers), address: this.#addressOf(socket.remoteAddress, headers['x-forwarded-for']), service: this.#service };
  }

  #fault(error: unknown, received: Received): void {
    this.#options.ports.report(error, received.requestId);
    if (received.reply.headersSent) received.reply.destroy();
    else this.#refuse(received, fault());
  }

  #write({ raw, reply, requestId }: Received, { status, headers, body }: Reply, more: HeaderList = []): void {
    const defaultHeaders = raw.url!.startsWith('/api') ? this.defaultHeaders.openData : this.defaultHeaders.data;
    const own = ['X-Request-Id', requestId, 'Cache-Control', 'no-store', 'Content-Type', 'application/problem+json'];
    const all: HeaderList = [...defaultHeaders, ...own, ...Object.entries(headers).flat(), ...more];
    writeWhole(raw, reply, status, all, JSON.stringify(body), this.traffic.draining);
  }
}

/** The path of a request target, still encoded, also of one in absolute form (RFC 9112 §3.2.2). */
function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/?]*/i, '').replace(/[?#].*$/s, '');
}
