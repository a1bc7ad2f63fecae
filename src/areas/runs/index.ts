export { cancelRunsAbout } from './cancel.ts';
export type { JobHandler, JobOutcome, JobWork } from './job.ts';
export type { AnyRunKind, RunEvent, RunKind, RunOutcome, RunWork } from './kind.ts';
export { RunReply, runsOperations } from './operations.ts';
export { createScheduler, nextTime, type Schedule, type Scheduler } from './scheduler.ts';
export { present as presentRun, RunRecord, type RunRow } from './shapes.ts';
export { accepted, runOfKey, startRun, type NewRun, type RunsContext } from './start.ts';
export { runsOf } from './store.ts';
export { createWorker, type Spent, type Worker, type WorkerOptions } from './worker.ts';
