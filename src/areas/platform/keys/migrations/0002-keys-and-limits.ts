import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const keysAndLimits: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('api_key')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('name', 'text')
      .addColumn('prefix', 'text', column => column.notNull())
      .addColumn('hash', 'text', column => column.notNull().unique())
      .addColumn('scopes', 'text', column => column.notNull())
      .addColumn('rate_limit', 'integer', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('created_by', 'text')
      .addColumn('expires_at', 'bigint')
      .addColumn('revoked_at', 'bigint')
      .addColumn('last_used_at', 'bigint')
      .execute();
    await db.schema.createIndex('api_key_account').on('api_key').columns(['account_id', 'created_at']).execute();
    await db.schema.createTable('key_usage')
      .addColumn('key_id', 'text', column => column.notNull().references('api_key.id').onDelete('cascade'))
      .addColumn('hour', 'bigint', column => column.notNull())
      .addColumn('operation', 'text', column => column.notNull())
      .addColumn('status', 'integer', column => column.notNull())
      .addColumn('requests', 'integer', column => column.notNull())
      .addPrimaryKeyConstraint('key_usage_pk', ['key_id', 'hour', 'operation', 'status'] as never[])
      .execute();
    await db.schema.createIndex('key_usage_hour').on('key_usage').column('hour').execute();
    await db.schema.createTable('counter')
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('window_start', 'bigint', column => column.notNull())
      .addColumn('used', 'integer', column => column.notNull())
      .addPrimaryKeyConstraint('counter_pk', ['name', 'window_start'] as never[])
      .execute();
    await db.schema.createIndex('counter_window').on('counter').column('window_start').execute();
    await db.schema.createTable('remembered_reply')
      .addColumn('owner', 'text', column => column.notNull())
      .addColumn('request_key', 'text', column => column.notNull())
      .addColumn('fingerprint', 'text', column => column.notNull())
      .addColumn('token', 'text', column => column.notNull())
      .addColumn('started_at', 'bigint', column => column.notNull())
      .addColumn('reply', 'text')
      .addPrimaryKeyConstraint('remembered_reply_pk', ['owner', 'request_key'] as never[])
      .execute();
    await db.schema.createIndex('remembered_reply_started').on('remembered_reply').column('started_at').execute();
  },
};
