import { PostgresAdapter, sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const support: Migration = {
  async up(db: Kysely<never>) {
    const bytes = db.getExecutor().adapter instanceof PostgresAdapter ? sql`bytea` : sql`blob`;
    await db.schema.createTable('support_thread')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('subject', 'text', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('last_side', 'text', column => column.notNull())
      .addColumn('last_message_at', 'bigint', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('closed_at', 'bigint')
      .execute();
    await db.schema.createIndex('support_thread_account').on('support_thread').columns(['account_id', 'last_message_at', 'id']).execute();
    await db.schema.createIndex('support_thread_queue').on('support_thread').columns(['last_message_at', 'id']).execute();
    await db.schema.createIndex('support_thread_closed').on('support_thread').column('closed_at').execute();
    await db.schema.createTable('support_message')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('thread_id', 'text', column => column.notNull().references('support_thread.id').onDelete('cascade'))
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('side', 'text', column => column.notNull())
      .addColumn('author', 'text', column => column.notNull())
      .addColumn('author_name', 'text', column => column.notNull())
      .addColumn('via', 'text', column => column.notNull())
      .addColumn('text', 'text', column => column.notNull())
      .addColumn('mail_hash', 'text')
      .addColumn('created_at', 'bigint', column => column.notNull())
      .execute();
    await db.schema.createIndex('support_message_thread').on('support_message').columns(['thread_id', 'id']).execute();
    await db.schema.createIndex('support_message_account').on('support_message').columns(['account_id', 'id']).execute();
    await db.schema.createIndex('support_message_mail').unique().on('support_message').columns(['thread_id', 'mail_hash']).execute();
    await db.schema.createTable('support_attachment')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('message_id', 'text', column => column.notNull().references('support_message.id').onDelete('cascade'))
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('size', 'integer', column => column.notNull())
      .addColumn('content', bytes, column => column.notNull())
      .execute();
    await db.schema.createIndex('support_attachment_message').on('support_attachment').column('message_id').execute();
    await db.schema.createIndex('support_attachment_account').on('support_attachment').column('account_id').execute();
    await db.schema.createTable('support_read')
      .addColumn('thread_id', 'text', column => column.notNull().references('support_thread.id').onDelete('cascade'))
      .addColumn('reader_id', 'text', column => column.notNull())
      .addColumn('at', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('support_read_pk', ['thread_id', 'reader_id'] as never[])
      .execute();
    await db.schema.createTable('support_reply_address')
      .addColumn('token_hash', 'text', column => column.primaryKey())
      .addColumn('thread_id', 'text', column => column.notNull().references('support_thread.id').onDelete('cascade'))
      .addColumn('person_id', 'text', column => column.notNull().references('auth_user.id').onDelete('cascade'))
      .execute();
    await db.schema.createIndex('support_reply_address_thread').on('support_reply_address').column('thread_id').execute();
    await db.schema.createIndex('support_reply_address_person').on('support_reply_address').column('person_id').execute();
  },
};
