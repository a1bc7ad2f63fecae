import type { Failure } from '../../core/lookup.ts';

/** As many questions in a row without any answer mean that no server is there, and not that one question is hard. */
const LOST_QUESTIONS = 3;
const BACKOFF_MS = 2000;

/** Notices when no server answers anything any more, so that the silence is waited for once and not by every question. */
export function createOutage() {
  const waiting = new Set<AbortController>();
  let lost = 0;
  let outage: { failure: Failure; sinceMs: number } | null = null;

  return {
    /** What ends a question at once: the servers were found silent within the last two seconds. */
    failure(nowMs: number): Failure | null {
      return outage && nowMs < outage.sinceMs + BACKOFF_MS ? outage.failure : null;
    },
    get ongoing(): boolean {
      return outage !== null;
    },
    /** `lookup` is aborted when an outage is noticed. */
    enter(lookup: AbortController): void {
      waiting.add(lookup);
    },
    leave(lookup: AbortController): void {
      waiting.delete(lookup);
    },
    /** A question ended while nothing at all was answered. */
    lost(failure: Failure, nowMs: number): void {
      if (++lost < LOST_QUESTIONS && !outage) return;
      outage = { failure, sinceMs: nowMs };
      for (const lookup of waiting) lookup.abort();
    },
    over(): void {
      lost = 0;
      outage = null;
    },
  };
}
