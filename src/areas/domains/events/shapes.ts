import type { Selectable } from 'kysely';
import { z } from 'zod';
import { toUnicode } from '../../../core/domain-name.ts';
import { DomainReference } from '../../../core/domain-reference.ts';
import { BySeverity, DaysBySeverity } from '../../../core/days.ts';
import { severities, type Severity } from '../../../core/finding.ts';
import { plainText } from '../../../core/inputs.ts';
import { pageInput } from '../../../core/page.ts';
import { periodInput } from '../../../core/period.ts';
import { several } from '../../../core/several.ts';
import { eventKindNames, eventKinds, eventStates, type EventKind, type EventState } from './kinds.ts';
import { without, type Value } from './value.ts';
import type { EventTables } from './tables.ts';

const Id = z.string().regex(/^[\w-]{1,64}$/, 'Give the id as the list shows it.');
/** Why somebody decided so. */
export const EventReason = plainText(500, 1);

/** Names one event in the path. */
export const EventPath = z.strictObject({ id: Id.describe('Id of the event') });

export const Decision = z.strictObject({ ...EventPath.shape, reason: EventReason.optional().describe('For those who read it later') });

const eventFilters = {
  domain: several(DomainReference).optional().describe('Only events of these domains, by name or id'),
  kind: several(z.enum(eventKindNames)).optional().describe('Only events of these kinds'),
  severity: several(z.enum(severities)).optional().describe('Only events of these severities'),
  state: several(z.enum(eventStates)).optional().describe('Only events in these states; `open`: pending a decision'),
  settled: z.enum(['true', 'false']).optional().describe('`false`: only changes that are pending, or were denied and are still there; `true`: only the others'),
  changes: z.enum(['true', 'false']).optional().describe('`true`: only changes, without the entries that a domain is now monitored (`baseline.created`); `false`: only those entries'),
  ...periodInput,
};

/** Which events are counted. */
export const EventFilters = z.strictObject(eventFilters);

/** What the list of events is asked. */
export const EventQuery = z.strictObject({ ...eventFilters, ...pageInput });

const Count = z.number().int();

/** Figures over all events that match. */
export const EventSummary = z.object({
  total: Count,
  states: z.object(Object.fromEntries(eventStates.map(state => [state, Count])) as Record<EventState, typeof Count>),
  severities: BySeverity,
  days: DaysBySeverity,
}).meta({ id: 'DomainEventSummary' });
export type EventSummary = z.output<typeof EventSummary>;

const Lines = z.array(z.string());
/** Who decided. */
export const EventActor = z.object({ type: z.enum(['person', 'key', 'window', 'program']), id: z.string().nullable() }).meta({ id: 'Actor' });
export type By = z.output<typeof EventActor>;

/** A change of a domain, the old value next to the new one. */
export const EventRecord = z.object({
  id: z.string(),
  domainId: z.string(),
  domain: z.string().describe('Its name'),
  kind: z.enum(eventKindNames),
  subject: z.string().describe('What has changed, such as `dns.mx`'),
  severity: z.enum(severities),
  state: z.enum(eventStates),
  title: z.string(),
  explanation: z.string().describe('Why it matters'),
  before: Lines.describe('The accepted value, line by line'),
  after: Lines.describe('What was seen'),
  diff: z.object({ added: Lines, removed: Lines }),
  count: z.number().int().describe('How often this change came, after it had gone by itself within a day'),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  decision: z.object({ by: EventActor, at: z.string(), reason: z.string().nullable() }).nullable(),
  nextAlarmAt: z.string().nullable().describe('When a denied change is reported again, unless it is gone by then'),
  closedAt: z.string().nullable(),
}).meta({ id: 'DomainEvent' });
export type EventRecord = z.output<typeof EventRecord>;

/** What is accepted of one subject now. */
export const BaselineRecord = z.object({ value: Lines, acceptedAt: z.string() }).meta({ id: 'Baseline' });

export type EventRow = Selectable<EventTables['domain_event']>;
/** A change window with the name of its domain. */
export type WindowRow = Selectable<EventTables['change_window']> & { domain_name: string };

export function present(row: EventRow): EventRecord {
  const [before, after] = [JSON.parse(row.before) as Value, JSON.parse(row.after) as Value];
  return {
    id: row.id,
    domainId: row.domain_id,
    domain: row.domain_name,
    kind: row.kind as EventKind,
    subject: row.subject,
    severity: row.severity as Severity,
    state: row.state as EventState,
    title: row.title,
    explanation: eventKinds[row.kind as EventKind],
    before: [...before],
    after: [...after],
    diff: { added: without(after, before), removed: without(before, after) },
    count: row.count,
    createdAt: isoOf(row.created_at),
    lastSeenAt: isoOf(row.last_seen_at),
    decision: row.decided_at === null || row.decided_by === null ? null : { by: JSON.parse(row.decided_by) as By, at: isoOf(row.decided_at), reason: row.reason },
    nextAlarmAt: row.next_alarm_at === null ? null : isoOf(row.next_alarm_at),
    closedAt: row.closed_at === null ? null : isoOf(row.closed_at),
  };
}

/** A kind, or `dns.*` for all that begin so, or `*` for all. */
const KindPattern = z.string().max(60).refine(
  pattern => pattern === '*' || (pattern.endsWith('.*') ? eventKindNames.some(kind => kind.startsWith(pattern.slice(0, -1))) : (eventKindNames as readonly string[]).includes(pattern)),
  'Give a kind of event, a beginning such as dns.*, or * for all.',
);

export const WindowPath = z.strictObject({ id: Id.describe('Id of the change window') });

export const NewWindow = z.strictObject({
  domain: DomainReference.describe('Name or id of the domain'),
  kinds: z.array(KindPattern).min(1).max(20).describe('Kinds of events that are expected, such as `dns.mx.changed`, `dns.*` or `*`'),
  expected: z.array(z.string().trim().min(1).max(600)).max(50).optional().describe('The lines that may appear; a change with any other line is reported. If omitted, any'),
  startsAt: z.iso.datetime({ offset: true }).optional().describe('Left out, now'),
  endsAt: z.iso.datetime({ offset: true }).describe('At most 30 days after the beginning'),
  reason: EventReason.optional(),
});

export const WindowQuery = z.strictObject({ domain: several(DomainReference).optional().describe('Only windows of these domains, by name or id'), ...pageInput });

/** A time in which changes of a domain are expected. */
export const WindowRecord = z.object({
  id: z.string(),
  domainId: z.string(),
  domain: z.string().describe('Its name'),
  unicodeName: z.string().describe('The same as people read it'),
  kinds: Lines,
  expected: Lines.nullable(),
  startsAt: z.string(),
  endsAt: z.string(),
  reason: z.string().nullable(),
  createdAt: z.string(),
  createdBy: EventActor,
}).meta({ id: 'ChangeWindow' });
export type WindowRecord = z.output<typeof WindowRecord>;

export function presentWindow(row: WindowRow): WindowRecord {
  return {
    id: row.id,
    domainId: row.domain_id,
    domain: row.domain_name,
    unicodeName: toUnicode(row.domain_name),
    kinds: JSON.parse(row.kinds) as string[],
    expected: row.expected === null ? null : JSON.parse(row.expected) as string[],
    startsAt: isoOf(row.starts_at),
    endsAt: isoOf(row.ends_at),
    reason: row.reason,
    createdAt: isoOf(row.created_at),
    createdBy: JSON.parse(row.created_by) as By,
  };
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}
