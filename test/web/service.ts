// The dashboard as it is served: one service over the lab and one browser for all tests of a file.
import test, { after, afterEach, before, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { startLab } from '../../lab/index.ts';
import type { Lab } from '../../lab/types.ts';
import { ensureDashboard } from '../../src/app/dashboard.ts';
import { onDatabaseServed, type TestAccount, type TestReply, type TestService } from '../service.ts';
import { noBrowser, openBrowser, shownIn, visit, type Appearance, type Visitor } from './browser.ts';

const POLL_MS = 50;

/** What a test of the dashboard works with. */
export interface Site {
  service: TestService;
  lab: Lab;
  browser: Browser;
  /** Where the files of the dashboard lie. */
  folder: string;
  /** Opens a window; `cookie` is null for a stranger. */
  visit(cookie: string | null, appearance?: Partial<Appearance>): Promise<Visitor>;
}

/** Defines a suite over a running service; without a Chromium it is one line that says so. */
export function onDashboard(title: string, define: (site: () => Site) => void): void {
  if (noBrowser !== null) {
    void test(title, { skip: noBrowser });
    return;
  }
  let [lab, folder]: [Lab | null, string] = [null, ''];
  before(async () => {
    folder = await ensureDashboard();
    lab = await startLab();
  });
  after(() => lab?.stop());
  onDatabaseServed('sqlite', title, { lab: () => lab!, quickPasswords: true }, served => {
    let opened: Awaited<ReturnType<typeof openBrowser>> | null = null;
    before(async () => { opened = await openBrowser(); });
    after(() => opened?.close());
    const visitors: Visitor[] = [];
    afterEach(async context => {
      const left = visitors.splice(0).filter(({ page }) => !page.isClosed());
      const { passed } = context as unknown as { passed: boolean };
      if (passed) return;
      for (const visitor of left) {
        (context as TestContext).diagnostic(`note: ${await shownIn(visitor)}`);
        await visitor.context.close();
      }
    });
    define(() => {
      const [service, { browser }] = [served(), opened!];
      return {
        service, browser, folder, lab: lab!,
        visit: async (cookie, { width = 1280, scheme = 'light' } = {}) => {
          const visitor = await visit(browser, service.baseUrl, cookie, { width, scheme });
          visitors.push(visitor);
          return visitor;
        },
      };
    });
  });
}

/** What `path` answers to the owner of the account; throws where that is no success. */
export async function ask({ service }: Site, { owner }: TestAccount, method: string, path: string, body?: unknown): Promise<TestReply> {
  const reply = await service.request(method, path, { cookie: owner.cookie, ...(body === undefined ? {} : { body }) });
  if (reply.status >= 400) throw new Error(`${method} ${path}: ${reply.text}`);
  return reply;
}

/** Adds a domain of the lab to the inventory, scans it, and gives the ids of the domain and of the run once that has ended. */
export async function addScanned(site: Site, account: TestAccount, name: string): Promise<{ domain: string; run: string }> {
  const { body } = await ask(site, account, 'POST', '/api/domains', { name });
  const [domain, run] = [(body['data'] as { id: string }).id, (body['run'] as { id: string }).id];
  await runEnded(site, account, run);
  return { domain, run };
}

/** Scans a domain once more, and waits for the end of it. */
export async function scanAgain(site: Site, account: TestAccount, domain: string): Promise<void> {
  const { body } = await ask(site, account, 'POST', `/api/domains/${domain}/scan`);
  await runEnded(site, account, (body['data'] as { id: string }).id);
}

/** Waits for the end of a run, in whole or in part; throws where it ends otherwise. */
export async function runEnded(site: Site, account: TestAccount, run: string): Promise<void> {
  for (;;) {
    const { status } = (await ask(site, account, 'GET', `/api/runs/${run}`)).body['data'] as { status: string };
    if (status === 'completed' || status === 'partial') return;
    if (status !== 'queued' && status !== 'running') throw new Error(`The run ${run} ended as ${status}.`);
    await sleep(POLL_MS);
  }
}
