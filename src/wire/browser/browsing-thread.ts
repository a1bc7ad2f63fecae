import { parentPort, workerData } from 'node:worker_threads';
import type { Browser } from 'playwright-core';
import { causeOf } from '../dial.ts';
import { killBrowser, startBrowser, type Started } from './browser.ts';
import type { Answer, Ask, Asks, BrowsingStart } from './browsing-messages.ts';
import { whileRunning } from './page.ts';
import { openWindow, type Tab, type Window } from './tab.ts';

const port = parentPort!;
const { scriptsWithoutSandbox, ...start } = workerData as BrowsingStart;
let browser: Browser | undefined;
let window: Promise<Window> | undefined;
let tab: Tab | undefined;

const say = (said: Answer): void => port.postMessage(said);
const started: Promise<Started> = startBrowser({ ...start, log: line => say({ line }) });
started.then(started => { ({ browser } = started); }, () => {});

const answers: { [Name in keyof Asks]: (asked: Asks[Name]['asks']) => Promise<Asks[Name]['gives']> } = {
  async open({ url, viewport, fresh }) {
    const { browser, sandbox } = await started;
    tab = undefined;
    if (fresh && window) {
      await (await window).close();
      window = undefined;
    }
    window ??= openWindow(browser, sandbox || scriptsWithoutSandbox);
    tab = await (await window).show(url, viewport);
    return tab.opened;
  },
  run: ({ script, timeoutMs, everyFrame }) => shown().run(script, timeoutMs, everyFrame),
  press: ({ key }) => shown().press(key),
  loads: () => shown().loads(),
  cookies: () => shown().cookies(),
  picture: ({ box }) => shown().picture(box),
  resize: ({ viewport }) => shown().resize(viewport),
  point: at => shown().point(at),
  take: ({ step }) => shown().take(step),
  hold: ({ on }) => shown().hold(on),
  watch: ({ ms }) => shown().watch(ms),
};

function shown(): Tab {
  if (!tab) throw new Error('no page is open');
  return tab;
}

async function answer({ id, name, asks }: Ask): Promise<void> {
  try {
    const { browser } = await started;
    say({ id, gives: await whileRunning(browser, (async () => answers[name](asks as never))()) });
  } catch (error) {
    say({ id, failed: causeOf(new Error((error as Error).message.split('\n')[0])) });
  }
}

const end = async (): Promise<void> => {
  if (browser) await killBrowser(browser);
  process.exit();
};
// What a page makes the browser say may be too much to be read: that ends this thread and nothing else.
process.on('uncaughtException', () => void end());
port.on('message', (message: Ask | 'end') => void (message === 'end' ? end() : answer(message)));
