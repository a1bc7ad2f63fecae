// What the dashboard may weigh, how fast it must be, and what its pages must refuse to run.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { before, suite } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { ensureDashboard } from '../../src/app/dashboard.ts';
import type { TestAccount } from '../service.ts';
import { addMany } from './seed.ts';
import { onDashboard } from './service.ts';

const KB = 1024;
const FIRST_SCRIPTS = 220 * KB;
const FIRST_STYLES = 45 * KB;
const AREA = 60 * KB;
const ROWS = 10_000;
/** The name of the last of so many. */
const LAST = 'd09999.example';

/** A file of the build, as Vite's manifest has it. */
interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
  isDynamicEntry?: boolean;
  dynamicImports?: string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

/** What everybody who is signed in loads before any page. */
const SHELL = 'shell/shell.tsx';

suite('the weight, compressed with gzip', () => {
  let [folder, manifest]: [string, Manifest] = ['', {}];
  before(async () => {
    folder = await ensureDashboard();
    manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
  });

  for (const [says, entries] of [
    ['a stranger at the first page', ['areas/platform/account/landing/page.tsx']],
    ['a stranger at the check', ['areas/domains/check/live/page.tsx']],
    ['somebody who is signed in', [SHELL, 'areas/summary/overview/home/page.tsx']],
  ] as const) {
    test(`the first load of ${says} is at most 220 KB of scripts and 45 KB of styles`, () => {
      const loaded = filesOf(manifest, ['index.html', ...entries]);
      const [scripts, styles] = [weigh(folder, loaded, '.js'), weigh(folder, loaded, '.css')];
      assert.ok(scripts > 50 * KB && scripts <= FIRST_SCRIPTS, `${(scripts / KB).toFixed(1)} KB of scripts`);
      assert.ok(styles > KB && styles <= FIRST_STYLES, `${(styles / KB).toFixed(1)} KB of styles`);
    });
  }

  test('what each part adds to what asks for it is at most 60 KB', () => {
    const askerOf = (part: string) => Object.keys(manifest).find(name => manifest[name]?.dynamicImports?.includes(part))!;
    const areas = Object.entries(manifest).filter(([name, { isDynamicEntry }]) => isDynamicEntry && name !== SHELL);
    assert.ok(areas.length > 15, `${areas.length} parts`);
    const weights = areas.map(([name]) => {
      const before = filesOf(manifest, ['index.html', SHELL, askerOf(name)]);
      return [name, weigh(folder, new Set([...filesOf(manifest, [name])].filter(file => !before.has(file))), '')] as const;
    });
    assert.deepEqual(weights.filter(([, bytes]) => bytes > AREA).map(([name, bytes]) => `${name}: ${(bytes / KB).toFixed(1)} KB`), []);
  });
});

onDashboard('the limits of the dashboard', site => {
  let account: TestAccount;
  before(async () => { account = await site().service.account({ plan: 'enterprise', operator: true }); });

  // The machine may be busy with others: a round that is within the bound shows that the page is, six that are not show that it is not.
  const ROUNDS = 6;

  test('the check page can be typed into within a second after the navigation began', async () => {
    const { page, context } = await site().visit(null);
    await page.addInitScript(() => {
      const seen = new MutationObserver(() => {
        if (document.querySelector('main input:enabled') === null) return;
        seen.disconnect();
        requestAnimationFrame(() => Object.assign(globalThis, { usableMs: performance.now() }));
      });
      seen.observe(document, { childList: true, subtree: true });
    });
    const load = async (): Promise<number> => {
      await page.goto('/domain-checkup.html');
      await page.waitForFunction(() => 'usableMs' in globalThis);
      return page.evaluate(() => (globalThis as unknown as { usableMs: number }).usableMs);
    };
    const best = await bestOf(ROUNDS, 1000, async () => {
      const times: number[] = [];
      for (let at = 0; at < 5; at++) times.push(await load());
      return times.toSorted((a, b) => a - b)[2]!;
    });
    assert.ok(best <= 1000, `median of 5 loads: ${Math.round(best)} ms`);
    await context.close();
  });

  test('a list of 10,000 domains scrolls without a task of more than 50 ms of CPU time', async () => {
    const { page, context, open, settle } = await site().visit(account.owner.cookie);
    await addMany(site(), account, ROWS);
    await open('/domains');
    const table = page.getByRole('table').first();
    // Each time the end comes into sight, the next rows are fetched.
    while (await table.getAttribute('aria-rowcount') !== String(ROWS + 1)) {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await settle();
    }
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await page.getByRole('link', { name: LAST }).waitFor();
    assert.ok(await table.locator('tbody tr').count() < 80, 'only the rows in sight are drawn');
    await page.getByRole('link', { name: 'd09990.example' }).focus();
    for (let row = 0; row < 3; row++) await page.keyboard.press('ArrowDown');
    await page.locator('a:focus', { hasText: 'd09993.example' }).waitFor();
    const longest = await bestOf(ROUNDS, 50, () => longestTaskOf(page));
    assert.ok(longest <= 50, `the longest task took ${Math.round(longest)} ms`);
    await context.close();
  });

  test('pages let in the service\'s own scripts only; one that was written into a page does not run', async () => {
    const { service, visit } = site();
    for (const path of ['/', '/sign-in', '/domains', '/domain-checkup.html', '/docs', '/none']) {
      const { headers } = await service.request('GET', path, { headers: { accept: 'text/html' }, direct: true });
      const policy = headers['content-security-policy'] as string;
      assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'( 'nonce-[\w+/=]+')?; /, path);
      assert.doesNotMatch(policy, /unsafe|\*|data:|http/, path);
    }
    const { page, context, open, faults } = await visit(account.owner.cookie);
    await open('/');
    const ran = await page.evaluate(async () => {
      const refused: string[] = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => refused.push(effectiveDirective));
      const script = Object.assign(document.createElement('script'), { textContent: 'globalThis.ran = "script"' });
      const image = document.createElement('div');
      image.innerHTML = '<img src="/none.png" onerror="globalThis.ran = \'handler\'"><style>body { display: none }</style>';
      document.body.append(script, image);
      await new Promise(resolve => { setTimeout(resolve, 300); });
      return { ran: 'ran' in globalThis, hidden: getComputedStyle(document.body).display === 'none', refused: [...new Set(refused)].toSorted() };
    });
    assert.deepEqual(ran, { ran: false, hidden: false, refused: ['script-src-attr', 'script-src-elem', 'style-src-elem'] });
    assert.ok(faults.length >= 3, 'the walk over all pages would see a refusal');
    await context.close();
  });
});

/** The lowest of up to `rounds` figures; stops at the first within `limit`. */
async function bestOf(rounds: number, limit: number, measure: () => Promise<number>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds && best > limit; round++) best = Math.min(best, await measure());
  return best;
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds of CPU time. */
  tdur?: number;
  args: { name?: string };
}

/**
 * Scrolls as fast as a hard fling, 300 pixels a frame, up from the end of the page; gives the CPU time of the longest task of the
 * page's thread, in milliseconds. Time on the clock would also count what others do on the machine.
 */
async function longestTaskOf(page: Page): Promise<number> {
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await page.getByRole('link', { name: LAST }).waitFor();
  const browser = page.context().browser()!;
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  for (let step = 0; step < 150; step++) {
    await page.evaluate(() => new Promise(resolve => {
      window.scrollBy(0, -300);
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    }));
  }
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  const pages = new Set(traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`));
  const tasks = traceEvents.filter(({ name, pid, tid, tdur }) => name.endsWith('RunTask') && tdur !== undefined && pages.has(`${pid} ${tid}`)).map(({ tdur }) => tdur! / 1000);
  return Math.max(...tasks);
}

/** The files that are loaded with these entries, those that they import included. */
function filesOf(manifest: Manifest, entries: readonly string[]): Set<string> {
  const files = new Set<string>();
  const walk = (name: string): void => {
    const chunk = manifest[name];
    assert.ok(chunk, `${name} is no entry of the build`);
    if (files.has(chunk.file)) return;
    for (const file of [chunk.file, ...chunk.css ?? []]) files.add(file);
    chunk.imports?.forEach(walk);
  };
  entries.forEach(walk);
  return files;
}

function weigh(folder: string, files: ReadonlySet<string>, ending: string): number {
  return [...files].filter(file => file.endsWith(ending)).reduce((bytes, file) => bytes + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0);
}
