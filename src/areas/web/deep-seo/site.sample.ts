// Site audits that were done, and analysed, over a website that stands in memory.
import { createAnnounce } from '../../announcement.ts';
import { randomBytes } from 'node:crypto';
import type { JobHandler } from '../../job.ts';
import type { AnyOperation } from '../../../core/operation.ts';
import type { Browse } from '../../../core/outside/browse.ts';
import type { SearchData } from '../../../core/outside/search-data.ts';
import { createQueue, type Store } from '../../../store/index.ts';
import { createSealer } from '../../platform/notifications/index.ts';
import { doJob } from '../../platform/runs/runner.ts';
import { openSiteAudit, SampleSite, type SampleReply } from '../site-audit/site.sample.ts';
import { analyzeAudit, analyzeWhenEnded } from './job.ts';
import { nextOperations } from './next/operations.ts';
import { deepSeoOperations } from './operations.ts';
import { searchDataOperations } from './search-data/operations.ts';
import type { DeepSeoServices } from './services.ts';
import type { AnalysisThreads } from './threads/threads.ts';

/** The area over `store` and a sample site, with a domain of an account. */
export async function openDeepSeo(store: Store, site: Readonly<Record<string, SampleReply | string>>, analysisThreads: AnalysisThreads, { searchData = null, browse }: { searchData?: SearchData | null; browse?: Browse } = {}) {
  const audits = await openSiteAudit(store, { fetch: new SampleSite(site).fetch, ...(browse && { browse }) });
  const operations = new Map<string, AnyOperation>([...deepSeoOperations, ...searchDataOperations, ...nextOperations].map(operation => [operation.id, operation as unknown as AnyOperation]));
  const services = audits.services as unknown as DeepSeoServices;
  Object.assign(services, {
    analysisThreads, announce: createAnnounce([analyzeWhenEnded], () => services), searchData, sealer: createSealer('secret of the tests', randomBytes), pause: () => Promise.resolve(),
  });
  const call = (id: string, input: Record<string, unknown>) => audits.callOperation({ ...operations.get(id)!, allowance: 'none' } as never, { domainId: audits.domainId, ...input });
  const queue = createQueue(store, services.newId);
  return {
    ...audits,
    /** Calls an operation about the domain; gives status and body. */
    call,
    /** Does the jobs of the area that wait, analyses alone unless others are named; gives what went wrong. */
    async analyze(signal = new AbortController().signal, handlers: readonly JobHandler<DeepSeoServices>[] = [analyzeAudit]): Promise<string[]> {
      const reported: string[] = [];
      const means = { store, queue, servicesOf: () => Promise.resolve(services), report: (error: unknown) => void reported.push(String(error)), refund: () => Promise.resolve() };
      for (const handler of handlers) for (const job of await queue.take([handler.kind], 10)) await doJob(handler, job, signal, means);
      return reported;
    },
    async show<Row, Whole = object>(id: string, input: Record<string, unknown> = {}): Promise<Shown<Row, Whole>> {
      const { status, body } = await call(id, input);
      if (status !== 200) throw new Error(`${id}: ${JSON.stringify(body)} ${audits.reported.map(String).join('; ')}`);
      return body as Shown<Row, Whole>;
    },
  };
}

export interface Shown<Row, Whole> {
  state: string;
  message: string | null;
  underWay: object | null;
  audit: { id: string };
  data: Row[];
  total: number;
  summary: Whole;
  nextCursor: string | null;
}
