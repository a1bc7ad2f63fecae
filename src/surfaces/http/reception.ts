import type { FastifyReply, FastifyRequest } from 'fastify';
import { perform, type Reply } from '../../core/pipeline.ts';
import { Problem } from '../../core/problem.ts';
import { createAddressReader } from './client-address.ts';
import { createCredentialReader } from './credential.ts';
import { ExchangeCall, type ExchangeEndpoint } from './exchange.ts';
import { preflightHeaders, defaultHeaders, type HeaderList, type DefaultHeaders } from './headers.ts';
import type { Arrival } from './arrival.ts';
import { OperationCall, type OperationRoute } from './operation-call.ts';
import type { HttpOptions } from './options.ts';
import type { Endpoint } from './endpoint.ts';
import { nothingHere } from './pages/nothing-here.ts';
import { EndpointVisit } from './endpoint-visit.ts';
import { queryOf } from './query.ts';
import type { RawRequest } from './raw.ts';
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
  take(request: FastifyRequest, reply: FastifyReply): void {
    const { method, url } = request.raw;
    let found: Found | null;
    try {
      found = this.routes.at(pathOf(url!));
    } catch (error) {
      if (!(error instanceof URIError)) throw error;
      return this.refuse(request, reply, badMessage('The path has a percent-encoding that cannot be read. Encode it as UTF-8.'));
    }
    const route = found?.routes.get(method!);
    if (route) route.take(request, reply, Object.fromEntries(route.names.map((name, at) => [name, found!.values[at]!])));
    else this.#turnAway(found, request, reply);
  }

  takeOperation(route: OperationRoute, request: FastifyRequest, reply: FastifyReply, params: Params): void {
    if (route.page && new URLSearchParams(queryOf(request.raw.url!)).get('format') !== 'json') return this.takeEndpoint(this.#page, request, reply, params);
    const refused = this.#judge(request.raw, request.id);
    const call = new OperationCall(route, this.#arrivalOf(request, reply, params));
    if (refused) void call.answer(refused);
    else if (!this.traffic.enter(call)) void call.answer(refusal(overloaded('The service has more requests than it can take.'), request.id));
    else void this.#pass(call);
  }

  takeEndpoint(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply, params: Params): void {
    const refused = this.#judge(request.raw, request.id);
    if (refused) return this.#write(request, reply, refused);
    const visit = new EndpointVisit(endpoint, this.#arrivalOf(request, reply, params), this.#options.ports);
    if (!this.traffic.enter(visit) && !endpoint.vital) return this.refuse(request, reply, overloaded('The service has more requests than it can take.'));
    void visit.answer().catch((error: unknown) => this.#fault(error, request, reply)).finally(() => this.traffic.leave(visit));
  }

  takeExchange(endpoint: ExchangeEndpoint, request: FastifyRequest, reply: FastifyReply, params: Params): void {
    const refused = this.#judge(request.raw, request.id);
    if (refused) return this.#write(request, reply, refused);
    const call = new ExchangeCall(endpoint, this.#arrivalOf(request, reply, params));
    if (!this.traffic.enter(call)) return this.refuse(request, reply, overloaded('The service has more requests than it can take.'));
    void this.#exchange(endpoint, call).catch((error: unknown) => this.#fault(error, request, reply)).finally(() => this.traffic.leave(call));
  }

  /** Where no route matches: the path is unknown, or it has other methods. */
  #turnAway(found: Found | null, request: FastifyRequest, reply: FastifyReply): void {
    const refused = this.#judge(request.raw, request.id);
    if (refused) return this.#write(request, reply, refused);
    if (!found) {
      const path = pathOf(request.raw.url!);
      if (!path.startsWith('/api') && request.raw.headers.accept?.includes('text/html')) return this.takeEndpoint(nothingHere, request, reply, {});
      return this.refuse(request, reply, new Problem('not_found', `There is nothing at ${path.slice(0, 200)}. The addresses are listed at /docs/api.`));
    }
    const allow = [...found.routes.keys(), 'OPTIONS'].join(', ');
    if (request.raw.method !== 'OPTIONS') {
      return this.#write(request, reply, refusal(new Problem('method_not_allowed', `This address takes ${allow}.`), request.id), ['Allow', allow]);
    }
    const open = [...found.routes].filter(([, route]) => route.open).map(([method]) => method);
    const headers: HeaderList = [...(open.length > 0 ? this.defaultHeaders.openData : this.defaultHeaders.data), 'X-Request-Id', request.id, 'Allow', allow];
    if (open.length > 0) headers.push(...preflightHeaders(open));
    writeWhole(request.raw, reply.raw, 204, headers, null, this.traffic.draining);
  }

  refuse(request: FastifyRequest, reply: FastifyReply, problem: Problem): void {
    this.#write(request, reply, refusal(problem, request.id));
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
  #judge({ url, headers, httpVersion }: RawRequest, requestId: string): Reply | null {
    if (this.traffic.draining) return refusal(overloaded('The service is stopping.'), requestId);
    if (url!.length > requestLimits.maxUrlCharacters) return refusal(tooLong(`The address is longer than ${requestLimits.maxUrlCharacters} characters.`), requestId, 414);
    if (headers.host === undefined && httpVersion === '1.1') return refusal(badMessage('The header Host is missing.'), requestId);
    return null;
  }

  #arrivalOf(request: FastifyRequest, reply: FastifyReply, params: Params): Arrival {
    const { raw } = request;
    return {
      raw,
      reply: reply.raw,
      requestId: request.id,
      params,
      credential: this.#credentialOf(raw.headers),
      address: this.#addressOf(raw.socket.remoteAddress, raw.headers['x-forwarded-for']),
      service: this.#service,
    };
  }

  #fault(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    this.#options.ports.report(error, request.id);
    if (reply.raw.headersSent) reply.raw.destroy();
    else this.refuse(request, reply, fault());
  }

  #write(request: FastifyRequest, reply: FastifyReply, { status, headers, body }: Reply, more: HeaderList = []): void {
    const defaultHeaders = request.raw.url!.startsWith('/api') ? this.defaultHeaders.openData : this.defaultHeaders.data;
    const own = ['X-Request-Id', request.id, 'Cache-Control', 'no-store', 'Content-Type', 'application/problem+json'];
    const all: HeaderList = [...defaultHeaders, ...own, ...Object.entries(headers).flat(), ...more];
    writeWhole(request.raw, reply.raw, status, all, JSON.stringify(body), this.traffic.draining);
  }
}

/** The path of a request target, still encoded, also of one in absolute form (RFC 9112 §3.2.2). */
function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/?]*/i, '').replace(/[?#].*$/s, '');
}
