import { severities, type Severity } from '../../core/finding.ts';
import type { RunStatus } from '../../core/run.ts';
import { createClient } from '../client/index.ts';
import { exitCode, type ExitCode } from './exit-code.ts';
import { saveFile, tellRefusal, type CallMeans } from './operations/call.ts';
import { printable, printableJson } from './paint.ts';
import { Progress } from './progress.ts';

export interface SiteAuditOptions {
  format: 'text' | 'json' | 'sarif';
  /** The mildest severity that makes the exit code speak of issues; null for none. */
  failOn: Severity | null;
  maxPages: number | null;
}

/** What of the results the command reads. */
export interface AuditResults {
  audit: { domain: string; pages: number; status: 'running' | 'completed' | 'partial'; cut: string | null };
  score: { value: number | null };
  checks: readonly { id: string; title: string; severity: Severity; count: number; change: { new: number } | null; sampleUrls: readonly string[] }[];
}

/** Audits the website of a domain with a running service, waits for the end and writes what was found; the exit code says whether it is good enough. */
export async function runSiteAudit(domain: string, { format, failOn, maxPages }: SiteAuditOptions, { terminal, signal, login: { url, key } }: CallMeans): Promise<ExitCode> {
  const client = createClient({ baseUrl: url, key: key ?? undefined });
  const progress = new Progress(terminal.stderr);
  progress.show(`Waiting for ${url}`);
  const started = await client('POST /api/site-audit/start', { domainId: domain, ...(maxPages === null ? {} : { maxPages }) }, { signal });
  if (!started.ok) return refused(started);
  const ended = await client.runs.wait((started.data as { data: { id: string } }).data.id, { signal, onProgress: ({ done, total }) => progress.show(`${domain}: ${done} of ${total} pages`) });
  if (!ended.ok) return refused(ended);
  const { status } = ended.data as { status: RunStatus };
  if (status !== 'completed' && status !== 'partial') {
    progress.clear();
    terminal.stderr.write(`${domain}: the audit was ${status}.\n`);
    return exitCode.couldNotRun;
  }
  const results = await client('GET /api/seo-results/{domainId}', { domainId: domain }, { signal });
  if (!results.ok) return refused(results);
  const { data } = results.data as { data: AuditResults | null };
  if (format === 'sarif') {
    const file = await client.file('GET /api/seo/report/{domainId}', { domainId: domain, format }, { signal });
    progress.clear();
    const saved = file.ok ? await saveFile(file.body, null, terminal) : tellRefusal(file, terminal, signal);
    return saved === exitCode.clean && data !== null ? codeOfAudit(data, failOn) : saved;
  }
  progress.clear();
  terminal.stdout.write(format === 'json' ? `${printableJson(results.data, terminal.stdout.isTTY ? 2 : undefined)}\n` : linesOf(data).map(line => `${printable(line)}\n`).join(''));
  return data === null ? exitCode.couldNotTell : codeOfAudit(data, failOn);

  function refused(failure: Parameters<typeof tellRefusal>[0]): ExitCode {
    progress.clear();
    return tellRefusal(failure, terminal, signal);
  }
}

/** Limits that the caller chose leave nothing unknown; those of time and data do, and so does a site that gave no page. */
export function codeOfAudit({ audit: { cut }, score, checks }: AuditResults, failOn: Severity | null): ExitCode {
  if (failOn !== null && checks.some(({ severity }) => severities.indexOf(severity) <= severities.indexOf(failOn))) return exitCode.findings;
  return score.value === null || cut === 'time' || cut === 'bytes' ? exitCode.couldNotTell : exitCode.clean;
}

function linesOf(data: AuditResults | null): string[] {
  if (data === null) return ['Nothing was audited.'];
  const { audit, score, checks } = data;
  return [
    `${audit.domain}: score ${score.value ?? 'unknown'} of 100, ${audit.pages} pages${audit.status === 'partial' ? `, partial (${audit.cut ?? 'cut short'})` : ''}`,
    ...checks.map(({ id, title, severity, count, change, sampleUrls }) => `  ${severity.padEnd(8)} ${title} (${id}): ${count}${change && change.new > 0 ? `, ${change.new} new` : ''}${sampleUrls[0] === undefined ? '' : `, such as ${sampleUrls[0]}`}`),
  ];
}
