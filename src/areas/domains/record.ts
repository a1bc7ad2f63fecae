import type { Plan } from '../../core/access.ts';
import { toUnicode } from '../../core/domain-name.ts';
import type { Db } from '../../store/index.ts';
import type { Plans } from '../account/index.ts';
import { intervalOf } from './interval.ts';
import type { DomainRecord } from './shapes.ts';
import { tagsOf, type DomainRow } from './store.ts';

/** The domains as they are shown on this plan, in the same order. */
export async function recordsOf(db: Db, { plans, plan }: { plans: Plans; plan: Plan }, rows: readonly DomainRow[]): Promise<DomainRecord[]> {
  const tags = await tagsOf(db, rows.map(({ id }) => id));
  return rows.map(row => present(row, tags(row.id), intervalOf(plans, plan, row.interval_minutes)));
}

function present(row: DomainRow, tags: string[], intervalMinutes: number): DomainRecord {
  return {
    id: row.id,
    name: row.name,
    unicodeName: toUnicode(row.name),
    note: row.note,
    tags,
    group: row.group_id === null ? null : { id: row.group_id, name: row.group_name! },
    client: row.client_id === null ? null : { id: row.client_id, name: row.client_name! },
    profile: row.profile as DomainRecord['profile'],
    monitored: row.monitored === 1,
    intervalMinutes,
    nextCheckAt: isoOf(row.due_at),
    checkedAt: isoOf(row.checked_at),
    score: row.score,
    grade: row.grade as DomainRecord['grade'],
    issues: row.issues,
    worst: row.worst as DomainRecord['worst'],
    openEvents: row.open_events,
    expiresAt: isoOf(row.expires_at),
    version: row.version,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}

/** ISO 8601; null for what has no time. */
export function isoOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
