import type { RunProgress, RunStatus } from '../../core/run.ts';
import { failure, type Result } from './problem.ts';
import { readResult, type Ask } from './request.ts';
import { stream, type OnEvent } from './stream.ts';

export interface WaitOptions {
  /** Hears how far the run is. */
  onProgress?: ((progress: RunProgress) => void) | undefined;
  /** Hears all that the run tells, such as parts of its result. */
  onEvent?: OnEvent | undefined;
  signal?: AbortSignal | undefined;
  /** The pause before the service is asked again; 2000 by default. */
  pollMs?: number | undefined;
}

/** What of a run matters here. */
interface RunSeen {
  status: RunStatus;
  progress: RunProgress;
}

/** So often in a row the service may fail to answer. */
const MOST_FAILURES = 30;

/**
 * The run `id` when it has ended. Its events are followed, over as many connections as it takes; where none comes
 * through, the run itself is asked for again and again.
 */
export async function waitForRun(ask: Ask, id: string, { onProgress, onEvent, signal, pollMs = 2000 }: WaitOptions): Promise<Result<RunSeen>> {
  let lastEventId: string | undefined;
  let heard = false;
  let follows = true;
  const hear: OnEvent = (name, data, eventId) => {
    heard = true;
    lastEventId = eventId ?? lastEventId;
    if (name === 'run') onProgress?.((data as RunSeen).progress);
    else if (name === 'progress') onProgress?.(data as RunProgress);
    onEvent?.(name, data, eventId);
  };
  for (let failures = 0; ;) {
    if (follows) {
      heard = false;
      const followed = runIn('run', await stream(ask, 'GET /api/runs/{id}/events', { id }, { signal, lastEventId, onEvent: hear }));
      if (isFinal(followed)) return followed;
      // An answer in which nothing is to be heard is held back on the way, and the next would be too.
      follows = heard || followed.status === 0;
    }
    const answer = await ask('GET /api/runs/{id}', { id }, { signal });
    const shown = runIn('data', 'problem' in answer ? answer : await readResult(answer, signal));
    if (isFinal(shown)) return shown;
    if (shown.ok) onProgress?.(shown.data.progress);
    failures = shown.ok ? 0 : failures + 1;
    if (failures === MOST_FAILURES) return shown;
    await pause(pollMs, signal);
  }
}

/** The run that stands in a reply as `member`. */
function runIn(member: 'run' | 'data', result: Result<unknown>): Result<RunSeen> {
  if (!result.ok) return result;
  const run = (result.data as Partial<Record<typeof member, RunSeen>> | null)?.[member];
  return run?.progress ? { ...result, data: run } : failure('unreadable', 'The answer shows no run.', result);
}

/** Whether coming again cannot help: the run has ended, the service refuses, or the caller has given up. */
function isFinal(result: Result<RunSeen>): boolean {
  if (result.ok) return result.data.status !== 'queued' && result.data.status !== 'running' && result.data.status !== 'paused';
  const { status, problem: { code } } = result;
  return code === 'aborted' || (code !== 'network' && code !== 'unreadable' && status < 500);
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise(resolve => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
}
