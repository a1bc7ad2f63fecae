import { z } from 'zod';
import { plainText } from '../../../../core/inputs.ts';
import { By } from '../by.ts';
import { planFields, planSections, PLAN_SOURCE } from '../catalogue/wisp.ts';
import type { Draft } from './drafts.ts';
import { planStates, planStatus } from './state.ts';
import { entriesIn, type PlanRow } from './store.ts';

const MOST_CHARACTERS = 8000;
const Entry = plainText(MOST_CHARACTERS).transform(given => given || null).nullable();

/** What a change may give, by `section.field`. */
export const Entries = z.strictObject(Object.fromEntries([...planFields].map(([id, { title, asks }]) => [id, Entry.optional().describe(`${title}: ${asks}`)])));

export const PlanRecord = z.object({
  type: z.literal('wisp'),
  id: z.literal('wisp'),
  title: z.string(),
  state: z.enum(planStates).describe('`none`: nobody has begun it; `draft`: entries are missing or it was never reviewed; `reviewDue`: the last review is more than a year old'),
  version: z.int().describe('Give it with a change; 0 before the first'),
  fields: z.int().describe('Entries that the plan has'),
  written: z.int().describe('Entries that people wrote'),
  reviewedOn: z.iso.date().nullable(),
  nextReviewOn: z.iso.date().nullable().describe('A year after the last review'),
  changedAt: z.iso.datetime().nullable(),
  changedBy: By.nullable(),
}).meta({ id: 'ComplianceWisp' });
export type PlanRecord = z.output<typeof PlanRecord>;

export const PlanDetails = PlanRecord.extend({
  source: z.string().describe('Where the structure comes from'),
  note: z.string().nullable().describe('Why this version was written'),
  sections: z.array(z.object({
    id: z.string(), title: z.string(),
    fields: z.array(z.object({
      id: z.string().describe('Such as `network.firewall`'), title: z.string(), asks: z.string(),
      text: z.string().nullable().describe('What people wrote; null where nobody has'),
      draft: z.object({ text: z.string(), source: z.string() }).nullable().describe('What this service knows and a person has to complete; null where it knows nothing, and of earlier versions'),
    })),
  })),
}).meta({ id: 'ComplianceWispDetails' });
export type PlanDetails = z.output<typeof PlanDetails>;

export const PlanVersion = z.object({ version: z.int(), at: z.iso.datetime(), by: By, note: z.string().nullable(), reviewedOn: z.iso.date().nullable(), written: z.int() });

export function presentPlan(row: PlanRow | null, now: number): PlanRecord {
  const { state, missing, nextReviewOn } = planStatus(row, now);
  return {
    type: 'wisp', id: 'wisp', title: 'Written information security plan', state, version: row?.version ?? 0, fields: planFields.size, written: planFields.size - missing.length,
    reviewedOn: row?.reviewed_on ?? null, nextReviewOn, changedAt: row ? new Date(row.at).toISOString() : null, changedBy: row ? By.parse(JSON.parse(row.by)) : null,
  };
}

export function presentPlanDetails(row: PlanRow | null, drafts: ReadonlyMap<string, Draft>, now: number): PlanDetails {
  const entries = entriesIn(row);
  return {
    ...presentPlan(row, now), source: PLAN_SOURCE, note: row?.note ?? null,
    sections: planSections.map(({ id: section, title, fields }) => ({
      id: section, title, fields: fields.map(field => ({ ...field, id: `${section}.${field.id}`, text: entries[`${section}.${field.id}`] ?? null, draft: drafts.get(`${section}.${field.id}`) ?? null })),
    })),
  };
}

export function presentVersion(row: PlanRow): z.output<typeof PlanVersion> {
  return { version: row.version, at: new Date(row.at).toISOString(), by: By.parse(JSON.parse(row.by)), note: row.note, reviewedOn: row.reviewed_on, written: Object.keys(entriesIn(row)).length };
}
