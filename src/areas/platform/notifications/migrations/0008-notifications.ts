import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const notifications: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('notification')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('severity', 'text', column => column.notNull())
      .addColumn('subject_type', 'text', column => column.notNull())
      .addColumn('subject_id', 'text', column => column.notNull())
      .addColumn('title', 'text', column => column.notNull())
      .addColumn('body', 'text', column => column.notNull())
      .addColumn('data', 'text', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .execute();
    await db.schema.createIndex('notification_account').on('notification').columns(['account_id', 'id']).execute();
    await db.schema.createIndex('notification_created').on('notification').column('created_at').execute();
    await db.schema.createTable('notification_read')
      .addColumn('notification_id', 'text', column => column.notNull().references('notification.id').onDelete('cascade'))
      .addColumn('reader_id', 'text', column => column.notNull())
      .addColumn('at', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('notification_read_pk', ['notification_id', 'reader_id'] as never[])
      .execute();
    await db.schema.createTable('channel')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('target', 'text', column => column.notNull())
      .addColumn('confirmed_at', 'bigint')
      .addColumn('secret', 'text')
      .addColumn('former_secret', 'text')
      .addColumn('former_secret_until', 'bigint')
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('cause', 'text')
      .addColumn('failing_since', 'bigint')
      .addColumn('version', 'integer', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('updated_at', 'bigint', column => column.notNull())
      .execute();
    await db.schema.createIndex('channel_account').on('channel').columns(['account_id', 'id']).execute();
    await db.schema.createTable('notification_rule')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('channel_id', 'text', column => column.notNull().references('channel.id').onDelete('cascade'))
      .addColumn('kinds', 'text', column => column.notNull())
      .addColumn('least_severity', 'text', column => column.notNull())
      .addColumn('filter', 'text', column => column.notNull())
      .addColumn('digest', 'text', column => column.notNull())
      .addColumn('quiet', 'text')
      .addColumn('enabled', 'integer', column => column.notNull())
      .addColumn('version', 'integer', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('updated_at', 'bigint', column => column.notNull())
      .execute();
    await db.schema.createIndex('notification_rule_account').on('notification_rule').columns(['account_id', 'id']).execute();
    await db.schema.createTable('delivery')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('channel_id', 'text', column => column.notNull().references('channel.id').onDelete('cascade'))
      .addColumn('rule_id', 'text')
      .addColumn('message_id', 'text', column => column.notNull())
      .addColumn('body', 'text')
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('attempts', 'integer', column => column.notNull())
      .addColumn('next_at', 'bigint')
      .addColumn('status', 'integer')
      .addColumn('cause', 'text')
      .addColumn('response', 'text')
      .addColumn('duration_ms', 'integer')
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('finished_at', 'bigint')
      .execute();
    await db.schema.createIndex('delivery_account').on('delivery').columns(['account_id', 'id']).execute();
    await db.schema.createIndex('delivery_channel').on('delivery').columns(['channel_id', 'id']).execute();
    await db.schema.createIndex('delivery_rule').on('delivery').columns(['rule_id', 'next_at']).execute();
    await db.schema.createIndex('delivery_next').on('delivery').column('next_at').execute();
    await db.schema.createIndex('delivery_created').on('delivery').column('created_at').execute();
    await db.schema.createTable('delivery_notification')
      .addColumn('delivery_id', 'text', column => column.notNull().references('delivery.id').onDelete('cascade'))
      .addColumn('notification_id', 'text', column => column.notNull().references('notification.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('delivery_notification_pk', ['delivery_id', 'notification_id'] as never[])
      .execute();
    await db.schema.createIndex('delivery_notification_notification').on('delivery_notification').column('notification_id').execute();
    await db.schema.createTable('mail_token')
      .addColumn('token_hash', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('channel_id', 'text', column => column.notNull().references('channel.id').onDelete('cascade'))
      .addColumn('rule_id', 'text')
      .addColumn('purpose', 'text', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .execute();
    await db.schema.createIndex('mail_token_channel').on('mail_token').column('channel_id').execute();
    await db.schema.createTable('standard_channel')
      .addColumn('account_id', 'text', column => column.primaryKey().references('account.id').onDelete('cascade'))
      .addColumn('made_at', 'bigint', column => column.notNull())
      .execute();
  },
};
