import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Why the check of a tracked keyword that was due last was not made. */
export const skippedKeywords: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable('tracked_keyword').addColumn('skipped', 'text').execute();
  },
};
