import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const events: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('baseline')
      .addColumn('domain_id', 'text', column => column.notNull().references('domain.id').onDelete('cascade'))
      .addColumn('subject', 'text', column => column.notNull())
      .addColumn('value', 'text', column => column.notNull())
      .addColumn('hash', 'text', column => column.notNull())
      .addColumn('learnt', 'text')
      .addColumn('accepted_at', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('baseline_pk', ['domain_id', 'subject'] as never[])
      .execute();
    await db.schema.createTable('suspicion')
      .addColumn('domain_id', 'text', column => column.notNull().references('domain.id').onDelete('cascade'))
      .addColumn('subject', 'text', column => column.notNull())
      .addColumn('hash', 'text', column => column.notNull())
      .addColumn('looks', 'integer', column => column.notNull())
      .addColumn('asked', 'integer', column => column.notNull())
      .addColumn('first_seen_at', 'bigint', column => column.notNull())
      .addColumn('confirm_at', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('suspicion_pk', ['domain_id', 'subject'] as never[])
      .execute();
    await db.schema.createTable('domain_event')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('domain_id', 'text', column => column.notNull().references('domain.id').onDelete('cascade'))
      .addColumn('domain_name', 'text', column => column.notNull())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('subject', 'text', column => column.notNull())
      .addColumn('severity', 'text', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('title', 'text', column => column.notNull())
      .addColumn('before', 'text', column => column.notNull())
      .addColumn('after', 'text', column => column.notNull())
      .addColumn('after_hash', 'text', column => column.notNull())
      .addColumn('count', 'integer', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('last_seen_at', 'bigint', column => column.notNull())
      .addColumn('decided_at', 'bigint')
      .addColumn('decided_by', 'text')
      .addColumn('reason', 'text')
      .addColumn('next_alarm_at', 'bigint')
      .addColumn('closed_at', 'bigint')
      .execute();
    await db.schema.createIndex('domain_event_account').on('domain_event').columns(['account_id', 'id']).execute();
    await db.schema.createIndex('domain_event_subject').on('domain_event').columns(['domain_id', 'subject', 'state']).execute();
    await db.schema.createIndex('domain_event_alarm').on('domain_event').column('next_alarm_at').execute();
    await db.schema.createTable('change_window')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('domain_id', 'text', column => column.notNull().references('domain.id').onDelete('cascade'))
      .addColumn('kinds', 'text', column => column.notNull())
      .addColumn('expected', 'text')
      .addColumn('reason', 'text')
      .addColumn('starts_at', 'bigint', column => column.notNull())
      .addColumn('ends_at', 'bigint', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('created_by', 'text', column => column.notNull())
      .execute();
    await db.schema.createIndex('change_window_domain').on('change_window').columns(['domain_id', 'ends_at']).execute();
    await db.schema.createIndex('change_window_account').on('change_window').columns(['account_id', 'id']).execute();
  },
};
