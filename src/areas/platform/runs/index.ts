import { defineArea } from '../../area.ts';
import { runs } from './migrations/0005-runs.ts';
import { scopeOfRuns } from './migrations/0039-scope-of-runs.ts';
import { pausedRuns } from './migrations/0072-paused-runs.ts';
import { pausedRunAt } from './migrations/0119-paused-run-at.ts';
import { runsOperations } from './operations.ts';
import type { RunsServices } from './start.ts';
import { runsOf } from './store.ts';
import { tables } from './tables.ts';

export { runColumns } from './tables.ts';
export { cancelRunsAbout } from './cancel.ts';
export { RunReply } from './operations.ts';
export { createScheduler, type Scheduler } from './scheduler.ts';
export { present as presentRun, RunRecord, type RunRow } from './shapes.ts';
export { accepted, pausedRunOfKey, runOfKey, startNewRuns, startRun, type NewRun, type RunsServices } from './start.ts';
export { keepUpkeep } from './upkeep.ts';
export { createWorker, type Worker, type WorkerOptions } from './worker.ts';

/** Work that takes longer than a reply. */
export const runsArea = defineArea<RunsServices>()({
  id: 'runs',
  group: 'platform',
  topics: { runs: 'Work that takes longer than a reply: progress, events while it runs, and cancelling it.' },
  operations: runsOperations,
  tables,
  migrations: { '0005-runs': runs, '0039-scope-of-runs': scopeOfRuns, '0072-paused-runs': pausedRuns, '0119-paused-run-at': pausedRunAt },
  exports: { runs: runsOf },
  idPrefixes: { run: 'run' },
  auditActions: {
    'run.cancelled': 'Cancelled a run',
    'run.paused': 'Paused a run',
    'run.resumed': 'Resumed a run',
  },
});
