import { openapiOf, type OpenApi } from '../openapi/index.ts';
import { serviceEndpoints } from './service-endpoints.ts';
import type { ExchangeEndpoint } from './exchange.ts';
import { boundTo, close, createListener, listen } from './listener.ts';
import { malformedReply, refuseMalformed } from './malformed.ts';
import type { OperationRoute } from './operation-call.ts';
import type { HttpOptions } from './options.ts';
import { appEndpoints } from './pages/app.ts';
import { pageEndpoints } from './pages/index.ts';
import type { Endpoint } from './endpoint.ts';
import { Reception } from './reception.ts';
import { routesOf } from './routes.ts';

export interface HttpService {
  /** Starts to listen; port 0 takes any free one. Rejects where the address cannot be had. */
  listen(host: string, port: number): Promise<void>;
  /** Where it listens, such as `http://127.0.0.1:3000`; null before. */
  readonly address: string | null;
  /** Takes no more connections, gives replies 2 s, and has closed everything within 3 s. */
  drain(): Promise<void>;
}

const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
const DRAIN_GRACE_MS = 2000;
/** From the end of the grace until connections are cut, so that the last replies still arrive. */
const FAREWELL_MS = 400;

/** The HTTP surface: every operation at its addresses, and the pages and files next to them. */
export function createHttpServer<Context extends object>(options: HttpOptions<Context>): HttpService {
  const dashboard = appEndpoints(options.dashboard, options.newNonce);
  const reception = new Reception(options, dashboard.page);
  const server = createListener({
    take: (request, reply) => reception.take(request, reply),
    refuse: (errorCode, socket) => refuseMalformed(socket, malformedReply(errorCode, options.newRequestId(), reception.defaultHeaders.data), reception.traffic.begunOn(socket)),
  });
  for (const operation of options.operations) {
    for (const route of routesOf(operation)) addOperation(reception, route);
  }
  for (const endpoint of [...endpointsOf(options, reception, dashboard.endpoints), ...options.also?.endpoints ?? []]) addEndpoint(reception, endpoint);
  for (const exchange of options.also?.exchanges ?? []) addExchange(reception, exchange);
  let drained: Promise<void> | null = null;
  return {
    async listen(host, port) {
      await listen(server, host, port);
    },
    get address() {
      const bound = boundTo(server);
      return bound && `http://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}`;
    },
    drain() {
      drained ??= drain();
      return drained;
    },
  };

  async function drain(): Promise<void> {
    const idle = reception.traffic.drain(DRAIN_GRACE_MS, FAREWELL_MS);
    const closed = close(server);
    await idle;
    const cut = setTimeout(() => server.closeAllConnections(), FAREWELL_MS);
    await closed;
    clearTimeout(cut);
  }
}

function endpointsOf(options: HttpOptions<object>, reception: Reception, dashboard: readonly Endpoint[]): Endpoint[] {
  const { operations, topics = {}, webhooks = [], baseUrl, version, cookieName, metrics } = options;
  // Made when it is first asked for: the start does not wait for it. What is made of it is kept, not the document.
  let document: WeakRef<OpenApi> | null = null;
  const openapi = () => {
    const made = document?.deref() ?? openapiOf(operations, { version, baseUrl, cookieName, topics, webhooks });
    document = new WeakRef(made);
    return made;
  };
  const own = serviceEndpoints({ ...options, openapi });
  const endpoints = options.healthOnly ? own.filter(({ path }) => HEALTH_PATHS.has(path)) : [...own, ...dashboard, ...pageEndpoints({ ...options, openapi })];
  if (metrics) {
    endpoints.push({
      path: '/metrics',
      vital: true,
      answer: async () => {
        const { contentType, text } = await metrics.text(reception.traffic.size);
        return { status: 200, contentType, body: text };
      },
    });
  }
  return endpoints;
}

function addOperation(reception: Reception, route: OperationRoute & { path: string }): void {
  const { path, open, operation: { method } } = route;
  // The address `/api/` is meant without its slash, too.
  for (const one of path.endsWith('/') ? [path, path.slice(0, -1)] : [path]) {
    reception.routes.add(one, method, open, (received, params) => reception.takeOperation(route, received, params));
  }
}

function addEndpoint(reception: Reception, endpoint: Endpoint): void {
  const { method = 'GET', path, open = false } = endpoint;
  reception.routes.add(path, method, open, (received, params) => reception.takeEndpoint(endpoint, received, params));
}

function addExchange(reception: Reception, endpoint: ExchangeEndpoint): void {
  reception.routes.add(endpoint.path, endpoint.method, false, (received, params) => reception.takeExchange(endpoint, received, params));
}
