import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const heartbeat: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('heartbeat')
      .addColumn('id', 'integer', column => column.primaryKey())
      .addColumn('at', 'bigint', column => column.notNull())
      .execute();
  },
};
