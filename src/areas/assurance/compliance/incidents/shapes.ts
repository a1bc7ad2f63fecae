import { z } from 'zod';
import { deadlines } from '../catalogue/deadlines.ts';
import type { ClockRow } from '../clocks/store.ts';
import { IncidentDetails } from './details.ts';
import { obligationsOf, obligationStates } from './obligations.ts';
import type { IncidentRow, ObligationRow } from './store.ts';

export const incidentKinds = ['securityIncident', 'breach', 'privacy', 'availability', 'thirdParty'] as const;
export const incidentStatuses = ['open', 'contained', 'resolved', 'closed', 'dismissed'] as const;

export const DeadlineId = z.string().max(60).describe(`${deadlines.map(({ id }) => id).join(', ')}, or the id of a clock of the account`);

const ObligationRecord = z.object({
  id: DeadlineId,
  title: z.string(),
  citation: z.string().describe('Its source: the law, contract or rule'),
  asOf: z.iso.date().describe('The day as of which it was read from its source'),
  own: z.boolean().describe('Whether it comes from a clock that the account added'),
  appliesWhen: z.string(),
  applies: z.enum(['yes', 'unclear']).describe('`unclear` while what is known does not say; those that are ruled out are left out'),
  note: z.string().nullable(),
  startsAt: z.iso.datetime().nullable().describe('From when its clock runs; null while it does not'),
  dueAt: z.iso.datetime().nullable().describe('Null while its clock does not run'),
  state: z.enum(obligationStates),
  doneAt: z.iso.datetime().nullable(),
  reference: z.string().nullable(),
  overdue: z.boolean(),
});

export const IncidentRecord = z.object({
  type: z.literal('incident'),
  id: z.string(),
  title: z.string(),
  kind: z.enum(incidentKinds),
  severity: z.int().min(1).max(5).describe('1 is the most severe'),
  status: z.enum(incidentStatuses),
  discoveredAt: z.iso.datetime(),
  timeZone: z.string().describe('In which the days of its clocks are counted'),
  ...IncidentDetails.shape,
  obligations: z.array(ObligationRecord).describe('Soonest first'),
  disclaimer: z.string(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
}).meta({ id: 'ComplianceIncident' });
export type IncidentRecord = z.output<typeof IncidentRecord>;

const DISCLAIMER = 'Public law summarised by us as of November 2026, and clocks of your own as they were added. This is not legal advice: have counsel confirm which duties apply.';

/** What duties are judged by: what was said of them, and the clocks of the account. */
interface Judging {
  said: readonly ObligationRow[];
  clocks: readonly ClockRow[];
}

export function presentIncident(row: IncidentRow, { said, clocks }: Judging, now: number): IncidentRecord {
  const details = IncidentDetails.parse(JSON.parse(row.record));
  const at = (iso: string | null) => (iso === null ? null : Date.parse(iso));
  const moments = { discoveredAt: row.discovered_at, reportedAt: at(details.reportedAt), materialityDeterminedAt: at(details.materialityDeterminedAt), occurredAt: at(details.occurredAt), containedAt: at(details.containedAt) };
  const of = new Map(said.filter(one => one.incident_id === row.id).map(one => [one.deadline, one]));
  const own = clocks.filter(({ id, ended_at: endedAt }) => endedAt === null || of.has(id));
  return {
    type: 'incident', id: row.id, title: row.title, kind: row.kind as (typeof incidentKinds)[number], severity: row.severity, status: row.status as (typeof incidentStatuses)[number],
    discoveredAt: iso(row.discovered_at)!, timeZone: row.time_zone, ...details,
    obligations: obligationsOf(details, moments, row.time_zone, own).map(({ deadline: { id, title, citation, appliesWhen, note }, applies, asOf, own: isOwn, startsAt, dueAt }) => {
      const one = of.get(id);
      const state = (one?.state ?? 'open') as (typeof obligationStates)[number];
      return { id, title, citation, asOf, own: isOwn, appliesWhen, applies, note, startsAt: iso(startsAt), dueAt: iso(dueAt), state, doneAt: iso(one?.done_at ?? null), reference: one?.reference ?? null, overdue: state === 'open' && dueAt !== null && dueAt < now };
    }),
    disclaimer: DISCLAIMER, version: row.version, createdAt: iso(row.created_at)!, changedAt: iso(row.changed_at)!,
  };
}

/** What is due over all incidents that are not over. */
export const Deadlines = z.object({
  overdue: z.int().describe('Open deadlines that have passed'),
  next: z.object({ incidentId: z.string(), incident: z.string(), duty: z.string(), dueAt: z.iso.datetime() }).nullable().describe('The open deadline that passes next'),
}).describe('Over all incidents that are neither closed nor dismissed, however many the page shows');

export function deadlinesOf(incidents: readonly IncidentRecord[]): z.output<typeof Deadlines> {
  const open = incidents.flatMap(({ id: incidentId, title: incident, obligations }) => obligations.flatMap(({ title: duty, state, dueAt, overdue }) => (
    state === 'open' && dueAt !== null ? [{ overdue, next: { incidentId, incident, duty, dueAt } }] : [])));
  const coming = open.filter(({ overdue }) => !overdue).toSorted((a, b) => Date.parse(a.next.dueAt) - Date.parse(b.next.dueAt));
  return { overdue: open.length - coming.length, next: coming[0]?.next ?? null };
}

function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
