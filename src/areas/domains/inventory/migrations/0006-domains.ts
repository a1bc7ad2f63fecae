import { PostgresAdapter, sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const domains: Migration = {
  async up(db: Kysely<never>) {
    // Names sort by their bytes on both databases, whatever the language of the server.
    const byBytes = db.getExecutor().adapter instanceof PostgresAdapter ? sql`text collate "C"` : 'text';
    for (const label of ['domain_group', 'client']) {
      await db.schema.createTable(label)
        .addColumn('id', 'text', column => column.primaryKey())
        .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
        .addColumn('name', byBytes, column => column.notNull())
        .addColumn('details', 'text', column => column.notNull())
        .addColumn('version', 'integer', column => column.notNull())
        .addColumn('created_at', 'bigint', column => column.notNull())
        .addColumn('updated_at', 'bigint', column => column.notNull())
        .addUniqueConstraint(`${label}_name`, ['account_id', 'name'] as never[])
        .execute();
    }
    await db.schema.createTable('domain')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('name', byBytes, column => column.notNull())
      .addColumn('note', 'text')
      .addColumn('search', 'text', column => column.notNull())
      .addColumn('group_id', 'text', column => column.references('domain_group.id').onDelete('set null'))
      .addColumn('client_id', 'text', column => column.references('client.id').onDelete('set null'))
      .addColumn('profile', 'text')
      .addColumn('selectors', 'text', column => column.notNull())
      .addColumn('monitored', 'integer', column => column.notNull())
      .addColumn('interval_minutes', 'integer')
      .addColumn('due_at', 'bigint')
      .addColumn('score', 'integer')
      .addColumn('grade', 'text')
      .addColumn('issues', 'integer', column => column.notNull())
      .addColumn('worst', 'text')
      .addColumn('open_events', 'integer', column => column.notNull())
      .addColumn('expires_at', 'bigint')
      .addColumn('checked_at', 'bigint')
      .addColumn('version', 'integer', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('updated_at', 'bigint', column => column.notNull())
      .addUniqueConstraint('domain_name', ['account_id', 'name'] as never[])
      .execute();
    await db.schema.createIndex('domain_account').on('domain').columns(['account_id', 'id']).execute();
    await db.schema.createIndex('domain_due').on('domain').column('due_at').execute();
    await db.schema.createIndex('domain_group_id').on('domain').column('group_id').execute();
    await db.schema.createIndex('domain_client_id').on('domain').column('client_id').execute();
    await db.schema.createTable('domain_tag')
      .addColumn('domain_id', 'text', column => column.notNull().references('domain.id').onDelete('cascade'))
      .addColumn('tag', byBytes, column => column.notNull())
      .addPrimaryKeyConstraint('domain_tag_pk', ['domain_id', 'tag'] as never[])
      .execute();
    await db.schema.createIndex('domain_tag_tag').on('domain_tag').column('tag').execute();
    await db.schema.createTable('ownership')
      .addColumn('domain_id', 'text', column => column.primaryKey().references('domain.id').onDelete('cascade'))
      .addColumn('token', 'text', column => column.notNull())
      .addColumn('method', 'text')
      .addColumn('proven_at', 'bigint')
      .addColumn('confirmed_at', 'bigint')
      .addColumn('checked_at', 'bigint')
      .addColumn('failing_since', 'bigint')
      .addColumn('lost_at', 'bigint')
      .addColumn('cause', 'text')
      .execute();
    await db.schema.createTable('snapshot_part')
      .addColumn('domain_id', 'text', column => column.notNull().references('domain.id').onDelete('cascade'))
      .addColumn('hash', 'text', column => column.notNull())
      .addColumn('body', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('snapshot_part_pk', ['domain_id', 'hash'] as never[])
      .execute();
    await db.schema.createTable('snapshot_set')
      .addColumn('domain_id', 'text', column => column.notNull().references('domain.id').onDelete('cascade'))
      .addColumn('hash', 'text', column => column.notNull())
      .addColumn('parts', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('snapshot_set_pk', ['domain_id', 'hash'] as never[])
      .execute();
    await db.schema.createTable('snapshot')
      .addColumn('domain_id', 'text', column => column.notNull().references('domain.id').onDelete('cascade'))
      .addColumn('at', 'bigint', column => column.notNull())
      .addColumn('set_hash', 'text', column => column.notNull())
      .addColumn('score', 'integer')
      .addPrimaryKeyConstraint('snapshot_pk', ['domain_id', 'at'] as never[])
      .execute();
    await db.schema.createTable('known_name')
      .addColumn('domain_id', 'text', column => column.notNull().references('domain.id').onDelete('cascade'))
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('sources', 'text', column => column.notNull())
      .addColumn('addresses', 'text', column => column.notNull())
      .addColumn('target', 'text')
      .addColumn('first_seen_at', 'bigint', column => column.notNull())
      .addColumn('last_seen_at', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('known_name_pk', ['domain_id', 'name'] as never[])
      .execute();
  },
};
