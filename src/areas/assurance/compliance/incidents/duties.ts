import type { Db } from '../../../../store/index.ts';
import { clocksOf } from '../clocks/store.ts';
import { presentIncident, type IncidentRecord } from './shapes.ts';
import { openIncidents, saidOfObligations, type IncidentRow } from './store.ts';

/** The incidents, all of one account, with their duties as they are judged at `now`. */
export async function withDuties(db: Db, rows: readonly IncidentRow[], now: number): Promise<IncidentRecord[]> {
  if (rows.length === 0) return [];
  const said = await saidOfObligations(db, rows.map(({ id }) => id));
  const clocks = await clocksOf(db, rows[0]!.account_id);
  return rows.map(row => presentIncident(row, { said, clocks }, now));
}

export async function oneWithDuties(db: Db, row: IncidentRow, now: number): Promise<IncidentRecord> {
  return (await withDuties(db, [row], now))[0]!;
}

/** The incidents of the account that are not over, with their duties. */
export async function openWithDuties(db: Db, accountId: string, now: number): Promise<IncidentRecord[]> {
  return withDuties(db, await openIncidents(db, accountId), now);
}
