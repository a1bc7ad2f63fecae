import type { Db, Store } from '../../../store/index.ts';

/** Things whose time comes again and again, such as domains that are watched. */
export interface Schedule<Context> {
  name: string;
  /**
   * Takes up to `max` things that are due at `now`, sets the next time of each (`nextTime`) and starts its run, all in `tx`;
   * gives how many it took. Other processes do the same at the same moment: it changes a row only where that is still due.
   */
  due(tx: Db, context: Context, now: number, max: number): Promise<number>;
}

export interface Scheduler {
  start(): void;
  /** Starts everything that is due now. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

export interface SchedulerOptions<Context> {
  store: Store;
  context: Context;
  schedules: readonly Schedule<Context>[];
  report(error: unknown, about: string): void;
}

const LOOK_EACH_MS = 5000;
const THINGS_AT_ONCE = 100;
const JITTER = 0.1;

/** Looks every few seconds for what is due; any number of processes may do so over one database. */
export function createScheduler<Context>({ store, context, schedules, report }: SchedulerOptions<Context>): Scheduler {
  const stopping = new AbortController();
  let looking: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  const takeAll = async ({ name, due }: Schedule<Context>): Promise<void> => {
    try {
      let taken = THINGS_AT_ONCE;
      while (taken === THINGS_AT_ONCE && !stopping.signal.aborted) taken = await store.transaction(tx => due(tx, context, store.clock.now(), THINGS_AT_ONCE));
    } catch (error) {
      report(error, `schedule ${name}`);
    }
  };
  const look = async (): Promise<void> => {
    for (const schedule of schedules) await takeAll(schedule);
  };
  const lookUnlessLooking = (): void => {
    looking ??= look().finally(() => { looking = null; });
  };

  return {
    look,
    start() {
      timer = setInterval(lookUnlessLooking, LOOK_EACH_MS).unref();
      lookUnlessLooking();
    },
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await looking;
    },
  };
}

/** The next time of the thing `id`, `everyMs` after `now` and up to a tenth earlier or later, so that what began together spreads; always the same for one id. */
export function nextTime(now: number, everyMs: number, id: string): number {
  return now + Math.round(everyMs * (1 + JITTER * (2 * fractionOf(id) - 1)));
}

/** A number in [0, 1) that spreads like a random one (FNV-1a, mixed at the end). */
function fractionOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}
