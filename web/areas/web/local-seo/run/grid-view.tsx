import type { RunViewProps } from '../../../../area.ts';
import { hasEnded } from '../../../../api/run.ts';
import { RunResult, RunSteps } from '../../../platform/runs/index.ts';
import { texts } from '../texts/local.ts';

/** What a finished scan says of itself. */
interface GridResult {
  metrics?: readonly { keyword: string; atrp: number | null; solv: number | null }[];
}

/** A scan of a rank grid. */
export default function GridView({ run, events }: RunViewProps) {
  const { metrics = [] } = (run.result ?? {}) as GridResult;
  const facts = metrics.map(({ keyword, atrp, solv }): [string, React.ReactNode] => [keyword, `${texts.scan.metricNames.atrp} ${texts.figure(atrp)} · ${texts.scan.metricNames.solv} ${texts.percent(solv)}`]);
  return (
    <>
      {hasEnded(run) && <RunResult run={run} target={{ to: '/local-seo/scans/$id', params: { id: run.id } }} facts={facts} />}
      <RunSteps run={run} events={events} />
    </>
  );
}
