import type { RunViewProps } from '../../../../area.ts';
import { useGet } from '../../../../api/queries.ts';
import { hasEnded } from '../../../../api/run.ts';
import { RunResult, RunSteps } from '../../../platform/runs/index.ts';
import { texts } from '../texts/local.ts';

/** A check of web ranks, with what each keyword gave. */
export default function RankView({ run, events }: RunViewProps) {
  const ranks = useGet('GET /api/local-seo/ranks/{id}', { id: run.id }, { enabled: hasEnded(run) }).data?.data.ranks ?? [];
  const facts = ranks.map(({ keyword, status, rank, rankUrl }): [string, React.ReactNode] => [keyword, rank === null ? texts.ranks[status] : `${texts.scan.rank(rank)} · ${rankUrl ?? ''}`]);
  return (
    <>
      {hasEnded(run) && <RunResult run={run} target={{ to: '/domains/$id', params: { id: run.subject.id } }} facts={facts} />}
      <RunSteps run={run} events={events} />
    </>
  );
}
