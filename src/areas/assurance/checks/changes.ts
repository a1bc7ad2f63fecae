import type { Db } from '../../../store/index.ts';
import type { Definition } from './kinds/definition.ts';
import { pushHash } from './kinds/push-token.ts';
import { leaveIncidents } from './incidents/leave.ts';
import { firstSlot } from './schedule/slots.ts';
import type { ChecksServices } from './services.ts';
import { columnsOf, type CheckRow } from './spec.ts';
import { fresh } from './store.ts';
import { tables } from './tables.ts';

/** A check that is to be added; `token` is that of a push check. */
export interface Addition {
  definition: Definition;
  token: string | null;
  /** The domain whose uptime it is. */
  domain?: { id: string; role: 'website' | 'mail' };
}

type Changing = Pick<ChecksServices, 'newId' | 'sealer' | 'speak' | 'queue'>;

/** Adds checks, whose first results come at once; those of jobs that call are waited for. */
export async function insertChecks(tx: Db, services: Changing, accountId: string, additions: readonly Addition[], now: number): Promise<CheckRow[]> {
  const rows: CheckRow[] = [];
  for (const { definition, token, domain } of additions) {
    const id = services.newId('chk');
    rows.push(await tables(tx).insertInto('custom_check').values({
      id, account_id: accountId, domain_id: domain?.id ?? null, role: domain?.role ?? null, ...columnsOf(definition, id, services), ...fresh,
      push_hash: token === null ? null : pushHash(token), due_at: dueOf(definition, id, now), created_at: now, updated_at: now,
    }).returningAll().executeTakeFirstOrThrow());
  }
  return rows;
}

/** Gives the check another definition; where it asks something else now, or is switched off, what was known of its state ends. */
export async function changeCheck(tx: Db, services: Changing, row: CheckRow, definition: Definition, now: number): Promise<CheckRow> {
  const columns = columnsOf(definition, row.id, services);
  const begins = columns.target !== row.target || columns.kind !== row.kind || columns.enabled !== row.enabled;
  if (begins) await leaveIncidents(tx, services, [row], now);
  return tables(tx).updateTable('custom_check').set(eb => ({
    ...columns, updated_at: now, version: eb('version', '+', 1), due_at: dueOf(definition, row.id, now),
    ...(begins ? { state: 'unknown', state_since: null, machine: '{}', incident_id: null, tls_expires_at: null } : {}),
  })).where('id', '=', row.id).returningAll().executeTakeFirstOrThrow();
}

/** Deletes checks with their results, and takes them out of what goes on. */
export async function removeChecks(tx: Db, services: Changing, rows: readonly CheckRow[], now: number): Promise<void> {
  if (rows.length === 0) return;
  await leaveIncidents(tx, services, rows, now);
  const ids = rows.map(({ id }) => id);
  await tables(tx).updateTable('custom_check').set({ parent_id: null }).where('parent_id', 'in', ids).execute();
  await tables(tx).deleteFrom('custom_check').where('id', 'in', ids).execute();
}

function dueOf({ check }: Definition, id: string, now: number): number | null {
  return check.enabled ? firstSlot(check, id, now) : null;
}
