import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When a paused run was to begin, for one that waits for its moment again once it is resumed. */
export const pausedRunAt: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable('run').addColumn('paused_run_at', 'bigint').execute();
  },
};
