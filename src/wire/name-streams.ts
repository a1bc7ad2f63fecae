import type { Clock } from '../core/clock.ts';
import type { NameStream, NameStreams } from '../core/outside/name-stream.ts';
import type { Later } from './ct/ask.ts';

/** Streams whose list has to be asked for. */
export type ListStreams = (signal: AbortSignal) => Promise<{ outcome: 'streams'; streams: readonly NameStream[] } | Later>;

const LIST_AGAIN_MS = 3_600_000;
const ASK_AGAIN_MS = 60_000;

/** All that is configured as one. A list is asked for again after an hour, and stays as it was while it cannot be read; streams keep what they know. */
export function createNameStreams(clock: Clock, lists: readonly ListStreams[]): NameStreams {
  const known = lists.map(list => ({ list, streams: [] as readonly NameStream[], failure: null as string | null, until: 0 }));
  return {
    configured: lists.length > 0,
    async list(signal) {
      await Promise.all(known.filter(({ until }) => until <= clock.now()).map(async entry => {
        const answer = await entry.list(signal);
        entry.failure = answer.outcome === 'later' ? answer.cause : null;
        entry.until = clock.now() + (answer.outcome === 'later' ? Math.max(ASK_AGAIN_MS, answer.retryAfterMs ?? 0) : LIST_AGAIN_MS);
        if (answer.outcome !== 'streams') return;
        const before = new Map(entry.streams.map(stream => [stream.id, stream]));
        entry.streams = answer.streams.map(stream => before.get(stream.id) ?? stream);
      }));
      return { streams: known.flatMap(({ streams }) => streams), failures: known.flatMap(({ failure }) => failure ?? []) };
    },
  };
}
