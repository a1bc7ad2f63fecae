import type { Store } from '../../../store/index.ts';
import type { Schedule } from '../../schedule.ts';

export interface Scheduler {
  start(): void;
  /** Starts everything that is due now. */
  poll(): Promise<void>;
  stop(): Promise<void>;
}

export interface SchedulerOptions<Services> {
  store: Store;
  services: Services;
  schedules: readonly Schedule<Services>[];
  report(error: unknown, about: string): void;
}

const POLL_MS = 5000;
const THINGS_AT_ONCE = 100;

/** Looks every few seconds for what is due; any number of processes may do so over one database. */
export function createScheduler<Services>({ store, services, schedules, report }: SchedulerOptions<Services>): Scheduler {
  const stopping = new AbortController();
  let polling: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  const takeAll = async ({ name, due }: Schedule<Services>): Promise<void> => {
    try {
      let taken = THINGS_AT_ONCE;
      while (taken === THINGS_AT_ONCE && !stopping.signal.aborted) taken = await store.transaction(tx => due(tx, services, store.clock.now(), THINGS_AT_ONCE));
    } catch (error) {
      report(error, `schedule ${name}`);
    }
  };
  const poll = async (): Promise<void> => {
    for (const schedule of schedules) await takeAll(schedule);
  };
  const pollUnlessPolling = (): void => {
    polling ??= poll().finally(() => { polling = null; });
  };

  return {
    poll,
    start() {
      timer = setInterval(pollUnlessPolling, POLL_MS).unref();
      pollUnlessPolling();
    },
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await polling;
    },
  };
}
