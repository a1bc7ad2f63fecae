import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Runs tell by which scope they were started, so that whoever has only that one can follow them; of older runs that is not known. */
export const scopeOfRuns: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable('run').addColumn('scope', 'text').execute();
  },
};
