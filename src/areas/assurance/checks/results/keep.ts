import { sql } from 'kysely';
import { insertMany, updateMany, type Db } from '../../../../store/index.ts';
import { applyTransitions } from '../incidents/apply.ts';
import { newMachine, step, type Machine } from '../machine/step.ts';
import type { LastResult } from '../present.ts';
import type { ChecksServices } from '../services.ts';
import { specOf, type CheckRow } from '../spec.ts';
import { tables } from '../tables.ts';
import type { Advanced, NewResult } from './advanced.ts';
import { encodeResult, packAt } from './pack.ts';

type Keeping = Pick<ChecksServices, 'newId' | 'speak' | 'queue' | 'store'>;

/** Keeps results with all that follows from them, together or not at all. At most one for each check; what is late or of an older version is dropped. */
export async function keepResults(tx: Db, services: Keeping, given: readonly NewResult[], now: number): Promise<void> {
  if (given.length === 0) return;
  const byId = new Map(given.map(one => [one.checkId, one]));
  const rows = await tables(tx).selectFrom('custom_check').selectAll().where('id', 'in', [...byId.keys()]).where('enabled', '=', 1).orderBy('id')
    .$if(services.store.dialect === 'postgresql', query => query.forUpdate()).execute();
  const advanced = rows.flatMap(row => {
    const one = byId.get(row.id)!;
    return one.version === row.version && one.slot > row.last_slot ? [{ ...one, ...advance(row, one) }] : [];
  });
  await keepRows(tx, advanced);
  await keepPacks(tx, advanced);
  await applyTransitions(tx, services, advanced, now);
}

function advance(row: CheckRow, { result, error, seen }: NewResult): Advanced {
  const { failAfter, recoverAfter } = specOf(row);
  const before = { ...newMachine, ...JSON.parse(row.machine) as Partial<Machine> };
  const { machine, state, transitions } = step(before, result, { failAfter: row.kind === 'push' ? 1 : failAfter, recoverAfter: row.kind === 'push' ? 1 : recoverAfter });
  return { row, result, error, seen, before, machine, transitions, state };
}

async function keepRows(tx: Db, advanced: readonly (Advanced & NewResult)[]): Promise<void> {
  await updateMany(tables(tx), {
    table: 'custom_check',
    columns: { id: 'text', state: 'text', state_since: 'bigint', machine: 'text', last: 'text', tls_expires_at: 'bigint', due_at: 'bigint', last_slot: 'bigint' },
    rows: advanced.map(({ row, result, error, machine, state, tlsExpiresAt, dueAt, slot }) => {
      const last: LastResult = { at: result.at, outcome: result.outcome, durationMs: result.durationMs, status: result.status, cause: result.cause, error: error?.slice(0, 300) ?? null };
      return [row.id, state, state === row.state ? row.state_since : result.at, JSON.stringify(machine), JSON.stringify(last), tlsExpiresAt ?? row.tls_expires_at, Math.max(row.due_at ?? 0, dueAt), slot];
    }),
  });
}

/** Each behind those that are there: a pack grows by some characters, whatever its size. */
async function keepPacks(tx: Db, advanced: readonly Advanced[]): Promise<void> {
  await insertMany(tables(tx), {
    table: 'check_pack',
    columns: { check_id: 'text', at: 'bigint', results: 'text' },
    rows: advanced.map(({ row, result }) => {
      const start = packAt(result.at, row.interval_seconds);
      return [row.id, start, encodeResult(start, result)];
    }),
    onConflict: sql`on conflict (check_id, at) do update set results = check_pack.results || excluded.results`,
  });
}
