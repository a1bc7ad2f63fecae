import type { RunViewProps } from '../../../../area.ts';
import { hasEnded } from '../../../../api/run.ts';
import { RunResult, RunSteps } from '../../../platform/runs/index.ts';
import { texts } from '../texts/audit.ts';

/** What a finished audit says of itself. */
interface AuditResult {
  pages?: number;
  questions?: number;
}

/** An accessibility audit of a domain. */
export default function AuditView({ run, events }: RunViewProps) {
  const { pages = null, questions = null } = (run.result ?? {}) as AuditResult;
  const facts: [string, React.ReactNode][] = [[texts.sample.title, pages], [texts.review.title, questions]];
  return (
    <>
      {hasEnded(run) && <RunResult run={run} target={{ to: '/domains/$id/accessibility/$audit', params: { id: run.subject.id, audit: run.id } }} facts={facts} />}
      <RunSteps run={run} events={events} />
    </>
  );
}
