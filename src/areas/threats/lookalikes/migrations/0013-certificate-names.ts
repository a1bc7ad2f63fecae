import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const certificateNames: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('name_stream')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('cursor', 'text')
      .addColumn('due_at', 'bigint', column => column.notNull())
      .addColumn('advanced_at', 'bigint')
      .addColumn('failure', 'text')
      .execute();
  },
};
