import type { RunWork } from '../../../run-kind.ts';
import type { SiteAuditServices } from '../services.ts';
import type { AuditSettings } from '../settings.ts';

/** What an audit is asked for. */
export interface AuditInput {
  settings: AuditSettings;
}

/** What finished batches left: rows have the rest. */
export interface AuditState {
  stage: 'crawl' | 'judge';
  /** For how long it has been worked on. */
  workedMs?: number;
}

export interface AuditWork extends RunWork<SiteAuditServices, AuditInput, AuditState> {
  /** For how long it has been worked on, by whatever worker: while it is paused, or nobody has it, no time passes. */
  workedMs(): number;
}

/** The run, whose stages note for how long it has been worked on. */
export function timed(run: RunWork<SiteAuditServices, AuditInput, AuditState>): AuditWork {
  const { clock } = run.services;
  const [before, beganAt] = [run.state?.workedMs ?? 0, clock.now()];
  const workedMs = () => before + clock.now() - beganAt;
  return { ...run, workedMs, commit: ({ state, ...stage }, change) => run.commit({ ...stage, state: { ...state, workedMs: workedMs() } }, change) };
}
