import type { Emit } from '../../../core/operation.ts';
import type { Db } from '../../../store/index.ts';
import { hasEnded, presentWithResult, type RunRow } from './shapes.ts';
import type { RunsServices } from './start.ts';
import { eventsAfter, findRun } from './store.ts';
import { Backoff } from './backoff.ts';

const EVENTS_AT_ONCE = 100;
const LEAST_PAUSE_MS = 100;
const MOST_PAUSE_MS = 1000;

/** What a stream of events goes by. */
export interface Following extends Pick<RunsServices, 'runKinds'> {
  db: Db;
  emit: Emit;
  signal: AbortSignal;
}

/** Sends the run as it stands, then what it tells after the event `seq` until it ends; gives the run at its end. Throws the reason of `signal`. */
export async function follow({ db, runKinds, emit, signal }: Following, run: RunRow, seq: number): Promise<RunRow> {
  const backoff = new Backoff(LEAST_PAUSE_MS, MOST_PAUSE_MS);
  let [last, now] = [seq, run];
  emit('run', presentWithResult(run, runKinds));
  for (;;) {
    // The run is read before its events: one that has ended tells nothing more.
    const events = now.event_seq > last ? await eventsAfter(db, run.id, last, EVENTS_AT_ONCE) : [];
    for (const { seq: id, name, data } of events) {
      emit(name, JSON.parse(data), String(id));
      last = id;
    }
    if (events.length === EVENTS_AT_ONCE) continue;
    if (hasEnded(now)) return now;
    if (events.length > 0) backoff.reset();
    await backoff.pause(signal);
    signal.throwIfAborted();
    const next = await findRun(db, run.account_id, run.id);
    if (!next) return now;
    now = next;
  }
}
