import { z } from 'zod';
import { known } from '../../../core/access.ts';
import { DomainReference } from '../../../core/domain-reference.ts';
import { severities } from '../../../core/finding.ts';
import { operationIn, type FileReply } from '../../../core/operation.ts';
import { invalid } from '../../../core/invalid-input.ts';
import { Problem } from '../../../core/problem.ts';
import { MAX_SARIF_RESULTS } from '../../../core/sarif.ts';
import { domain } from '../../domains/inventory/index.ts';
import { isCheck, severityOf, titleOf } from './results/catalogue.ts';
import { reportPage, reportTable } from './results/report.ts';
import { reportSarif } from './results/sarif.ts';
import { resultsOf } from './results/results.ts';
import type { SiteAuditServices } from './services.ts';
import { issuesOf } from './store/lists.ts';
import { setSeverity, severitiesOf } from './store/severities.ts';

const RETRY_SECONDS = 60;
const EXAMPLE = 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z';

const report = operationIn<SiteAuditServices>()({
  id: 'siteAudit.report',
  summary: 'Create a report on a site audit',
  description: 'The latest site audit of a domain for people: the score, what to repair first and how, examples of pages, and what changed since the audit before.',
  method: 'GET',
  path: '/api/seo/report/{domainId}',
  access: { scope: 'seo' },
  plan: 'pro',
  allowance: 'none',
  kind: 'file',
  contentTypes: ['text/html', 'application/pdf', 'application/json', 'text/csv', 'application/sarif+json'],
  owns: { domainId: domain },
  input: z.strictObject({ domainId: DomainReference.describe('Name or id of the domain'), format: z.enum(['html', 'pdf', 'json', 'csv', 'sarif']).default('html').describe('`html`: one page that needs nothing else; `pdf`: that page on paper; `json`: the results; `csv`: one line for each failed check; `sarif`: one result for each page and issue, at most 5,000, for code scanning') }),
  output: z.custom<FileReply>(),
  examples: [{ input: { domainId: EXAMPLE }, says: 'As a page' }, { input: { domainId: EXAMPLE, format: 'csv' }, says: 'As a table' }],
  run: async ({ caller, owned: { domainId: { name } }, signal }, { db, print, program: { version } }, { domainId, format }): Promise<FileReply> => {
    const { data } = await resultsOf(db, known(caller).account.id, domainId, { chosen: null });
    if (!data) throw new Problem('invalid_state', 'No site audit of the domain has come to its end yet. Start one with POST /api/site-audit/start.', { current: null });
    const fileName = `site-audit-${name}.${format}`;
    if (format === 'json') return { contentType: 'application/json', fileName, body: JSON.stringify({ success: true, data }) };
    if (format === 'csv') return { contentType: 'text/csv; charset=utf-8', fileName, body: reportTable(data) };
    if (format === 'sarif') return { contentType: 'application/sarif+json', fileName, body: reportSarif(data, await issuesOf(db, data.audit.id, null, {}, null, MAX_SARIF_RESULTS), version) };
    const page = reportPage(data);
    if (format === 'html') return { contentType: 'text/html; charset=utf-8', fileName, body: page };
    const printed = await print(page, signal);
    if (printed.outcome !== 'printed') throw new Problem('dependency_unavailable', printed.outcome === 'busy' ? 'Too many reports are being made into PDF. Try again.' : printed.cause, {}, RETRY_SECONDS);
    return { contentType: 'application/pdf', fileName, body: ReadableStream.from([printed.pdf]) };
  },
});

const Severities = z.object({ success: z.literal(true), data: z.array(z.object({ id: z.string(), title: z.string(), severity: z.enum(severities), standard: z.enum(severities) }).meta({ id: 'SiteAuditSeverity' })) });

const listSeverities = operationIn<SiteAuditServices>()({
  id: 'siteAudit.severities',
  summary: 'List changed severities of site audits',
  description: 'The checks of site audits whose severity the account has changed.',
  method: 'GET',
  path: '/api/site-audit/severities',
  access: { scope: 'seo' },
  plan: 'pro',
  allowance: 'none',
  input: z.strictObject({}),
  output: Severities,
  examples: [{ input: {}, says: 'Nothing has to be given' }],
  run: async ({ caller }, { db }) => ({ success: true as const, data: await changesOf({ db }, known(caller).account.id) }),
});

const setOne = operationIn<SiteAuditServices>()({
  id: 'siteAudit.set_severity',
  summary: 'Change the severity of a check of site audits',
  description: 'Weighs a check of site audits otherwise for this account, from the next audit on; `null` takes the severity of the catalogue again.',
  method: 'PUT',
  path: '/api/site-audit/severities/{check}',
  access: { scope: 'seo' },
  plan: 'pro',
  allowance: 'none',
  input: z.strictObject({ check: z.string().regex(/^[\w.-]{1,80}$/).describe('Id of the check in the catalogue of findings'), severity: z.enum(severities).nullable() }),
  output: Severities,
  examples: [{ input: { check: 'title.short', severity: 'info' }, says: 'It counts nothing' }],
  audit: ({ input: { check, severity } }) => ({ action: 'site_audit.severity_changed', resource: { type: 'check', id: check }, details: { severity } }),
  run: async ({ caller }, { db }, { check, severity }) => {
    if (!isCheck(check)) throw invalid([{ path: ['check'], message: 'There is no such check. The catalogue of findings has their ids.' }]);
    const accountId = known(caller).account.id;
    await setSeverity(db, accountId, check, severity);
    return { success: true as const, data: await changesOf({ db }, accountId) };
  },
});

async function changesOf({ db }: Pick<SiteAuditServices, 'db'>, accountId: string) {
  return [...await severitiesOf(db, accountId)].map(([id, severity]) => ({ id, title: titleOf(id), severity, standard: severityOf(id) }));
}

export const reportOperations = [report, listSeverities, setOne] as const;
