import { cutPage, decodeCursor } from '../../../../core/page.ts';
import type { Db } from '../../../../store/index.ts';
import { withDuties } from './duties.ts';
import type { IncidentRecord } from './shapes.ts';
import { incidentsFrom } from './store.ts';

const LIST = 'compliance.incidents';

/** Which incidents a page shows. */
export interface IncidentQuery {
  status?: readonly string[] | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** A page of incidents, newest first, each with its duties. */
export async function incidentsPage(db: Db, accountId: string, { status, limit, cursor }: IncidentQuery, now: number): Promise<{ success: true; data: IncidentRecord[]; nextCursor: string | null }> {
  const rows = await incidentsFrom(db, accountId, status, decodeCursor(LIST, cursor), limit + 1);
  const page = cutPage(LIST, rows, limit, ({ created_at: at, id }) => ({ at, id }), row => row);
  return { ...page, data: await withDuties(db, page.data, now) };
}
