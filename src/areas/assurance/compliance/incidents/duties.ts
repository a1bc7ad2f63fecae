import type { z } from 'zod';
import type { Db } from '../../../../store/index.ts';
import { presentIncident, type IncidentRecord } from './shapes.ts';
import { openIncidents, saidOfObligations } from './store.ts';

/** The incidents of the account that are not over, with their duties. */
export async function openWithDuties(db: Db, accountId: string, now: number): Promise<z.output<typeof IncidentRecord>[]> {
  const rows = await openIncidents(db, accountId);
  const said = await saidOfObligations(db, rows.map(({ id }) => id));
  return rows.map(row => presentIncident(row, said, now));
}
