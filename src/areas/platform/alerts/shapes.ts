import { z } from 'zod';
import { BySeverity } from '../../../core/days.ts';
import { DomainReference } from '../../../core/domain-reference.ts';
import { severities, type Severity } from '../../../core/finding.ts';
import { plainText } from '../../../core/inputs.ts';
import { periodInput } from '../../../core/period.ts';
import { several } from '../../../core/several.ts';
import type { KnownAlertKind } from '../../alert.ts';
import type { AlertRow } from './settle.ts';

/** How an alert is dealt with. A mute goes before an acknowledgement, until it ends. */
export const alertStates = ['open', 'acknowledged', 'muted', 'cleared'] as const;
export type AlertState = (typeof alertStates)[number];

export type AlertKindMap = ReadonlyMap<string, KnownAlertKind>;

const MAX_NOTE_CHARACTERS = 500;
const MAX_SEARCH_CHARACTERS = 100;
const Id = z.string().regex(/^[\w-]{1,64}$/, 'Give the id as the list shows it.');
const Time = z.iso.datetime();

export const AlertPath = z.strictObject({ id: Id.describe('Id of the alert') });

/** What a change of an alert may say; what is left out stays. */
export const AlertChange = AlertPath.extend({
  acknowledged: z.boolean().optional().describe('Whether somebody has taken note of it'),
  mutedUntil: z.iso.datetime({ offset: true }).nullable().optional().describe('Nothing more is sent of it until then, and lists leave it out; at most a year ahead; null ends the mute'),
  assigneeId: Id.nullable().optional().describe('The person of the account who deals with it; `me` for the signed-in person; null for nobody in particular'),
  note: plainText(MAX_NOTE_CHARACTERS).optional().describe('For those who read it later; empty removes it'),
}).refine(given => Object.keys(given).length > 1, 'Give something to change: acknowledged, mutedUntil, assigneeId or note.');

/** The filters of lists and counts, with the kinds and areas that there are. */
export function alertFilters(kinds: AlertKindMap) {
  const names = [...kinds.keys()] as [string, ...string[]];
  const areas = [...new Set([...kinds.values()].map(({ area }) => area))] as [string, ...string[]];
  return {
    state: several(z.enum(alertStates)).optional().describe('`open` and `acknowledged` unless given: what is wrong now and not muted'),
    severity: several(z.enum(severities)).optional(),
    kind: several(z.enum(names)).optional().describe('What is wrong'),
    area: several(z.enum(areas)).optional().describe('The part of the product that raised it'),
    domain: several(DomainReference).optional().describe('About these domains, by name or id, or what belongs to them'),
    search: z.string().trim().min(1).max(MAX_SEARCH_CHARACTERS).optional().describe('Words of title or subject; also finds failed findings too minor for alerts'),
    assignee: several(Id).optional().describe('Ids of people, `me` or `none`'),
    ...periodInput,
  };
}

/** A person or key, as alerts name them. */
const By = z.object({ type: z.enum(['person', 'key']), id: z.string() });

/** Something that is wrong, or was. */
export const AlertRecord = z.object({
  id: z.string(),
  kind: z.string().describe('What is wrong, such as `event.denied`'),
  area: z.string().describe('The part of the product that raised it'),
  severity: z.enum(severities),
  state: z.enum(alertStates),
  title: z.string(),
  detail: z.string().describe('Why it matters'),
  subject: z.object({ type: z.string(), id: z.string(), label: z.string() }).describe('What is wrong with'),
  domainId: z.string().nullable().describe('The domain of the inventory that it is or belongs to'),
  since: Time.describe('Since when it is so without a break'),
  firstRaisedAt: Time.describe('When it was so for the first time'),
  clearedAt: Time.nullable().describe('When it was over'),
  notified: z.object({ count: z.number().int(), lastAt: Time.nullable() }).describe('How many notifications told of it since then'),
  acknowledged: z.object({ by: By, at: Time }).nullable(),
  mutedUntil: Time.nullable(),
  assignee: z.object({ id: z.string(), email: z.string() }).nullable(),
  note: z.string().nullable(),
  url: z.string().describe('The page that shows what to do'),
}).meta({ id: 'Alert' });
export type AlertRecord = z.output<typeof AlertRecord>;

const Count = z.number().int();

/** Figures over all alerts that match. */
export const AlertSummary = z.object({
  total: Count,
  states: z.object(Object.fromEntries(alertStates.map(state => [state, Count])) as Record<AlertState, typeof Count>),
  severities: BySeverity,
  areas: z.array(z.object({ area: z.string(), count: Count })).describe('Most alerts first'),
}).meta({ id: 'AlertSummary' });
export type AlertSummary = z.output<typeof AlertSummary>;

/** An alert with who deals with it. */
export type ShownAlertRow = AlertRow & { assignee_email: string | null };

export function presentAlert(row: ShownAlertRow, kinds: AlertKindMap, baseUrl: string, now: number): AlertRecord {
  const { id, kind, severity, title, detail, note } = row;
  return {
    id, kind, area: kinds.get(kind)!.area, severity: severity as Severity, state: stateOf(row, now), title, detail,
    subject: { type: row.subject_type, id: row.subject_id, label: row.subject_label }, domainId: row.domain_id,
    since: isoOf(row.since), firstRaisedAt: isoOf(row.first_raised_at), clearedAt: isoOf(row.cleared_at),
    notified: { count: row.notified, lastAt: isoOf(row.notified_at) },
    acknowledged: row.acknowledged_at === null ? null : { by: JSON.parse(row.acknowledged_by!) as z.output<typeof By>, at: isoOf(row.acknowledged_at) },
    mutedUntil: row.muted_until !== null && row.muted_until > now ? isoOf(row.muted_until) : null,
    assignee: row.assignee_id === null ? null : { id: row.assignee_id, email: row.assignee_email ?? '' }, note, url: `${baseUrl}${row.path}`,
  };
}

/** How the alert is dealt with at `now` (epoch milliseconds). */
export function stateOf({ cleared_at, muted_until, acknowledged_at }: Pick<AlertRow, 'cleared_at' | 'muted_until' | 'acknowledged_at'>, now: number): AlertState {
  if (cleared_at !== null) return 'cleared';
  if (muted_until !== null && muted_until > now) return 'muted';
  return acknowledged_at === null ? 'open' : 'acknowledged';
}

function isoOf(at: number): string;
function isoOf(at: number | null): string | null;
function isoOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
