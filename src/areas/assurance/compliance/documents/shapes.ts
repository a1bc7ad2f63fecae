import { z } from 'zod';
import { By } from '../by.ts';
import type { DocumentRow } from './store.ts';

const documentKinds = ['file', 'link'] as const;
const documentStates = ['valid', 'expired', 'withdrawn'] as const;

export const DocumentRecord = z.object({
  id: z.string(),
  kind: z.enum(documentKinds),
  title: z.string(),
  note: z.string().nullable(),
  controls: z.array(z.string()).describe('Ids of the controls that it is evidence for'),
  state: z.enum(documentStates).describe('`expired` from the day after `validUntil`; `withdrawn` documents are kept for six years'),
  url: z.string().nullable().describe('Of a link'),
  file: z.object({ name: z.string(), mediaType: z.string(), size: z.int().describe('Bytes'), sha256: z.string().describe('Of its bytes, in hexadecimal') }).nullable(),
  validUntil: z.iso.date().nullable(),
  addedAt: z.iso.datetime(),
  addedBy: By,
  withdrawn: z.object({ at: z.iso.datetime(), by: By, reason: z.string() }).nullable(),
}).meta({ id: 'ComplianceEvidence' });
export type DocumentRecord = z.output<typeof DocumentRecord>;

export function presentDocument(row: DocumentRow, controls: string[], now: number): DocumentRecord {
  const isExpired = row.valid_until !== null && row.valid_until < new Date(now).toISOString().slice(0, 10);
  return {
    id: row.id, kind: row.kind as DocumentRecord['kind'], title: row.title, note: row.note, controls,
    state: row.withdrawn_at !== null ? 'withdrawn' : isExpired ? 'expired' : 'valid', url: row.url,
    file: row.blob === null ? null : { name: row.file_name!, mediaType: row.media_type!, size: row.size!, sha256: row.sha256! },
    validUntil: row.valid_until, addedAt: new Date(row.added_at).toISOString(), addedBy: byIn(row.added_by),
    withdrawn: row.withdrawn_at === null ? null : { at: new Date(row.withdrawn_at).toISOString(), by: byIn(row.withdrawn_by!), reason: row.withdrawn_reason! },
  };
}

function byIn(text: string): z.output<typeof By> {
  return By.parse(JSON.parse(text));
}
