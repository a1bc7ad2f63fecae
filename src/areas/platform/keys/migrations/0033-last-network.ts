import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Keys tell from where they were used last; of older calls that is not known. */
export const lastNetwork: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable('api_key').addColumn('last_network', 'text').execute();
  },
};
