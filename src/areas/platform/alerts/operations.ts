import { z } from 'zod';
import { known, type Caller } from '../../../core/access.ts';
import { howToAdd } from '../../../core/domain-reference.ts';
import { operationIn, type Resource } from '../../../core/operation.ts';
import { cutPage, decodeCursor, pageInput, pageOf } from '../../../core/page.ts';
import { invalid } from '../../../core/invalid-input.ts';
import { Problem } from '../../../core/problem.ts';
import type { Db, Queue } from '../../../store/index.ts';
import type { AreaServices } from '../../services.ts';
import { subjectResource, type Subjects } from '../../subject.ts';
import { alertsVisible } from './visible.ts';
import { AlertChange, alertFilters, AlertPath, AlertRecord, AlertSummary, presentAlert, stateOf, type AlertKindMap, type ShownAlertRow } from './shapes.ts';
import { alertsOf, changeAlert, countAlerts, findAlert, isPersonOf, type AlertFilter } from './store.ts';
import type { AlertRow } from './settle.ts';

/** What the operations and schedules of this area work with. */
export interface AlertsServices extends AreaServices {
  subjects: Subjects;
  /** Public origin of the service, without a slash at the end. */
  baseUrl: string;
  queue: Queue;
}

const LIST = 'alerts.list';
const LONGEST_MUTE_MS = 366 * 86_400_000;
const EXAMPLE = { id: 'alr_01hzy3v4qk8m0p2r5s7t9w1x3z' };
const Reply = z.object({ success: z.literal(true), data: AlertRecord });

/** The operations on alerts of these kinds, which are those of all areas. */
export function alertOperations(kinds: AlertKindMap) {
  /** An alert of the account; keys see those of their scopes. */
  const alert: Resource<AlertsServices, ShownAlertRow> = {
    type: 'alert',
    load: ({ db }, accountId, id) => findAlert(db, accountId, id),
    scopesOf: (_services, { kind }) => [kinds.get(kind)!.scope],
  };
  const domain = subjectResource('domain', howToAdd);
  const filters = alertFilters(kinds);

  const list = operationIn<AlertsServices>()({
    id: 'alerts.list',
    summary: 'List the alerts',
    description: 'What is wrong now, over everything that is monitored: denied changes that are still there, failed findings, senders that forge, lookalikes that imitate. '
      + 'The most severe first, one alert for one cause, with since when and where to act. A key sees the alerts of its scopes.',
    method: 'GET',
    path: '/api/alerts',
    agent: { everyday: true },
    access: { scope: 'domains' },
    allowance: 'none',
    owns: { domain },
    input: z.strictObject({ ...filters, ...pageInput }),
    output: pageOf(AlertRecord),
    examples: [
      { input: {}, says: 'What is wrong now' },
      { input: { severity: ['critical', 'high'], assignee: 'none' }, says: 'What is serious and has nobody who deals with it' },
      { input: { state: ['muted', 'cleared'], from: '2026-11-01' }, says: 'What is muted, or was over, of this month' },
    ],
    run: async ({ caller, now }, { db, baseUrl }, { limit, cursor, ...filter }) => {
      const rows = await alertsOf(db, await alertsVisible(db, kinds, caller, now), filterFor(caller, filter), decodeCursor(LIST, cursor), limit + 1);
      return cutPage(LIST, rows, limit, row => ({ at: row.position, id: row.id }), row => presentAlert(row, kinds, baseUrl, now));
    },
  });

  const summarize = operationIn<AlertsServices>()({
    id: 'alerts.summary',
    summary: 'Count the alerts',
    description: 'How many alerts match the filters, by state, severity and area: counted over all of them, however many a list shows at once. A key counts the alerts of its scopes.',
    method: 'GET',
    path: '/api/alerts/summary',
    access: { scope: 'domains' },
    allowance: 'none',
    owns: { domain },
    input: z.strictObject(filters),
    output: z.object({ success: z.literal(true), data: AlertSummary }),
    examples: [{ input: {}, says: 'What is wrong now' }, { input: { state: ['open'] }, says: 'What nobody has acknowledged' }],
    run: async ({ caller, now }, { db }, filter) => ({ success: true as const, data: await countAlerts(db, await alertsVisible(db, kinds, caller, now), filterFor(caller, filter)) }),
  });

  const show = operationIn<AlertsServices>()({
    id: 'alerts.show',
    summary: 'Show an alert',
    description: 'One alert: what is wrong, since when, how often people were notified, who deals with it, and where to act.',
    method: 'GET',
    path: '/api/alerts/{id}',
    access: { scope: 'domains' },
    allowance: 'none',
    owns: { id: alert },
    input: AlertPath,
    output: Reply,
    examples: [{ input: EXAMPLE, says: 'By its id, as the list shows it' }],
    run: ({ owned, now }, { baseUrl }) => Promise.resolve({ success: true as const, data: presentAlert(owned.id, kinds, baseUrl, now) }),
  });

  const update = operationIn<AlertsServices>()({
    id: 'alerts.update',
    summary: 'Acknowledge, mute or assign an alert',
    description: 'Says that somebody has taken note of an alert, mutes it until a moment, or names the person who deals with it; what is not given stays. '
      + 'A muted alert sends nothing more and comes back when the mute ends, if its cause is still there. An alert that is over answers 409. '
      + 'Only what removes the cause clears an alert.',
    method: 'PATCH',
    path: '/api/alerts/{id}',
    agent: { destructive: false },
    access: { scope: 'domains' },
    allowance: 'none',
    owns: { id: alert },
    input: AlertChange,
    output: Reply,
    examples: [
      { input: { ...EXAMPLE, acknowledged: true }, says: 'Somebody has taken note' },
      { input: { ...EXAMPLE, assigneeId: 'me' }, says: 'The signed-in person takes it on' },
      { input: { ...EXAMPLE, mutedUntil: '2026-12-24T08:00:00Z', note: 'The provider renews it next month' }, says: 'Quiet until a moment' },
    ],
    audit: ({ input: { id, ...given } }) => ({
      action: 'alert.changed', resource: { type: 'alert', id },
      details: Object.fromEntries(Object.entries(given).filter((field): field is [string, string | boolean | null] => field[1] !== undefined)),
    }),
    run: async ({ caller, owned, now, nothingChanged }, { db, baseUrl }, given) => {
      const row = owned.id;
      if (row.cleared_at !== null) throw new Problem('invalid_state', 'The alert is cleared: its cause is gone.', { current: presentAlert(row, kinds, baseUrl, now) });
      const change = await changeOf(db, row, given, caller, now);
      if (Object.entries(change).every(([column, value]) => row[column as keyof AlertRow] === value)) {
        nothingChanged();
        return { success: true as const, data: presentAlert(row, kinds, baseUrl, now) };
      }
      return { success: true as const, data: presentAlert(await changeAlert(db, row, change), kinds, baseUrl, now) };
    },
  });

  return [list, summarize, show, update] as const;
}

async function changeOf(db: Db, row: AlertRow, { acknowledged, mutedUntil, assigneeId, note }: z.output<typeof AlertChange>, caller: Caller, now: number): Promise<Partial<AlertRow>> {
  return {
    ...(acknowledged === undefined || acknowledged === (stateOf({ ...row, muted_until: null }, now) === 'acknowledged') ? {}
      : acknowledged ? { acknowledged_at: now, acknowledged_by: JSON.stringify(byOf(caller)) } : { acknowledged_at: null, acknowledged_by: null }),
    ...(mutedUntil === undefined ? {} : { muted_until: mutedUntil === null ? null : muteEnd(mutedUntil, now) }),
    ...(assigneeId === undefined ? {} : { assignee_id: assigneeId === null ? null : await personNamed(db, assigneeId, caller) }),
    ...(note === undefined ? {} : { note: note || null }),
  };
}

function muteEnd(text: string, now: number): number {
  const until = Date.parse(text);
  if (until <= now) throw invalid([{ path: ['mutedUntil'], message: 'Give a moment in the future, or null to end the mute.' }]);
  if (until > now + LONGEST_MUTE_MS) throw invalid([{ path: ['mutedUntil'], message: 'Give a moment within a year.' }]);
  return until;
}

async function personNamed(db: Db, id: string, caller: Caller): Promise<string> {
  const person = id === 'me' ? meOf(caller, 'assigneeId') : id;
  if (!await isPersonOf(db, known(caller).account.id, person)) throw new Problem('not_found', 'There is no such person on this account. Check the list of people for the id.');
  return person;
}

function filterFor(caller: Caller, { assignee, ...filter }: AlertFilter): AlertFilter {
  return { ...filter, assignee: assignee?.map(one => (one === 'me' ? meOf(caller, 'assignee') : one)) };
}

function meOf(caller: Caller, member: string): string {
  if (caller.kind === 'session') return caller.userId;
  throw invalid([{ path: [member], message: 'A key is no person: give the id of one.' }]);
}

function byOf(caller: Caller): { type: 'person' | 'key'; id: string } {
  const who = known(caller);
  return who.kind === 'key' ? { type: 'key', id: who.keyId } : { type: 'person', id: who.userId };
}
