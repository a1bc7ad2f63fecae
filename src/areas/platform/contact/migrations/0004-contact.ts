import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const contact: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('contact_message')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('name', 'text')
      .addColumn('email', 'text', column => column.notNull())
      .addColumn('message', 'text', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .execute();
    await db.schema.createIndex('contact_message_created').on('contact_message').column('created_at').execute();
  },
};
