import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Schedules of every kind of audit in one table, with those of site audits, which had their own. */
export const auditSchedules: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('audit_schedule')
      .addColumn('domain_id', 'text', column => column.notNull().references('domain.id').onDelete('cascade'))
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('settings', 'text', column => column.notNull())
      .addColumn('every_days', 'integer', column => column.notNull())
      .addColumn('due_at', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('audit_schedule_key', ['domain_id', 'kind'] as never[])
      .execute();
    await db.schema.createIndex('audit_schedule_due').on('audit_schedule').column('due_at').execute();
    await db.schema.createIndex('audit_schedule_account').on('audit_schedule').columns(['account_id', 'domain_id', 'kind']).execute();
    await sql`insert into audit_schedule (domain_id, kind, account_id, settings, every_days, due_at) select domain_id, 'siteAudit', account_id, settings, every_days, due_at from site_audit_schedule`.execute(db);
    await db.schema.dropTable('site_audit_schedule').execute();
  },
};
