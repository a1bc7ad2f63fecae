import type { Selectable } from 'kysely';
import { z } from 'zod';
import { DomainReference } from '../../../core/domain-reference.ts';
import { pageInput } from '../../../core/page.ts';
import { isEnded, runStatuses, runTriggers, type RunStatus, type RunSubject, type RunTrigger } from '../../../core/run.ts';
import { several } from '../../../core/several.ts';
import type { AnyRunKind } from '../../run-kind.ts';
import type { RunTables } from './tables.ts';

const Id = z.string().regex(/^[\w-]{1,64}$/, 'Give the id as the list shows it.');

const Kind = z.string().regex(/^[a-z][A-Za-z]{1,39}$/);

/** Names one run in the path. */
export const RunPath = z.strictObject({ id: Id.describe('Id of the run') });

/** What the list of runs is asked. */
export const RunQuery = z.strictObject({
  status: several(z.enum(runStatuses)).optional().describe('Only runs with one of these statuses'),
  kind: several(Kind).optional().describe('Only runs of one of these kinds'),
  subject: several(DomainReference).optional().describe('Only runs about one of these subjects: a domain by its name, anything by its id'),
  ...pageInput,
});

/** What the events of a run are asked. */
export const RunEventsQuery = z.strictObject({ ...RunPath.shape, ...pageInput });

/** A run as it is shown. */
export const RunRecord = z.object({
  id: z.string(),
  kind: Kind.describe('What is done, such as `domainScan`; later versions have more'),
  subject: z.object({ type: z.string(), id: z.string(), label: z.string() }).describe('What it is about'),
  trigger: z.enum(runTriggers).describe('`manual`: requested by somebody; `schedule`: started by the schedule'),
  status: z.enum(runStatuses).describe('`paused`: it goes on when it is resumed; `partial`: it ended, and a part of it could not be done'),
  progress: z.object({
    done: z.number().int(),
    total: z.number().int().describe('Stages; 0 until the run has begun'),
    step: z.string().nullable().describe('The stage under way'),
  }),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  error: z.string().nullable().describe('Why it failed'),
  links: z.object({ self: z.string(), events: z.string(), result: z.string().nullable().describe('Null until there is one') }),
}).meta({ id: 'Run' });
export type RunRecord = z.output<typeof RunRecord>;

/** A run with what came out of it. */
export const RunWithResult = RunRecord.extend({ result: z.unknown().describe('Depends on the kind; null until the run has ended') }).meta({ id: 'RunWithResult' });

/** Something that a run told. */
export const RunEventRecord = z.object({
  id: z.string().describe('What `Last-Event-ID` is to say'),
  name: z.string().describe('`started`, `resumed` (events since the last `progress` are sent again), `progress`, `ended`, or a word of the kind'),
  data: z.unknown(),
  at: z.string(),
}).meta({ id: 'RunEvent' });
export type RunEventRecord = z.output<typeof RunEventRecord>;

export type RunRow = Selectable<RunTables['run']>;
export type RunEventRow = Selectable<RunTables['run_event']>;

/** The run as it stands; `kinds` know where their results are found. */
export function present(row: RunRow, kinds: readonly AnyRunKind[]): RunRecord {
  const self = `/api/runs/${row.id}`;
  const subject = subjectOf(row);
  const ended = row.status === 'completed' || row.status === 'partial';
  return {
    id: row.id,
    kind: row.kind,
    subject,
    trigger: row.trigger as RunTrigger,
    status: row.status as RunStatus,
    progress: { done: row.done, total: row.total, step: row.step },
    createdAt: new Date(row.created_at).toISOString(),
    startedAt: isoOf(row.started_at),
    finishedAt: isoOf(row.finished_at),
    error: row.error,
    links: { self, events: `${self}/events`, result: ended ? kinds.find(({ kind }) => kind === row.kind)?.resultAt?.(subject) ?? self : null },
  };
}

/** What the run is about. */
export function subjectOf(row: RunRow): RunSubject {
  return { type: row.subject_type, id: row.subject_id, label: row.subject_label };
}

/** Whether the run has come to its end. */
export function hasEnded({ status }: Pick<RunRow, 'status'>): boolean {
  return isEnded(status as RunStatus);
}

export function presentWithResult(row: RunRow, kinds: readonly AnyRunKind[]): RunRecord & { result: unknown } {
  return { ...present(row, kinds), result: row.result === null ? null : JSON.parse(row.result) };
}

export function presentEvent({ seq, name, data, at }: RunEventRow): RunEventRecord {
  return { id: String(seq), name, data: JSON.parse(data), at: new Date(at).toISOString() };
}

function isoOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
