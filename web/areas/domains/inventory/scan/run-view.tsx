import type { RunViewProps } from '../../../../area.ts';
import { hasEnded } from '../../../../api/run.ts';
import { Grade } from '../../../../parts/grade.tsx';
import { RunResult, RunSteps } from '../../../platform/runs/index.ts';
import { RecordList, reportTexts, type ReportRecord } from '../../check/index.ts';
import { texts } from '../texts/scan.ts';
import { recordsOf } from './landed.ts';

/** What a finished scan says of itself. */
interface ScanResult {
  score?: number | null;
  grade?: string | null;
  issues?: number;
  changed?: ReportRecord[] | null;
  unknown?: string[];
}

/** A scan of a domain: its records as they land, and what came out. */
export default function ScanView({ run, events }: RunViewProps) {
  const records = recordsOf(events);
  const isLive = !hasEnded(run) && Object.keys(records).length > 0;
  return (
    <>
      {hasEnded(run) && <RunResult run={run} target={{ to: '/domains/$id', params: { id: run.subject.id } }} facts={factsOf(run.result as ScanResult | null)} />}
      {isLive && <RecordList report={{ domain: run.subject.label, depth: 'checkup', at: run.startedAt ?? run.createdAt, records, result: null }} />}
      <RunSteps run={run} events={events} noteOf={(name, data) => (name === 'record' ? nameOf((data as { name: ReportRecord }).name) : null)} />
    </>
  );
}

function factsOf(result: ScanResult | null): [string, React.ReactNode][] {
  if (result === null) return [];
  const { score = null, grade, issues, changed, unknown = [] } = result;
  return [
    [texts.score, grade === undefined ? null : <><Grade grade={grade} score={score} /> {score}</>],
    [texts.issues, issues ?? null],
    [texts.changed, changed === undefined ? null : changed === null ? texts.firstScan : changed.length === 0 ? texts.nothingChanged : changed.map(nameOf).join(', ')],
    [texts.unknown, unknown.length > 0 ? unknown.join('; ') : null],
  ];
}

function nameOf(record: ReportRecord): string {
  return reportTexts.records.names[record] ?? record;
}
