import { checkRules } from '../../../../checks/index.ts';
import { bySeverity, issuesOf, type Finding } from '../../../../core/finding.ts';
import type { BoundRule } from '../../../../core/findings/rules.ts';
import type { Db } from '../../../../store/index.ts';
import type { CheckResult } from '../../check/index.ts';
import type { Judgement, Snapshot } from './snapshot.ts';
import { newestSnapshots, readSnapshot } from './store.ts';

const rules: ReadonlyMap<string, BoundRule> = new Map(checkRules.map(rule => [rule.id, rule]));

/** What the last look at the domain found, as the check replied it, and when; null before the first. What it cost is not kept: it took 0 ms and 0 questions. */
export async function latestResult(db: Db, domainId: string): Promise<{ result: CheckResult; at: number } | null> {
  const domain = await db.selectFrom('domain').select('name').where('id', '=', domainId).executeTakeFirst();
  const [latest] = await newestSnapshots(db, domainId, null, 1);
  if (!domain || !latest) return null;
  const { at, set_hash, score } = latest;
  return { at, result: resultOf(await readSnapshot(db, domainId, set_hash), { name: domain.name, at, score }) };
}

/** The reply that the snapshot was made of. */
export function resultOf({ records, judgement }: Snapshot, { name, at, score }: { name: string; at: number; score: number | null }): CheckResult {
  const findings = findingsOf(judgement);
  const issues = issuesOf(findings);
  // All that is wrong with a domain that does not exist is that it does not.
  const missing = findings.some(({ record, state, severity }) => record === 'domain' && state === 'fail' && severity !== 'info');
  const { grade, provisional, profile, bulkSenders, reasons, overallStatus } = judgement;
  return {
    success: true, domain: name, timestamp: new Date(at).toISOString(), durationMs: 0, questions: 0,
    score, grade, provisional, scoreReasons: reasons, profile, bulkSenders,
    records: Object.fromEntries(Object.entries(withForgotten(records)).map(([record, shown]) =>
      [record, { ...shown, issues: issuesOf(findings.filter(finding => finding.record === (missing ? 'domain' : record))) }])),
    findings,
    summary: { issues, overall_status: overallStatus, issues_count: issues.length, all_checks_passed: issues.length === 0 },
  } as CheckResult;
}

/** The records with null for what is no property of the domain, which was not kept. */
function withForgotten({ registration, soa, smtp, ...records }: Snapshot['records']): Snapshot['records'] {
  return {
    ...records,
    ...(registration && { registration: { ...registration, asOf: null } }),
    ...(soa && { soa: { ...soa, serial: null } }),
    ...(smtp && { smtp: { ...smtp, hosts: smtp.hosts.map(host => ({ ...host, address: null, failure: null, greeting: null })) } }),
  };
}

/** All findings, most severe first; of those that passed the evidence was not kept. */
function findingsOf({ findings, passed, notApplicable }: Judgement): Finding[] {
  const kept = findings.map((finding): Finding => ({ ...finding, area: 'check', references: [...rules.get(finding.id)?.references ?? []] }));
  const others = [
    ...passed.flatMap(id => rules.get(id)?.pass() ?? []),
    ...Object.entries(notApplicable).flatMap(([id, reason]) => rules.get(id)?.notApplicable(reason) ?? []),
  ];
  return [...kept, ...others].toSorted(bySeverity);
}
