import type { RunViewProps } from '../../../../area.ts';
import { hasEnded } from '../../../../api/run.ts';
import { RunResult, RunSteps } from '../../../platform/runs/index.ts';
import { texts } from '../texts/exposure.ts';

/** What a finished scan of hosts says of itself. */
interface ScanResult {
  hosts?: number;
  openPorts?: number;
  notTested?: number;
}

/** A scan of the hosts of a domain. */
export default function ScanView({ run, events }: RunViewProps) {
  const { hosts = null, openPorts = null, notTested = null } = (run.result ?? {}) as ScanResult;
  const facts: [string, React.ReactNode][] = [[texts.figures.hosts, hosts], [texts.figures.ports, openPorts], [texts.figures.untested, notTested]];
  return (
    <>
      {hasEnded(run) && <RunResult run={run} target={{ to: '/domains/$id/exposure', params: { id: run.subject.id } }} facts={facts} />}
      <RunSteps run={run} events={events} />
    </>
  );
}
