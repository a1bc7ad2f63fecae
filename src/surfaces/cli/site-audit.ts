import { severities, type Severity } from '../../core/finding.ts';
import type { AuditFormat } from './audit-formats.ts';
import { runAudit } from './audit-gate.ts';
import { exitCode, type ExitCode } from './exit-code.ts';
import type { CallMeans } from './operations/call.ts';

export interface SiteAuditOptions {
  format: AuditFormat;
  /** The mildest severity that makes the exit code speak of issues; null for none. */
  failOn: Severity | null;
  maxPages: number | null;
}

/** What of the results the command reads. */
export interface AuditResults {
  audit: { domain: string; pages: number; status: 'running' | 'completed' | 'partial'; cut: string | null; cutCause: string | null };
  score: { value: number | null };
  checks: readonly { id: string; title: string; severity: Severity; count: number; change: { new: number } | null; sampleUrls: readonly string[] }[];
}

/** Audits the website of a domain with a running service, waits for the end and writes what was found; the exit code says whether it is good enough. */
export function runSiteAudit(domain: string, { format, failOn, maxPages }: SiteAuditOptions, means: CallMeans): Promise<ExitCode> {
  return runAudit<AuditResults>({
    subject: domain,
    start: (client, signal) => client('POST /api/site-audit/start', { domainId: domain, ...(maxPages === null ? {} : { maxPages }) }, { signal }),
    async read(client, _id, signal) {
      const reply = await client('GET /api/seo-results/{domainId}', { domainId: domain }, { signal });
      return reply.ok ? { ok: true, shown: reply.data, results: (reply.data as { data: AuditResults | null }).data } : reply;
    },
    sarif: (client, _id, signal) => client.file('GET /api/seo/report/{domainId}', { domainId: domain, format: 'sarif' }, { signal }),
    linesOf,
    codeOf: results => codeOfAudit(results, failOn),
  }, format, means);
}

/** Limits that the caller chose leave nothing unknown; those of time and data do, and so do pages that no browser showed, a session that ended, and a site that gave no page. */
export function codeOfAudit({ audit: { cut }, score, checks }: AuditResults, failOn: Severity | null): ExitCode {
  if (failOn !== null && checks.some(({ severity }) => severities.indexOf(severity) <= severities.indexOf(failOn))) return exitCode.findings;
  return score.value === null || cut === 'time' || cut === 'bytes' || cut === 'rendering' || cut === 'signedOut' ? exitCode.couldNotTell : exitCode.clean;
}

function linesOf(data: AuditResults | null): string[] {
  if (data === null) return ['Nothing was audited.'];
  const { audit, score, checks } = data;
  return [
    `${audit.domain}: ${score.value === null ? 'no page could be read' : `score ${score.value} of 100`}, ${audit.pages} pages${audit.status === 'partial' ? `, partial (${audit.cutCause ?? audit.cut ?? 'cut short'})` : ''}`,
    ...checks.map(({ id, title, severity, count, change, sampleUrls }) => `  ${severity.padEnd(8)} ${title} (${id}): ${count}${change && change.new > 0 ? `, ${change.new} new` : ''}${sampleUrls[0] === undefined ? '' : `, such as ${sampleUrls[0]}`}`),
  ];
}
