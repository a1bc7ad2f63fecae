import { defineTables, jobColumns, publish, type JsonText, type Millis } from '../../../store/index.ts';
import { accountColumns } from '../account/index.ts';

const DAY_MS = 86_400_000;

interface RunTable {
  id: string;
  account_id: string;
  kind: string;
  subject_type: string;
  subject_id: string;
  subject_label: string;
  trigger: string;
  /** That of the operation which started it; null for the schedule, and where its kind says it. */
  scope: string | null;
  /** What was spent for it, and in which window, so that it can be given back. */
  allowance: string | null;
  allowance_at: Millis | null;
  status: string;
  done: number;
  total: number;
  step: string | null;
  /** Number of the last event reported; numbers are never given twice. */
  event_seq: number;
  /** The last event that stays when the run goes on after a crash: what was reported later is reported again. */
  stage_seq: number;
  input: JsonText;
  /** What its finished stages left for the next; null when it has ended. */
  state: JsonText | null;
  result: JsonText | null;
  error: string | null;
  /** The key of its job while it is paused; null otherwise, and where it had none. */
  paused_key: string | null;
  /** When its job was to be taken, while it is paused. */
  paused_run_at: Millis | null;
  created_at: Millis;
  started_at: Millis | null;
  finished_at: Millis | null;
}

/** What a run told while it ran, for those who come later. */
interface RunEventTable {
  run_id: string;
  seq: number;
  name: string;
  data: JsonText;
  at: Millis;
}

/** The tables of this area, by name. */
export interface RunTables {
  run: RunTable;
  run_event: RunEventTable;
}

/** What other areas may know of a run. */
export const runColumns = publish<RunTable>()('run', ['id', 'account_id', 'kind', 'subject_type', 'subject_id', 'status', 'finished_at', 'result']);

export const tables = defineTables<RunTables>()('runs', {
  run: {
    key: ['id'],
    expires: [
      { column: 'finished_at', keptMs: 90 * DAY_MS, only: { column: 'trigger', value: 'manual' } },
      // Nobody waited for these, and what they saw is kept in the history.
      { column: 'finished_at', keptMs: 7 * DAY_MS, only: { column: 'trigger', value: 'schedule' } },
    ],
  },
  run_event: {
    key: ['run_id', 'seq'],
    expires: [
      // No run lasts so long: these are events of runs that have ended.
      { column: 'at', keptMs: 7 * DAY_MS },
    ],
  },
}, [accountColumns, jobColumns]);
