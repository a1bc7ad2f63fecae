import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const complianceReminders: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('compliance_reminder')
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('task', 'text', column => column.notNull())
      .addColumn('due_at', 'bigint', column => column.notNull())
      .addColumn('step', 'bigint', column => column.notNull())
      .addColumn('sent_at', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('compliance_reminder_key', ['account_id', 'task', 'due_at', 'step'] as never[])
      .execute();
    await db.schema.createIndex('compliance_reminder_sent').on('compliance_reminder').columns(['sent_at'] as never[]).execute();
    await db.schema.createTable('compliance_reminder_watch')
      .addColumn('account_id', 'text', column => column.primaryKey().references('account.id').onDelete('cascade'))
      .addColumn('due_at', 'bigint', column => column.notNull())
      .execute();
    await db.schema.createIndex('compliance_reminder_watch_due').on('compliance_reminder_watch').columns(['due_at'] as never[]).execute();
    await sql`insert into compliance_reminder_watch (account_id, due_at) select account_id, 0 from compliance_framework union select account_id, 0 from compliance_incident`.execute(db);
    await db.schema.createTable('compliance_affirmation')
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('framework', 'text', column => column.notNull())
      .addColumn('affirmed_on', 'text', column => column.notNull())
      .addColumn('note', 'text')
      .addColumn('at', 'bigint', column => column.notNull())
      .addColumn('by', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('compliance_affirmation_key', ['account_id', 'framework', 'affirmed_on'] as never[])
      .execute();
  },
};
