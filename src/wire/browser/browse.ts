import { Worker } from 'node:worker_threads';
import type { Browse, Browsing, OpenPage, Ran } from '../../core/outside/browse.ts';
import type { Connector } from '../door.ts';
import type { Start } from './browser.ts';
import type { Answer, Asks, BrowsingStart } from './browsing-messages.ts';
import { startProxy } from './proxy.ts';
import { createTurns } from './turns.ts';

export interface BrowseOptions extends Omit<Start, 'executable' | 'way'> {
  /** Path of Chromium; null where there is none. */
  find(): string | null;
  door: Connector;
  randomBytes(size: number): Buffer;
  /** Whether pages run their scripts also where Chromium has no sandbox: for pages that are known to do no harm. */
  scriptsWithoutSandbox?: boolean;
}

const AT_ONCE = 1;
const MAX_WAITING = 64;
/** For the start of Chromium, loading a page and waiting until it is quiet. */
const OPEN_MS = 60_000;
const CALL_MS = 30_000;
/** For what a script takes beyond its own limit. */
const GRACE_MS = 10_000;
const END_MS = 5000;
/** What a browser says of a page that keeps it busy, or made it fall. */
const STUCK = /timeout|too long|crash|closed/i;
const MAX_HEAP_MB = 768;
/** Then a fresh Chromium takes over, with the memory of none of these. */
const PAGES_OF_ONE = 200;
const BYTES_OF_ONE = 1024 ** 3;

/** Shows pages in a Chromium of their own, for one caller at a time; it has no way out but a proxy behind `door`. A Chromium that hangs is ended, and the next page gets another. */
export function createBrowse({ find, door, randomBytes, scriptsWithoutSandbox = false, root, home, log }: BrowseOptions): Browse {
  const turns = createTurns(AT_ONCE, MAX_WAITING);

  return async (work, signal) => {
    const executable = find();
    if (executable === null) return work(failing('there is no Chromium here; install the package chromium, or set DSS_CHROMIUM'));
    const leave = await turns.take(signal);
    if (leave === null) return work(failing('too many pages wait for the browser'));
    const start = (): Promise<Driver> => startDriver({ executable, root, home, scriptsWithoutSandbox }, { door, password: randomBytes(24).toString('base64url'), log });
    const browser = new RenewedBrowser(start, signal);
    try {
      return await work(browser);
    } finally {
      await browser.end();
      leave();
    }
  };
}

function failing(cause: string): Browsing {
  return { open: () => Promise.resolve({ outcome: 'failed', cause }) };
}

/** One Chromium after the other. */
class RenewedBrowser implements Browsing {
  readonly #start: () => Promise<Driver>;
  readonly #signal: AbortSignal;
  #driver: Driver | null = null;
  #pages = 0;

  constructor(start: () => Promise<Driver>, signal: AbortSignal) {
    this.#start = start;
    this.#signal = signal;
  }

  async open(...[url, viewport, fresh = false]: Parameters<Browsing['open']>): ReturnType<Browsing['open']> {
    if (this.#signal.aborted) return { outcome: 'failed', cause: 'the browser was stopped' };
    if (this.#driver?.ended || this.#pages >= PAGES_OF_ONE) await this.end();
    this.#pages++;
    const driver = this.#driver ??= await this.#start();
    const stop = (): void => void driver.end();
    this.#signal.addEventListener('abort', stop, { once: true });
    try {
      const opened = await driver.ask('open', { url, viewport, fresh }, OPEN_MS);
      // What it was busy with may go on.
      if ('failed' in opened && STUCK.test(opened.failed)) await driver.end();
      return 'failed' in opened ? { outcome: 'failed', cause: `the page did not load: ${opened.failed}` } : { outcome: 'shown', page: pageOf(driver, opened.gives) };
    } finally {
      this.#signal.removeEventListener('abort', stop);
    }
  }

  async end(): Promise<void> {
    await this.#driver?.end();
    this.#driver = null;
    this.#pages = 0;
  }
}

function pageOf(driver: Driver, opened: Asks['open']['gives']): OpenPage {
  const done = (answer: Answered<unknown>): boolean => !('failed' in answer);
  return {
    ...opened,
    async run(script, { timeoutMs, everyFrame = false }): Promise<Ran> {
      const answer = await driver.ask('run', { script, timeoutMs, everyFrame }, timeoutMs + GRACE_MS);
      return 'failed' in answer ? { outcome: 'failed', cause: answer.failed } : { outcome: 'done', value: answer.gives };
    },
    async loads() {
      const answer = await driver.ask('loads', null, CALL_MS);
      return 'failed' in answer ? null : answer.gives;
    },
    async cookies() {
      const answer = await driver.ask('cookies', null, CALL_MS);
      return 'failed' in answer ? null : answer.gives;
    },
    press: async key => done(await driver.ask('press', { key }, CALL_MS)),
    async picture(box) {
      const answer = await driver.ask('picture', { box }, CALL_MS);
      return 'failed' in answer ? null : answer.gives;
    },
    resize: async viewport => done(await driver.ask('resize', { viewport }, CALL_MS)),
    point: async at => done(await driver.ask('point', at, CALL_MS)),
    async take(step) {
      const answer = await driver.ask('take', { step }, OPEN_MS);
      return 'failed' in answer ? null : answer.gives;
    },
    async hold() {
      const answer = await driver.ask('hold', { on: true }, CALL_MS);
      return 'failed' in answer ? [] : answer.gives;
    },
    release: async () => done(await driver.ask('hold', { on: false }, CALL_MS)),
    async watch(ms) {
      const answer = await driver.ask('watch', { ms }, ms + CALL_MS);
      return 'failed' in answer ? [] : answer.gives;
    },
  };
}

type Answered<T> = { gives: T } | { failed: string };

/** A Chromium, by the thread that talks to it. */
interface Driver {
  readonly ended: boolean;
  /** What takes longer than `timeoutMs` ends the browser. */
  ask<Name extends keyof Asks>(name: Name, asks: Asks[Name]['asks'], timeoutMs: number): Promise<Answered<Asks[Name]['gives']>>;
  end(): Promise<void>;
}

async function startDriver(start: Omit<BrowsingStart, 'way'>, { door, password, log }: { door: Connector; password: string; log: Start['log'] }): Promise<Driver> {
  const proxy = await startProxy({ door, password, maxBytes: BYTES_OF_ONE });
  const { server, username } = proxy;
  const worker = new Worker(new URL('./browsing-thread.ts', import.meta.url), { workerData: { ...start, way: { server, username, password } }, resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } });
  const waiting = new Map<number, (answer: Answered<never>) => void>();
  const gone = Promise.withResolvers<void>();
  let [ended, last] = [false, 0];

  worker.on('message', (said: Answer) => {
    if ('line' in said) return log(said.line);
    waiting.get(said.id)?.('failed' in said ? said : { gives: said.gives as never });
    waiting.delete(said.id);
  });
  worker.on('error', () => {});
  worker.on('exit', () => {
    ended = true;
    for (const settle of waiting.values()) settle({ failed: 'the browser ended early' });
    waiting.clear();
    gone.resolve();
  });

  const end = async (): Promise<void> => {
    ended = true;
    worker.postMessage('end', []);
    const hurry = setTimeout(() => void worker.terminate(), END_MS);
    await gone.promise;
    clearTimeout(hurry);
    await proxy.close();
  };
  return {
    get ended() { return ended; },
    end,
    async ask(name, asks, timeoutMs) {
      if (ended) return { failed: 'the browser has ended' };
      const id = ++last;
      const { promise, resolve } = Promise.withResolvers<Answered<never>>();
      waiting.set(id, resolve);
      worker.postMessage({ id, name, asks }, []);
      const late = setTimeout(() => {
        resolve({ failed: 'the browser took too long' });
        void end();
      }, timeoutMs);
      try {
        return await promise;
      } finally {
        clearTimeout(late);
      }
    },
  };
}
