import { z } from 'zod';
import { known } from '../../../../core/access.ts';
import { oneLine } from '../../../../core/inputs.ts';
import { invalid } from '../../../../core/invalid-input.ts';
import { operationIn, type Resource } from '../../../../core/operation.ts';
import { Problem } from '../../../../core/problem.ts';
import { lockAccount } from '../../../platform/account/index.ts';
import { By } from '../by.ts';
import { byOf, type ComplianceServices } from '../services.ts';
import { MOST_CONTROLS } from './reading/catalogue.ts';
import { cataloguesOf, deleteCatalogue, findCatalogue, insertCatalogue, type CatalogueRow } from './store.ts';

const MOST_CATALOGUES = 5;
const MAX_CHARACTERS = 12 * 1024 * 1024;
const access = { access: { scope: 'compliance' }, plan: 'pro', allowance: 'none' } as const;
const catalogue: Resource<ComplianceServices, CatalogueRow> = { type: 'compliance catalogue', load: ({ db }, accountId, id) => findCatalogue(db, accountId, id), remedy: 'GET /api/compliance/frameworks lists the frameworks; those that come with the service stay.' };

const CatalogueRecord = z.object({
  id: z.string().describe('That of the framework'), title: z.string(), edition: z.string(), source: z.string(), controls: z.int(), importedAt: z.iso.datetime(), importedBy: By,
}).meta({ id: 'ComplianceCatalogue' });
const Reply = z.object({ success: z.literal(true), data: CatalogueRecord });

const importCatalogue = operationIn<ComplianceServices>()({
  id: 'compliance.catalogues.import',
  summary: 'Import a catalogue as a framework',
  description: `Makes a framework of the account's own of an OSCAL catalog in JSON, of which controls with their statements are read, or of a CSV file with the columns id, title, family and text. All of it is taken or nothing. Up to ${MOST_CONTROLS} controls, and ${MOST_CATALOGUES} catalogues. It applies once it is chosen.`,
  method: 'POST',
  path: '/api/compliance/catalogues',
  ...access,
  status: 201,
  location: '/api/compliance/frameworks',
  idempotent: true,
  maxBodyBytes: 16 * 1024 * 1024,
  input: z.strictObject({
    format: z.enum(['oscal', 'csv']),
    content: z.string().min(1).max(MAX_CHARACTERS).describe('The text of the file'),
    title: oneLine(200).optional().describe('Needed unless the catalog names one'),
    edition: oneLine(100).optional().describe('Its version; that of the catalog unless given'),
    source: oneLine(300).optional().describe('Where it comes from'),
  }),
  output: Reply,
  examples: [{ input: { format: 'csv', title: 'Internal policy', content: 'id,title,family,text\nAC-1,Review user accounts,Access control,Review all user accounts every quarter.\n' }, says: 'One control, as CSV' }],
  // Read before the transaction, which must not wait for it.
  prepare: async (_, { catalogueReader }, { format, content }) => {
    const read = await catalogueReader({ format, content });
    if ('fault' in read) throw invalid([{ path: ['content'], message: read.fault }]);
    return read.catalogue;
  },
  audit: ({ output: { data } }) => ({ action: 'compliance.catalogue_imported', resource: { type: 'compliance_catalogue', id: data.id }, details: { title: data.title, controls: data.controls } }),
  run: async ({ caller, now, prepared }, { db, newId }, { format, title = prepared.title, edition = prepared.edition, source }) => {
    const accountId = known(caller).account.id;
    if (title === null) throw invalid([{ path: ['title'], message: 'The file names no title. Give one.' }]);
    await lockAccount(db, accountId);
    if ((await cataloguesOf(db, accountId)).length >= MOST_CATALOGUES) throw new Problem('limit_reached', `The account has ${MOST_CATALOGUES} catalogues, which is the limit. Remove one first.`, { limit: MOST_CATALOGUES });
    const row: CatalogueRow = {
      id: newId('cca'), account_id: accountId, title, edition: edition ?? 'without a version', source: source ?? (format === 'csv' ? 'CSV file' : 'OSCAL catalog'), controls: prepared.controls.length, imported_at: now, imported_by: JSON.stringify(byOf(caller)),
    };
    await insertCatalogue(db, row, prepared.controls);
    return { success: true as const, data: present(row) };
  },
});

const remove = operationIn<ComplianceServices>()({
  id: 'compliance.catalogues.remove',
  summary: 'Remove a catalogue',
  description: 'Removes a framework that was imported, with everything recorded about its controls. Export it first if you must keep it.',
  method: 'DELETE',
  path: '/api/compliance/catalogues/{id}',
  ...access,
  owns: { id: catalogue },
  input: z.strictObject({ id: z.string() }),
  output: Reply,
  examples: [{ input: { id: 'cca_01hzy3v4qk8m0p2r5s7t9w1x3z' }, says: 'By the id of its framework' }],
  audit: ({ input: { id } }) => ({ action: 'compliance.catalogue_removed', resource: { type: 'compliance_catalogue', id } }),
  run: async ({ owned: { id: row } }, { db }) => {
    await lockAccount(db, row.account_id);
    await deleteCatalogue(db, row);
    return { success: true as const, data: present(row) };
  },
});

function present({ id, title, edition, source, controls, imported_at: at, imported_by: by }: CatalogueRow): z.output<typeof CatalogueRecord> {
  return { id, title, edition, source, controls, importedAt: new Date(at).toISOString(), importedBy: By.parse(JSON.parse(by)) };
}

export const catalogueOperations = [importCatalogue, remove] as const;
