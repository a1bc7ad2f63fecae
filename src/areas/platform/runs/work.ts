import type { RunProgress, RunSubject, RunTrigger } from '../../../core/run.ts';
import type { Db, Job, Queue, Store } from '../../../store/index.ts';
import { RunLost } from './retry.ts';
import type { RunEvent, RunOutcome, RunWork } from '../../run-kind.ts';
import { advance, end } from './transitions.ts';
import { subjectOf, type RunRow } from './shapes.ts';

/** What is reported is written down together, so late at most. */
const REPORT_WITHIN_MS = 100;

type Change = (tx: Db) => Promise<void>;

/** What a run is done with. */
export interface WorkMeans {
  store: Store;
  queue: Queue;
  report(error: unknown, about: string): void;
}

/** A run in the hands of this worker, as its kind sees it. */
export class Work<Services> implements RunWork<Services, unknown, unknown> {
  readonly id: string;
  readonly accountId: string;
  readonly subject: RunSubject;
  readonly trigger: RunTrigger;
  readonly input: unknown;
  readonly state: unknown;
  readonly services: Services;
  readonly signal: AbortSignal;
  readonly #means: WorkMeans;
  readonly #job: Job;
  /** Told and not written down yet. */
  #pending: RunEvent[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(row: RunRow, job: Job, signal: AbortSignal, services: Services, means: WorkMeans) {
    this.id = row.id;
    this.accountId = row.account_id;
    this.subject = subjectOf(row);
    this.trigger = row.trigger as RunTrigger;
    this.input = JSON.parse(row.input);
    this.state = row.state === null ? null : JSON.parse(row.state);
    this.services = services;
    this.signal = signal;
    this.#means = means;
    this.#job = job;
  }

  // Kinds may take it out of the run.
  tell = (name: string, data: unknown): void => {
    if (this.trigger === 'schedule') return;
    this.#pending.push({ name, data });
    this.#timer ??= setTimeout(() => void this.#writePending(), REPORT_WITHIN_MS).unref();
  };

  commit({ state, progress, events = [] }: { state: unknown; progress: RunProgress; events?: readonly RunEvent[] }, change?: Change): Promise<void> {
    return this.#write(async (tx, recorded) => {
      const left = { state: JSON.stringify(state ?? null), ...progress };
      const all = [...recorded, ...events, { name: 'progress', data: progress }];
      if (!await advance(tx, this.id, left, all, this.#now()) || !await this.#means.queue.keep(this.#job, tx)) throw new RunLost();
      await change?.(tx);
    });
  }

  /** Ends the run; throws `RunLost` where it is no longer this worker's. */
  end({ status, result, change }: RunOutcome): Promise<void> {
    return this.#write(async (tx, recorded) => {
      const row = await end(tx, { id: this.id }, { status, result: JSON.stringify(result ?? null) }, recorded, this.#now());
      if (!row || !await this.#means.queue.finish(tx, this.#job)) throw new RunLost();
      await change?.(tx);
    });
  }

  /** Tells nothing more: somebody else may have the run now. */
  leave(): void {
    clearTimeout(this.#timer);
    this.#pending = [];
  }

  #now(): number {
    return this.#means.store.clock.now();
  }

  /** One transaction after the other, each with what was reported before it. */
  #write(change: (tx: Db, recorded: readonly RunEvent[]) => Promise<void>): Promise<void> {
    const writing = this.#writing.then(async () => {
      const recorded = this.#takePending();
      await this.#means.store.transaction(tx => change(tx, recorded));
    });
    this.#writing = writing.catch(() => {});
    return writing;
  }

  #takePending(): RunEvent[] {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#pending.splice(0);
  }

  /** What is only told need not be on the disk. */
  #writePending(): Promise<void> {
    const writing = this.#writing.then(async () => {
      const recorded = this.#takePending();
      if (recorded.length === 0) return;
      await this.#means.store.transactionOfFigures(async tx => {
        if (!await advance(tx, this.id, null, recorded, this.#now()) || !await this.#means.queue.keep(this.#job, tx)) throw new RunLost();
      });
    }).catch((error: unknown) => { if (!(error instanceof RunLost) && !this.signal.aborted) this.#means.report(error, this.id); });
    this.#writing = writing;
    return writing;
  }
}
