import { checkOf, recordChecks, recordNames } from '../../../../checks/index.ts';
import { allIssuesOf, bySeverity, countIssues, issuesOf } from '../../../../core/finding.ts';
import type { Db } from '../../../../store/index.ts';
import { unreadOf, type CheckFinding, type ScanResult } from '../../check/index.ts';
import { asOfScan, type RememberedRecords } from '../checkup-records.ts';
import type { Judgement, RecordName, Snapshot } from './snapshot.ts';
import { newestSnapshots, readSnapshot } from './store.ts';
import { tables } from '../tables.ts';

/** The rules of all checks by id, each with what says which check it is of. */
const rules = new Map(recordNames.flatMap(record => Object.values(checkOf(record).rules).map(rule => [rule.id, { rule, of: { area: 'check', record } as const }] as const)));

/** What the last scan of the domain found, as the check replied it, and when; null before the first. What it cost is not kept: it took 0 ms and 0 questions. */
export async function latestResult(db: Db, domainId: string): Promise<{ result: ScanResult; at: number } | null> {
  const domain = await tables(db).selectFrom('domain').select('name').where('id', '=', domainId).executeTakeFirst();
  const [latest] = await newestSnapshots(db, domainId, null, 1);
  if (!domain || !latest) return null;
  const { at, set_hash, score } = latest;
  return { at, result: resultOf(await readSnapshot(db, domainId, set_hash), { name: domain.name, at, score, asOf: await asOfScan(db, domainId, at) }) };
}

/** The reply that the snapshot was made of. */
export function resultOf({ records, judgement }: Snapshot, { name, at, score, asOf = {} }: { name: string; at: number; score: number | null; asOf?: RememberedRecords['asOf'] }): ScanResult {
  const findings = findingsOf(judgement);
  const issues = allIssuesOf(findings);
  // All that is wrong with a domain that does not exist is that it does not.
  const missing = findings.some(({ record, state, severity }) => record === 'domain' && state === 'fail' && severity !== 'info');
  const { grade, provisional, profile, bulkSenders, reasons, overallStatus } = judgement;
  return {
    success: true, domain: name, timestamp: new Date(at).toISOString(), durationMs: 0, questions: 0,
    score, grade, provisional, unread: unreadOf(findings), scoreReasons: [...reasons], profile, bulkSenders,
    records: Object.fromEntries(Object.entries(records).map(([record, kept]) =>
      [record, { ...withForgotten(record, kept), issues: issuesOf(findings.filter(finding => finding.record === (missing ? 'domain' : record))) }])) as ScanResult['records'],
    asOf, findings,
    summary: { issues, overall_status: overallStatus, issues_count: countIssues(findings), all_checks_passed: issues.length === 0 },
  };
}

/** The record with null for what is no property of the domain, which was not kept. */
function withForgotten(name: string, record: object): object {
  const { passing = [] } = recordChecks[name as RecordName];
  return passing.reduce((whole, path) => withNull(whole, path.split('.')), record);
}

function withNull(value: object, [name, ...rest]: readonly string[]): object {
  if (rest.length === 0) return { ...value, [name!]: null };
  const member = (value as Record<string, unknown>)[name!];
  return Array.isArray(member) ? { ...value, [name!]: member.map(item => withNull(item as object, rest)) } : value;
}

/** All findings, most severe first; of those that passed the evidence was not kept. */
function findingsOf({ findings, passed, notApplicable }: Judgement): CheckFinding[] {
  const kept = findings.map((finding): CheckFinding => ({ ...finding, area: 'check', references: [...rules.get(finding.id)?.rule.references ?? []] }));
  const others = [...passed.map(id => [id, null] as const), ...Object.entries(notApplicable)].flatMap(([id, reason]): CheckFinding[] => {
    const known = rules.get(id);
    return known ? [{ ...(reason === null ? known.rule.pass() : known.rule.notApplicable(reason)), ...known.of }] : [];
  });
  return [...kept, ...others].toSorted(bySeverity);
}
