import type { Gauge } from 'prom-client';

/** Figures of the running service, for Prometheus. */
export interface Metrics {
  /** One finished call. */
  observe(operation: string, status: number, durationMs: number): void;
  /** The figures as text, with its content type. */
  text(inFlight: number): Promise<{ contentType: string; text: string }>;
}

/** The jobs of one kind whose time has come and that no worker has. */
interface DueJobs {
  kind: string;
  count: number;
  /** Epoch milliseconds. */
  since: number;
}

/** What waits for the workers of all processes. */
interface WatchedQueue {
  /** Every kind of job that there can be. */
  kinds: readonly string[];
  line(): Promise<readonly DueJobs[]>;
  now(): number;
}

/** Durations from a memory read to a slow check, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Figures in a registry of their own. The library is loaded here, so a service without metrics does without it. */
export async function createMetrics(queue: WatchedQueue): Promise<Metrics> {
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({ name: 'dss_http_requests_total', help: 'Finished calls', labelNames: ['operation', 'status'], registers });
  const durations = new Histogram({
    name: 'dss_http_request_duration_seconds', help: 'Time from the header to the reply', labelNames: ['operation'], buckets: BUCKETS, registers,
  });
  const running = new Gauge({ name: 'dss_http_requests_in_flight', help: 'Calls under way', registers });
  const due = new Gauge({ name: 'dss_queue_due_jobs', help: 'Jobs whose time has come and that no worker has', labelNames: ['kind'], registers });
  const oldest = new Gauge({ name: 'dss_queue_oldest_due_seconds', help: 'For how long the oldest of them has been due', labelNames: ['kind'], registers });
  return {
    observe(operation, status, durationMs) {
      requests.inc({ operation, status });
      durations.observe({ operation }, durationMs / 1000);
    },
    async text(inFlight) {
      running.set(inFlight);
      await measureQueue(queue, due, oldest);
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

/** A database that does not answer leaves no figures of the queue, rather than old ones. */
async function measureQueue({ kinds, line, now }: WatchedQueue, due: Gauge<'kind'>, oldest: Gauge<'kind'>): Promise<void> {
  due.reset();
  oldest.reset();
  const jobs = await line().catch(() => null);
  if (jobs === null) return;
  for (const kind of kinds) {
    const { count, since } = jobs.find(one => one.kind === kind) ?? { count: 0, since: now() };
    due.set({ kind }, count);
    oldest.set({ kind }, Math.max(0, now() - since) / 1000);
  }
}
