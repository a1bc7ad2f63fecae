import { z } from 'zod';
import { operationIn, type FileReply } from '../../../core/operation.ts';
import type { Print } from '../../../core/outside/print.ts';
import { Problem } from '../../../core/problem.ts';
import { presentDetails, presentFinding, presentQuestion } from './present.ts';
import { audit } from './resources.ts';
import { changeOf } from './results/change.ts';
import { earlReport } from './results/earl.ts';
import { accessibilityStatement } from './results/eu-statement.ts';
import { conformancePage, findingsSarif, findingsTable } from './results/files.ts';
import { openAcr } from './results/openacr.ts';
import { conformanceReport } from './results/statement.ts';
import { resultsOf } from './results/summary.ts';
import { wcagEmReport } from './results/wcag-em.ts';
import type { AccessibilityServices } from './services.ts';
import { ExportQuery } from './shapes.ts';
import { findingsOf } from './store/findings.ts';
import { questionsOf } from './store/questions.ts';

const MAX_FINDINGS = 100_000;
const RETRY_SECONDS = 60;

/** A file with the results of an audit. */
export const exportAudit = operationIn<AccessibilityServices>()({
  id: 'accessibilityAudit.export',
  summary: 'Export an accessibility audit',
  description: 'An ended accessibility audit as a file: everything as JSON, EARL and WCAG-EM for tools of the W3C, a draft of an Accessibility Conformance Report as OpenACR or page, a draft of an accessibility statement after the model of the EU, the findings as CSV or SARIF, and the conformance table with the findings for people as HTML or PDF.',
  method: 'GET',
  path: '/api/accessibility-audit/{id}/export',
  access: { scope: 'accessibility' },
  plan: 'pro',
  allowance: 'none',
  kind: 'file',
  contentTypes: ['application/json', 'application/ld+json', 'text/csv', 'application/sarif+json', 'text/html', 'application/pdf', 'application/yaml'],
  owns: { id: audit },
  input: ExportQuery,
  output: z.custom<FileReply>(),
  examples: [{ input: { id: 'run_01hzy3v4qk8m0p2r5s7t9w1x3z' }, says: 'Everything' }, { input: { id: 'run_01hzy3v4qk8m0p2r5s7t9w1x3z', format: 'html' }, says: 'The conformance table' }],
  run: async ({ owned: { id: row }, signal }, { db, print, program: { version } }, { format }): Promise<FileReply> => {
    if (row.finished_at === null) throw new Problem('invalid_state', 'The audit has not come to its end yet.', { current: row.state });
    const results = await resultsOf(db, row);
    const findings = await findingsOf(db, row.id, {}, null, MAX_FINDINGS);
    const file = (contentType: string, ending: string, body: FileReply['body']): FileReply => ({ contentType, fileName: `accessibility-${results.settings.domain}.${ending}`, body });
    if (format === 'earl') return file('application/ld+json', 'earl.json', earlReport(row, results, findings, version));
    if (format === 'wcag-em') return file('application/ld+json', 'wcag-em.json', wcagEmReport(row, results, findings, version));
    if (format === 'openacr') return file('application/yaml', 'openacr.yaml', await openAcr(row, results));
    if (format === 'conformance-html') return file('text/html; charset=utf-8', 'conformance.html', conformanceReport(results, new Date(row.finished_at).toISOString()));
    if (format === 'statement') return file('text/html; charset=utf-8', 'statement.html', accessibilityStatement(results, new Date(row.finished_at).toISOString()));
    if (format === 'csv') return file('text/csv; charset=utf-8', 'csv', findingsTable(findings));
    if (format === 'sarif') return file('application/sarif+json', 'sarif', findingsSarif(results, findings, version));
    if (format === 'json') {
      const questions = await questionsOf(db, row.id, {}, null, MAX_FINDINGS);
      return file('application/json', 'json', JSON.stringify({ success: true, data: { ...presentDetails(row, results, await changeOf(db, row, results)), findings: findings.map(presentFinding), questions: questions.map(presentQuestion) } }));
    }
    const page = conformancePage(results, findings, new Date(row.finished_at).toISOString());
    return format === 'html' ? file('text/html; charset=utf-8', 'html', page) : file('application/pdf', 'pdf', await printed(print, page, signal));
  },
});

async function printed(print: Print, page: string, signal: AbortSignal): Promise<FileReply['body']> {
  const made = await print(page, signal);
  if (made.outcome !== 'printed') throw new Problem('dependency_unavailable', made.outcome === 'busy' ? 'Too many reports are being made into PDF. Try again.' : made.cause, {}, RETRY_SECONDS);
  return ReadableStream.from([made.pdf]);
}
