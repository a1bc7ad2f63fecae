import { toUnicode } from '../../../core/domain-name.ts';
import { recordNames } from '../../../checks/index.ts';
import { bySeverity, severities } from '../../../core/finding.ts';
import { grades } from '../../../core/score.ts';
import { verdictOf, type CheckResult, type CheckupRecord, type ScanResult } from '../../domains/check/index.ts';
import type { DomainRow, eventMeasures, scanMeasures } from '../../domains/inventory/index.ts';
import type { Facets } from '../../measure.ts';
import type { AccountReport, Brand, Change, DomainLine, DomainReport, Ending, RecordLine } from './shapes.ts';

const DAY_MS = 86_400_000;
const SOON_MS = 60 * DAY_MS;
const SERVICE: Brand = { name: 'Domain Security Service', color: '#1f4e79', footer: null };

/** The last scan of a domain; `at` in epoch milliseconds. */
export interface LatestScan {
  result: ScanResult;
  at: number;
}

type Known = Facets<typeof scanMeasures.of & typeof eventMeasures.of>;

/** A domain of the inventory, as far as the report on one tells of it. */
type Row = Pick<DomainRow, 'name' | 'client_name' | 'group_name'> & Pick<Known, 'expiresAt'>;

/** A domain of the inventory, as far as the report on many tells of it. */
export type DomainSummary = Pick<DomainRow, 'name' | 'checked_at'> & Pick<Known, 'score' | 'grade' | 'issues' | 'worst' | 'openEvents' | 'expiresAt'>;

/** Who speaks in a report for this client: the client's own words where `details` has them, else the service. */
export function brandOf(details: Record<string, unknown>): Brand {
  const { reportName, reportColor, reportFooter } = details;
  return {
    name: typeof reportName === 'string' && reportName !== '' ? reportName : SERVICE.name,
    color: typeof reportColor === 'string' && /^#[0-9a-f]{6}$/i.test(reportColor) ? reportColor : SERVICE.color,
    footer: typeof reportFooter === 'string' && reportFooter !== '' ? reportFooter : SERVICE.footer,
  };
}

/** The report on one domain; `now` in epoch milliseconds. */
export function domainReport(
  { row, scan, changes, sections, brand, now }: { row: Row; scan: LatestScan | null; changes: Change[]; sections: DomainReport['sections']; brand: Brand; now: number },
): DomainReport {
  const of = {
    kind: 'domain' as const, brand, madeAt: isoOf(now), name: row.name, unicodeName: toUnicode(row.name), client: row.client_name, group: row.group_name,
    changes, endings: endingsOf(row, scan?.result ?? null, now), sections,
  };
  if (!scan) return { ...of, checkedAt: null, score: null, grade: null, provisional: false, unread: [], verdict: null, records: [], findings: [], unknown: [] };
  const { result, at } = scan;
  return {
    ...of, checkedAt: isoOf(at), score: result.grade === null ? null : result.score, grade: result.grade, provisional: result.provisional, unread: result.unread, verdict: verdictOf(result), records: recordsOf(result),
    findings: result.findings.filter(({ state }) => state === 'fail').toSorted(bySeverity)
      .map(({ id, record, severity, title, detail, evidence, fix }) => ({ id, record, severity, title, detail, evidence, fix })),
    unknown: unknownOf(result),
  };
}

/** Why something could not be determined, each cause once for a record. */
function unknownOf({ findings }: CheckResult): DomainReport['unknown'] {
  const causes = findings.filter(({ state }) => state === 'unknown').map(({ record, title }) => ({ record, cause: title }));
  return causes.filter(({ record, cause }, at) => causes.findIndex(other => other.record === record && other.cause === cause) === at);
}

function recordsOf({ findings, records, asOf }: ScanResult): RecordLine[] {
  const counting = findings.filter(({ severity }) => severity !== 'info');
  const failed = counting.filter(({ state }) => state === 'fail').toSorted(bySeverity);
  return recordNames.flatMap(record => {
    const shown = record in records ? records[record as keyof typeof records] : null;
    if (!shown) return [];
    const partlyUnknown = counting.some(finding => finding.record === record && finding.state === 'unknown');
    return [{ record, status: shown.status, issues: shown.issues.length, worst: failed.find(finding => finding.record === record)?.severity ?? null, partlyUnknown, asOf: asOf[record as CheckupRecord] ?? null }];
  });
}

function endingsOf(row: Row, result: CheckResult | null, now: number): Ending[] {
  const certificate = Date.parse(result?.records.tls.certificate?.notAfter ?? '');
  return [
    ...(row.expiresAt === null ? [] : [endingOf(row.name, 'registration', row.expiresAt, now)]),
    ...(Number.isNaN(certificate) ? [] : [endingOf(row.name, 'certificate', certificate, now)]),
  ];
}

function endingOf(domain: string, what: Ending['what'], at: number, now: number): Ending {
  return { domain, what, at: isoOf(at), daysLeft: Math.floor((at - now) / DAY_MS) };
}

/** The report on many domains, all of which `rows` has; `now` in epoch milliseconds. */
export function accountReport(
  { rows, events, chosenBy, brand, now }: { rows: readonly DomainSummary[]; events: readonly Change[]; chosenBy: AccountReport['chosenBy']; brand: Brand; now: number },
): AccountReport {
  const scanned = rows.filter(({ checked_at }) => checked_at !== null);
  return {
    kind: 'account', brand, madeAt: isoOf(now), chosenBy,
    totals: { domains: rows.length, neverChecked: rows.length - scanned.length, issues: sum(rows.map(({ issues }) => issues)), openEvents: sum(rows.map(row => row.openEvents)) },
    grades: [...grades, null].map(grade => ({ grade, domains: scanned.filter(row => row.grade === grade).length })).filter(({ domains }) => domains > 0),
    domains: rows.map(lineOf).toSorted(worstFirst),
    openEvents: events.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity)),
    endings: rows.flatMap(({ name, expiresAt: at }) => (at !== null && at - now <= SOON_MS ? [endingOf(name, 'registration', at, now)] : []))
      .toSorted((a, b) => a.daysLeft - b.daysLeft),
  };
}

function lineOf({ name, score, grade, issues, worst, openEvents, checked_at }: DomainSummary): DomainLine {
  return {
    name, unicodeName: toUnicode(name), score, grade, issues, worst: worst === 'none' ? null : worst, openEvents,
    checkedAt: checked_at === null ? null : isoOf(checked_at),
  };
}

function worstFirst(a: DomainLine, b: DomainLine): number {
  return (a.score ?? Infinity) - (b.score ?? Infinity) || (a.name < b.name ? -1 : 1);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}
