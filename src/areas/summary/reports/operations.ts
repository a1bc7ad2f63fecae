import { z } from 'zod';
import { known } from '../../../core/access.ts';
import { operationIn, type FileReply } from '../../../core/operation.ts';
import { Problem } from '../../../core/problem.ts';
import { several } from '../../../core/several.ts';
import { sectionsFor, type ReportQuestion, type ReportSection } from '../../report-section.ts';
import { textsOfAccount } from '../../platform/account/index.ts';
import { client, ClientId, domain, DomainPath, group, GroupId, Tag } from '../../domains/inventory/index.ts';
import { accountPage } from './account-page.ts';
import { accountReport } from './build.ts';
import type { ReportsServices } from './services.ts';
import { domainPage } from './domain-page.ts';
import { brandFor, reportOn } from './report-on.ts';
import type { AccountReport, DomainReport } from './shapes.ts';
import { openChanges, domainSummaries } from './store.ts';
import { reportsTexts, type ReportsTexts } from './texts.ts';

const BUSY_RETRY_SECONDS = 5;
const RETRY_SECONDS = 60;

const Format = z.enum(['html', 'pdf', 'json']).default('html')
  .describe('`html`: one page that needs nothing else, for reading and printing; `pdf`: that page on A4 paper; `json`: what it is made of');
type Format = z.output<typeof Format>;

const showDomainReport = operationIn<ReportsServices>()({
  id: 'reports.domain',
  summary: 'Create a report on a domain',
  description: 'The domain at its last scan, for people: score and grade, each record, what to fix and how, what changed in the last 30 days, what expires, and what the last scan of its hosts found. '
    + 'It speaks in the name of the client whose domain it is, where that has one for reports. Nothing is looked up again.',
  method: 'GET',
  path: '/api/domains/{id}/report',
  access: { scope: 'domains' },
  allowance: 'none',
  kind: 'file',
  contentTypes: ['text/html', 'application/pdf', 'application/json'],
  owns: { id: domain },
  input: z.strictObject({ ...DomainPath.shape, format: Format }),
  output: z.custom<FileReply>(),
  examples: [
    { input: { id: 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z' }, says: 'As a page' },
    { input: { id: 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z', format: 'pdf' }, says: 'As a PDF' },
    { input: { id: 'dom_01hzy3v4qk8m0p2r5s7t9w1x3z', format: 'json' }, says: 'As data' },
  ],
  run: async (call, services, { id, format }) => {
    const { caller, owned: { id: row }, now } = call, { db } = services;
    const texts = await textsOfAccount(services, reportsTexts, known(caller).account.id);
    const sections = await read(sectionsFor(services.reportSections, known(caller)), { db, domainId: id, now, say: of => services.speak(of, texts.language.tag) });
    const report = await reportOn(services, row, sections, now);
    return fileOf({ ...services, texts, signal: call.signal }, report, format, domainPage, row.name);
  },
});

const showAccountReport = operationIn<ReportsServices>()({
  id: 'reports.account',
  summary: 'Create a report on many domains',
  description: 'The status of all domains, or those of one group, client or tag: counts by grade, every domain with the lowest score first, pending changes, '
    + 'and the registrations that end within 60 days. For one client it speaks in the name that the client has for reports.',
  method: 'GET',
  path: '/api/reports/account',
  access: { scope: 'domains' },
  allowance: 'none',
  kind: 'file',
  contentTypes: ['text/html', 'application/pdf', 'application/json'],
  owns: { group, client },
  input: z.strictObject({ client: several(ClientId).optional(), group: several(GroupId).optional(), tag: several(Tag).optional(), format: Format }),
  output: z.custom<FileReply>(),
  examples: [{ input: {}, says: 'All domains as a page' }, { input: { tag: 'shop', format: 'json' }, says: 'Those with one tag as data' }],
  run: async (call, services, { format, ...filter }) => {
    const { caller, owned, now } = call, { db } = services;
    const { account } = known(caller);
    // The pipeline loads one for each id; none where the call names none.
    const { client: clients = [], group: groups = [] } = owned as unknown as { client?: readonly (typeof owned.client)[]; group?: readonly (typeof owned.group)[] };
    const rows = await domainSummaries(db, account.id, filter);
    const report = accountReport({
      rows, events: await openChanges(db, account.id, rows),
      chosenBy: { client: inOne(clients.map(({ name }) => name)), group: inOne(groups.map(({ name }) => name)), tag: inOne(filter.tag ?? []) }, brand: brandFor(clients.length === 1 ? clients[0]! : null), now,
    });
    const texts = await textsOfAccount(services, reportsTexts, account.id);
    return fileOf({ ...services, texts, signal: call.signal }, report, format, accountPage, 'domains');
  },
});

/** The labels as one; null where there is none. */
function inOne(labels: readonly string[]): string | null {
  return labels.length === 0 ? null : labels.join(', ');
}

async function read(sections: readonly ReportSection[], question: ReportQuestion): Promise<DomainReport['sections']> {
  const parts: DomainReport['sections'] = [];
  for (const { name, read: part } of sections) {
    const said = await part(question);
    if (said) parts.push({ name, ...said });
  }
  return parts;
}

/** A page is offered to be kept: what it shows comes from outside, and opened from a file it has no part in the session of the reader. */
async function fileOf<Report extends DomainReport | AccountReport>(
  { print, signal, texts }: Printing, report: Report, format: Format, write: (report: Report, texts: ReportsTexts) => string, name: string,
): Promise<FileReply> {
  if (format === 'json') return { contentType: 'application/json', fileName: null, body: JSON.stringify({ success: true, data: report }) };
  const [page, fileName] = [write(report, texts), `report-${name}-${report.madeAt.slice(0, 10)}.${format}`];
  if (format === 'html') return { contentType: 'text/html; charset=utf-8', fileName, body: page };
  return { contentType: 'application/pdf', fileName, body: ReadableStream.from([await pdfOf(page, { print, signal })]) };
}

type Printing = Pick<ReportsServices, 'print'> & { signal: AbortSignal; texts: ReportsTexts };

const INSTEAD = 'The same report comes with format=html, for a browser to print.';

async function pdfOf(page: string, { print, signal }: Omit<Printing, 'texts'>): Promise<Uint8Array> {
  const printed = await print(page, signal);
  switch (printed.outcome) {
    case 'printed': return printed.pdf;
    case 'busy': throw new Problem('overloaded', `Too many reports are being made into PDF. Try again. ${INSTEAD}`, {}, BUSY_RETRY_SECONDS);
    default: throw new Problem('dependency_unavailable', `${printed.cause} ${INSTEAD}`, {}, RETRY_SECONDS);
  }
}

export const reportsOperations = [showDomainReport, showAccountReport] as const;
