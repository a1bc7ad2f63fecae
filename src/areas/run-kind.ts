import type { Scope } from '../core/access.ts';
import type { RunProgress, RunStatus, RunSubject, RunTrigger } from '../core/run.ts';
import type { Db } from '../store/index.ts';

/** One kind of run, declared where it is asked for. */
export interface RunKind<Input = never> {
  kind: string;
  /** The scope that a key needs to see its runs. */
  scope: Scope;
  /** Where the result of a run is found, such as `/api/domains/dom_…/overview`; left out, at the run itself. */
  resultAt?(subject: RunSubject): string;
  /** Who does its runs; may stand in a later area. */
  handledBy<Services, State = null>(work: (run: RunWork<Services, Input, State>) => Promise<RunOutcome>): RunHandler<Services>;
}

// oxlint-disable-next-line typescript/no-explicit-any
export type AnyRunKind = RunKind<any>;

/** Who does the runs of one kind. */
export interface RunHandler<Services> {
  kind: AnyRunKind;
  /** Does the work from where the last committed stage left it; may be called again after a crash. */
  // oxlint-disable-next-line typescript/no-explicit-any
  work(run: RunWork<Services, any, any>): Promise<RunOutcome>;
}

/** `defineRun<ScanInput>()({kind: 'domainScan', scope: 'scans'})` states a kind of run; its name stands in the database and never changes. */
export function defineRun<Input>() {
  return (declared: Pick<RunKind<Input>, 'kind' | 'scope' | 'resultAt'>): RunKind<Input> => {
    const kind: RunKind<Input> = { ...declared, handledBy: work => ({ kind, work }) };
    return kind;
  };
}

/** A run in the hands of a worker. */
export interface RunWork<Services, Input, State> {
  id: string;
  accountId: string;
  subject: RunSubject;
  trigger: RunTrigger;
  input: Input;
  /** What the last committed stage left; null at the beginning. */
  state: State | null;
  services: Services;
  /** Fires when the run is cancelled, its worker is to stop, or another has taken it over. */
  signal: AbortSignal;
  /**
   * Tells those who watch something at once, such as a part of the result; not kept when the stage is done again.
   * Nobody watches a scheduled run: there it does nothing.
   */
  tell(event: string, data: unknown): void;
  /**
   * Ends a stage: what it changed, what it leaves for the next and what it tells, in one transaction.
   * Throws `RunLost` where the run is no longer this worker's: then nothing was changed.
   */
  commit(stage: { state: State; progress: RunProgress; events?: readonly RunEvent[] }, change?: (tx: Db) => Promise<void>): Promise<void>;
}

/** `name` is a plain word, and none of `started`, `resumed`, `progress`, `ended`, `run`, `result` and `problem`, which every run has. */
export interface RunEvent {
  name: string;
  data: unknown;
}

/** How a run ends; `change` is committed with the end. An error that is thrown makes it `failed`, told in the words of a `Problem`, and its allowance is given back. */
export interface RunOutcome {
  status: Extract<RunStatus, 'completed' | 'partial'>;
  /** JSON; what `GET /api/runs/{id}` shows as the result, small. */
  result: unknown;
  change?: (tx: Db) => Promise<void>;
}
