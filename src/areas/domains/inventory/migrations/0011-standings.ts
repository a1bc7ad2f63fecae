import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const standings: Migration = {
  async up(db: Kysely<never>) {
    // Null until the next scan of the domain.
    await db.schema.alterTable('domain').addColumn('standings', 'text').execute();
  },
};
