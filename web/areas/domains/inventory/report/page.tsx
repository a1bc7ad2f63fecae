import { Button } from '@mantine/core';
import { getRouteApi, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { useMayChange } from '../../../../api/may.ts';
import { useGet } from '../../../../api/queries.ts';
import type { ScanResult } from '../../../../api/types.ts';
import type { RunUpdate } from '../../../../api/run.ts';
import { Empty } from '../../../../parts/empty.tsx';
import { Loaded } from '../../../../parts/loaded.tsx';
import { CheckReport, ReportWrong, type Records, type Report as ReportOf } from '../../check/index.ts';
import { texts } from '../texts/domain.ts';
import { useScan } from '../domain/scan.ts';

const route = getRouteApi('/own/domains/$id');
const POINTS = 200;
const ScoreLine = lazy(async () => ({ default: (await import('../../../../charts/score-line.tsx')).ScoreLine }));
const CHART_PX = 120;

/** The last check of the domain, or the one that is under way. */
export default function Report() {
  const { id } = route.useParams();
  const { finding: opened } = useSearch({ strict: false });
  const scan = useScan();
  const mayChange = useMayChange();
  const domain = useGet('GET /api/domains/{id}', { id });
  const query = useGet('GET /api/domains/{id}/last-check', { id });
  const name = domain.data?.data.unicodeName ?? '';
  const landed = useMemo(() => landedOf(scan.updates), [scan.updates]);
  if (scan.runId !== null) return <CheckReport report={{ domain: name, depth: 'checkup', at: scan.startedAt!, records: landed, result: null }} />;
  return (
    <Loaded of={query} what={texts.report.what}>
      {({ data }) => (data === null
        ? <Empty title={texts.report.neverTitle} action={mayChange ? <Button onClick={scan.start} loading={scan.isStarting}>{texts.scan.start}</Button> : null}>{texts.report.never}</Empty>
        : <CheckReport report={reportOf(data, name)} opened={opened} actionOf={finding => <ReportWrong domain={name} finding={finding.id} />}><ScoreHistory id={id} /></CheckReport>)}
    </Loaded>
  );
}

/** Scans of former versions have only the records of the check. */
function reportOf(result: ScanResult, domain: string): ReportOf {
  return { domain, depth: result.records.blocklists ? 'checkup' : 'check', at: result.timestamp, records: result.records, result };
}

/** The records that the run has told, by their names. */
function landedOf(updates: readonly RunUpdate[]): Partial<Records> {
  return Object.fromEntries(updates.filter(({ name }) => name === 'record').map(({ data }) => {
    const { name, record } = data as { name: string; record: unknown };
    return [name, record];
  }));
}

/** The score at each scan; nothing where there was only one. */
function ScoreHistory({ id }: { id: string }) {
  const navigate = route.useNavigate();
  const query = useGet('GET /api/domains/{id}/history', { id, limit: POINTS });
  return (
    <Loaded of={query} what={texts.report.history}>
      {({ data }) => (data.length < 2 ? null : (
        <Suspense fallback={<div style={{ height: CHART_PX }} />}>
          <ScoreLine points={data.toReversed()} heightPx={CHART_PX} onSelect={({ at }) => void navigate({ to: '/domains/$id/history', params: { id }, search: { from: at } })} />
        </Suspense>
      ))}
    </Loaded>
  );
}
