// One crawl in a process of its own, for bench/crawl.ts: what it read, its processor time and its memory are reported as JSON on the last line.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { systemClock as clock } from '../src/core/clock.ts';
import type { PageFetch } from '../src/core/outside/page-fetch.ts';

/** Where the site is, and where the peers are installed. */
export interface CrawlTask {
  name: string;
  host: string;
  pages: number;
  plain: number;
  secure: number;
  ca: string;
  peers: string;
  /** A folder with a migrated database, and what is in it: without this process having to know every area. */
  dataDir: string;
  migrations: readonly string[];
  tables: readonly string[];
}

const task = JSON.parse(process.argv[2]!) as CrawlTask;
const CONCURRENCY = 16;
const PARTS = 10;
const ADDRESS = '45.54.0.1';
const url = `http://127.0.0.1:${task.plain}/`;

/** Each loads its code, and gives what reads the whole site and says how many pages it visited. */
const crawlers: Record<string, () => Promise<() => Promise<number>>> = { ours, audit, crawlee, linkinator };

const read = await crawlers[task.name]!();
const started = process.cpuUsage();
const startedMs = performance.now();
const visited = await read();
const { user, system } = process.cpuUsage(started);
console.log(JSON.stringify({ visited, cpuMs: (user + system) / 1000, wallMs: performance.now() - startedMs, peakMiB: process.resourceUsage().maxRSS / 1024 }));
process.exit();

async function fetchPages(): Promise<PageFetch> {
  const [{ createDoor }, { createPageFetch }] = [await import('../src/wire/door.ts'), await import('../src/wire/page-fetch.ts')];
  const route = (_: string, port: number) => ({ address: '127.0.0.1', port: port === 443 ? task.secure : task.plain });
  return createPageFetch({ clock, door: createDoor({ allow: [], clock, ca: [task.ca], route, resolve: async () => ({ outcome: 'found', value: [ADDRESS], via: [], ttlSeconds: 60 }) }) });
}

/** Crawls and reads as an audit does, and keeps nothing but what it knows. */
async function ours(): Promise<() => Promise<number>> {
  const [{ leadsOf }, { visit }, { parsePage }, { AuditChoices, settle, userAgentOf }, { standardPlans: plans }] = [
    await import('../src/areas/web/site-audit/crawl/links.ts'), await import('../src/areas/web/site-audit/crawl/visit.ts'), await import('../src/areas/web/site-audit/page/parse-page.ts'), await import('../src/areas/web/site-audit/settings.ts'),
    await import('../src/areas/platform/account/index.ts'),
  ];
  const settings = { ...settle(AuditChoices.parse({ maxPages: task.pages }), { domain: task.host, domainId: 'dom_1', plan: 'enterprise', plans, proven: true }) };
  const [fetchPage, signal] = [await fetchPages(), new AbortController().signal];
  const means = {
    ask: (at: string, limits: { maxBytes: number; timeoutMs: number }) => fetchPage(at, { ...limits, userAgent: userAgentOf(settings), signal }),
    robots: () => Promise.resolve({ allowed: true, rule: null }), unreachable: () => Promise.resolve(null), obeys: () => true, leaveAlone: () => Promise.resolve(), now: () => clock.now(),
  };
  return async () => {
    const waiting = [`http://${task.host}/`];
    const known = new Set<string>();
    let visited = 0;
    let busy = 0;
    await new Promise<void>(resolve => {
      const next = (): void => {
        for (const at of waiting.splice(0, CONCURRENCY - busy)) void read(at);
        if (busy === 0) resolve();
      };
      const read = async (at: string): Promise<void> => {
        busy++;
        const facts = parsePage(await visit(at, means));
        if (facts.document === null) throw new Error(`${at} was not read`);
        visited++;
        for (const { url: to, key, source } of leadsOf(facts, 0, settings, 0).found) if (source === 'link' && !known.has(key) && known.add(key)) waiting.push(to);
        busy--;
        next();
      };
      next();
    });
    return visited;
  };
}

/** A whole audit: the frontier and everything that is known of pages, links and targets in a database, every check. Prints pages a second for each part of many. */
async function audit(): Promise<() => Promise<number>> {
  const [{ openStore }, { openSiteAudit }, { createAuditThreads }, { standardPlans }] = [
    await import('../src/store/open.ts'), await import('../src/areas/web/site-audit/site.sample.ts'), await import('../src/areas/web/site-audit/threads/threads.ts'), await import('../src/areas/platform/account/index.ts'),
  ];
  const plans = { ...standardPlans, pro: standardPlans.enterprise };
  const migrations = Object.fromEntries(task.migrations.map(name => [name, { up: () => Promise.reject(new Error('was applied')) }]));
  const store = await openStore({ dataDir: task.dataDir, url: null, clock, schema: { migrations, tables: task.tables, expiring: [], due: [], blobs: [], sealed: [] } });
  const fetchPage = await fetchPages();
  return async () => {
    const part = Math.ceil(task.pages / PARTS);
    let [count, beganMs, began] = [0, performance.now(), process.cpuUsage()];
    const counted: PageFetch = (at, options) => {
      if (options.method !== 'HEAD' && ++count % part === 0) {
        const { user, system } = process.cpuUsage(began);
        console.error(`  ${count} pages: ${Math.round(1e6 * part / (user + system))} a CPU second, ${Math.round(1000 * part / (performance.now() - beganMs))} a second, ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MiB`);
        [beganMs, began] = [performance.now(), process.cpuUsage()];
      }
      return fetchPage(at, options);
    };
    const audits = await openSiteAudit(store, { fetch: counted }, { plans, domain: task.host, threads: createAuditThreads() });
    const id = await audits.audit({ maxPages: task.pages + 10 });
    const { data } = await audits.read<{ data: { pages: number; score: number } }>('siteAudit.show', { id });
    console.error(`  judged: ${((performance.now() - beganMs) / 1000).toFixed(1)} s after the last part, score ${data.score}`);
    await store.close();
    return data.pages;
  };
}

function peer<Module>(name: string): Promise<Module> {
  return import(pathToFileURL(createRequire(join(task.peers, 'package.json')).resolve(name)).href) as Promise<Module>;
}

interface Cheerio {
  (selector: string): { text(): string; attr(name: string): string | undefined; length: number };
}

/** As its documentation has it, with some of what an audit reads of a page. */
async function crawlee(): Promise<() => Promise<number>> {
  const { CheerioCrawler, Configuration, log } = await peer<{
    CheerioCrawler: new (options: object, configuration: object) => { run(urls: string[]): Promise<unknown> };
    Configuration: new (options: object) => object;
    log: { setLevel(level: number): void };
  }>('@crawlee/cheerio');
  log.setLevel(0);
  let visited = 0;
  const crawler = new CheerioCrawler({
    maxConcurrency: CONCURRENCY, minConcurrency: CONCURRENCY, maxRequestRetries: 0,
    async requestHandler({ $, enqueueLinks }: { $: Cheerio; enqueueLinks(): Promise<unknown> }) {
      visited++;
      const read = [$('title').text(), $('meta[name=description]').attr('content'), $('link[rel=canonical]').attr('href'), $('h1').text(), $('h2').length, $('img').length, $('main').text().length];
      if (read[0] === '') throw new Error('no title');
      await enqueueLinks();
    },
  }, new Configuration({ persistStorage: false, availableMemoryRatio: 1 }));
  return async () => {
    await crawler.run([url]);
    return visited;
  };
}

/** It takes addresses that differ in what tracks for different pages: each visit counts. */
async function linkinator(): Promise<() => Promise<number>> {
  const { LinkChecker } = await peer<{ LinkChecker: new () => { check(options: object): Promise<{ links: { status?: number; url: string }[]; passed: boolean }> } }>('linkinator');
  return async () => {
    await new LinkChecker().check({ path: url, recurse: true, concurrency: CONCURRENCY });
    return Number(await (await fetch(`${url}asked`)).text());
  };
}
