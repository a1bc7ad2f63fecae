import { randomBytes } from 'node:crypto';
import type { EndpointProbes, EndpointRequest, EndpointSight } from '../../../core/outside/endpoint-probes.ts';
import { createQueue, type Store } from '../../../store/index.ts';
import { standardPlans } from '../../platform/account/index.ts';
import { createSealer } from '../../platform/notifications/index.ts';
import { standardCrawlManners } from '../../web/site-audit/index.ts';
import { testService } from '../../platform/audit/testing.ts';
import type { TestClock } from '../../../../test/databases.ts';
import { CheckEngine } from './schedule/engine.ts';
import type { ChecksServices } from './services.ts';

/** A sight of a target that works. */
export const goodSight: EndpointSight = {
  phases: { dnsMs: 1, connectMs: 2, tlsMs: 3, firstByteMs: 4, totalMs: 100 }, address: '45.54.0.1', failure: null, status: 200, headers: [], body: 'ok', bodyBytes: 2, tlsExpiresAt: null, answers: [], rcode: null,
};
export const silentSight: EndpointSight = { ...goodSight, status: null, body: '', failure: { kind: 'timeout', cause: 'no reply within 10000 ms' } };

/** The area over a real database, with a clock that is driven and targets that are scripted. */
export function checksService(store: Store) {
  const clock = store.clock as TestClock;
  const asked: EndpointRequest[] = [];
  const outside = { answer: (_request: EndpointRequest): EndpointSight => goodSight, records: new Map<string, readonly string[]>() };
  /** Names that have addresses are judged with them, as the door does it. */
  const ask: EndpointProbes = async (request, { signal, admit }) => {
    if (admit === undefined) return { ...goodSight, answers: outside.records.get('host' in request && 'type' in request ? `${request.type} ${request.host}` : '') ?? [] };
    const hop = hopOf(request);
    const judged = await admit(hop, outside.records.get(`A ${hop.host}`) ?? [], signal);
    if (typeof judged === 'string' && outside.records.has(`A ${hop.host}`)) return { ...goodSight, failure: { kind: 'notAsked', cause: judged } };
    asked.push(request);
    return outside.answer(request);
  };
  const base = testService(store, {
    plans: standardPlans, sealer: createSealer('a secret of the tests', randomBytes), baseUrl: 'https://dss.example', subjects: new Map(), runKinds: [],
    endpoints: ask, crawlManners: { ...standardCrawlManners, foreignRequestsPerSecond: 1000 },
  });
  const services = Object.assign(base.services, { queue: createQueue(store, base.services.newId) }) as unknown as ChecksServices;
  const engineOf = () => new CheckEngine({ services, servicesOf: () => Promise.resolve(services), signal: new AbortController().signal });
  const engine = engineOf();

  /** Lets `ms` pass in steps, and does whatever is due at each. */
  async function pass(ms: number, stepMs = 5000, by = engine): Promise<void> {
    for (let passed = 0; passed < ms; passed += stepMs) {
      clock.advance(stepMs);
      await by.take(0);
      await by.settle();
      await by.keep();
    }
  }

  /** What people were notified of since the last time, as kind and title. */
  async function notified(): Promise<string[]> {
    const jobs = await services.queue.take(['notify'], 100);
    await store.transaction(tx => services.queue.finishThese(tx, jobs));
    return jobs.map(({ payload }) => (payload as { notification: { kind: string; title: string } }).notification).map(({ kind, title }) => `${kind}: ${title}`);
  }

  return { ...base, services, engine, engineOf, outside, asked, pass, notified, clock };
}

function hopOf(request: EndpointRequest): { host: string; port: number | null } {
  if ('host' in request) return { host: request.host, port: 'port' in request ? request.port : null };
  const url = new URL(request.url);
  return { host: url.hostname, port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80) };
}
