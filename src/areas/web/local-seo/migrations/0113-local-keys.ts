import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Keys of accounts for search services, opening hours and schedules of businesses, and presence in AI answers. */
export const localKeys: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('local_provider_key')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('provider', 'text', column => column.notNull())
      .addColumn('secret', 'text', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addUniqueConstraint('local_provider_key_of', ['account_id', 'provider'] as never[])
      .execute();
    const add = (table: string, column: string, type: 'text' | 'bigint' | 'double precision') => db.schema.alterTable(table).addColumn(column, type).execute();
    await add('local_business', 'hours', 'text');
    await add('local_business', 'time_zone', 'text');
    await add('local_business', 'schedule', 'text');
    await add('local_business', 'scan_due_at', 'bigint');
    await add('local_business', 'skipped', 'text');
    await db.schema.createIndex('local_business_due').on('local_business').column('scan_due_at').execute();
    await add('web_rank', 'ai', 'text');
  },
};
