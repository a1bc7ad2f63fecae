import type { RunViewProps } from '../../../../area.ts';
import { hasEnded } from '../../../../api/run.ts';
import { RunResult, RunSteps } from '../../../platform/runs/index.ts';
import { texts } from '../texts/listings.ts';

/** What a finished check says of itself. */
interface ListingResult {
  differing?: number;
  unknownSources?: number;
}

/** A check of listings. */
export default function ListingView({ run, events }: RunViewProps) {
  const { differing = 0, unknownSources = 0 } = (run.result ?? {}) as ListingResult;
  return (
    <>
      {hasEnded(run) && <RunResult run={run} target={{ to: '/local-seo/businesses/$id', params: { id: run.subject.id } }} facts={[[texts.title, texts.answer(differing, unknownSources)]]} />}
      <RunSteps run={run} events={events} />
    </>
  );
}
