import type { Plan } from '../../../core/access.ts';
import type { Db } from '../../../store/index.ts';
import type { Plans } from '../../platform/account/index.ts';
import { affectedIn } from './incidents/store.ts';
import type { CheckState } from './machine/state.ts';
import type { Machine } from './machine/step.ts';
import type { LastResult } from './present.ts';
import type { Summary } from './results/summary.ts';
import { specOf } from './spec.ts';
import { tables } from './tables.ts';

/** What a check may show to people outside its account: neither its target nor what failed. */
export interface ShownCheck {
  id: string;
  name: string;
  isPush: boolean;
  enabled: boolean;
  state: CheckState;
  /** Whether enough results said that it works, or does not; false for one that has only begun to fail. */
  isSettled: boolean;
  isFlapping: boolean;
  /** As the plan lets it be done. */
  intervalSeconds: number;
  /** Of a push check: how late a call may be. */
  graceSeconds: number;
  /** When the last result came; null before the first. */
  lastAt: number | null;
  /** In per cent; null where nothing is known, or where no rollup has come for a day. */
  uptime: Pick<Summary, 'day' | 'week' | 'month' | 'quarter'>;
}

/** From when to when an incident affects one check; `until` is null while it does. */
export interface ShownPart {
  checkId: string;
  since: number;
  until: number | null;
}

/** An incident by the checks that it affects: neither its host nor its cause. */
export interface ShownIncident {
  id: string;
  parts: readonly ShownPart[];
}

const DAY_MS = 86_400_000;
const INCIDENTS_AT_ONCE = 200;
/** So many are searched, those that go on first. */
const MAX_SEARCHED = 1000;

/** Those of the checks that the account has, by their ids. */
export async function shownChecks(db: Db, plans: Plans, { accountId, ids, now }: { accountId: string; ids: readonly string[]; now: number }): Promise<Map<string, ShownCheck>> {
  if (ids.length === 0) return new Map();
  const rows = await tables(db).selectFrom('custom_check').innerJoin('account', 'account.id', 'custom_check.account_id')
    .select(['custom_check.id', 'custom_check.name', 'kind', 'spec', 'enabled', 'state', 'machine', 'interval_seconds', 'last', 'summary', 'rolled_at', 'account.plan'])
    .where('account_id', '=', accountId).where('custom_check.id', 'in', ids).execute();
  return new Map(rows.map(row => {
    const { base = null, flapping = false } = JSON.parse(row.machine) as Partial<Machine>;
    const { day = null, week = null, month = null, quarter = null } = row.rolled_at < now - DAY_MS ? {} : JSON.parse(row.summary) as Partial<Summary>;
    return [row.id, {
      id: row.id, name: row.name, isPush: row.kind === 'push', enabled: row.enabled === 1, state: row.state as CheckState, isSettled: base !== null, isFlapping: flapping,
      intervalSeconds: Math.max(row.interval_seconds, plans[row.plan as Plan].shortestCheckSeconds), graceSeconds: specOf(row).graceSeconds, lastAt: row.last === null ? null : (JSON.parse(row.last) as LastResult).at, uptime: { day, week, month, quarter },
    }];
  }));
}

/** Incidents of the account that affect one of the checks `ids` after `since`, those that go on first, with the parts of these alone; `isCut` where there may be more. */
export async function shownIncidents(db: Db, accountId: string, ids: ReadonlySet<string>, since: number): Promise<{ incidents: ShownIncident[]; isCut: boolean }> {
  const incidents: ShownIncident[] = [];
  if (ids.size === 0) return { incidents, isCut: false };
  for (let skipped = 0; skipped < MAX_SEARCHED; skipped += INCIDENTS_AT_ONCE) {
    const rows = await tables(db).selectFrom('check_incident').select(['id', 'checks']).where('account_id', '=', accountId).where(eb => eb.or([eb('resolved_at', 'is', null), eb('resolved_at', '>', since)]))
      .orderBy(eb => eb.case().when('resolved_at', 'is', null).then(0).else(1).end()).orderBy('started_at', 'desc').orderBy('id', 'desc').limit(INCIDENTS_AT_ONCE).offset(skipped).execute();
    for (const row of rows) {
      const parts = affectedIn(row).filter(({ id }) => ids.has(id)).map(({ id: checkId, from, until }) => ({ checkId, since: from, until }));
      if (parts.some(({ until }) => until === null || until > since)) incidents.push({ id: row.id, parts });
    }
    if (rows.length < INCIDENTS_AT_ONCE) return { incidents, isCut: false };
  }
  return { incidents, isCut: true };
}
