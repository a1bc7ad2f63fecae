import { z } from 'zod';
import { plainText } from '../../../../core/inputs.ts';
import { approaches, statuses } from '../assessment.ts';
import type { Control, Framework } from '../catalogue/index.ts';
import { FrameworkId } from '../frameworks/operations.ts';
import { By as ByRecord } from '../by.ts';
import { DocumentRecord } from '../documents/shapes.ts';
import { AutomaticEvidence, EvidenceCounts } from '../evidence/shapes.ts';
import type { CountsOf } from '../evidence/for-controls.ts';
import type { By } from '../services.ts';
import { ControlId } from './control-id.ts';
import { nothingSaid, type ChangeRow, type ControlRow, type Said } from './store.ts';

const text = (most: number) => plainText(most).transform(given => given || null).nullable();


/** What may be said of a control; what is left out stays. */
export const controlFields = {
  status: z.enum(statuses).optional(),
  approach: z.enum(approaches).nullable().optional().describe('How it is met; `alternative` is for addressable specifications of HIPAA'),
  justification: text(4000).optional().describe('Why it does not apply, or why another measure is equivalent; needed for both'),
  owner: text(200).optional().describe('Who answers for it'),
  dueOn: z.iso.date().nullable().optional().describe('When it is to be met'),
  planOfAction: text(4000).optional().describe('What will be done about it; such an item counts as not met'),
  privateText: text(20_000).optional().describe('Text of your own, such as the words of a standard that you have a licence for; it is shown to nobody else'),
  note: text(4000).optional().describe('Why it was changed; it stays in the history'),
};

const Change = z.object({
  version: z.int(), at: z.iso.datetime(), by: ByRecord, note: z.string().nullable(),
  changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
});

export const ControlRecord = z.object({
  type: z.literal('control'),
  id: ControlId,
  framework: FrameworkId,
  control: z.string().describe('Its number in the framework'),
  title: z.string(),
  family: z.string(),
  text: z.string().nullable().describe('The words of the law or standard, where they are public and were compared with the source'),
  summary: z.string().nullable().describe('What it asks, in our words'),
  requirement: z.enum(['required', 'addressable']).nullable().describe('Of HIPAA'),
  weight: z.int().nullable().describe('What it costs in the score of the DoD'),
  onPlanOfAction: z.boolean().nullable().describe('Whether it may stand on a plan of action for the conditional status of CMMC'),
  status: z.enum(statuses),
  approach: z.enum(approaches).nullable(),
  justification: z.string().nullable(),
  owner: z.string().nullable(),
  dueOn: z.iso.date().nullable(),
  overdue: z.boolean().describe('Whether it was due before today (UTC) and is open'),
  planOfAction: z.string().nullable(),
  privateText: z.string().nullable(),
  version: z.int().describe('Give it with a change; 0 before the first'),
  changedAt: z.iso.datetime().nullable(),
  attention: z.boolean().describe('Whether something that was seen lately contradicts it; the status stays as people set it'),
  evidence: EvidenceCounts,
}).meta({ id: 'ComplianceControl' });
export type ControlRecord = z.output<typeof ControlRecord>;

export const ControlDetails = ControlRecord.extend({
  automatic: z.array(AutomaticEvidence).describe('What the service sees by itself; it never sets a status'),
  documents: z.array(DocumentRecord).describe('Files and links that people gave, the newest 100'),
  history: z.array(Change).describe('The newest 100 changes first'),
}).meta({ id: 'ComplianceControlDetails' });

export function presentControl({ framework, control }: { framework: Pick<Framework, 'id'>; control: Control }, row: ControlRow | undefined, countsOf: CountsOf, now: number): ControlRecord {
  const said: Said = row ?? nothingSaid;
  const evidence = countsOf(framework.id, control.id);
  const open = said.status !== 'met' && said.status !== 'notApplicable';
  return {
    type: 'control', id: `${framework.id}:${control.id}`, framework: framework.id, control: control.id, title: control.title, family: control.family, text: control.text,
    summary: control.summary ?? null, requirement: control.requirement ?? null, weight: control.weight ?? null,
    onPlanOfAction: control.weight === undefined ? null : control.poamAllowed === true,
    status: said.status as ControlRecord['status'], approach: said.approach as ControlRecord['approach'], justification: said.justification, owner: said.owner,
    dueOn: said.due_on, overdue: open && said.due_on !== null && said.due_on < new Date(now).toISOString().slice(0, 10),
    planOfAction: said.plan_of_action, privateText: said.private_text, version: row?.version ?? 0, changedAt: row ? new Date(row.changed_at).toISOString() : null,
    attention: evidence.contradicts > 0, evidence,
  };
}

export function presentChange({ version, at, by, note, changes }: ChangeRow): z.output<typeof Change> {
  const camel = (column: string) => column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return {
    version, at: new Date(at).toISOString(), by: JSON.parse(by) as By, note,
    changes: Object.entries(JSON.parse(changes) as Record<string, [string | null, string | null]>).map(([field, [from, to]]) => ({ field: camel(field), from, to })),
  };
}
