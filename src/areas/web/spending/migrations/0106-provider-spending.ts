import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What is asked of providers for an account, by purpose, provider and day; points of rank grids were counted in a table of their own before. */
export const providerSpending: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('provider_spending')
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('purpose', 'text', column => column.notNull())
      .addColumn('provider', 'text', column => column.notNull())
      .addColumn('day', 'bigint', column => column.notNull())
      .addColumn('requests', 'bigint', column => column.notNull())
      .addColumn('micro_usd', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('provider_spending_key', ['account_id', 'purpose', 'day', 'provider'] as never[])
      .execute();
    await sql`insert into provider_spending (account_id, purpose, provider, day, requests, micro_usd) select account_id, 'localSeo', 'all', day, points, 0 from local_spending`.execute(db);
    await db.schema.dropTable('local_spending').execute();
  },
};
