import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Addresses and small ranges that are watched, what is known of each address, and what changed there. */
export const ipTargets: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('ip_target')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('target', 'text', column => column.notNull())
      .addColumn('label', 'text')
      .addColumn('profile', 'text', column => column.notNull())
      .addColumn('domain_id', 'text', column => column.references('domain.id').onDelete('set null'))
      .addColumn('contact', 'text')
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('proven_at', 'bigint')
      .addColumn('checked_at', 'bigint')
      .addColumn('scanned_at', 'bigint')
      .addColumn('due_at', 'bigint')
      .addColumn('ports_due_at', 'bigint')
      .addColumn('missed', 'text')
      .addColumn('created_at', 'bigint', column => column.notNull())
      .execute();
    await db.schema.createIndex('ip_target_one').on('ip_target').columns(['account_id', 'target']).unique().execute();
    await db.schema.createIndex('ip_target_newest').on('ip_target').columns(['account_id', 'id']).execute();
    await db.schema.createIndex('ip_target_due').on('ip_target').column('due_at').execute();
    await db.schema.createIndex('ip_target_domain').on('ip_target').column('domain_id').execute();

    await db.schema.createTable('ip_address')
      .addColumn('target_id', 'text', column => column.notNull().references('ip_target.id').onDelete('cascade'))
      .addColumn('address', 'text', column => column.notNull())
      .addColumn('proof', 'text', column => column.notNull())
      .addColumn('facts', 'text')
      .addColumn('facts_at', 'bigint')
      .addColumn('ports', 'text')
      .addColumn('ports_at', 'bigint')
      .addPrimaryKeyConstraint('ip_address_key', ['target_id', 'address'] as never[])
      .execute();

    await db.schema.createTable('ip_baseline')
      .addColumn('target_id', 'text', column => column.notNull().references('ip_target.id').onDelete('cascade'))
      .addColumn('address', 'text', column => column.notNull())
      .addColumn('subject', 'text', column => column.notNull())
      .addColumn('value', 'text', column => column.notNull())
      .addColumn('hash', 'text', column => column.notNull())
      .addColumn('accepted_at', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('ip_baseline_key', ['target_id', 'address', 'subject'] as never[])
      .execute();

    await db.schema.createTable('ip_event')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('target_id', 'text', column => column.notNull().references('ip_target.id').onDelete('cascade'))
      .addColumn('address', 'text', column => column.notNull())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('subject', 'text', column => column.notNull())
      .addColumn('severity', 'text', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('title', 'text', column => column.notNull())
      .addColumn('before', 'text', column => column.notNull())
      .addColumn('after', 'text', column => column.notNull())
      .addColumn('after_hash', 'text', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('last_seen_at', 'bigint', column => column.notNull())
      .addColumn('decided_at', 'bigint')
      .addColumn('decided_by', 'text')
      .addColumn('reason', 'text')
      .addColumn('next_alarm_at', 'bigint')
      .addColumn('closed_at', 'bigint')
      .execute();
    await db.schema.createIndex('ip_event_newest').on('ip_event').columns(['target_id', 'id']).execute();
    await db.schema.createIndex('ip_event_account').on('ip_event').columns(['account_id', 'id']).execute();
    await db.schema.createIndex('ip_event_alarm').on('ip_event').column('next_alarm_at').execute();

    await db.schema.createTable('ip_network_mail')
      .addColumn('network', 'text', column => column.primaryKey())
      .addColumn('sent_at', 'bigint', column => column.notNull())
      .execute();
  },
};
