export type { ExchangeEndpoint } from './exchange.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export type { HttpOptions } from './options.ts';
export type { Dashboard } from './pages/app.ts';
export { reportIntakeEndpoint } from './report-intake.ts';
export { createHttpServer, type HttpService } from './server.ts';
export type { Readiness } from './service-endpoints.ts';
export { freePort, whyNotListen } from './listener.ts';
