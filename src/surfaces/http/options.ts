import type { Clock } from '../../core/clock.ts';
import type { Cidr } from '../../core/ip.ts';
import type { AnyOperation } from '../../core/operation.ts';
import type { Ports } from '../../core/pipeline.ts';
import type { WebhookEvent } from '../openapi/index.ts';
import type { Readiness } from './service-endpoints.ts';
import type { ExchangeEndpoint } from './exchange.ts';
import type { Metrics } from './metrics.ts';
import type { Dashboard } from './pages/app.ts';
import type { Endpoint } from './endpoint.ts';

/** What the HTTP surface is given. */
export interface HttpOptions<Context extends object> {
  operations: readonly AnyOperation[];
  /** What they are about, by the first part of their ids. */
  topics?: Readonly<Record<string, string>>;
  /** What webhooks are sent, for the OpenAPI document. */
  webhooks?: readonly WebhookEvent[];
  /** Answers nothing but what load balancers ask, and the metrics where there are any. */
  healthOnly?: boolean;
  ports: Ports<Context>;
  newRequestId(): string;
  /** Public origin, without a slash at the end. */
  baseUrl: string;
  /** Proxies whose `X-Forwarded-For` is believed. */
  trustProxy: readonly Cidr[];
  /** Name of the cookie that holds a session. */
  cookieName: string;
  clock: Clock;
  /** Null answers no `/metrics`. */
  metrics: Metrics | null;
  version: string;
  ready(): Promise<Readiness>;
  /** Where weaknesses are reported, `mailto:` or `https:`; null for the pages of the service. */
  securityContact: string | null;
  /** Folder of the documentation, Markdown. */
  docsFolder: string;
  /** What other surfaces answer over HTTP. */
  also?: { endpoints: readonly Endpoint[]; exchanges: readonly ExchangeEndpoint[] };
  dashboard: Dashboard;
  /** Unguessable, once for each document: styles that carry it are let in. */
  newNonce(): string;
}
