import { byName, defineTexts } from '../../../../language/index.ts';

/** One run. */
export const texts = defineTexts('platform/runs/run', () => ({
  what: 'The run',
  title: (kind: string, label: string) => `${kind}: ${label}`,
  above: 'Runs',
  answers: {
    queued: 'Queued.',
    running: 'Running. Results appear here as they arrive.',
    completed: 'Completed.',
    partial: 'Partially completed: the result shows what could be determined.',
    failed: 'It failed.',
    cancelled: 'It was cancelled. Results of finished stages are kept.',
  },
  failedNext: 'The allowance was refunded. Start it again from the domain; if it fails again, tell the operator.',
  cancel: 'Cancel the run',
  cancelSays: 'It stops. Results of finished stages are kept.',
  keep: 'The run goes on for as long as it takes. You can leave this page.',
  toSubject: (label: string) => `Open ${label}`,
  elapsed: 'Took',
  elapsing: 'So far',
  facts: { status: 'Status', trigger: 'Started', createdAt: 'Requested', startedAt: 'Started', finishedAt: 'Ended', id: 'Run' },
  steps: 'Steps',
  stepsWaiting: 'Steps appear here as soon as it starts.',
  stepsGone: 'Its events are kept for 7 days.',
  names: byName({ record: 'Records received', started: 'Started', resumed: 'Resumed', ended: 'Ended', part: 'A part of the result', found: 'Names that were found' }),
  progress: (done: number, total: number) => total === 0 ? 'Begins' : `${done} of ${total} done`,
  progressLabel: 'Progress of the run',
  result: 'Result',
  seeResult: 'See the whole result',
  showJson: 'As data',
  copyJson: 'the result as data',
}));
