import type { Counter as CounterOf, Gauge } from 'prom-client';
import type { GaugeTerms, GaugeValue } from '../../core/gauge.ts';

/** What is counted besides calls: what it is, and its labels. */
const counted = {
  dss_dns_questions_total: { help: 'Questions of domain checks to DNS servers, by what came of them', labelNames: ['outcome'] },
  dss_deliveries_total: { help: 'Messages to webhooks and e-mails, by how the receiver took them', labelNames: ['way', 'outcome'] },
  dss_report_messages_total: { help: 'Messages with reports that were offered, by what came of them', labelNames: ['way', 'outcome'] },
  dss_browser_pages_total: { help: 'Pages that Chromium was asked for, by what came of them', labelNames: ['use', 'outcome'] },
} as const;
type Counted = typeof counted;

/** Counts one of them. */
export type Count = <Name extends keyof Counted>(name: Name, labels: Record<Counted[Name]['labelNames'][number], string>) => void;

/** Figures of the running service, for Prometheus. */
export interface Metrics {
  /** One finished call. */
  observe(operation: string, status: number, durationMs: number): void;
  /** One finished domain check; `dns` says whether any resolver answered it. */
  observeCheck(dns: 'answered' | 'silent', durationMs: number): void;
  count: Count;
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

/** Gauges that are read when somebody asks for the figures. */
export interface WatchedGauges {
  of: Readonly<Record<string, GaugeTerms>>;
  read(): Promise<readonly GaugeValue[]>;
}

/** Durations from a memory read to a slow check, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const CHECK_BUCKETS = [0.1, 0.25, 0.5, 1, 2, 4, 6, 8, 10, 15, 20];
/** Gauges of the library whose names end as those of counters do, which `promtool` refuses. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** Figures in a registry of their own. The library is loaded here, so a service without metrics does without it. */
export async function createMetrics(queue: WatchedQueue, version: string, watched: readonly WatchedGauges[] = []): Promise<Metrics> {
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  new Gauge({ name: 'dss_build_info', help: 'Which version runs, always 1', labelNames: ['version', 'node'], registers }).set({ version, node: process.version }, 1);
  const checks = new Histogram({ name: 'dss_check_duration_seconds', help: 'Time of a domain check', labelNames: ['dns'], buckets: CHECK_BUCKETS, registers });
  const counters = new Map(Object.entries(counted).map(([name, { help, labelNames }]) => [name, new Counter({ name, help, labelNames, registers }) as CounterOf]));
  const requests = new Counter({ name: 'dss_http_requests_total', help: 'Finished calls', labelNames: ['operation', 'status'], registers });
  const durations = new Histogram({
    name: 'dss_http_request_duration_seconds', help: 'Time from the header to the reply', labelNames: ['operation'], buckets: BUCKETS, registers,
  });
  const running = new Gauge({ name: 'dss_http_requests_in_flight', help: 'Calls under way', registers });
  const due = new Gauge({ name: 'dss_queue_due_jobs', help: 'Jobs whose time has come and that no worker has', labelNames: ['kind'], registers });
  const oldest = new Gauge({ name: 'dss_queue_oldest_due_seconds', help: 'For how long the oldest of them has been due', labelNames: ['kind'], registers });
  const read = watched.map(({ of, read: values }) => ({
    values, gauges: new Map(Object.entries(of).map(([name, { help, labelNames }]) => [name, new Gauge({ name, help, labelNames: [...labelNames], registers })])),
  }));
  return {
    observe(operation, status, durationMs) {
      requests.inc({ operation, status });
      durations.observe({ operation }, durationMs / 1000);
    },
    observeCheck: (dns, durationMs) => checks.observe({ dns }, durationMs / 1000),
    count: (name, labels) => counters.get(name)!.inc(labels),
    async text(inFlight) {
      running.set(inFlight);
      await measureQueue(queue, due, oldest);
      for (const one of read) await measure(one);
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

/** As of the queue: figures that cannot be read are left out. */
async function measure({ gauges, values }: { gauges: ReadonlyMap<string, Gauge>; values: WatchedGauges['read'] }): Promise<void> {
  for (const gauge of gauges.values()) gauge.reset();
  const read = await values().catch(() => []);
  for (const { name, labels, value } of read) gauges.get(name)!.set({ ...labels }, value);
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
