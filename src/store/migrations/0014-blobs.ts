import { PostgresAdapter, sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const blobs: Migration = {
  async up(db: Kysely<never>) {
    const bytes = db.getExecutor().adapter instanceof PostgresAdapter ? sql`bytea` : sql`blob`;
    await db.schema.createTable('blob')
      .addColumn('sha256', 'text', column => column.notNull())
      .addColumn('part', 'integer', column => column.notNull())
      .addColumn('bytes', bytes, column => column.notNull())
      .addPrimaryKeyConstraint('blob_pk', ['sha256', 'part'])
      .execute();
  },
};
