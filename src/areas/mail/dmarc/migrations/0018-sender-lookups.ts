import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const senderLookups: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('host_name')
      .addColumn('address', 'text', column => column.primaryKey())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('host', 'text')
      .addColumn('looked_at', 'bigint', column => column.notNull())
      .execute();
    await db.schema.createIndex('host_name_looked').on('host_name').column('looked_at').execute();
    await db.schema.createTable('dmarc_learnt')
      .addColumn('domain_no', 'bigint', column => column.primaryKey().references('dmarc_domain.no').onDelete('cascade'))
      .addColumn('spf_hosts', 'text')
      .addColumn('spf_hosts_at', 'bigint')
      .addColumn('signed', 'text')
      .execute();
  },
};
