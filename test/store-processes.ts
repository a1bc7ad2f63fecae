import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { TestDatabase } from './databases.ts';

/** A process on a database, with the lines that it has said so far. */
export interface Spoken {
  process: ChildProcess;
  lines: string[];
  /** Answers with the first line that begins with `start`; throws when the process ends without it. */
  said(start: string): Promise<string>;
  /** Answers with the exit code when the process has ended; null when it was killed. */
  ended: Promise<number | null>;
}

/** Starts `work` of `store-child.ts` on `database`. */
export function startChild(work: 'open' | 'serve' | 'spend' | 'write', { dataDir, url }: Pick<TestDatabase, 'dataDir' | 'url'>): Spoken {
  return startScript(new URL('store-child.ts', import.meta.url), [work, dataDir, url ?? '-']);
}

const running = new Set<Spoken>();
process.on('exit', () => { for (const child of running) child.process.kill('SIGKILL'); });

/** Starts a script as a process of its own. */
export function startScript({ pathname }: URL, args: readonly string[]): Spoken {
  const child = listen(spawn(process.execPath, [pathname, ...args], { stdio: ['ignore', 'pipe', 'pipe'] }));
  running.add(child);
  void child.ended.then(() => running.delete(child));
  return child;
}

/** Ends a script as a power cut would. */
export async function killScript(child: Spoken): Promise<void> {
  child.process.kill('SIGKILL');
  await child.ended;
}

/** Kills whatever script still runs. */
export async function killScripts(): Promise<void> {
  await Promise.all([...running].map(killScript));
}

function listen(child: ChildProcess): Spoken {
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  let [over, errors] = [false, ''];
  const wake = (): void => { for (const one of waiting) one(); };
  createInterface({ input: child.stdout! }).on('line', line => {
    lines.push(line);
    wake();
  });
  child.stderr!.on('data', (chunk: Buffer) => { errors += chunk.toString(); });
  const ended = new Promise<number | null>(resolve => child.once('close', code => {
    over = true;
    wake();
    resolve(code);
  }));
  const said = (start: string): Promise<string> => new Promise((resolve, reject) => {
    const poll = (): void => {
      const found = lines.find(line => line.startsWith(start));
      if (found === undefined && !over) return;
      waiting.delete(poll);
      if (found === undefined) reject(new Error(`The process ended without saying ${start}: ${errors}`));
      else resolve(found);
    };
    waiting.add(poll);
    poll();
  });
  return { process: child, lines, said, ended };
}
