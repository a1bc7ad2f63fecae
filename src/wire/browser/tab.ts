import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, CDPSession, Page, Request, Route } from 'playwright-core';
import type { Box, Cookie, Frame, PageLoads, PageRequest, Viewport } from '../../core/outside/browse.ts';
import type { PageStep } from '../../core/outside/page-steps.ts';
import type { Asks } from './browsing-messages.ts';

const LOAD_MS = 20_000;
const QUIET_MS = 500;
const MAX_QUIET_MS = 10_000;
const MAX_VALUE_CHARACTERS = 16 * 1024 * 1024;
const MAX_FRAMES = 50;
const STEP_MS = 10_000;
const MAX_HELD = 20;
/** Pictures of a watched window. */
const MAX_WATCHED = 120;
const WATCHED_PX = { maxWidth: 160, maxHeight: 120 };
/** Moves of the pointer on its way. */
const POINTER_STEPS = 8;
const MAX_REQUESTS = 500;
const MAX_ERRORS = 10;
const MAX_URL = 500;
const MAX_ERROR = 300;

/** Where the page may run no script, none of its timers runs either: what engines put off is done at once. */
const WITHOUT_TIMERS = `globalThis.setTimeout = (work, ms, ...rest) => { if (!(ms > 50)) Promise.resolve().then(() => work(...rest)); return 1; };
globalThis.requestAnimationFrame = work => { Promise.resolve().then(() => work(0)); return 1; };`;

/** A page that is shown. */
export interface Tab {
  opened: Asks['open']['gives'];
  run(script: string, timeoutMs: number, everyFrame: boolean): Promise<unknown>;
  press(key: string): Promise<null>;
  loads(): Promise<PageLoads>;
  cookies(): Promise<Cookie[]>;
  picture(box: Box): Promise<Uint8Array>;
  resize(viewport: Viewport): Promise<null>;
  point(at: { x: number; y: number }): Promise<null>;
  take(step: PageStep): Promise<{ url: string }>;
  hold(on: boolean): Promise<string[]>;
  watch(ms: number): Promise<Frame[]>;
}

/** A window for the pages of one caller, in which nothing is left of earlier callers. */
export interface Window {
  /** Shows a page in place of the one before; rejects where it does not load. */
  show(url: string, viewport: Viewport): Promise<Tab>;
  close(): Promise<void>;
}

/** Opens a window; pages run their scripts where `scripts` says so. */
export async function openWindow(browser: Browser, scripts: boolean): Promise<Window> {
  const context = await browser.newContext({ javaScriptEnabled: scripts, ignoreHTTPSErrors: true, serviceWorkers: 'block', acceptDownloads: false, locale: 'en-US' });
  const page = await context.newPage();
  context.on('page', other => { if (other !== page) void other.close().catch(() => {}); });
  const requests = new Requests(page);
  const session = await context.newCDPSession(page);
  const certificate = await watchCertificate(session);
  return {
    async show(url, viewport) {
      await page.setViewportSize(viewport);
      certificate.error = null;
      requests.forget();
      const response = await page.goto(url, { waitUntil: 'load', timeout: LOAD_MS });
      const worlds = new Worlds(session, scripts);
      if (scripts && await worlds.run('document.scripts.length > 0', LOAD_MS)) await requests.quiet();
      return tabOf({ page, session, worlds, requests }, { url: page.url(), status: response?.status() ?? null, certificateError: certificate.error, scripts, browser: `Chromium ${browser.version()}` });
    },
    close: () => context.close(),
  };
}

function tabOf({ page, session, worlds, requests }: { page: Page; session: CDPSession; worlds: Worlds; requests: Requests }, opened: Tab['opened']): Tab {
  let holds = false;
  const held: string[] = [];
  const hear = (url: string): void => void (held.length < MAX_HELD && held.push(url));
  const keep = async (route: Route): Promise<void> => {
    const request = route.request();
    const leaves = request.isNavigationRequest() && request.frame() === page.mainFrame();
    if (leaves) hear(request.url());
    await (leaves || request.method() !== 'GET' ? route.abort('aborted') : route.continue()).catch(() => {});
  };
  const open = (other: Page): void => hear(other.url());
  return {
    opened,
    run: async (script, timeoutMs, everyFrame) => (everyFrame ? worlds.runInFrames(script, timeoutMs) : worlds.run(script, timeoutMs)),
    async press(key) {
      await page.keyboard.press(key);
      return null;
    },
    loads: () => requests.loads(),
    cookies: async () => (await page.context().cookies()).map(({ name, value, domain, path }) => ({ name, value, domain, path })),
    picture: clip => page.screenshot({ type: 'png', clip, fullPage: true, animations: 'disabled', caret: 'initial', timeout: LOAD_MS }),
    async resize(viewport) {
      await page.setViewportSize(viewport);
      return null;
    },
    async point({ x, y }) {
      await page.mouse.move(x, y, { steps: POINTER_STEPS });
      return null;
    },
    async take(step) {
      await taken(page, step);
      if (opened.scripts && step.do !== 'fill') await requests.quiet();
      return { url: page.url() };
    },
    async hold(on) {
      if (on !== holds) {
        holds = on;
        if (on) page.on('popup', open);
        else page.off('popup', open);
        await (on ? page.route('**', keep) : page.unroute('**', keep));
      }
      return held.splice(0);
    },
    watch: ms => watched(session, ms),
  };
}

async function taken(page: Page, { do: kind, at, value = '' }: PageStep): Promise<void> {
  if (kind === 'goto') return void await page.goto(at, { waitUntil: 'load', timeout: LOAD_MS });
  const element = page.locator(`css=${at}`).first();
  if (kind === 'fill') return element.fill(value, { timeout: STEP_MS });
  if (kind === 'waitFor') return element.waitFor({ state: 'visible', timeout: STEP_MS });
  await element.click({ timeout: STEP_MS });
  await page.waitForLoadState('load', { timeout: LOAD_MS });
}

/** The browser gives a picture whenever it painted something. */
async function watched(session: CDPSession, ms: number): Promise<Frame[]> {
  const frames: Frame[] = [];
  const hear = ({ data, sessionId, metadata }: { data: string; sessionId: number; metadata: { timestamp?: number } }): void => {
    if (frames.length < MAX_WATCHED) frames.push({ atMs: 1000 * (metadata.timestamp ?? 0), png: Buffer.from(data, 'base64') });
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
  };
  session.on('Page.screencastFrame', hear);
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1, ...WATCHED_PX });
  await delay(ms);
  await session.send('Page.stopScreencast');
  session.off('Page.screencastFrame', hear);
  return frames;
}

/** What the browser holds against the certificate of the page that it shows. */
async function watchCertificate(session: CDPSession): Promise<{ error: string | null }> {
  const seen: { error: string | null } = { error: null };
  session.on('Security.visibleSecurityStateChanged', ({ visibleSecurityState: { certificateSecurityState } }) => {
    seen.error = certificateSecurityState?.certificateNetworkError?.replace(/^net::/, '') ?? null;
  });
  await session.send('Security.enable');
  return seen;
}

/** What the page asks for. */
class Requests {
  #open = 0;
  #lastMs = performance.now();
  #finished: Promise<PageRequest>[] = [];
  #beyond = 0;
  #errors: string[] = [];

  constructor(page: Page) {
    page.on('request', () => this.#change(1));
    page.on('requestfinished', request => this.#end(request));
    page.on('requestfailed', request => this.#end(request));
    page.on('pageerror', ({ message }) => {
      if (this.#errors.length < MAX_ERRORS) this.#errors.push(message.slice(0, MAX_ERROR));
    });
  }

  forget(): void {
    [this.#finished, this.#beyond, this.#errors] = [[], 0, []];
  }

  async loads(): Promise<PageLoads> {
    return { requests: await Promise.all(this.#finished), beyond: this.#beyond, errors: this.#errors };
  }

  /** Waits until the page has asked for nothing for half a second, at most ten. */
  async quiet(): Promise<void> {
    const startedMs = performance.now();
    while ((this.#open > 0 || performance.now() - this.#lastMs < QUIET_MS) && performance.now() - startedMs < MAX_QUIET_MS) await delay(QUIET_MS / 5);
  }

  #end(request: Request): void {
    this.#change(-1);
    if (this.#finished.length < MAX_REQUESTS) this.#finished.push(readRequest(request));
    else this.#beyond++;
  }

  #change(by: number): void {
    this.#open += by;
    this.#lastMs = performance.now();
  }
}

async function readRequest(request: Request): Promise<PageRequest> {
  const [response, sizes] = await Promise.all([request.response(), request.sizes()]).catch(() => [null, null] as const);
  return {
    url: request.url().slice(0, MAX_URL), type: request.resourceType(), status: request.failure() ? null : response?.status() ?? null,
    bytes: sizes === null ? 0 : Math.max(0, sizes.responseHeadersSize) + Math.max(0, sizes.responseBodySize),
  };
}

/** Worlds of scripts in which the page has changed nothing, one for each document. */
class Worlds {
  readonly #session: CDPSession;
  readonly #scripts: boolean;
  readonly #contexts = new Map<string, number>();

  constructor(session: CDPSession, scripts: boolean) {
    this.#session = session;
    this.#scripts = scripts;
  }

  async run(script: string, timeoutMs: number): Promise<unknown> {
    const { frameTree } = await this.#session.send('Page.getFrameTree');
    return this.#evaluate(script, timeoutMs, frameTree.frame);
  }

  /** In all frames that live in the process of the page; gives what it comes to in the outermost. */
  async runInFrames(script: string, timeoutMs: number): Promise<unknown> {
    const { frameTree } = await this.#session.send('Page.getFrameTree');
    const inner = (frameTree.childFrames ?? []).flatMap(function flat(tree): { id: string; loaderId: string }[] { return [tree.frame, ...(tree.childFrames ?? []).flatMap(flat)]; });
    for (const frame of inner.slice(0, MAX_FRAMES)) await this.#evaluate(script, timeoutMs, frame).catch(() => null);
    return this.#evaluate(script, timeoutMs, frameTree.frame);
  }

  async #evaluate(expression: string, timeout: number, frame: { id: string; loaderId: string }): Promise<unknown> {
    const contextId = await this.#contextOf(frame);
    const { result, exceptionDetails } = await this.#session.send('Runtime.evaluate', { expression: `(async () => JSON.stringify(await (${expression}\n) ?? null))()`, contextId, awaitPromise: true, returnByValue: true, timeout });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    if (typeof result.value !== 'string' || result.value.length > MAX_VALUE_CHARACTERS) throw new Error('the script gave nothing that can be read');
    return JSON.parse(result.value);
  }

  async #contextOf({ id, loaderId }: { id: string; loaderId: string }): Promise<number> {
    const key = `${id} ${loaderId}`;
    const known = this.#contexts.get(key);
    if (known !== undefined) return known;
    const { executionContextId } = await this.#session.send('Page.createIsolatedWorld', { frameId: id });
    if (!this.#scripts) await this.#session.send('Runtime.evaluate', { expression: WITHOUT_TIMERS, contextId: executionContextId });
    this.#contexts.set(key, executionContextId);
    return executionContextId;
  }
}
