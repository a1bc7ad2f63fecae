import type { Db } from '../../../store/index.ts';
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
  intervalSeconds: number;
  /** Of a push check: how late a call may be. */
  graceSeconds: number;
  /** When the last result came; null before the first. */
  lastAt: number | null;
  /** In per cent; null where nothing is known, or where no rollup has come for a day. */
  uptime: Pick<Summary, 'day' | 'week' | 'month' | 'quarter'>;
}

/** From when to when an incident affects one check; `until` is null while it does. */
interface ShownPart {
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
/** So many are searched: an account with more of them in the time has incidents of these checks among the newest. */
const MAX_SEARCHED = 2000;

/** Those of the checks that the account has, by their ids. */
export async function shownChecks(db: Db, accountId: string, ids: readonly string[], now: number): Promise<Map<string, ShownCheck>> {
  if (ids.length === 0) return new Map();
  const rows = await tables(db).selectFrom('custom_check').select(['id', 'name', 'kind', 'spec', 'enabled', 'state', 'machine', 'interval_seconds', 'last', 'summary', 'rolled_at'])
    .where('account_id', '=', accountId).where('id', 'in', ids).execute();
  return new Map(rows.map(row => {
    const { base = null, flapping = false } = JSON.parse(row.machine) as Partial<Machine>;
    const { day = null, week = null, month = null, quarter = null } = row.rolled_at < now - DAY_MS ? {} : JSON.parse(row.summary) as Partial<Summary>;
    return [row.id, {
      id: row.id, name: row.name, isPush: row.kind === 'push', enabled: row.enabled === 1, state: row.state as CheckState, isSettled: base !== null, isFlapping: flapping,
      intervalSeconds: row.interval_seconds, graceSeconds: specOf(row).graceSeconds, lastAt: row.last === null ? null : (JSON.parse(row.last) as LastResult).at, uptime: { day, week, month, quarter },
    }];
  }));
}

/** The newest `most` incidents of the account that affect one of the checks `ids` after `since`, with the parts of these alone. */
export async function shownIncidents(db: Db, accountId: string, ids: ReadonlySet<string>, { since, most }: { since: number; most: number }): Promise<ShownIncident[]> {
  const found: ShownIncident[] = [];
  if (ids.size === 0) return found;
  for (let skipped = 0; skipped < MAX_SEARCHED && found.length < most; skipped += INCIDENTS_AT_ONCE) {
    const rows = await tables(db).selectFrom('check_incident').select(['id', 'checks']).where('account_id', '=', accountId).where(eb => eb.or([eb('resolved_at', 'is', null), eb('resolved_at', '>', since)]))
      .orderBy('started_at', 'desc').orderBy('id', 'desc').limit(INCIDENTS_AT_ONCE).offset(skipped).execute();
    for (const row of rows) {
      const parts = affectedIn(row).filter(({ id, until }) => ids.has(id) && (until === null || until > since)).map(({ id: checkId, from, until }) => ({ checkId, since: from, until }));
      if (parts.length > 0) found.push({ id: row.id, parts });
    }
    if (rows.length < INCIDENTS_AT_ONCE) break;
  }
  return found.slice(0, most);
}
