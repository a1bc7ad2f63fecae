import type { Plan } from '../../../core/access.ts';
import { toUnicode } from '../../../core/domain-name.ts';
import type { Db } from '../../../store/index.ts';
import type { Plans } from '../../platform/account/index.ts';
import { facetsOf } from './facets.ts';
import { intervalOf } from './interval.ts';
import type { KnownMeasures } from './measures.ts';
import { shownBy } from './offered.ts';
import { firstBeyond } from './quota.ts';
import { recordStatesIn } from './record-states.ts';
import type { DomainRecord } from './shapes.ts';
import { tagsOf, type DomainRow } from './store.ts';

/** The domains of one account as they are shown on this plan, in the same order. */
export async function recordsOf(db: Db, { plans, plan, measures }: { plans: Plans; plan: Plan; measures: KnownMeasures }, rows: readonly DomainRow[]): Promise<DomainRecord[]> {
  const ids = rows.map(({ id }) => id);
  const [tags, facets] = [await tagsOf(db, ids), await facetsOf(db, measures, ids)];
  const beyond = rows[0] ? await firstBeyond(db, { id: rows[0].account_id, plan }, plans) : null;
  const shown = shownBy(measures);
  return rows.map(row => {
    const known = facets(row.id);
    return { ...present(row, tags(row.id), intervalOf(plans, plan, row.interval_minutes), watchOf(row, beyond)), records: recordStatesIn(known), ...shown(known) };
  });
}

/** Whether the domain is watched, or why it is not; `beyond` is the first one that is beyond the plan. */
export function watchOf({ id, monitored }: Pick<DomainRow, 'id' | 'monitored'>, beyond: string | null): DomainRecord['watch'] {
  if (monitored === 0) return 'paused';
  return beyond !== null && id >= beyond ? 'beyondPlan' : 'on';
}

function present(row: DomainRow, tags: string[], intervalMinutes: number, watch: DomainRecord['watch']) {
  return {
    id: row.id,
    name: row.name,
    unicodeName: toUnicode(row.name),
    note: row.note,
    tags,
    group: row.group_id === null ? null : { id: row.group_id, name: row.group_name! },
    client: row.client_id === null ? null : { id: row.client_id, name: row.client_name! },
    profile: row.profile as DomainRecord['profile'],
    dkimSelectors: JSON.parse(row.selectors) as string[],
    monitored: row.monitored === 1,
    watch,
    intervalMinutes,
    nextCheckAt: watch === 'on' ? isoOf(row.due_at) : null,
    checkedAt: isoOf(row.checked_at),
    version: row.version,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}

/** ISO 8601; null for what has no time. */
export function isoOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
