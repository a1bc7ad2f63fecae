import { randomBytes } from 'node:crypto';
import { startLocalSearch, type LocalSearchServer } from '../../../../lab/services/local-search/index.ts';
import { allTables } from '../../../../test/tables.ts';
import type { TestClock } from '../../../../test/databases.ts';
import { composeLocalSearch } from '../../../app/local-search.ts';
import { readConfig } from '../../../app/config.ts';
import type { AnyOperation } from '../../../core/operation.ts';
import type { LocalSearch } from '../../../core/outside/local-search.ts';
import { createQueue, type Store } from '../../../store/index.ts';
import { personOf, testService } from '../../platform/audit/testing.ts';
import { createSealer } from '../../platform/notifications/sealing.ts';
import { doRun } from '../../platform/runs/runner.ts';
import { SampleSite } from '../site-audit/site.sample.ts';
import { here } from '../site-audit/threads/here.sample.ts';
import { standardPlans } from '../../platform/account/index.ts';
import { localSeoArea } from './index.ts';
import type { LocalSeoServices } from './services.ts';

/** Where the business of the tests is, and which of the city it is. */
export const CENTER = { lat: 48.2082, lng: 16.3738 };

/** The providers of the lab, asked through the program's own way out. */
export function searchOver(lab: Pick<LocalSearchServer, 'settings'>, without: readonly string[] = []): LocalSearch {
  const settings = Object.fromEntries(Object.entries(lab.settings).filter(([name]) => !without.includes(name)));
  return composeLocalSearch(readConfig(settings), { dnsServers: [], dnsRoots: [], trustAnchors: [], rdapBootstrap: null, whoisServer: null, allow: [], ca: null });
}

/** The area over `store` and the providers of the lab, for an account of the operator; runs are done when a test says so, and pauses only move the clock unless another `pause` is given. */
export async function openLocalSeo(store: Store, clock: Pick<TestClock, 'advance'>, { lab = null, without = [], trusted = true, pause: given, site = new SampleSite({}) }: { lab?: Pick<LocalSearchServer, 'settings'> | null; without?: readonly string[]; trusted?: boolean; pause?: LocalSeoServices['pause']; site?: SampleSite } = {}) {
  const server = lab ?? await startLocalSearch();
  const { services } = testService(store);
  const queue = createQueue(store, services.newId);
  const pauses: number[] = [];
  const pause = given ?? ((ms: number, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (ms > 0) pauses.push(ms);
    clock.advance(ms);
    return Promise.resolve();
  });
  const search = { current: searchOver(server, without) };
  const localSearch: LocalSearch = { get configured() { return search.current.configured; }, get takesKeys() { return search.current.takesKeys; }, isPublic: provider => search.current.isPublic(provider), ask: (...question) => search.current.ask(...question), openProfile: (...grant) => search.current.openProfile(...grant) };
  const service = testService(store, { queue, plans: standardPlans, localSearch, pause, sealer: createSealer('a secret of the tests', randomBytes), fetchPage: site.fetch, auditThreads: here, crawlManners: { requestsPerSecond: 5000, foreignRequestsPerSecond: 5000, connections: 4 }, random: () => 0.5, runKinds: localSeoArea.runKinds, subjects: new Map(), counters: { refund: () => Promise.resolve() }, refund: () => Promise.resolve() });
  const account = await service.addAccount({ plan: 'pro', trusted });
  const operations = new Map<string, AnyOperation>(localSeoArea.operations.map(operation => [operation.id, operation as unknown as AnyOperation]));
  const call = (id: string, input: Record<string, unknown> = {}, by = account) => service.call({ ...operations.get(id)!, allowance: 'none' } as never, personOf(by), input);
  const work = async (signal = new AbortController().signal): Promise<string[]> => {
    const reported: string[] = [];
    const means = { store, queue, servicesOf: () => Promise.resolve(service.services as unknown as LocalSeoServices), report: (error: unknown) => void reported.push(String(error)), refund: () => Promise.resolve() };
    for (const handler of localSeoArea.runs!) for (const job of await queue.take([handler.kind.kind], 10)) await doRun(handler, job, signal, means);
    return reported;
  };
  return {
    ...service, store, account, queue, pauses, search, call, work,
    async made<T>(id: string, input: Record<string, unknown>): Promise<T> {
      const { status, body } = await call(id, input);
      if (status >= 300) throw new Error(`${id}: ${status} ${JSON.stringify(body)} ${service.reported.map(String).join('; ')}`);
      return (body as { data: T }).data;
    },
    /** What a worker leaves that dies: its job can be taken again. */
    async die(): Promise<void> {
      await allTables(store.db).updateTable('job').set({ lease: null, lease_until: 0, attempts: 1, run_at: 0 } as never).execute();
      await allTables(store.db).updateTable('run').set({ status: 'running' }).where('finished_at', 'is', null).execute();
    },
  };
}
