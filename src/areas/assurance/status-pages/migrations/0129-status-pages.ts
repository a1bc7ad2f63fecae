import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Pages by which people without an account see how checks of the account are. */
export const statusPages: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('status_page')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('token', 'text', column => column.notNull().unique())
      .addColumn('title', 'text', column => column.notNull())
      .addColumn('description', 'text', column => column.notNull())
      .addColumn('notice', 'text')
      .addColumn('notice_at', 'bigint')
      .addColumn('checks', 'text', column => column.notNull())
      .addColumn('published', 'integer', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('updated_at', 'bigint', column => column.notNull())
      .execute();
    await db.schema.createIndex('status_page_account').on('status_page').columns(['account_id', 'created_at', 'id'] as never[]).execute();
  },
};
