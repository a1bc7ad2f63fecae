import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What a paused run needs to go on: the key by which only one of its kind is under way. */
export const pausedRuns: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable('run').addColumn('paused_key', 'text').execute();
  },
};
