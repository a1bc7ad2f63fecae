import type { Clock } from '../core/clock.ts';
import { unavailabilityOf, type Store, type Unavailability } from '../store/index.ts';
import type { Readiness } from '../surfaces/http/index.ts';

const FRESH_MS = 1000;
/** The database gives up a server that hangs within 5 s. */
const PATIENCE_MS = 6000;
/** Damage is met by some queries and not by others. */
const DAMAGE_REMEMBERED_MS = 60_000;

const states: Readonly<Record<Unavailability, string>> = {
  unreachable: 'does not answer',
  busy: 'is held by another process',
  full: 'cannot be written: the disk is full',
  readOnly: 'cannot be written: the disk or the server is read-only',
  damaged: 'is damaged',
};

/** What a caller hears of it. */
const sentences: Readonly<Record<Unavailability, string>> = {
  unreachable: 'The database does not answer. Try again; whether a change was made can be seen in the list, or by the same request_key.',
  busy: 'Another process holds the database. Nothing was changed. Try again.',
  full: 'The disk of the service is full. Nothing was changed. Try again when the operator has made room.',
  readOnly: 'The database of the service cannot be written. Nothing was changed. Try again when the operator has corrected that.',
  damaged: 'The database of the service is damaged. Tell the operator, who restores it from a backup.',
};

/** Whether the service can do its work, and why a failure was none of its own. */
export interface Watched {
  ready(): Promise<Readiness>;
  /** What a caller hears where the database or its disk is at fault; null where the program is. */
  explain(error: unknown): string | null;
}

/** Asks `store` by writing to it, once a second at most. */
export function createReadiness(store: Pick<Store, 'state'>, clock: Clock): Watched {
  let damagedAtMs = -Infinity;
  let last: { atMs: number; state: Promise<'ok' | Unavailability> } | null = null;

  const note = <T extends 'ok' | Unavailability | null>(why: T): T => {
    if (why === 'damaged') damagedAtMs = clock.monotonicMs();
    return why;
  };
  const stateNow = (): Promise<'ok' | Unavailability> => {
    const atMs = clock.monotonicMs();
    if (last && atMs < last.atMs + FRESH_MS) return last.state;
    const late = Promise.withResolvers<'unreachable'>();
    const timer = setTimeout(() => late.resolve('unreachable'), PATIENCE_MS);
    const state = Promise.race([store.state().then(note), late.promise]).catch(() => 'unreachable' as const).finally(() => clearTimeout(timer));
    last = { atMs, state };
    return state;
  };
  return {
    async ready() {
      const state = await stateNow();
      const shown = state === 'ok' && clock.monotonicMs() < damagedAtMs + DAMAGE_REMEMBERED_MS ? 'damaged' : state;
      return { ok: shown === 'ok', parts: { database: shown === 'ok' ? 'ok' : states[shown] } };
    },
    explain(error) {
      const why = note(unavailabilityOf(error));
      return why && sentences[why];
    },
  };
}
