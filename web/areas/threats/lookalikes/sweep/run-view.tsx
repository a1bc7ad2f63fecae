import type { RunViewProps } from '../../../../area.ts';
import { hasEnded } from '../../../../api/run.ts';
import { RunResult, RunSteps } from '../../../platform/runs/index.ts';
import { texts } from '../texts/runs.ts';

/** What a finished search, or a capture of evidence, says of itself. */
interface SweepResult {
  names?: number;
  found?: number;
  candidates?: number;
  failed?: number;
  unknown?: number | string[];
}

/** A search for lookalikes, or the capture of evidence of one. */
export default function SweepView({ run, events }: RunViewProps) {
  return (
    <>
      {hasEnded(run) && <RunResult run={run} target={{ to: '/domains/$id/lookalikes', params: { id: run.subject.id } }} facts={factsOf(run.result ?? {})} />}
      <RunSteps run={run} events={events} />
    </>
  );
}

function factsOf({ names, found, candidates, failed, unknown }: SweepResult): [string, React.ReactNode][] {
  return [
    [texts.failed, failed ?? null],
    [texts.names, names ?? null],
    [texts.found, found ?? null],
    [texts.candidates, candidates ?? null],
    [texts.unknown, Array.isArray(unknown) ? unknown.join('; ') || null : unknown || null],
  ];
}
