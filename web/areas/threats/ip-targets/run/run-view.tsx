import type { RunViewProps } from '../../../../area.ts';
import { hasEnded } from '../../../../api/run.ts';
import { RunResult, RunSteps } from '../../../platform/runs/index.ts';
import { texts } from '../texts/ip-targets.ts';

/** What a finished scan of an IP target says of itself. */
interface ScanResult {
  addresses?: number;
  proven?: number;
  listed?: number;
  openPorts?: number | null;
  limited?: number | null;
  notTested?: readonly string[];
}

/** A scan of an IP target. */
export default function ScanView({ run, events }: RunViewProps) {
  const { addresses = null, proven = null, listed = null, openPorts = null, limited = null, notTested = [] } = (run.result ?? {}) as ScanResult;
  const facts: [string, React.ReactNode][] = [[texts.run.addresses, addresses], [texts.run.proven, proven], [texts.run.listed, listed], [texts.run.ports, openPorts], [texts.run.limited, limited === 0 ? null : limited], [texts.run.notTested, notTested.length > 0 ? notTested.join('; ') : null]];
  return (
    <>
      {hasEnded(run) && <RunResult run={run} target={{ to: '/ip-targets/$id', params: { id: run.subject.id } }} facts={facts} />}
      <RunSteps run={run} events={events} />
    </>
  );
}
