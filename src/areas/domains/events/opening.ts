import type { NewId } from '../../../core/ids.ts';
import type { Db, NewJob } from '../../../store/index.ts';
import type { Scanned } from '../history/index.ts';
import { acceptOf } from './accepting.ts';
import type { Change } from './change.ts';
import { BASELINE, type EventState } from './kinds.ts';
import { noticeOf } from './notice.ts';
import type { By, EventRow } from './shapes.ts';
import { insertEvent, lastOfChange, updateEvent } from './store.ts';
import type { EventsTexts } from './texts.ts';
import { hashOf, without, type Value } from './value.ts';
import { windowFor } from './windows.ts';

/** One scan of a domain while it is compared with what is accepted. */
export interface Comparison {
  tx: Db;
  seen: Scanned;
  newId: NewId;
  texts: EventsTexts;
  /** To be added when the scan has been compared. */
  jobs: NewJob[];
  /** Whether the number of open events may have changed. */
  counts: boolean;
}

/** A change that is certain. */
export interface Certain {
  subject: string;
  change: Change;
  before: Value;
  after: Value;
  firstSeenAt: number;
}

const DAY_MS = 86_400_000;

/**
 * Opens the event of a certain change, in the place of `former`. What is for the better, and what was announced, is accepted at
 * once; a change that had gone by itself within a day is the same event again.
 */
export async function openEvent(comparison: Comparison, certain: Certain, former: EventRow | undefined): Promise<EventRow> {
  const { tx, seen: { accountId, domainId, name, at } } = comparison;
  const { subject, change, before, after, firstSeenAt } = certain;
  if (former) await closeEvent(comparison, former, former.state === 'denied' ? 'reverted' : 'superseded');
  const window = await windowFor(tx, domainId, change.kind, without(after, before), firstSeenAt);
  const by = window ? { type: 'window' as const, id: window.id } : change.severity === 'info' ? PROGRAM : null;
  const opened = by ? decidedBy(by, at, window?.reason ?? null) : { ...undecided, state: 'open' as const, closed_at: null };
  const columns = { kind: change.kind, severity: change.severity, title: change.title, before: JSON.stringify(before), after: JSON.stringify(after), last_seen_at: at, ...opened };
  const past = await lastOfChange(tx, domainId, subject, hashOf(after));
  const event = past?.state === 'reverted' && past.closed_at! > at - DAY_MS
    ? await updateEvent(tx, past.id, { ...columns, count: past.count + 1 })
    : await insertEvent(tx, { id: comparison.newId('evt'), account_id: accountId, domain_id: domainId, domain_name: name, subject, after_hash: hashOf(after), count: 1, created_at: at, ...columns });
  if (by) await acceptOf(tx, event, after, at);
  if (!window) comparison.jobs.push(noticeOf(comparison.texts, event, 'opened'));
  comparison.counts = true;
  return event;
}

/** Settles an event whose change is there no more, and has that told. */
export async function closeEvent(comparison: Comparison, event: EventRow, state: Extract<EventState, 'reverted' | 'superseded'>): Promise<void> {
  const closed = await updateEvent(comparison.tx, event.id, { state, closed_at: comparison.seen.at, next_alarm_at: null });
  comparison.jobs.push(noticeOf(comparison.texts, closed, 'resolved'));
  comparison.counts = true;
}

/** The event that says that scans are compared from now on. */
export async function noteBaseline({ tx, seen: { accountId, domainId, name, at }, newId }: Comparison, subjects: readonly string[]): Promise<void> {
  const after = JSON.stringify(subjects);
  await insertEvent(tx, {
    id: newId('evt'), account_id: accountId, domain_id: domainId, domain_name: name, kind: BASELINE, subject: 'baseline', severity: 'info',
    title: 'The domain is now monitored', before: '[]', after, after_hash: hashOf(subjects), count: 1, created_at: at, last_seen_at: at, ...decidedBy(PROGRAM, at, null),
  });
}

const PROGRAM: By = { type: 'program', id: null };
const undecided = { decided_at: null, decided_by: null, reason: null, next_alarm_at: null };

function decidedBy(by: By, at: number, reason: string | null) {
  return { state: 'autoAuthorized' as const, decided_at: at, decided_by: JSON.stringify(by), reason, next_alarm_at: null, closed_at: at };
}
