import { impacts, type AuditFormat, type Impact } from './audit-formats.ts';
import { runAudit } from './audit-gate.ts';
import { exitCode, type ExitCode } from './exit-code.ts';
import type { CallMeans } from './operations/call.ts';

export interface AccessibilityOptions {
  format: AuditFormat;
  /** The mildest impact that makes the exit code speak of findings; null for none. */
  failOn: Impact | null;
  maxPages: number | null;
  level: 'A' | 'AA' | null;
}

/** What of the results the command reads. */
export interface AccessibilityResults {
  audit: { domain: string; outcomes: { failed: number }; criteria: readonly unknown[]; questions: { open: number }; pages: readonly { url: string; status: string; cause: string | null }[] };
  causes: readonly { title: string; impact: Impact; criteria: readonly string[]; pages: number; change: string | null; example: { url: string; selector: string } }[];
}

const ROUTE = '/api/accessibility-audit' as const;
const CAUSES_A_PAGE = 200;

/** Audits a page, or a domain, with a running service, waits for the end and writes what fails; the exit code says whether it is good enough. */
export function runAccessibilityAudit(target: string, { format, failOn, maxPages, level }: AccessibilityOptions, means: CallMeans): Promise<ExitCode> {
  return runAudit<AccessibilityResults>({
    subject: target,
    start: (client, signal) => client(`POST ${ROUTE}`, { ...targetOf(target, maxPages), ...(level === null ? {} : { level }) }, { signal }),
    async read(client, id, signal) {
      const [details, causes] = [await client(`GET ${ROUTE}/{id}`, { id }, { signal }), await client(`GET ${ROUTE}/{id}/causes`, { id, limit: CAUSES_A_PAGE }, { signal })];
      if (!details.ok) return details;
      if (!causes.ok) return causes;
      const results = { audit: (details.data as { data: AccessibilityResults['audit'] }).data, causes: (causes.data as { data: AccessibilityResults['causes'] }).data };
      return { ok: true, shown: { success: true, data: { ...results.audit, causes: results.causes } }, results };
    },
    sarif: (client, id, signal) => client.file(`GET ${ROUTE}/{id}/export`, { id, format: 'sarif' }, { signal }),
    linesOf,
    codeOf: results => codeOfAccessibility(results, failOn),
  }, format, means);
}

/** One page by its address, or with pages that it links to; a name or id is a domain. */
function targetOf(target: string, maxPages: number | null): object {
  if (!/^https?:\/\//i.test(target)) return { domainId: target, ...(maxPages === null ? {} : { maxPages }) };
  return maxPages === null ? { url: target } : { urls: [target], maxPages };
}

/** Causes come worst first, so that those of the first page tell. A page that was not judged leaves something unknown; open questions are for people and do not count. */
export function codeOfAccessibility({ audit: { pages }, causes }: AccessibilityResults, failOn: Impact | null): ExitCode {
  if (failOn !== null && causes.some(({ impact }) => impacts.indexOf(impact) <= impacts.indexOf(failOn))) return exitCode.findings;
  return pages.every(({ status }) => status === 'judged') ? exitCode.clean : exitCode.couldNotTell;
}

function linesOf(results: AccessibilityResults | null): string[] {
  if (results === null) return ['Nothing was audited.'];
  const { audit: { domain, outcomes, criteria, questions, pages }, causes } = results;
  return [
    `${domain}: ${outcomes.failed} of ${criteria.length} criteria fail on ${pagesOf(pages.length)}, ${questions.open} questions are open`,
    ...pages.filter(({ status }) => status === 'failed').map(({ url, cause }) => `  not judged ${url}: ${cause}`),
    ...causes.map(({ title, impact, criteria: of, pages: count, change, example }) => `  ${impact.padEnd(8)} ${title} (${of.join(', ')}): ${pagesOf(count)}${change === 'new' ? ', new' : ''}, such as ${example.selector} of ${example.url}`),
  ];
}

function pagesOf(count: number): string {
  return count === 1 ? '1 page' : `${count} pages`;
}
