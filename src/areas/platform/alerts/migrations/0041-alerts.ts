import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const alerts: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('alert')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('domain_id', 'text')
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('subject_type', 'text', column => column.notNull())
      .addColumn('subject_id', 'text', column => column.notNull())
      .addColumn('subject_label', 'text', column => column.notNull())
      .addColumn('cause', 'text', column => column.notNull())
      .addColumn('severity', 'text', column => column.notNull())
      .addColumn('position', 'bigint', column => column.notNull())
      .addColumn('title', 'text', column => column.notNull())
      .addColumn('detail', 'text', column => column.notNull())
      .addColumn('path', 'text', column => column.notNull())
      .addColumn('first_raised_at', 'bigint', column => column.notNull())
      .addColumn('since', 'bigint', column => column.notNull())
      .addColumn('notified', 'integer', column => column.notNull())
      .addColumn('notified_at', 'bigint')
      .addColumn('acknowledged_at', 'bigint')
      .addColumn('acknowledged_by', 'text')
      .addColumn('muted_until', 'bigint')
      .addColumn('assignee_id', 'text', column => column.references('auth_user.id').onDelete('set null'))
      .addColumn('note', 'text')
      .addColumn('cleared_at', 'bigint')
      .execute();
    await db.schema.createIndex('alert_cause').unique().on('alert').columns(['account_id', 'subject_id', 'kind', 'cause']).execute();
    await db.schema.createIndex('alert_position').on('alert').columns(['account_id', 'cleared_at', 'position', 'id']).execute();
    await db.schema.createIndex('alert_domain').on('alert').column('domain_id').execute();
    await db.schema.createIndex('alert_muted').on('alert').column('muted_until').execute();
    await db.schema.createIndex('alert_cleared').on('alert').column('cleared_at').execute();
    await db.schema.createIndex('alert_assignee').on('alert').column('assignee_id').execute();
  },
};
