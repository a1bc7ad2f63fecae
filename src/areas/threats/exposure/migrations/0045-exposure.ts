import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Scans of the hosts of proven domains, what they found, and who wants to be left alone. */
export const exposure: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('exposure_watch')
      .addColumn('domain_id', 'text', column => column.primaryKey().references('domain.id').onDelete('cascade'))
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('profile', 'text', column => column.notNull())
      .addColumn('due_at', 'bigint', column => column.notNull())
      .addColumn('missed', 'text')
      .execute();
    await db.schema.createIndex('exposure_watch_due').on('exposure_watch').column('due_at').execute();

    await db.schema.createTable('exposure_scan')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('domain_id', 'text', column => column.notNull().references('domain.id').onDelete('cascade'))
      .addColumn('profile', 'text', column => column.notNull())
      .addColumn('proof', 'text', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('begun', 'text', column => column.notNull())
      .addColumn('summary', 'text')
      .addColumn('started_at', 'bigint', column => column.notNull())
      .addColumn('finished_at', 'bigint')
      .execute();
    await db.schema.createIndex('exposure_scan_newest').on('exposure_scan').columns(['domain_id', 'id']).execute();
    await db.schema.createIndex('exposure_scan_account').on('exposure_scan').columns(['account_id', 'id']).execute();

    await db.schema.createTable('exposure_host')
      .addColumn('scan_id', 'text', column => column.notNull().references('exposure_scan.id').onDelete('cascade'))
      .addColumn('address', 'text', column => column.notNull())
      .addColumn('names', 'text', column => column.notNull())
      .addColumn('scope', 'text', column => column.notNull())
      .addColumn('reason', 'text')
      .addColumn('edge', 'text')
      .addColumn('wildcard', 'integer', column => column.notNull())
      .addColumn('rtt_ms', 'integer')
      .addPrimaryKeyConstraint('exposure_host_key', ['scan_id', 'address'] as never[])
      .execute();

    await db.schema.createTable('exposure_step')
      .addColumn('scan_id', 'text', column => column.notNull().references('exposure_scan.id').onDelete('cascade'))
      .addColumn('stage', 'text', column => column.notNull())
      .addColumn('address', 'text', column => column.notNull())
      .addColumn('outcome', 'text', column => column.notNull())
      .addColumn('cause', 'text')
      .addColumn('details', 'text')
      .addColumn('at', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('exposure_step_key', ['scan_id', 'stage', 'address'] as never[])
      .execute();

    await db.schema.createTable('exposure_port')
      .addColumn('scan_id', 'text', column => column.notNull().references('exposure_scan.id').onDelete('cascade'))
      .addColumn('address', 'text', column => column.notNull())
      .addColumn('port', 'integer', column => column.notNull())
      .addColumn('transport', 'text', column => column.notNull())
      .addColumn('verified', 'integer', column => column.notNull())
      .addColumn('rtt_ms', 'integer')
      .addColumn('service', 'text')
      .addColumn('tls', 'text')
      .addColumn('http', 'text')
      .addPrimaryKeyConstraint('exposure_port_key', ['scan_id', 'address', 'port', 'transport'] as never[])
      .execute();

    await db.schema.createTable('exposure_finding')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('domain_id', 'text', column => column.notNull().references('domain.id').onDelete('cascade'))
      .addColumn('fingerprint', 'text', column => column.notNull())
      .addColumn('address', 'text', column => column.notNull())
      .addColumn('port', 'integer')
      .addColumn('stage', 'text', column => column.notNull())
      .addColumn('severity', 'text', column => column.notNull())
      .addColumn('verified', 'text', column => column.notNull())
      .addColumn('finding', 'text', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('change', 'text', column => column.notNull())
      .addColumn('changed_in', 'text', column => column.notNull())
      .addColumn('seen_in', 'text', column => column.notNull())
      .addColumn('first_seen_at', 'bigint', column => column.notNull())
      .addColumn('last_seen_at', 'bigint', column => column.notNull())
      .addColumn('resolved_at', 'bigint')
      .addColumn('exception', 'text')
      .addColumn('excepted_until', 'bigint')
      .execute();
    await db.schema.createIndex('exposure_finding_one').on('exposure_finding').columns(['domain_id', 'fingerprint']).unique().execute();
    await db.schema.createIndex('exposure_finding_account').on('exposure_finding').columns(['account_id', 'id']).execute();

    await db.schema.createTable('exposure_address')
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('domain_id', 'text', column => column.notNull().references('domain.id').onDelete('cascade'))
      .addColumn('address', 'text', column => column.notNull())
      .addColumn('confirmed_by', 'text', column => column.notNull())
      .addColumn('confirmed_at', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('exposure_address_key', ['domain_id', 'address'] as never[])
      .execute();

    await db.schema.createTable('exposure_opt_out')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('target', 'text', column => column.notNull().unique())
      .addColumn('note', 'text')
      .addColumn('created_at', 'bigint', column => column.notNull())
      .execute();

    await db.schema.createTable('exposure_lease')
      .addColumn('address', 'text', column => column.primaryKey())
      .addColumn('holder', 'text', column => column.notNull())
      .addColumn('held_until', 'bigint', column => column.notNull())
      .execute();
  },
};
