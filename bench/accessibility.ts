import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { engines } from '../src/areas/web/accessibility/engines/engines.ts';
import { preparePage } from '../src/areas/web/accessibility/engines/judge-page.ts';
import type { Browsing } from '../src/core/outside/browse.ts';
import { createBrowse } from '../src/wire/browser/browse.ts';
import { chromium } from '../src/wire/browser/testing.ts';
import { createDoor } from '../src/wire/door.ts';
import { never, smallInternet } from '../src/wire/testing/loopback.ts';

const WINDOW = { width: 1280, height: 900 };
const [WARM, ROUNDS, PAGES] = [3, 15, 200];
const TIMES = 2;
const MAX_GROWTH_MB = 128;
const PAGE = `<!doctype html><html lang="en"><title>Bicycles of Freiburg</title><header><nav><a href="/">Home</a> <a href="/shop">Shop</a></nav></header><main><h1>Bicycles</h1>${'<p>Bicycles that last a life.</p><img src="/wheel.png" alt="A wheel"><ul><li>One</li><li>Two</li></ul>'.repeat(8)}<form><label>Name <input name="name"></label><button>Send</button></form></main></html>`;

/** One load with all three engines against one with axe alone, on small pages in turn, and what the service grows by over 200 pages. */
export async function bench(): Promise<void> {
  const server = createServer((_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const door = createDoor(smallInternet({ 'shop.example': ['45.54.70.1'] }, { address: '127.0.0.1', port: (server.address() as AddressInfo).port }));
  const browse = createBrowse({ find: () => chromium, door, randomBytes, root: process.getuid?.() === 0, home: tmpdir(), log: () => {}, scriptsWithoutSandbox: true });
  const axe = engines.filter(({ name }) => name === 'axe');
  await browse(async browsing => {
    const times = { axe: [] as number[], all: [] as number[] };
    for (let round = 0; round < WARM + ROUNDS; round++) {
      for (const [name, which] of [['axe', axe], ['all', engines]] as const) {
        const ms = await judged(browsing, which);
        if (round >= WARM) times[name].push(ms);
      }
    }
    const [alone, all] = [median(times.axe), median(times.all)];
    console.log(`axe alone ${alone.toFixed(0)} ms, all engines ${all.toFixed(0)} ms: ${(all / alone).toFixed(2)} times, at most ${TIMES}`);
    if (all > TIMES * alone) process.exitCode = 1;
  }, never);
  const before = rssMb();
  await browse(async browsing => {
    for (let page = 0; page < PAGES; page++) await judged(browsing, engines);
  }, never);
  const grown = rssMb() - before;
  console.log(`${PAGES} pages: the service grew by ${grown.toFixed(0)} MB, at most ${MAX_GROWTH_MB}`);
  if (grown > MAX_GROWTH_MB) process.exitCode = 1;
  server.close();
  server.closeAllConnections();
}

async function judged(browsing: Browsing, which: typeof engines): Promise<number> {
  const startedMs = performance.now();
  const opened = await browsing.open('http://shop.example/', WINDOW);
  if (opened.outcome === 'failed') throw new Error(opened.cause);
  await preparePage(opened.page);
  for (const engine of which) {
    const { outcome } = await engine.judge(opened.page);
    if (outcome === 'failed') throw new Error(`${engine.name} failed`);
  }
  return performance.now() - startedMs;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function rssMb(): number {
  return process.memoryUsage().rss / 2 ** 20;
}
