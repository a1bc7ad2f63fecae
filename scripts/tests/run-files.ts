import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

const reporter = new URL('events.js', import.meta.url).href;
const preloaded = ['untracked.js', 'cost.js'].flatMap(name => ['--import', new URL(name, import.meta.url).href]);
/** A file that is still running after this has hung. */
const HUNG_MS = 20 * 60_000;
/** More than it takes to read what a file reported, after its end. */
const READ_MS = 5000;
const MOST_STDERR = 8_000;

/** What a test process reports, as `events.js` writes it. */
export type TestEvent =
  | { type: 'test:diagnostic'; message: string }
  | { type: 'test:pass' | 'test:fail'; name: string; suite: boolean; skipped?: string | boolean; error?: string; asserted: boolean };

/** Process groups of files that are running. */
const groups = new Set<number>();
process.on('exit', () => groups.forEach(endGroup));

/**
 * Runs each of `files` in a process of its own, `concurrency` at a time, and calls `heard` with what it reports. Whatever
 * a file started ends with it, and a file that hangs is killed with all that it started: `failed` says so, as it does of
 * a file that ended badly without a test that failed, or ran no test.
 */
export async function runFiles(files: readonly string[], { concurrency, heard, failed }: {
  concurrency: number;
  heard: (file: string, event: TestEvent) => void;
  failed: (file: string, why: string) => void;
}): Promise<void> {
  const waiting = files.values();
  await Promise.all(Array.from({ length: concurrency }, async () => {
    for (const file of waiting) await runFile(file, event => heard(file, event), why => failed(file, why));
  }));
}

async function runFile(file: string, heard: (event: TestEvent) => void, failed: (why: string) => void): Promise<void> {
  const child = spawn(process.execPath, [...preloaded, '--test-reporter', reporter, '--test-reporter-destination', 'stdout', file], {
    detached: true, stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  if (child.pid !== undefined) groups.add(child.pid);
  let tests = 0;
  let failures = 0;
  let stderr = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-MOST_STDERR)));
  const lines = createInterface({ input: child.stdio[3] as Readable }).on('line', line => {
    const event = JSON.parse(line) as TestEvent;
    if (event.type !== 'test:diagnostic') tests++;
    if (event.type === 'test:fail') failures++;
    heard(event);
  });
  const closed = new Promise<void>(resolve => lines.once('close', () => resolve()));

  const { code, hung } = await endOf(child);
  if (child.pid !== undefined) {
    endGroup(child.pid);
    groups.delete(child.pid);
  }
  // A program that left the group of the file may hold its ends open; what the file reported is there by now.
  const late = setTimeout(() => {
    lines.close();
    child.stdio[3]!.destroy();
  }, READ_MS);
  await closed;
  clearTimeout(late);
  child.stderr!.destroy();
  if (hung) failed(`did not end within ${HUNG_MS / 60_000} minutes, and was killed\n${stderr}`);
  else if (code !== 0 && failures === 0) failed(`ended with ${String(code)}\n${stderr}`);
  else if (tests === 0) failed('ran no test');
}

function endOf(child: ChildProcess): Promise<{ code: number | string | null; hung: boolean }> {
  return new Promise(resolve => {
    let hung = false;
    const timer = setTimeout(() => {
      hung = true;
      if (child.pid !== undefined) endGroup(child.pid);
    }, HUNG_MS);
    child.once('error', error => resolve({ code: error.message, hung }));
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      resolve({ code: code ?? signal, hung });
    });
  });
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
