import { parentPort, workerData } from 'node:worker_threads';
import type { Browser, Page } from 'playwright-core';
import type { Shot } from '../../core/outside/capture.ts';
import { causeOf } from '../dial.ts';
import { killBrowser, startBrowser, type Start } from './browser.ts';
import { whileRunning } from './page.ts';

/** What the thread is started with. */
export interface Showing extends Omit<Start, 'log'> {
  url: string;
}

/** What the thread says: lines for the log, and at the end the picture. Any message sent to it makes it end. */
export type Said = { line: string } | { shot: Shot };

const LOAD_MS = 20_000;
const QUIET_MS = 3000;
const MAX_IMAGE_BYTES = 16 * 1024 * 1024;
const MAX_HTML_CHARACTERS = 4 * 1024 * 1024;
const VIEWPORT = { width: 1280, height: 900 };

const port = parentPort!;
const { url, ...start } = workerData as Showing;
let browser: Browser | undefined;

const say = (said: Said): void => port.postMessage(said);
const end = async (): Promise<void> => {
  if (browser) await killBrowser(browser);
  process.exit();
};
const fail = (error: Error): void => {
  say({ shot: failed(error) });
  void end();
};
// What a page makes the browser say may be too much to be read: that ends this thread and nothing else.
process.on('uncaughtException', fail);
port.once('message', () => void end());

try {
  const started = await startBrowser({ ...start, log: line => say({ line }) });
  ({ browser } = started);
  say({ shot: await whileRunning(browser, showPage(browser, started.sandbox)) });
} catch (error) {
  say({ shot: failed(error as Error) });
}

/** Scripts run only in a sandbox: a page that wants to harm its visitors finds nothing to do it with. */
async function showPage(browser: Browser, scripts: boolean): Promise<Shot> {
  const context = await browser.newContext({ javaScriptEnabled: scripts, ignoreHTTPSErrors: true, serviceWorkers: 'block', acceptDownloads: false, viewport: VIEWPORT, locale: 'en-US' });
  const page = await context.newPage();
  context.on('page', other => { if (other !== page) void other.close().catch(() => {}); });
  try {
    await page.goto(url, { waitUntil: 'load', timeout: LOAD_MS });
  } catch (error) {
    return { outcome: 'failed', cause: `the page did not load: ${causeOf(new Error((error as Error).message.split('\n')[0]))}` };
  }
  await page.waitForLoadState('networkidle', { timeout: QUIET_MS }).catch(() => {});
  const image = await page.screenshot({ type: 'png', animations: 'disabled', timeout: LOAD_MS });
  if (image.length > MAX_IMAGE_BYTES) return { outcome: 'failed', cause: 'the picture is larger than 16 MiB' };
  return { outcome: 'shown', url: page.url(), image, html: await htmlOf(page), scripts };
}

/** Cut inside the browser, in a world where the page has changed nothing: a page may have become hundreds of megabytes. */
async function htmlOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
  const expression = `(document.doctype ? '<!DOCTYPE ' + document.doctype.name.slice(0, 100) + '>' : '') + document.documentElement.outerHTML.slice(0, ${MAX_HTML_CHARACTERS})`;
  const { result } = await session.send('Runtime.evaluate', { expression, contextId, returnByValue: true });
  if (typeof result.value !== 'string') throw new Error('the page has no readable HTML');
  return result.value.slice(0, MAX_HTML_CHARACTERS);
}

function failed(error: Error): Shot {
  return { outcome: 'failed', cause: `the browser failed: ${causeOf(new Error(error.message.split('\n')[0]))}` };
}
