import type { NewId } from '../../../../core/ids.ts';
import type { Severity } from '../../../../core/finding.ts';
import type { Db } from '../../../../store/index.ts';
import { defineAlerts } from '../../../alert.ts';
import { aboutDomain, settleAlerts } from '../../../platform/alerts/index.ts';
import { isRaised, type JudgedMatch, type MatchRow, type NewMatch } from '../judging/store.ts';
import type { Priority } from '../matching/priority.ts';
import { tables } from '../tables.ts';

/** The alerts of this area. */
export const vulnerabilityAlerts = defineAlerts('vulnerabilities', {
  'vulnerability.applies': { scope: 'vulnscan', says: 'A known vulnerability applies to what a host of a domain runs.' },
});

const severities: Readonly<Record<Priority, Severity>> = { act: 'critical', attend: 'high', track: 'medium' };

/** How much a priority matters among alerts of other areas. */
export function severityOf(priority: Priority): Severity {
  return severities[priority];
}

/** States the alerts of a domain by the matches that stand now, in the transaction that changed them. */
export async function settleVulnerabilities(tx: Db, { newId }: { newId: NewId }, accountId: string, domain: { id: string; name: string }, now: number): Promise<void> {
  const rows = (await tables(tx).selectFrom('vuln_match').selectAll().where('domain_id', '=', domain.id).where('alert', '=', 1).orderBy('position').orderBy('id').execute()).filter(row => isRaised(row, now));
  await settleAlerts(tx, { newId }, vulnerabilityAlerts, aboutDomain(accountId, domain), rows.map(row => {
    const judged = JSON.parse(row.match) as JudgedMatch;
    return { kind: 'vulnerability.applies', cause: row.id, severity: severityOf(judged.priority), title: titleOf(row, judged), detail: whatToDo(row.product, judged), path: '/alerts', since: row.first_seen_at };
  }), now);
}

/** `CVE-2021-41773 in apache-httpd 2.4.49 at 192.0.2.10`. */
export function titleOf({ product, version, host, cve }: Pick<MatchRow, 'product' | 'version' | 'host' | 'cve'>, { title }: Pick<JudgedMatch, 'title'>): string {
  return `${cve} in ${product}${version === null ? '' : ` ${version}`} at ${host}${title === null ? '' : `: ${title}`}`;
}

/** What to do about a match, as one or two sentences. */
export function whatToDo(product: string, { fixedIn, priority, confidence }: Pick<JudgedMatch, 'fixedIn' | 'priority' | 'confidence'>): string {
  const when = priority === 'act' ? 'now: it is being exploited' : priority === 'attend' ? 'soon' : 'with the next maintenance';
  if (confidence === 'possibleBackported') return 'The distribution may have fixed it without changing the version. Import the package list of the host for an exact answer.';
  if (confidence === null) return 'It is not known whether it applies: something else that it needs was not seen. Compare what the advisory says with the host.';
  if (fixedIn !== null) return `Update ${product} to ${fixedIn} or later ${when}.`;
  return `No fixed version of ${product} is known. Limit who can reach it ${when}, and follow the advisory.`;
}

/** What people are notified of: the matches of one judgement that became alerts, most urgent first. */
export function noticeOf(domain: { id: string; name: string }, raised: readonly NewMatch[]): { severity: Severity; title: string; body: string } {
  const [worst] = raised;
  const lines = raised.slice(0, 20).map(({ component, product, judged }) => `${titleOf({ product, version: component.version, host: component.host, cve: judged.cve }, judged)}. ${whatToDo(product, judged)}`);
  const more = raised.length > lines.length ? [`And ${raised.length - lines.length} more.`] : [];
  return { severity: severityOf(worst!.judged.priority), title: `${domain.name}: ${raised.length === 1 ? 'a known vulnerability applies' : `${raised.length} known vulnerabilities apply`}`, body: [...lines, ...more].join('\n') };
}
