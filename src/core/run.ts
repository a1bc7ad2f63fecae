/** How a run stands. `paused`: it goes on when somebody resumes it. `partial`: it ended, and a part of it could not be done. */
export const runStatuses = ['queued', 'running', 'paused', 'completed', 'partial', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];

/** Whether a person or a key asked for it, or its time had come. */
export const runTriggers = ['manual', 'schedule'] as const;
export type RunTrigger = (typeof runTriggers)[number];

/** What a run is about; `type` is one that an area declares. */
export interface RunSubject {
  type: string;
  id: string;
  label: string;
}

/** Stages done, of how many, and the name of the one under way. */
export interface RunProgress {
  done: number;
  total: number;
  step: string | null;
}

/** Whether the run has come to its end. */
export function isEnded(status: RunStatus): boolean {
  return status !== 'queued' && status !== 'running' && status !== 'paused';
}
