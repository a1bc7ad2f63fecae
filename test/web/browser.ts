// A real Chromium for the tests of the dashboard. It resolves no name but localhost, so nothing of it leaves this machine.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContext, type Page, type Request } from 'playwright-core';
import { findChromium } from '../../src/wire/browser/find.ts';

/** Chromium without windows shows our pages as the whole one does, and takes a fifth of its processor time to open each. */
const SHELL = '/usr/lib/chromium/chromium-headless-shell';
const executable = findChromium(process.env['DSS_CHROMIUM'] ?? (existsSync(SHELL) ? SHELL : null));
/** Why there can be no test in a browser here; null where there is one. */
export const noBrowser = executable === null ? 'no Chromium was found (DSS_CHROMIUM)' : null;

const START_MS = 60_000;
const STEP_MS = 15_000;
const SETTLE_MS = 20_000;
const QUIET_MS = 80;
const KEPT_REPLIES = 40;
const POLL_MS = 20;
/** What Chromium itself writes to the console of a reply that is no success. */
const FAILED_LOAD = /^Failed to load resource/;

/** How a page is displayed. */
export interface Appearance {
  width: number;
  scheme: 'light' | 'dark';
}

/** Somebody's window on the dashboard. */
export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** What must never be: errors in the console, also those of the content security policy; errors that nobody caught; requests to others. */
  faults: string[];
  /** Replies that were no success. */
  failures: string[];
  /** What these said, by path. */
  refusals: Map<string, string>;
  /** What was answered last, the newest last. */
  replies: readonly string[];
  /** Opens `path`, and waits until the page stands. */
  open(path: string): Promise<void>;
  /** Waits until nothing is asked and nothing is on its way any more. */
  settle(): Promise<void>;
}

/** Starts Chromium; `close` ends it and removes what it wrote. */
export async function openBrowser(): Promise<{ browser: Browser; close(): Promise<void> }> {
  const home = mkdtempSync(join(tmpdir(), 'dss-browser-'));
  // Its pages are our own, so it needs no sandbox, which not every system gives.
  const browser = await chromium.launch({
    executablePath: executable!, chromiumSandbox: false, env: { HOME: home }, timeout: START_MS,
    args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost'],
  });
  return {
    browser,
    async close() {
      await browser.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Opens a window of its own, with `cookies` (a header `Cookie`) where somebody is signed in. */
export async function visit(browser: Browser, baseUrl: string, cookies: string | null, { width, scheme }: Appearance): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: baseUrl, colorScheme: scheme, viewport: { width, height: 900 }, reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] });
  if (cookies !== null) await context.addCookies(cookiesIn(cookies, baseUrl));
  context.setDefaultTimeout(STEP_MS);
  const page = await context.newPage();
  const faults: string[] = [];
  const failures: string[] = [];
  const refusals = new Map<string, string>();
  const replies: string[] = [];
  page.on('response', reply => {
    replies.push(`${reply.request().method()} ${reply.url().slice(baseUrl.length)} ${reply.status()}`);
    replies.splice(0, replies.length - KEPT_REPLIES);
    if (reply.status() >= 400) reply.text().then(text => refusals.set(new URL(reply.url()).pathname, text), () => {});
  });
  page.on('console', message => {
    if (message.type() !== 'error') return;
    (FAILED_LOAD.test(message.text()) ? failures : faults).push(`${message.text()} (${new URL(message.location().url || baseUrl).pathname})`);
  });
  page.on('pageerror', error => faults.push(error.stack ?? error.message));
  page.on('request', request => { if (!request.url().startsWith(`${baseUrl}/`)) faults.push(`asked ${request.url()}`); });
  const settle = settler(page);
  return {
    context, page, faults, failures, refusals, replies, settle,
    async open(path) {
      await page.goto(path);
      await page.locator('h1').first().waitFor();
      await settle();
    },
  };
}

/** What somebody's window shows when a test has failed in it. */
export async function shownIn({ page, faults, replies }: Visitor): Promise<string> {
  const seen = await page.evaluate(() => ({
    focus: document.activeElement?.outerHTML.slice(0, 200),
    said: [...document.querySelectorAll('[role="alert"], [role="status"], .mantine-Notification-root')].map(({ textContent }) => textContent).filter(text => text !== ''),
  })).catch((error: Error) => error.message);
  return JSON.stringify({ url: page.url(), seen, faults, replies }, null, 1);
}

/** The cookies of a header `Cookie`, as the browser keeps them. */
export function cookiesIn(header: string, url: string) {
  return header.split('; ').map(pair => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url, httpOnly: true, sameSite: 'Lax' as const };
  });
}

/** Tells when a page stands: no question is under way, streams excepted, no skeleton is shown, and what came has been painted. */
function settler(page: Page): () => Promise<void> {
  const asked = new Set<Request>();
  page.on('request', request => { if (!request.headers()['accept']?.includes('event-stream')) asked.add(request); });
  const over = (request: Request): void => void asked.delete(request);
  page.on('requestfinished', over).on('requestfailed', over);
  page.on('framenavigated', () => asked.clear());
  return async () => {
    const latestMs = performance.now() + SETTLE_MS;
    for (let quietMs = 0; quietMs < QUIET_MS; quietMs += POLL_MS) {
      if (performance.now() > latestMs) throw new Error(`${page.url()} does not come to rest: ${[...asked].map(request => request.url()).join(', ') || 'a skeleton stays'}`);
      await sleep(POLL_MS);
      if (asked.size > 0 || await page.locator('.mantine-Skeleton-root, [aria-busy="true"]').count() > 0) quietMs = -POLL_MS;
    }
    await page.evaluate(() => new Promise(resolve => { requestAnimationFrame(() => requestAnimationFrame(resolve)); }));
  };
}
