import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Why each page is in the sample, and how to sign in to a site and open what its pages hide. */
export const accessibilitySamples: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable('accessibility_page').addColumn('chosen', 'text').execute();
    await db.schema.alterTable('accessibility_page').addColumn('template', 'text').execute();
    await db.schema.createTable('accessibility_steps')
      .addColumn('domain_id', 'text', column => column.primaryKey().references('domain.id').onDelete('cascade'))
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('steps', 'text', column => column.notNull())
      .addColumn('changed_at', 'bigint', column => column.notNull())
      .execute();
  },
};
