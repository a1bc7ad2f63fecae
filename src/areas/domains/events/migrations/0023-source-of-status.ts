import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The columns that hold what was seen of a subject. */
interface Tables {
  baseline: { domain_id: string; subject: string; value: string; hash: string };
  domain_event: { id: string; subject: string; before: string; after: string; after_hash: string };
  change_window: { id: string; expected: string | null };
}

const ROWS_A_STEP = 500;

/** What the registry shows is called by its source. A suspicion of before keeps its hash: the next scan makes another one. */
export const sourceOfStatus: Migration = {
  async up(handle: Kysely<never>) {
    const db = handle as unknown as Kysely<Tables>;
    for (let last = '', rows; (rows = await db.selectFrom('baseline').select(['domain_id', 'value']).where('subject', '=', 'registration.status').where('domain_id', '>', last).orderBy('domain_id').limit(ROWS_A_STEP).execute()).length > 0; last = rows.at(-1)!.domain_id) {
      for (const row of rows) {
        const value = renamed(row.value);
        await db.updateTable('baseline').set({ value, hash: hashOf(value) }).where('domain_id', '=', row.domain_id).where('subject', '=', 'registration.status').execute();
      }
    }
    for (let last = '', rows; (rows = await db.selectFrom('domain_event').select(['id', 'before', 'after']).where('subject', '=', 'registration.status').where('id', '>', last).orderBy('id').limit(ROWS_A_STEP).execute()).length > 0; last = rows.at(-1)!.id) {
      for (const row of rows) {
        const after = renamed(row.after);
        await db.updateTable('domain_event').set({ before: renamed(row.before), after, after_hash: hashOf(after) }).where('id', '=', row.id).execute();
      }
    }
    const windows = await db.selectFrom('change_window').select(['id', 'expected']).where('expected', 'like', '%"told by %').execute();
    for (const { id, expected } of windows) await db.updateTable('change_window').set({ expected: renamed(expected!) }).where('id', '=', id).execute();
  },
};

/** The lines, sorted as values are. */
function renamed(lines: string): string {
  return JSON.stringify((JSON.parse(lines) as string[]).map(line => line.replace(/^told by NOBODY$/, 'source UNKNOWN').replace(/^told by /, 'source ')).toSorted());
}

function hashOf(value: string): string {
  return hash('sha256', value);
}
