import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import type { AnyOperation } from '../../../core/operation.ts';
import type { Browse } from '../../../core/outside/browse.ts';
import { createQueue, type Store } from '../../../store/index.ts';
import { allTables } from '../../../../test/tables.ts';
import { createBrowse } from '../../../wire/browser/browse.ts';
import { chromium } from '../../../wire/browser/testing.ts';
import { createDoor } from '../../../wire/door.ts';
import { smallInternet } from '../../../wire/testing/loopback.ts';
import { insertDomains } from '../../domains/inventory/store.ts';
import { addGroups, addPages } from '../deep-seo/store.ts';
import { createSealer } from '../../platform/notifications/index.ts';
import { personOf, testService } from '../../platform/audit/testing.ts';
import { doRun } from '../../platform/runs/runner.ts';
import { standardPlans } from '../../platform/account/index.ts';
import type { CrawlManners } from '../site-audit/index.ts';
import { accessibilityAudit, doAccessibilityAudit } from './audit/run.ts';
import { exportAudit } from './export-operation.ts';
import { auditOperations } from './operations.ts';
import { showPicture } from './picture-operation.ts';
import { scheduled } from './schedule.ts';
import type { NewNotification } from '../../platform/notifications/notice.ts';
import type { AccessibilityServices } from './services.ts';

/** A website on loopback with these pages, by their paths, and the browser that reaches nothing else; `tls` has it answer HTTPS alone, and what `first` answers is not asked of the pages. */
export async function serveSite(host: string, pages: Record<string, string>, { tls = null, scripts = false, first = () => false }: { tls?: { key: string; cert: string } | null; scripts?: boolean; first?: (...asked: Parameters<RequestListener>) => boolean } = {}): Promise<{ browse: Browse; asked: string[]; close(): void }> {
  const asked: string[] = [];
  const answer: RequestListener = (request, response) => {
    const { url = '/', headers } = request;
    asked.push(`${headers.host}${url}`);
    if (first(request, response)) return;
    const body = headers.host === host ? pages[url] : undefined;
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(body ?? 'none');
  };
  const server = tls === null ? createServer(answer) : createSecureServer(tls, answer);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const door = createDoor(smallInternet({ [host]: ['45.54.70.1'] }, { address: '127.0.0.1', port: (server.address() as AddressInfo).port }));
  return {
    asked, browse: createBrowse({ find: () => chromium, door, randomBytes, root: process.getuid?.() === 0, home: tmpdir(), log: () => {}, scriptsWithoutSandbox: scripts }),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const hurried: CrawlManners = { requestsPerSecond: Infinity, foreignRequestsPerSecond: Infinity, connections: 4 };

/** The area over `store` and a browser, with a domain of an account; audits are done when a test says so. */
export async function openAccessibility(store: Store, browse: Browse, { domain = 'shop.example', proven = true, crawlManners = hurried }: { domain?: string; proven?: boolean | 'file'; crawlManners?: CrawlManners } = {}) {
  const { services } = testService(store);
  const queue = createQueue(store, services.newId);
  const service = testService(store, { queue, plans: standardPlans, browse, crawlManners, print: () => Promise.resolve({ outcome: 'busy' }), runKinds: [accessibilityAudit], sealer: createSealer('a secret of the tests', randomBytes), counters: { refund: () => Promise.resolve() }, program: { version: '1.2.3' } });
  const account = await service.addAccount();
  const domainId = services.newId('dom');
  const now = store.clock.now();
  await insertDomains(store.db, [{ id: domainId, account_id: account.id, name: domain, due_at: null, created_at: now, tags: [] }]);
  const at = proven ? now : null;
  await allTables(store.db).insertInto('ownership').values({ domain_id: domainId, token: 'a'.repeat(32), method: proven === 'file' ? proven : proven ? 'dns' : null, proven_at: at, confirmed_at: at, checked_at: at, failing_since: null, lost_at: null, cause: null }).execute();
  const operations = new Map<string, AnyOperation>([...auditOperations, showPicture, exportAudit].map(operation => [operation.id, operation as unknown as AnyOperation]));
  const call = (id: string, input: Record<string, unknown>) => service.call({ ...operations.get(`accessibilityAudit.${id}`)!, allowance: 'none' } as never, personOf(account), input);
  const work = async (): Promise<string[]> => {
    const reported: string[] = [];
    const means = { store, queue, servicesOf: () => Promise.resolve(service.services as unknown as AccessibilityServices), report: (error: unknown) => void reported.push(String(error)), refund: () => Promise.resolve() };
    for (const job of await queue.take([accessibilityAudit.kind], 10)) await doRun(doAccessibilityAudit, job, new AbortController().signal, means);
    return reported;
  };
  return {
    ...service, domainId, call, work,
    /** Everything that is stored. */
    rows: async () => Promise.all((['accessibility_audit', 'accessibility_page', 'accessibility_finding', 'accessibility_question', 'accessibility_steps', 'run', 'audit_schedule'] as const).map(table => allTables(store.db).selectFrom(table).selectAll().execute())),
    /** Adds a site audit that was analysed, with these pages in the order of their ranks; gives its id. */
    async addSiteAudit(pages: readonly { url: string; template: number | null }[], templates: readonly { label: string; urls: readonly string[] }[]): Promise<string> {
      const id = services.newId('run');
      await allTables(store.db).insertInto('site_audit').values({ id, account_id: account.id, domain_id: domainId, settings: '{}', state: 'completed', cut: null, known: pages.length, done: pages.length, beyond: 0, bytes: 0, targets_beyond: 0, score: 90, summary: '{}', started_at: 1, finished_at: 2 }).execute();
      await allTables(store.db).insertInto('deep_seo_analysis').values({ audit_id: id, account_id: account.id, domain_id: domainId, job_id: 'job_1', state: 'done', cause: null, summary: '{}', picture: '{}', made_at: 2 }).execute();
      await addPages(store.db, id, pages.map(({ url, template }, at) => ({ page: at + 1, url, title: null, intent: { primary: 'informational', local: false, mismatch: false } as never, indexable: true, inlinks: 1, outlinks: 1, depth: 1, rank: 1, rankOrder: at + 1, orphan: null, topic: null, duplicate: null, template, textHash: null, status: 200 })));
      await addGroups(store.db, id, templates.map(({ label, urls }, at) => ({ kind: 'template', nth: at + 1, label, count: urls.length, details: { sample: urls.map(url => ({ page: 1, url, title: null, rank: 1 })) } })));
      return id;
    },
    /** Starts the audits whose time has come; gives how many there were. */
    due: () => store.transaction(tx => scheduled.due.due(tx, service.services as unknown as AccessibilityServices, store.clock.now(), 10)),
    /** Criteria of every alert, and whether it stands. */
    alerts: async () => (await allTables(store.db).selectFrom('alert').select(['detail', 'cleared_at']).orderBy('detail').execute()).map(({ detail, cleared_at: clearedAt }) => [detail.split(', '), clearedAt === null]),
    /** What people are to be notified of since they were asked for last. */
    notices: async () => (await queue.take(['notify'], 10)).map(({ payload }) => (payload as { notification: NewNotification }).notification),
    loseProof: () => allTables(store.db).updateTable('ownership').set({ method: null, proven_at: null, confirmed_at: null }).where('domain_id', '=', domainId).execute(),
    /** Starts an audit, does it and gives its id. */
    async audit(input: Record<string, unknown> = {}): Promise<string> {
      const { body } = await call('start', { domainId, ...input });
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
