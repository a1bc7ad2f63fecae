import { createHash } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { toUnicode } from '../../../core/domain-name.ts';
import { severities, type Severity } from '../../../core/finding.ts';
import type { NewId } from '../../../core/ids.ts';
import { inColumns, insertMany, type Db } from '../../../store/index.ts';
import type { AlertKinds, AreaAlerts } from '../../alert.ts';
import { tables, type AlertTables } from './tables.ts';

export type AlertRow = Selectable<AlertTables['alert']>;

const MAX_TITLE_CHARACTERS = 300;
const MAX_DETAIL_CHARACTERS = 2000;
const MAX_CAUSE_CHARACTERS = 200;
/** Of one area at one subject; behind the most severe, further ones are in the area's own lists. */
export const MAX_CAUSES = 1000;
/** Past the end of the calendar of JavaScript (8.64e15 ms), a severity follows the next. */
const MOMENTS = 10 ** 13;

/** What a new alert has; the rest is null until people answer it. */
const raisedColumns = {
  id: 'text', account_id: 'text', domain_id: 'text', kind: 'text', subject_type: 'text', subject_id: 'text', subject_label: 'text', cause: 'text', severity: 'text', position: 'bigint', title: 'text', detail: 'text', path: 'text',
  first_raised_at: 'bigint', since: 'bigint', notified: 'integer', notified_at: 'bigint',
} as const;

/** What the causes of one call are about. */
export interface AlertSubject {
  accountId: string;
  /** The domain of the inventory that the subject is or belongs to: its alerts end with it. */
  domainId: string | null;
  /** What is wrong: `label` is what people call it. */
  subject: { type: string; id: string; label: string };
}

/** A domain of the inventory as what causes are about. */
export function aboutDomain(accountId: string, { id, name }: { id: string; name: string }): AlertSubject {
  return { accountId, domainId: id, subject: { type: 'domain', id, label: toUnicode(name) } };
}

/** One thing that is wrong with a subject now. */
export interface Cause<Kind extends string = string> {
  kind: Kind;
  /** Tells it from other causes of the kind at the subject, and is the same whenever it is seen. */
  cause: string;
  severity: Severity;
  title: string;
  /** Why it matters, or what to do. */
  detail: string;
  /** Where the dashboard shows what to do, such as `/events?event=evt_…`. */
  path: string;
  /** Since when it is so, in epoch milliseconds, where that was before it became known. */
  since?: number;
  /** Whether a notification tells of it, should it be new. */
  notified?: boolean;
}

/**
 * States everything that is wrong with a subject now, among the kinds of `alerts`, in the transaction in which it became known: what is new is raised,
 * what is there no longer is cleared, and what stays as it was is not written. A cause that comes back is the same alert again. `isUndecided` says of which
 * alerts nothing could be learnt: they stay. Whoever calls it for one subject at a time holds a lock on that subject.
 */
export async function settleAlerts<Of extends AlertKinds>(
  tx: Db, { newId }: { newId: NewId }, alerts: AreaAlerts<Of>, about: AlertSubject, causes: readonly Cause<keyof Of & string>[], now: number,
  isUndecided: (alert: Pick<Cause<keyof Of & string>, 'kind' | 'cause'>) => boolean = () => false,
): Promise<void> {
  const { accountId, domainId, subject } = about;
  const known = await tables(tx).selectFrom('alert').selectAll().where('account_id', '=', accountId).where('subject_id', '=', subject.id).where('kind', 'in', Object.keys(alerts.of)).execute();
  const before = new Map(known.map(row => [keyOf(row), row]));
  const wrong = new Map(mostSevere(causes).map(cause => bounded(cause)).map(cause => [keyOf(cause), cause]));
  const raised: Pick<AlertRow, keyof typeof raisedColumns>[] = [];
  for (const [key, cause] of wrong) {
    const row = before.get(key);
    if (row) await update(tx, row, about, cause, now);
    else raised.push({ ...begun(now, cause), id: newId('alr'), account_id: accountId, domain_id: domainId, kind: cause.kind, subject_type: subject.type, subject_id: subject.id, subject_label: subject.label, cause: cause.cause, first_raised_at: cause.since ?? now });
  }
  await insertMany<AlertTables>(tables(tx), { table: 'alert', columns: raisedColumns, rows: inColumns(raisedColumns, raised), onConflict: sql`on conflict do nothing` });
  const over = known.filter(row => row.cleared_at === null && !wrong.has(keyOf(row)) && !isUndecided(row as { kind: keyof Of & string; cause: string })).map(({ id }) => id);
  if (over.length > 0) await tables(tx).updateTable('alert').set({ cleared_at: now }).where('id', 'in', over).execute();
}

/** What is about to be sent of a standing alert once more: counts it; false, and not counted, where the alert is muted. True where there is no such alert. */
export async function notifyAgain<Of extends AlertKinds>(
  tx: Db, _alerts: AreaAlerts<Of>, accountId: string, { kind, subjectId, cause }: { kind: keyof Of & string; subjectId: string; cause: string }, now: number,
): Promise<boolean> {
  const row = await tables(tx).selectFrom('alert').select(['id', 'muted_until']).where('account_id', '=', accountId).where('subject_id', '=', subjectId)
    .where('kind', '=', kind).where('cause', '=', boundedCause(cause)).where('cleared_at', 'is', null).executeTakeFirst();
  if (!row) return true;
  if (row.muted_until !== null && row.muted_until > now) return false;
  await countNotification(tx, row.id, now);
  return true;
}

/** Counts a notification of the alert at `now`. */
export async function countNotification(tx: Db, id: string, now: number): Promise<void> {
  await tables(tx).updateTable('alert').set(eb => ({ notified: eb('notified', '+', 1), notified_at: now })).where('id', '=', id).execute();
}

/** Forgets all alerts about domains of the account that are being deleted, and about what belongs to them. */
export async function dropAlertsOfDomains(tx: Db, accountId: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tables(tx).deleteFrom('alert').where('account_id', '=', accountId).where('domain_id', 'in', ids).execute();
}

function mostSevere<Of extends Cause>(causes: readonly Of[]): readonly Of[] {
  return causes.length <= MAX_CAUSES ? causes : causes.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity)).slice(0, MAX_CAUSES);
}

function keyOf({ kind, cause }: { kind: string; cause: string }): string {
  return `${kind} ${cause}`;
}

function bounded<Kind extends string>(cause: Cause<Kind>): Cause<Kind> {
  return { ...cause, cause: boundedCause(cause.cause), title: cause.title.slice(0, MAX_TITLE_CHARACTERS), detail: cause.detail.slice(0, MAX_DETAIL_CHARACTERS) };
}

function boundedCause(cause: string): string {
  return cause.length <= MAX_CAUSE_CHARACTERS ? cause : createHash('sha256').update(cause).digest('hex');
}

function begun(now: number, { severity, title, detail, path, since = now, notified }: Cause) {
  return {
    severity, position: positionOf(severity, since), title, detail, path, since, ...(notified ? { notified: 1, notified_at: now } : { notified: 0, notified_at: null }),
    acknowledged_at: null, acknowledged_by: null, cleared_at: null,
  };
}

/** What is worse than it was when somebody acknowledged it has to be acknowledged anew. */
async function update(tx: Db, row: AlertRow, { domainId, subject: { label } }: AlertSubject, cause: Cause, now: number): Promise<void> {
  const { severity, title, detail, path } = cause;
  if (row.cleared_at !== null) return change(tx, row.id, { ...begun(now, cause), domain_id: domainId, subject_label: label });
  if (row.severity === severity && row.title === title && row.detail === detail && row.path === path && row.subject_label === label && row.domain_id === domainId) return;
  const isWorse = severities.indexOf(severity) < severities.indexOf(row.severity as Severity);
  await change(tx, row.id, { severity, position: positionOf(severity, row.since), title, detail, path, domain_id: domainId, subject_label: label, ...(isWorse ? { acknowledged_at: null, acknowledged_by: null } : {}) });
}

async function change(tx: Db, id: string, set: Partial<AlertRow>): Promise<void> {
  await tables(tx).updateTable('alert').set(set).where('id', '=', id).execute();
}

/** Sorts by severity, then newest first. */
function positionOf(severity: Severity, since: number): number {
  return severities.indexOf(severity) * MOMENTS + (MOMENTS - 1 - since);
}

/** The first position behind all alerts of `severity` and the more severe ones. */
export function positionAfter(severity: Severity): number {
  return (severities.indexOf(severity) + 1) * MOMENTS;
}
