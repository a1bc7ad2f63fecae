import type { RunViewProps } from '../../../../area.ts';
import { hasEnded } from '../../../../api/run.ts';
import { RunResult, RunSteps } from '../../../platform/runs/index.ts';
import { texts } from '../texts/audit.ts';

/** What a finished audit says of itself. */
interface AuditResult {
  score?: number | null;
  pages?: number;
  issues?: number;
}

/** An audit of the website of a domain. */
export default function AuditView({ run, events }: RunViewProps) {
  const { score = null, pages = null, issues = null } = (run.result ?? {}) as AuditResult;
  const facts: [string, React.ReactNode][] = [[texts.score.title, score], [texts.figures.title, pages], [texts.issues.title, issues]];
  return (
    <>
      {hasEnded(run) && <RunResult run={run} target={{ to: '/domains/$id/site', params: { id: run.subject.id } }} facts={facts} />}
      <RunSteps run={run} events={events} />
    </>
  );
}
