import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { afterEach, suite } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPrinter, type Printer, type PrinterOptions } from './printer.ts';
import { chromium, titleOf, withoutChromium } from './testing.ts';

const root = process.getuid?.() === 0;
const neverAborted = new AbortController().signal;

const printers: Printer[] = [];
const logged: string[] = [];
function printer(over: Partial<PrinterOptions> = {}): Printer {
  const made = createPrinter({ find: () => chromium, root, home: tmpdir(), log: line => logged.push(line), ...over });
  printers.push(made);
  return made;
}
afterEach(async () => {
  for (const one of printers.splice(0)) await one.close();
  logged.length = 0;
});

const pageOf = (title: string, body = title) => `<!doctype html><html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`;
/** Boxes in boxes, each in two columns: to lay it out takes longer than anybody waits. */
const STALLING = pageOf('Stalling', `<style>div { columns: 2; }</style>${'<div>'.repeat(40)}${'word '.repeat(2000)}${'</div>'.repeat(40)}`);

/** For what must succeed, however slow the machine is. */
const PATIENT_MS = 120_000;

/** A page that takes its time. */
const LONG = pageOf('Long', `<table>${'<tr><td>a</td><td>b</td></tr>'.repeat(6000)}</table>`);

/** Chromium as this process, or the process `parent`, has started it. */
function chromiums(parent = process.pid): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.map(line => line.trim().split(/\s+/)).filter(([, ppid, ...args]) => Number(ppid) === parent && args.join(' ').includes('--remote-debugging-pipe')).map(([pid]) => Number(pid));
}

async function until(holds: () => boolean, says: string): Promise<void> {
  for (let tries = 0; !holds(); tries++) {
    assert.ok(tries < 200, says);
    await sleep(50);
  }
}

suite('without Chromium there is no PDF, and the reply says what to do', () => {
  test('where none is installed', async () => {
    const printed = await printer({ find: () => null }).print(pageOf('A'), neverAborted);
    assert.equal(printed.outcome, 'unavailable');
    assert.match((printed as { cause: string }).cause, /Have the package chromium installed, or DSS_CHROMIUM set/);
  });
  test('where the program is none', async () => {
    const printed = await printer({ find: () => '/dev/null' }).print(pageOf('A'), neverAborted);
    assert.equal(printed.outcome, 'unavailable');
    assert.match((printed as { cause: string }).cause, /^Chromium does not start\. The log of the service says why/);
    assert.match(logged.at(-1)!, /^\/dev\/null does not start: /);
  });
});

suite('Chromium', { skip: withoutChromium }, () => {
  test('prints a page, whatever is in its title', async () => {
    const { print } = printer();
    for (const title of ['Report: example.org', 'Bücher · (example.org)']) assert.equal(titleOf(await print(pageOf(title), neverAborted)), title);
    assert.equal(chromiums().length, 1);
    assert.equal(logged.filter(line => line.includes('sandbox')).length, root ? 1 : 0);
  });

  test('runs no script and asks nobody for anything', async () => {
    const asked: string[] = [];
    const server = createServer((request, reply) => { asked.push(request.url!); reply.end('{}'); }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const hostile = `<script>document.title = 'ran'; fetch('${at}/script')</script><img src="${at}/img" onerror="document.title='ran'"><iframe src="${at}/frame"></iframe>`
        + `<link rel="stylesheet" href="${at}/css"><link rel="preconnect" href="${at}/"><style>@import url(${at}/import); @font-face { font-family: x; src: url(${at}/font) } p { font-family: x; background: url(${at}/background) }</style>`
        + `<object data="${at}/object"></object><video src="${at}/video"></video><p>text</p><a href="${at}/link" ping="${at}/ping">link</a>`;
      assert.equal(titleOf(await printer().print(pageOf('As it was', hostile), neverAborted)), 'As it was');
      await printer().print(pageOf('Elsewhere', `<meta http-equiv="refresh" content="0; url=${at}/refresh">${hostile}`), neverAborted);
      assert.deepEqual(asked, []);
    } finally {
      server.close();
    }
  });

  test('prints two pages at once while sixteen wait; one more is too many', async () => {
    const { print } = printer();
    const outcomes = await Promise.all(Array.from({ length: 19 }, (_, at) => print(pageOf(`Page ${at}`), neverAborted)));
    assert.deepEqual(outcomes.map(({ outcome }) => outcome), [...Array.from({ length: 18 }, () => 'printed'), 'busy']);
    assert.deepEqual(outcomes.slice(0, 18).map(titleOf), Array.from({ length: 18 }, (_, at) => `Page ${at}`));
  });

  test('is ended with a page that stalls, which is not tried again', async () => {
    assert.deepEqual(await printer({ printMs: 3000 }).print(STALLING, neverAborted), { outcome: 'failed', cause: 'Making the PDF took too long.' });
    await until(() => chromiums().length === 0, 'it is there still');
    await sleep(500);
    assert.deepEqual(chromiums(), []);
  });

  test('that is ended gives the next page to another', async () => {
    const startedMs = performance.now();
    await printer().print(LONG, neverAborted);
    const tookMs = performance.now() - startedMs;
    const printMs = 2000 + 5 * tookMs;
    const { print } = printer({ printMs });
    const stalling = print(STALLING, neverAborted);
    await sleep(printMs - tookMs / 2);
    const [stalled, adjacent] = await Promise.all([stalling, print(LONG, neverAborted)]);
    assert.deepEqual([stalled.outcome, titleOf(adjacent)], ['failed', 'Long']);
  });

  test('that was killed is started again, also with a page in hand, whatever it was doing with it', async () => {
    const { print } = printer({ printMs: PATIENT_MS });
    await print(pageOf('First'), neverAborted);
    for (const afterMs of [0, 100, 125, 150, 300]) {
      const printing = print(LONG, neverAborted);
      await sleep(afterMs);
      process.kill(chromiums()[0]!, 'SIGKILL');
      assert.equal(titleOf(await printing), 'Long');
    }
    process.kill(chromiums()[0]!, 'SIGKILL');
    assert.equal(titleOf(await print(pageOf('Last'), neverAborted)), 'Last');
  });

  test('ends when nobody prints, and at the close, after which nothing is printed', async () => {
    const { print, close } = printer({ idleMs: 100 });
    await print(pageOf('A'), neverAborted);
    await until(() => chromiums().length === 0, 'it has not ended');
    await print(pageOf('B'), neverAborted);
    await close();
    assert.deepEqual([chromiums().length, (await print(pageOf('C'), neverAborted)).outcome], [0, 'busy']);
  });

  test('takes no page that is too large', async () => {
    const printed = await printer().print('x'.repeat(17 * 1024 * 1024), neverAborted);
    assert.deepEqual([printed.outcome, chromiums().length], ['failed', 0]);
  });

  test('does not outlive a process that is killed', async () => {
    const script = `import { createPrinter } from ${JSON.stringify(new URL('printer.ts', import.meta.url).href)};
      await createPrinter({ find: () => ${JSON.stringify(chromium)}, root: ${root}, home: '/tmp', log: () => {} }).print('page', new AbortController().signal);
      console.log('printed');
      setInterval(() => {}, 1000);`;
    // Nobody is left who would remove what the two had there.
    const folder = mkdtempSync(join(tmpdir(), 'dss-print-'));
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'], env: { TMPDIR: folder } });
    await once(child.stdout, 'data');
    const [pid] = chromiums(child.pid);
    assert.ok(pid);
    child.kill('SIGKILL');
    await until(() => {
      try {
        return !process.kill(pid, 0);
      } catch {
        return true;
      }
    }, 'it is there still');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
});
