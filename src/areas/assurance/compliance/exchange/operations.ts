import { z } from 'zod';
import { known, type KnownCaller } from '../../../../core/access.ts';
import { invalid } from '../../../../core/invalid-input.ts';
import { operationIn, type FileReply } from '../../../../core/operation.ts';
import { Problem } from '../../../../core/problem.ts';
import { lockAccount } from '../../../platform/account/index.ts';
import { changed } from '../controls/change.ts';
import { controlFields } from '../controls/shapes.ts';
import { recordsOf } from '../controls/records.ts';
import { nothingSaid, rowsOf, writeControl, type ControlRow } from '../controls/store.ts';
import { controlsOfDocuments, newestDocuments } from '../documents/store.ts';
import { presentDocument } from '../documents/shapes.ts';
import { settleContradictions } from '../evidence/alerts.ts';
import { presentObservation } from '../evidence/shapes.ts';
import { observationsOf } from '../evidence/store.ts';
import { evidenceMap } from '../catalogue/evidence-map.ts';
import type { Control, Framework } from '../catalogue/index.ts';
import { cmmcL2 } from '../catalogue/cmmc-l2.ts';
import { FrameworkId } from '../frameworks/operations.ts';
import { assessmentsOf, chosenBy, scopeOf, type ChosenFramework } from '../frameworks/store.ts';
import type { Paper } from '../paper/paper.ts';
import { isPaper, paperFormats, paperReply, paperTypes } from '../paper/reply.ts';
import { accountName } from '../people.ts';
import { sprsScore } from '../score/sprs.ts';
import { byOf, type ComplianceServices } from '../services.ts';
import { csvOf, linesOf, type ImportedLine } from './csv.ts';
import { assessmentResults, planOfAction, type Assessed } from './oscal.ts';
import { frameworkPaper } from './paper.ts';

const MOST_OBSERVATIONS = 2000;
const MOST_DOCUMENTS = 2000;
const MOST_LINES = 1000;
const MAX_CSV_CHARACTERS = 8 * 1024 * 1024;
const access = { access: { scope: 'compliance' }, plan: 'pro', allowance: 'none' } as const;

const exportControls = operationIn<ComplianceServices>()({
  id: 'compliance.export',
  summary: 'Export an assessment',
  description: 'The controls of one framework with their assessment: as CSV, which an import reads again, as OSCAL assessment results with the evidence of each control, as OSCAL plan of action and milestones with what is open, or as a document for people.',
  method: 'GET',
  path: '/api/compliance/export',
  ...access,
  kind: 'file',
  contentTypes: ['text/csv', 'application/json', ...paperTypes],
  maybeNotFound: true,
  input: z.strictObject({ framework: FrameworkId, format: z.enum(['csv', 'oscalAssessmentResults', 'oscalPlanOfAction', ...paperFormats]).default('csv') }),
  output: z.custom<FileReply>(),
  examples: [{ input: { framework: 'cmmc-l2' }, says: 'As CSV' }, { input: { framework: 'cmmc-l2', format: 'oscalAssessmentResults' }, says: 'As OSCAL' }, { input: { framework: 'cmmc-l2', format: 'pdf' }, says: 'Control by control, for people' }],
  run: async ({ caller, now, signal }, services, { framework, format }) => {
    const who = known(caller);
    const chosen = await chosenOr404(services, who, framework);
    if (format === 'csv') return file('text/csv; charset=utf-8', `${framework}.csv`, csvOf(await recordsOf(services, who.account.id, [chosen], now)));
    if (isPaper(format)) return paperReply(await paperOf(services, who.account.id, chosen, now), format, framework, { print: services.print, signal });
    const assessed = await assessedOf(services, who, chosen, now);
    const document = format === 'oscalPlanOfAction' ? planOfAction(assessed) : assessmentResults(assessed);
    if (document === null) throw new Problem('invalid_state', 'No control of this framework is open, so there is no plan of action.', { current: { framework, open: 0 } });
    return file('application/json', `${framework}-${format === 'oscalPlanOfAction' ? 'poam' : 'assessment-results'}.json`, `${JSON.stringify(document, null, 2)}\n`);
  },
});

async function chosenOr404({ db }: ComplianceServices, { account }: KnownCaller, id: string): Promise<ChosenFramework> {
  const chosen = (await chosenBy(db, account.id)).find(({ framework }) => framework.id === id);
  if (!chosen) throw new Problem('not_found', 'This framework does not apply to the account. PUT /api/compliance/frameworks/{framework} has it apply.');
  return chosen;
}

async function paperOf(services: ComplianceServices, accountId: string, chosen: ChosenFramework, now: number): Promise<Paper> {
  const { db } = services;
  const sprs = chosen.framework === cmmcL2 ? sprsScore(await assessmentsOf(db, accountId, chosen.framework.id)) : null;
  return frameworkPaper(await accountName(db, accountId), chosen.framework, await recordsOf(services, accountId, [chosen], now), sprs, now);
}

async function assessedOf(services: ComplianceServices, caller: KnownCaller, chosen: ChosenFramework, now: number): Promise<Assessed> {
  const { db, evidenceSources } = services;
  const accountId = caller.account.id;
  const controls = await recordsOf(services, accountId, [chosen], now);
  const observations = await observationsOf(db, accountId, evidenceMap.map(({ kind }) => kind), scopeOf(chosen.row), MOST_OBSERVATIONS);
  const documents = await newestDocuments(db, accountId, { control: undefined, withdrawn: false }, null, MOST_DOCUMENTS);
  const of = await controlsOfDocuments(db, documents.map(({ id }) => id));
  const own = documents.map(row => presentDocument(row, of(row.id), now)).filter(one => one.controls.some(id => id.startsWith(`${chosen.framework.id}:`)));
  return { accountId, framework: chosen.framework, controls, observations: observations.map(row => presentObservation(row, caller, evidenceSources, now)), documents: own, now };
}

function file(contentType: string, fileName: string, body: string): FileReply {
  return { contentType, fileName, body };
}

const Given = z.strictObject({ ...controlFields }).omit({ note: true });

const importControls = operationIn<ComplianceServices>()({
  id: 'compliance.import',
  summary: 'Import assessments from CSV',
  description: `Changes controls as a CSV file says, all or none: its columns are those of the export, of which \`id\` is needed and those that are left out change nothing. With a column \`version\`, a control that has changed since refuses the import. Up to ${MOST_LINES} lines.`,
  method: 'POST',
  path: '/api/compliance/import',
  ...access,
  idempotent: true,
  maxBodyBytes: 10 * 1024 * 1024,
  input: z.strictObject({ csv: z.string().min(1).max(MAX_CSV_CHARACTERS).describe('The text of the file'), note: controlFields.note }),
  output: z.object({ success: z.literal(true), data: z.object({ changed: z.int().describe('Controls that were changed'), unchanged: z.int().describe('Controls that were so already') }) }),
  examples: [{ input: { csv: 'id,status,owner\ncmmc-l2:AC.L2-3.1.1,met,Ada\n', note: 'From the spreadsheet of 2025' }, says: 'One control' }],
  audit: ({ output: { data } }) => ({ action: 'compliance.controls_imported', resource: { type: 'compliance_control', id: 'import' }, details: { changed: data.changed } }),
  run: async ({ caller, now, nothingChanged }, services, { csv, note = null }) => {
    const accountId = known(caller).account.id;
    await lockAccount(services.db, accountId);
    const read = linesOf(csv);
    if ('fault' in read) throw refused(read.fault);
    if (read.lines.length > MOST_LINES) throw refused(`There are more than ${MOST_LINES} lines. Divide the file.`);
    const chosen = await chosenBy(services.db, accountId);
    const controls = new Map(chosen.flatMap(({ framework }) => framework.controls.filter(({ heading }) => !heading).map(control => [`${framework.id}:${control.id}`, { framework, control }] as const)));
    const rows = await rowsOf(services.db, accountId, chosen.map(({ framework }) => framework.id));
    let written = 0;
    for (const line of read.lines) if (await importLine(services, accountId, line, { rows, controls }, { note, by: byOf(caller), now })) written++;
    if (written === 0) nothingChanged();
    else await settleContradictions(services.db, services, accountId, now);
    return { success: true as const, data: { changed: written, unchanged: read.lines.length - written } };
  },
});

/** Writes what a line says; false where it was so already. */
async function importLine(
  services: ComplianceServices, accountId: string, { line, id, version, given }: ImportedLine, { rows, controls }: { rows: ReadonlyMap<string, ControlRow>; controls: ReadonlyMap<string, { framework: Framework; control: Control }> }, change: Parameters<typeof writeControl>[5],
): Promise<boolean> {
  const of = controls.get(id);
  if (!of) throw refused(`Line ${line}: ${id || 'an empty id'} is no control of a framework that applies.`);
  const row = rows.get(id);
  if (version !== null && version !== String(row?.version ?? 0)) throw refused(`Line ${line}: ${id} has the version ${row?.version ?? 0} now, not ${version}. Export it again.`);
  const { status, ...texts } = given;
  const parsed = Given.safeParse({ ...texts, ...(status == null ? {} : { status }) });
  if (!parsed.success) throw refused(`Line ${line}: ${parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join(' ')}`);
  const was = row ?? nothingSaid;
  const said = saidOf(line, () => changed(was, parsed.data, of.control));
  if (Object.entries(said).every(([field, value]) => was[field as keyof typeof said] === value)) return false;
  await writeControl(services.db, services, { accountId, framework: of.framework.id, control: of.control.id }, row, said, change);
  return true;
}

/** What `make` gives; what it refuses is said of the line. */
function saidOf<T>(line: number, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid_request') throw refused(`Line ${line}: ${(error.members['errors'] as { message: string }[] | undefined)?.[0]?.message ?? error.message}`);
    throw error;
  }
}

function refused(message: string): Problem {
  return invalid([{ path: ['csv'], message }]);
}

export const exchangeOperations = [exportControls, importControls] as const;
