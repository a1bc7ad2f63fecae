import type { RunViewProps } from '../../../../area.ts';
import { hasEnded } from '../../../../api/run.ts';
import { RunResult, RunSteps } from '../../../platform/runs/index.ts';
import { texts } from '../texts/darkweb.ts';

/** What a finished search says of itself. */
interface SearchResult {
  asked?: readonly { source: string; outcome: string; cause: string | null }[];
  failed?: readonly string[];
  newEvents?: number;
}

/** A search for leaked credentials of a domain. */
export default function SearchView({ run, events }: RunViewProps) {
  const { asked = [], failed = [], newEvents = null } = (run.result ?? {}) as SearchResult;
  const named = (sources: readonly string[]) => sources.map(source => texts.sourceNames[source] ?? source).join(', ') || null;
  return (
    <>
      {hasEnded(run) && <RunResult run={run} target={{ to: '/domains/$id/darkweb', params: { id: run.subject.id } }} facts={[
        [texts.run.asked, named(asked.map(({ source }) => source))], [texts.run.failed, named(failed)], [texts.run.newEvents, newEvents],
      ]} />}
      <RunSteps run={run} events={events} />
    </>
  );
}
