import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const compliance: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('compliance_framework')
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('framework', 'text', column => column.notNull())
      .addColumn('domains', 'text')
      .addColumn('chosen_at', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('compliance_framework_key', ['account_id', 'framework'] as never[])
      .execute();
    await db.schema.createTable('compliance_control')
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('framework', 'text', column => column.notNull())
      .addColumn('control', 'text', column => column.notNull())
      .addColumn('version', 'integer', column => column.notNull())
      .addColumn('status', 'text', column => column.notNull())
      .addColumn('approach', 'text')
      .addColumn('justification', 'text')
      .addColumn('owner', 'text')
      .addColumn('due_on', 'text')
      .addColumn('plan_of_action', 'text')
      .addColumn('private_text', 'text')
      .addColumn('changed_at', 'bigint', column => column.notNull())
      .addColumn('changed_by', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('compliance_control_key', ['account_id', 'framework', 'control'] as never[])
      .execute();
    await db.schema.createTable('compliance_change')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('framework', 'text', column => column.notNull())
      .addColumn('control', 'text', column => column.notNull())
      .addColumn('version', 'integer', column => column.notNull())
      .addColumn('changes', 'text', column => column.notNull())
      .addColumn('note', 'text')
      .addColumn('at', 'bigint', column => column.notNull())
      .addColumn('by', 'text', column => column.notNull())
      .execute();
    await db.schema.createIndex('compliance_change_of_control').on('compliance_change').columns(['account_id', 'framework', 'control', 'version'] as never[]).execute();
    await db.schema.createTable('compliance_incident')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('version', 'integer', column => column.notNull())
      .addColumn('title', 'text', column => column.notNull())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('severity', 'integer', column => column.notNull())
      .addColumn('status', 'text', column => column.notNull())
      .addColumn('discovered_at', 'bigint', column => column.notNull())
      .addColumn('time_zone', 'text', column => column.notNull())
      .addColumn('record', 'text', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('changed_at', 'bigint', column => column.notNull())
      .execute();
    await db.schema.createIndex('compliance_incident_newest').on('compliance_incident').columns(['account_id', 'created_at', 'id'] as never[]).execute();
    await db.schema.createTable('compliance_obligation')
      .addColumn('incident_id', 'text', column => column.notNull().references('compliance_incident.id').onDelete('cascade'))
      .addColumn('deadline', 'text', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('done_at', 'bigint')
      .addColumn('reference', 'text')
      .addPrimaryKeyConstraint('compliance_obligation_key', ['incident_id', 'deadline'] as never[])
      .execute();
  },
};
