import { randomBytes } from 'node:crypto';
import { createQueue, type Store } from '../../../store/index.ts';
import type { Browse, OpenPage } from '../../../core/outside/browse.ts';
import type { PageFetch, PageFetched } from '../../../core/outside/page-fetch.ts';
import { allTables } from '../../../../test/tables.ts';
import { insertDomains } from '../../domains/inventory/store.ts';
import { createSealer } from '../../platform/notifications/index.ts';
import { personOf, testService } from '../../platform/audit/testing.ts';
import { doJob, doRun } from '../../platform/runs/runner.ts';
import { standardPlans, type Plans } from '../../platform/account/index.ts';
import { doSiteAudit, siteAudit } from './crawl/run.ts';
import type { AnyOperation } from '../../../core/operation.ts';
import { judgeExcluded } from './exclusion-job.ts';
import { exclusionOperations } from './exclusion-operations.ts';
import { exportOperations } from './export-operations.ts';
import { siteAuditOperations } from './operations.ts';
import { reportOperations } from './report-operations.ts';
import type { SiteAuditServices } from './services.ts';
import { here } from './threads/here.sample.ts';
import type { AuditThreads } from './threads/tasks.ts';

/** What a sample site answers at an address. */
export interface SampleReply {
  status?: number;
  /** To HEAD, where it is another one. */
  headStatus?: number;
  body?: string;
  type?: string;
  headers?: readonly (readonly [string, string])[];
  fails?: 'dns' | 'connect' | 'tls' | 'http';
  /** The DNS says that there is no address. */
  absent?: true;
  badCertificate?: true;
}

/** Websites by their addresses, and every request in order. */
export class SampleSite {
  readonly asked: string[] = [];
  /** The requests that were for no body. */
  readonly heads: string[] = [];
  before: (url: string) => void = () => {};
  readonly #answer: (url: string) => SampleReply | undefined;

  constructor(answer: Readonly<Record<string, SampleReply | string>> | ((url: string) => SampleReply | undefined)) {
    this.#answer = typeof answer === 'function' ? answer : url => {
      const given = answer[url];
      return typeof given === 'string' ? { body: given } : given;
    };
  }

  readonly fetch: PageFetch = (url, { method, maxBytes }) => {
    this.before(url);
    this.asked.push(url);
    if (method === 'HEAD') this.heads.push(url);
    const reply = this.#answer(url) ?? { status: 404, body: 'none' };
    return Promise.resolve(replyOf(method === 'HEAD' ? { ...reply, status: reply.headStatus ?? reply.status ?? 200, body: '' } : reply, maxBytes));
  };
}

function replyOf({ status = 200, body = '', type = 'text/html; charset=utf-8', headers = [], fails, absent, badCertificate }: SampleReply, maxBytes: number): PageFetched {
  if (fails !== undefined) return { outcome: 'failed', stage: fails, cause: 'no answer', late: false, ...(absent && { absent }), ...(badCertificate && { badCertificate }) };
  const bytes = Buffer.from(body);
  return { outcome: 'answered', status, fields: [['content-type', type], ...headers], body: bytes.subarray(0, maxBytes), truncated: bytes.length > maxBytes, ttfbMs: 5, totalMs: 6, transferBytes: bytes.length, certificate: null };
}

/** A browser to which these pages look so once their scripts ran; it shows no others. `opened` has what it was asked for, in order. */
export function browserOf(pages: Readonly<Record<string, string>>): { browse: Browse; opened: string[] } {
  const opened: string[] = [];
  const browse: Browse = work => work({
    open(url) {
      opened.push(url);
      const html = pages[url];
      return Promise.resolve(html === undefined ? { outcome: 'failed', cause: 'there is no browser here' } : { outcome: 'shown', page: openPage(url, html) });
    },
  });
  return { browse, opened };
}

/** A page whose browser shows this HTML once its scripts ran. */
export function openPage(url: string, html: string): OpenPage {
  const measured = { html, elements: 20, images: [], lcpMs: 900.4, fcpMs: 400, loadMs: 450, shifts: [], tasks: [] };
  return {
    url, status: 200, certificateError: null, scripts: true, browser: 'none',
    run: script => Promise.resolve({ outcome: 'done', value: script.includes('outerHTML') ? measured : script.startsWith('(async') ? 24 : null }),
    loads: () => Promise.resolve({ requests: [{ url, type: 'document', bytes: 1000, status: 200 }, { url: 'https://cdn.example/a.js', type: 'script', bytes: 2000, status: 200 }], beyond: 0, errors: [] }),
    press: () => Promise.resolve(true), cookies: () => Promise.resolve([]), picture: () => Promise.resolve(null), resize: () => Promise.resolve(true), point: () => Promise.resolve(true), take: () => Promise.resolve(null),
    hold: () => Promise.resolve([]), release: () => Promise.resolve(true), watch: () => Promise.resolve([]),
  };
}

/** A page with these links. */
export function pageOf(title: string, ...links: readonly string[]): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1>${links.map(link => `<a href="${link}">to ${link}</a>`).join(' ')}</body></html>`;
}

/** The area over `store` and a sample site, with a domain of an account; audits are done when a test says so. */
export async function openSiteAudit(store: Store, site: { fetch: PageFetch; browse?: Browse }, { domain = 'shop.example', proven = true, connections = 4, threads = here, plans = standardPlans }: { plans?: Plans; domain?: string; proven?: boolean | 'file'; connections?: number; threads?: AuditThreads } = {}) {
  const { services } = testService(store);
  const queue = createQueue(store, services.newId);
  const service = testService(store, {
    queue, plans, fetchPage: site.fetch, browse: site.browse ?? browserOf({}).browse, runKinds: [siteAudit], counters: { refund: () => Promise.resolve() }, auditThreads: threads, sealer: createSealer('a secret of the tests', randomBytes), program: { version: '1.2.3' }, crawlManners: { requestsPerSecond: Infinity, foreignRequestsPerSecond: Infinity, connections },
  });
  const account = await service.addAccount();
  const domainId = services.newId('dom');
  const now = store.clock.now();
  await insertDomains(store.db, [{ id: domainId, account_id: account.id, name: domain, due_at: null, created_at: now, tags: [] }]);
  const at = proven ? now : null;
  await allTables(store.db).insertInto('ownership').values({ domain_id: domainId, token: 'a'.repeat(32), method: proven === 'file' ? proven : proven ? 'dns' : null, proven_at: at, confirmed_at: at, checked_at: at, failing_since: null, lost_at: null, cause: null }).execute();
  const operations = new Map<string, AnyOperation>([...siteAuditOperations, ...exportOperations, ...reportOperations, ...exclusionOperations].map(operation => [operation.id, operation as unknown as AnyOperation]));
  const call = (id: string, input: Record<string, unknown>) => service.call({ ...operations.get(id)!, allowance: 'none' } as never, personOf(account), input);
  const work = async (signal = new AbortController().signal): Promise<string[]> => {
    const reported: string[] = [];
    const means = { store, queue, servicesOf: () => Promise.resolve(service.services as unknown as SiteAuditServices), report: (error: unknown) => void reported.push(String(error)), refund: () => Promise.resolve() };
    for (const job of await queue.take([siteAudit.kind, judgeExcluded.kind], 10)) await (job.kind === siteAudit.kind ? doRun(doSiteAudit, job, signal, means) : doJob(judgeExcluded, job, signal, means));
    return reported;
  };
  return {
    ...service, site, store, queue, account, domainId, call, work,
    loseProof: () => allTables(store.db).updateTable('ownership').set({ method: null, proven_at: null, confirmed_at: null }).where('domain_id', '=', domainId).execute(),
    /** Calls an operation of another area. */
    callOperation: (operation: AnyOperation, input: Record<string, unknown>) => service.call(operation, personOf(account), input),
    /** Starts an audit, does it and gives its id. */
    async audit(input: Record<string, unknown> = {}): Promise<string> {
      const { body } = await call('siteAudit.start', { domainId, ...input });
      const reported = await work();
      if (reported.length > 0) throw new Error(reported.join('; '));
      return (body as { data: { id: string } }).data.id;
    },
    async read<T>(id: string, input: Record<string, unknown>): Promise<T> {
      const { status, body } = await call(id, input);
      if (status !== 200) throw new Error(`${id}: ${JSON.stringify(body)} ${service.reported.map(String).join('; ')}`);
      return body as T;
    },
  };
}
