import type { Db } from '../../../../store/index.ts';
import { lastAffirmations } from '../affirmations/store.ts';
import { isSettled, type Status } from '../assessment.ts';
import { evidenceMap } from '../catalogue/evidence-map.ts';
import { yearAfter } from '../clocks/days.ts';
import { rowsOf } from '../controls/store.ts';
import { expiringDocuments } from '../documents/store.ts';
import { oldestStale } from '../evidence/store.ts';
import { chosenBy, type ChosenFramework } from '../frameworks/store.ts';
import { openWithDuties } from '../incidents/duties.ts';
import { planStatus } from '../wisp/state.ts';
import { findPlan } from '../wisp/store.ts';
import type { Task } from './task.ts';

const DAY_MS = 86_400_000;
const DOCUMENTS_AHEAD_DAYS = 30;

/** Everything that the account has to do, soonest first. */
export async function tasksOf(db: Db, accountId: string, now: number): Promise<Task[]> {
  const chosen = await chosenBy(db, accountId);
  const tasks = [
    ...await controlTasks(db, accountId, chosen), ...await evidenceTasks(db, accountId, chosen, now), ...await documentTasks(db, accountId, now),
    ...await affirmationTasks(db, accountId, chosen), ...await planTasks(db, accountId, now), ...await dutyTasks(db, accountId, now),
  ];
  return tasks.toSorted((a, b) => (a.dueAt ?? Infinity) - (b.dueAt ?? Infinity) || (a.id < b.id ? -1 : 1));
}

/** The last millisecond of a day in UTC. */
function endOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) + DAY_MS - 1;
}

async function controlTasks(db: Db, accountId: string, chosen: readonly ChosenFramework[]): Promise<Task[]> {
  const rows = await rowsOf(db, accountId, chosen.map(({ framework }) => framework.id));
  return chosen.flatMap(({ framework }) => framework.controls.flatMap((control): Task[] => {
    const id = `${framework.id}:${control.id}`;
    const row = rows.get(id);
    if (!row?.due_on || isSettled(row.status as Status)) return [];
    return [{ id: `control ${id}`, kind: 'control', subject: `${framework.title} ${control.id}, ${control.title}`, dueAt: endOf(row.due_on), owner: row.owner, path: `/compliance/controls/${encodeURIComponent(id)}` }];
  }));
}

async function evidenceTasks(db: Db, accountId: string, chosen: readonly ChosenFramework[], now: number): Promise<Task[]> {
  const stale = await oldestStale(db, accountId, now);
  return evidenceMap.flatMap(({ kind, title, freshDays, controls }): Task[] => {
    const last = stale.get(kind);
    const framework = chosen.find(one => one.framework.id in controls)?.framework;
    if (last === undefined || !framework) return [];
    return [{ id: `staleEvidence ${kind}`, kind: 'staleEvidence', subject: title, dueAt: last + freshDays * DAY_MS, owner: null, path: `/compliance/controls/${encodeURIComponent(`${framework.id}:${controls[framework.id]![0]}`)}` }];
  });
}

async function documentTasks(db: Db, accountId: string, now: number): Promise<Task[]> {
  const until = new Date(now + DOCUMENTS_AHEAD_DAYS * DAY_MS).toISOString().slice(0, 10);
  return (await expiringDocuments(db, accountId, until)).map(({ id, title, valid_until: day, framework, control }): Task => (
    { id: `document ${id}`, kind: 'document', subject: title, dueAt: endOf(day!), owner: null, path: `/compliance/controls/${encodeURIComponent(`${framework}:${control}`)}` }));
}

async function affirmationTasks(db: Db, accountId: string, chosen: readonly ChosenFramework[]): Promise<Task[]> {
  const last = await lastAffirmations(db, accountId);
  return chosen.flatMap(({ framework: { id, title, yearly } }): Task[] => {
    if (!yearly) return [];
    const day = last.get(id);
    return [{ id: `affirmation ${id}`, kind: 'affirmation', subject: `${title}: ${yearly.title}`, dueAt: day === undefined ? null : endOf(yearAfter(day)), owner: null, path: `/compliance/frameworks/${id}` }];
  });
}

async function planTasks(db: Db, accountId: string, now: number): Promise<Task[]> {
  const row = await findPlan(db, accountId);
  if (row === null) return [];
  const { nextReviewOn } = planStatus(row, now);
  return [{ id: 'planReview', kind: 'planReview', subject: 'Written information security plan', dueAt: nextReviewOn === null ? null : endOf(nextReviewOn), owner: null, path: '/compliance/wisp' }];
}

async function dutyTasks(db: Db, accountId: string, now: number): Promise<Task[]> {
  return (await openWithDuties(db, accountId, now)).flatMap(({ id, title, owner, obligations }) => obligations.filter(({ state, dueAt }) => state === 'open' && dueAt !== null).map(({ id: duty, title: what, dueAt }): Task => (
    { id: `duty ${id} ${duty}`, kind: 'duty', subject: `${title}: ${what}`, dueAt: Date.parse(dueAt!), owner, path: `/compliance/incidents/${id}` })));
}
