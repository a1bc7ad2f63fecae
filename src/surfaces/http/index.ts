export { createMetrics, type Metrics } from './metrics.ts';
export type { HttpOptions } from './options.ts';
export { createHttpServer, type HttpService } from './server.ts';
export { freePort } from './free-port.ts';
