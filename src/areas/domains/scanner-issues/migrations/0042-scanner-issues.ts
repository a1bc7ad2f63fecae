import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const scannerIssues: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('scanner_issue')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('domain', 'text', column => column.notNull())
      .addColumn('finding', 'text', column => column.notNull())
      .addColumn('report', 'text', column => column.notNull())
      .addColumn('comment', 'text')
      .addColumn('reported_by', 'text', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('sent_at', 'bigint')
      .addColumn('verdict', 'text')
      .addColumn('answer', 'text')
      .addColumn('answered_at', 'bigint')
      .execute();
    await db.schema.createIndex('scanner_issue_account').on('scanner_issue').columns(['account_id', 'id']).execute();
    await db.schema.createIndex('scanner_issue_queue').on('scanner_issue').columns(['state', 'id']).execute();
    await db.schema.createIndex('scanner_issue_created').on('scanner_issue').column('created_at').execute();
    await db.schema.createIndex('scanner_issue_answered').on('scanner_issue').column('answered_at').execute();
  },
};
