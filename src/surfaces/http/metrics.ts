/** Figures of the running service, for Prometheus. */
export interface Metrics {
  /** One finished call. */
  observe(operation: string, status: number, durationMs: number): void;
  /** The figures as text, with its content type. */
  text(inFlight: number): Promise<{ contentType: string; text: string }>;
}

/** Durations from a memory read to a slow check, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Figures in a registry of their own. The library is loaded here, so a service without metrics does without it. */
export async function createMetrics(): Promise<Metrics> {
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({ name: 'dss_http_requests_total', help: 'Finished calls', labelNames: ['operation', 'status'], registers });
  const durations = new Histogram({
    name: 'dss_http_request_duration_seconds', help: 'Time from the header to the reply', labelNames: ['operation'], buckets: BUCKETS, registers,
  });
  const running = new Gauge({ name: 'dss_http_requests_in_flight', help: 'Calls under way', registers });
  return {
    observe(operation, status, durationMs) {
      requests.inc({ operation, status });
      durations.observe({ operation }, durationMs / 1000);
    },
    async text(inFlight) {
      running.set(inFlight);
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}
