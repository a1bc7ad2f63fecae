import { spawn, type ChildProcess } from 'node:child_process';
import { dirname, relative } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const [program, reporter, preloaded] = ['files.js', 'events.js', 'untracked.js'].map(name => new URL(name, import.meta.url));
/** A file that is still running after this has hung. */
const HUNG_MS = 20 * 60_000;
/** More than it takes to read what a file reported, after its end. */
const READ_MS = 5000;
const MOST_STDERR = 8_000;

/** What a test process reports of its tests, as `events.js` writes it. */
export type TestEvent =
  | { type: 'test:diagnostic'; message: string }
  | { type: 'test:pass' | 'test:fail'; name: string; suite: boolean; skipped?: string | boolean; error?: string; asserted: boolean };

/** The end of a file: why it failed by itself, and the processor seconds that it and the programs it started have used. */
interface FileEnd {
  type: 'file';
  error?: string;
  seconds: number;
}

/** Who hears of files that run. */
interface Heard {
  heard: (file: string, event: TestEvent) => void;
  spent: (file: string, seconds: number) => void;
  failed: (file: string, why: string) => void;
}

/** Process groups of files that are running. */
const groups = new Set<number>();
process.on('exit', () => groups.forEach(endGroup));

/**
 * Runs each of `batches` in a process of its own, `concurrency` at a time, its files one after the other, and says what they report and cost.
 * Whatever a batch started ends with it, and one that hangs is killed with all that it started: `failed` says so of the file that ran, as it does
 * of a file that ended badly without a test that failed, ran no test, or was not run because a file before it ended the process.
 */
export async function runFiles(batches: readonly (readonly string[])[], { concurrency, ...of }: Heard & { concurrency: number }): Promise<void> {
  const waiting = batches.values();
  await Promise.all(Array.from({ length: concurrency }, async () => {
    for (const batch of waiting) await runBatch(batch, of);
  }));
}

async function runBatch(files: readonly string[], { heard, spent, failed }: Heard): Promise<void> {
  const child = spawn(process.execPath, ['--import', preloaded!.href, '--test-reporter', reporter!.href, '--test-reporter-destination', 'stdout', fileURLToPath(program!), ...files], {
    detached: true, stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  if (child.pid !== undefined) groups.add(child.pid);
  const end = endOf(child);
  const left = [...files];
  let [tests, failures] = [0, 0];
  let stderr = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-MOST_STDERR)));
  const lines = createInterface({ input: child.stdio[3] as Readable }).on('line', line => {
    const event = JSON.parse(line) as TestEvent | FileEnd;
    if (event.type === 'file') {
      const file = left.shift()!;
      const why = event.error ?? (tests === 0 ? 'ran no test' : null);
      if (why !== null) {
        failures++;
        failed(file, why);
      }
      spent(file, event.seconds);
      tests = 0;
      end.next();
      return;
    }
    if (event.type !== 'test:diagnostic') tests++;
    if (event.type === 'test:fail') failures++;
    // Behind the last file, the process sums up.
    if (left[0] !== undefined) heard(left[0], event);
  });
  const closed = new Promise<void>(resolve => lines.once('close', () => resolve()));

  const { code, hung } = await end.come;
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
  const [running, ...others] = left;
  if (hung) failed(running ?? files.at(-1)!, `did not end within ${HUNG_MS / 60_000} minutes, and was killed\n${stderr}`);
  else if (running !== undefined || (code !== 0 && failures === 0)) failed(running ?? files.at(-1)!, `ended with ${String(code)}\n${stderr}`);
  for (const file of others) failed(file, `was not run: its process ended with ${relative(dirname(file), running!)}`);
}

/** The end of a process; one that runs too long without a word that it is at its `next` file is killed. */
function endOf(child: ChildProcess): { come: Promise<{ code: number | string | null; hung: boolean }>; next: () => void } {
  let hung = false;
  const timer = setTimeout(() => {
    hung = true;
    if (child.pid !== undefined) endGroup(child.pid);
  }, HUNG_MS);
  const come = new Promise<{ code: number | string | null; hung: boolean }>(resolve => {
    child.once('error', error => resolve({ code: error.message, hung }));
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      resolve({ code: code ?? signal, hung });
    });
  });
  return { come, next: () => void timer.refresh() };
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
