import { readReports, type ReadOptions } from './read.ts';
import type { RefusalReason, Report, WarningCode } from './shapes.ts';

/** One file in one line: what `dss dmarc parse` prints. */
export interface FileSummary {
  file: string;
  state: 'parsed' | 'refused';
  /** Why nothing in the file was taken. */
  reason: RefusalReason | null;
  /** Of the containers and of all reports. */
  warnings: WarningCode[];
  reports: ReportSummary[];
}

/** One report in short; `begin` and `end` are ISO 8601, `messages` are sessions for a TLS report. */
export interface ReportSummary {
  kind: Report['kind'];
  organization: string | null;
  reportId: string | null;
  domain: string;
  begin: string;
  end: string;
  records: number;
  messages: number;
  badRecords: number;
}

type OnRefused = (part: string, reason: RefusalReason) => void;

/** Reads a file to the end; `onRefused` hears of each part that was not taken. */
export async function summarize(source: AsyncIterable<Uint8Array>, options: ReadOptions, onRefused: OnRefused): Promise<FileSummary> {
  const reports: ReportSummary[] = [];
  const warnings = new Set<WarningCode>();
  const reasons: RefusalReason[] = [];
  await readReports(source, options, reading => {
    if (reading.event === 'warning') warnings.add(reading.code);
    if (reading.event === 'refused') {
      reasons.push(reading.reason);
      onRefused(reading.part, reading.reason);
    }
    if (reading.event === 'report') {
      reports.push(summaryOf(reading.report));
      for (const code of reading.report.warnings) warnings.add(code);
    }
  });
  const parsed = reports.length > 0;
  const reason = reasons[0] ?? null;
  if (parsed && reason !== null) warnings.add('part_refused');
  return { file: options.name, state: parsed ? 'parsed' : 'refused', reason: parsed ? null : reason, warnings: [...warnings].sort(), reports };
}

function summaryOf({ kind, organization, reportId, domain, beginAt, endAt, records, messages, badRecords }: Report): ReportSummary {
  return { kind, organization, reportId, domain, begin: new Date(beginAt).toISOString(), end: new Date(endAt).toISOString(), records, messages, badRecords };
}
