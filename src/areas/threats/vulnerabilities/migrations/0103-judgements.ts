import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The outcome of the last judgement of a domain, so that an equal one costs nothing. */
export const judgements: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('vuln_judgement')
      .addColumn('domain_id', 'text', column => column.primaryKey().references('domain.id').onDelete('cascade'))
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('digest', 'text', column => column.notNull())
      .addColumn('holds_until', 'bigint')
      .execute();
    await db.schema.createIndex('vuln_judgement_account').on('vuln_judgement').columns(['account_id'] as never[]).execute();
  },
};
