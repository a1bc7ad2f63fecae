import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When the accessibility of a domain is audited by itself. */
export const accessibilitySchedule: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('accessibility_schedule')
      .addColumn('domain_id', 'text', column => column.primaryKey().references('domain.id').onDelete('cascade'))
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('settings', 'text', column => column.notNull())
      .addColumn('every_days', 'integer', column => column.notNull())
      .addColumn('due_at', 'bigint', column => column.notNull())
      .execute();
    await db.schema.createIndex('accessibility_schedule_due').on('accessibility_schedule').column('due_at').execute();
  },
};
