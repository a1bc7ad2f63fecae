import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What programs and libraries hosts run, and what websites of them show. */
export const exposureComponents: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('exposure_component')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('domain_id', 'text', column => column.notNull().references('domain.id').onDelete('cascade'))
      .addColumn('fingerprint', 'text', column => column.notNull())
      .addColumn('scan_id', 'text', column => column.notNull())
      .addColumn('address', 'text', column => column.notNull())
      .addColumn('port', 'integer')
      .addColumn('place', 'text', column => column.notNull())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('vendor', 'text')
      .addColumn('product', 'text', column => column.notNull())
      .addColumn('version', 'text')
      .addColumn('distribution', 'text')
      .addColumn('cpe23', 'text', column => column.notNull())
      .addColumn('purl', 'text')
      .addColumn('evidence', 'text', column => column.notNull())
      .addColumn('confidence', 'text', column => column.notNull())
      .addColumn('first_seen_at', 'bigint', column => column.notNull())
      .addColumn('last_seen_at', 'bigint', column => column.notNull())
      .execute();
    await db.schema.createIndex('exposure_component_one').on('exposure_component').columns(['domain_id', 'fingerprint']).unique().execute();
    await db.schema.createIndex('exposure_component_account').on('exposure_component').columns(['account_id', 'id']).execute();
    await db.schema.alterTable('exposure_port').addColumn('web', 'text').execute();
  },
};
