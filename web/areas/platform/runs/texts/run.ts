import { byName, defineTexts } from '../../../../language/index.ts';

/** One run. */
export const texts = defineTexts('platform/runs/run', () => ({
  what: 'The run',
  title: (kind: string, label: string) => `${kind}: ${label}`,
  above: 'Runs',
  answers: {
    queued: 'It waits for a worker.',
    running: 'It is under way. What it finds comes up here as it lands.',
    completed: 'It is done.',
    partial: 'It ended, and a part of it could not be done: what could be told stands in the result.',
    failed: 'It failed.',
    cancelled: 'It was cancelled. What its finished stages have found is kept.',
  },
  failedNext: 'What it cost of the allowance was given back. Start it again from the domain; if it fails again, tell the operator.',
  cancel: 'Cancel the run',
  cancelSays: 'It stops. What its finished stages have found is kept.',
  keep: 'The run goes on for as long as it takes. You can leave this page.',
  toSubject: (label: string) => `Open ${label}`,
  elapsed: 'Took',
  elapsing: 'So far',
  facts: { status: 'Status', trigger: 'Started', createdAt: 'Asked for', startedAt: 'Begun', finishedAt: 'Ended', id: 'Run' },
  steps: 'Steps',
  stepsWaiting: 'The steps come up here as soon as it begins.',
  stepsGone: 'What it told on the way is kept for 7 days.',
  names: byName({ record: 'Records that landed', started: 'Begun', resumed: 'Taken up again', ended: 'Ended', part: 'A part of the result', found: 'Names that were found' }),
  progress: (done: number, total: number) => total === 0 ? 'Begins' : `${done} of ${total} done`,
  progressLabel: 'Progress of the run',
  result: 'Result',
  seeResult: 'See the whole result',
  showJson: 'As data',
  copyJson: 'the result as data',
}));
