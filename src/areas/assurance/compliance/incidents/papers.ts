import { z } from 'zod';
import { known } from '../../../../core/access.ts';
import { invalid } from '../../../../core/invalid-input.ts';
import { operationIn, type FileReply } from '../../../../core/operation.ts';
import { documentsById } from '../documents/store.ts';
import { presentDocument } from '../documents/shapes.ts';
import { PaperFormat, paperReply, paperTypes } from '../paper/reply.ts';
import { accountName } from '../people.ts';
import type { ComplianceServices } from '../services.ts';
import { oneWithDuties } from './duties.ts';
import { CUSTOMERS, letterPaper } from './letters/paper.ts';
import { incidentPaper } from './paper.ts';
import { incident } from './resource.ts';

const access = { access: { scope: 'compliance' }, plan: 'pro', allowance: 'none' } as const;
const EXAMPLE = { id: 'csi_01hzy3v4qk8m0p2r5s7t9w1x3z' };

const exportIncident = operationIn<ComplianceServices>()({
  id: 'compliance.incidents.export',
  summary: 'Export an incident for counsel',
  description: 'One incident as a document for people: what is known and what is not, what happened when, its reporting duties with their clocks, and its evidence.',
  method: 'GET',
  path: '/api/compliance/incidents/{id}/export',
  ...access,
  kind: 'file',
  contentTypes: paperTypes,
  owns: { id: incident },
  input: z.strictObject({ id: z.string(), format: PaperFormat }),
  output: z.custom<FileReply>(),
  examples: [{ input: EXAMPLE, says: 'As PDF' }],
  run: async ({ caller, owned: { id: row }, now, signal }, { db, print }, { format }) => {
    const record = await oneWithDuties(db, row, now);
    const evidence = (await documentsById(db, row.account_id, record.evidence)).map(one => presentDocument(one, [], now));
    return paperReply(incidentPaper(await accountName(db, known(caller).account.id), record, evidence, now), format, `incident-${row.id}`, { print, signal });
  },
});

const letter = operationIn<ComplianceServices>()({
  id: 'compliance.incidents.letter',
  summary: 'Draft the notice for a reporting duty',
  description: 'Drafts a notice, a press release or the entries for a regulator\'s form from the recorded facts. Missing facts are marked `To be completed`. Nothing is sent.',
  method: 'GET',
  path: '/api/compliance/incidents/{id}/letter',
  ...access,
  kind: 'file',
  contentTypes: paperTypes,
  owns: { id: incident },
  input: z.strictObject({ id: z.string(), duty: z.string().max(60).default(CUSTOMERS).describe('Id of one of its duties, or `customers` for a notice to customers of whom no duty speaks'), format: PaperFormat }),
  output: z.custom<FileReply>(),
  examples: [{ input: EXAMPLE, says: 'Notice to customers' }, { input: { ...EXAMPLE, duty: CUSTOMERS, format: 'docx' }, says: 'As a Word document' }],
  run: async ({ owned: { id: row }, now, signal }, { db, print }, { duty, format }) => {
    const paper = letterPaper(await accountName(db, row.account_id), await oneWithDuties(db, row, now), duty, now);
    if (paper === null) throw invalid([{ path: ['duty'], message: 'The incident has no such duty. Give an id as it stands in its `obligations`.' }]);
    return paperReply(paper, format, `letter-${duty}`, { print, signal });
  },
});

export const incidentPapers = [exportIncident, letter] as const;
