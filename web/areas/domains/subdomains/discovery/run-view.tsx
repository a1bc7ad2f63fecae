import type { RunViewProps } from '../../../../area.ts';
import { hasEnded } from '../../../../api/run.ts';
import { RunResult, RunSteps } from '../../../platform/runs/index.ts';
import { texts } from '../texts/discovery.ts';

/** What a finished search says of itself. */
interface DiscoveryResult {
  added?: number;
  zoneWalk?: { names?: number };
  failed?: number;
}

/** A search for the names below a domain. */
export default function DiscoveryView({ run, events }: RunViewProps) {
  const { added, zoneWalk, failed } = (run.result ?? {}) as DiscoveryResult;
  const facts = [[texts.added, added ?? null], [texts.zoneWalk, zoneWalk?.names ?? null], [texts.failed, failed ?? null]] as const;
  return (
    <>
      {hasEnded(run) && <RunResult run={run} target={{ to: '/domains/$id/subdomains', params: { id: run.subject.id } }} facts={facts} />}
      <RunSteps run={run} events={events} />
    </>
  );
}
