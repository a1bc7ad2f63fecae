import { Worker } from 'node:worker_threads';
import type { Capture, Shot } from '../../core/outside/capture.ts';
import { unlessLate, withDeadline } from '../deadline.ts';
import { causeOf } from '../dial.ts';
import type { Connector } from '../door.ts';
import type { Start } from './browser.ts';
import type { Said, Showing } from './page-thread.ts';
import { startProxy } from './proxy.ts';
import { createTurns } from './turns.ts';

export interface CameraOptions extends Omit<Start, 'executable' | 'way'> {
  /** Path of Chromium; null where there is none. */
  find(): string | null;
  door: Connector;
  randomBytes(size: number): Buffer;
  /** For one page, with the start of Chromium; a minute unless given. */
  shootMs?: number;
}

const SHOOT_MS = 60_000;
const MAX_WAITING = 16;
/** For a thread to end its Chromium. */
const END_MS = 5000;
const MAX_HEAP_MB = 768;

const LATE: Shot = { outcome: 'failed', cause: 'the browser took too long' };

/**
 * Shows pages in a Chromium of their own, one at a time: it ends with the page, and has no way out but a proxy behind `door`. A thread
 * of its own talks to it, so that a page which makes it say more than can be read ends that thread and not the service.
 */
export function createCamera({ find, door, randomBytes, shootMs = SHOOT_MS, root, home, log }: CameraOptions): Capture['shoot'] {
  const turns = createTurns(1, MAX_WAITING);

  const shootBy = async (executable: string, url: string, signal: AbortSignal): Promise<Shot> => {
    const way = await startProxy({ door, password: randomBytes(24).toString('base64url') });
    try {
      const { server, username, password } = way;
      return await showInThread({ url, executable, root, home, way: { server, username, password } }, log, signal);
    } finally {
      await way.close();
    }
  };

  return async (url, signal) => {
    const executable = find();
    if (executable === null) return { outcome: 'failed', cause: 'there is no Chromium here; install the package chromium, or set DSS_CHROMIUM' };
    const leave = await turns.take(signal);
    if (leave === null) return { outcome: 'failed', cause: 'too many pages wait for the browser' };
    try {
      return await withDeadline(shootMs, signal, signal => shootBy(executable, url, signal));
    } catch (error) {
      return failed(error as Error);
    } finally {
      leave();
    }
  };
}

async function showInThread(showing: Showing, log: Start['log'], signal: AbortSignal): Promise<Shot> {
  const worker = new Worker(new URL('./page-thread.ts', import.meta.url), { workerData: showing, resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } });
  const [shot, ended] = [Promise.withResolvers<Shot>(), Promise.withResolvers<void>()];
  worker.on('message', (said: Said) => { if ('line' in said) log(said.line); else shot.resolve(said.shot); });
  worker.on('error', error => shot.resolve(failed(error as Error)));
  worker.on('exit', () => {
    shot.resolve({ outcome: 'failed', cause: 'the browser failed: it ended early' });
    ended.resolve();
  });
  try {
    return await unlessLate(shot.promise, signal, LATE);
  } finally {
    worker.postMessage('end', []);
    const hurry = setTimeout(() => void worker.terminate(), END_MS);
    await ended.promise;
    clearTimeout(hurry);
  }
}

function failed(error: Error): Shot {
  return { outcome: 'failed', cause: `the browser failed: ${causeOf(new Error(error.message.split('\n')[0]))}` };
}
