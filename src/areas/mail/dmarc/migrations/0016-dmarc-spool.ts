import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const dmarcSpool: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('dmarc_intake')
      .addColumn('token', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('ends_at', 'bigint')
      .execute();
    await db.schema.createIndex('dmarc_intake_account').on('dmarc_intake').column('account_id').execute();
    await db.schema.createTable('dmarc_mailbox')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('settings', 'text', column => column.notNull())
      .addColumn('secret', 'text', column => column.notNull())
      .addColumn('cursor', 'text')
      .addColumn('cause', 'text')
      .addColumn('failing_since', 'bigint')
      .addColumn('checked_at', 'bigint')
      .addColumn('due_at', 'bigint', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .execute();
    await db.schema.createIndex('dmarc_mailbox_account').on('dmarc_mailbox').columns(['account_id', 'id']).execute();
    await db.schema.createIndex('dmarc_mailbox_due').on('dmarc_mailbox').column('due_at').execute();
    await db.schema.createTable('dmarc_message')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('sha256', 'text', column => column.notNull())
      .addColumn('way', 'text', column => column.notNull())
      .addColumn('mailbox_id', 'text')
      .addColumn('name', 'text')
      .addColumn('sender_domain', 'text')
      .addColumn('authenticated', 'text', column => column.notNull())
      .addColumn('bytes', 'bigint', column => column.notNull())
      .addColumn('received_at', 'bigint', column => column.notNull())
      .addColumn('arrivals', 'integer', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('reason', 'text')
      .addColumn('kept', 'integer', column => column.notNull())
      .addColumn('duplicates', 'integer', column => column.notNull())
      .addColumn('held', 'integer', column => column.notNull())
      .addColumn('refused', 'integer', column => column.notNull())
      .addColumn('records', 'bigint', column => column.notNull())
      .addColumn('bad_records', 'bigint', column => column.notNull())
      .addColumn('warnings', 'text', column => column.notNull())
      .addColumn('parsed_at', 'bigint')
      .addUniqueConstraint('dmarc_message_content', ['account_id', 'sha256'] as never[])
      .execute();
    await db.schema.createIndex('dmarc_message_account').on('dmarc_message').columns(['account_id', 'id']).execute();
    await db.schema.createIndex('dmarc_message_state').on('dmarc_message').columns(['state', 'account_id', 'id']).execute();
    await db.schema.createIndex('dmarc_message_received').on('dmarc_message').column('received_at').execute();
    await db.schema.createIndex('dmarc_message_sha256').on('dmarc_message').column('sha256').execute();
    // Of no account: what is spooled outlives an account that is deleted, until it is swept.
    await db.schema.createTable('dmarc_spooled')
      .addColumn('sha256', 'text', column => column.primaryKey())
      .addColumn('blob', 'text', column => column.notNull())
      .addColumn('spooled_at', 'bigint', column => column.notNull())
      .execute();
    await db.schema.createIndex('dmarc_spooled_at').on('dmarc_spooled').column('spooled_at').execute();
  },
};
