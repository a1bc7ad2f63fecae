import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Secret addresses for reports, and why a report does not count; those of before are judged by a job. */
export const reportProof: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('dmarc_secret_intake')
      .addColumn('token_hash', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('sealed', 'text', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('ends_at', 'bigint')
      .addColumn('published_on', 'text')
      .addColumn('published_at', 'bigint')
      .execute();
    await db.schema.createIndex('dmarc_secret_intake_account').on('dmarc_secret_intake').column('account_id').execute();
    await db.schema.alterTable('dmarc_report').addColumn('uncounted', 'text').execute();
    await db.schema.alterTable('dmarc_report').addColumn('recounted_at', 'bigint').execute();
    // Those of TLS were counted with the others: the job moves them.
    await sql`update dmarc_report set uncounted = 'noProof' where authenticated = 'none' and kind <> 'tls'`.execute(db);
    await sql`create index dmarc_report_uncounted on dmarc_report (domain_no, received_at) where uncounted is not null`.execute(db);
    await db.schema.alterTable('dmarc_domain').addColumn('recheck', 'integer', column => column.notNull().defaultTo(0)).execute();
    await sql`update dmarc_domain set recheck = 1`.execute(db);
    await sql`create index dmarc_domain_recheck on dmarc_domain (no) where recheck = 1`.execute(db);
  },
};
