import { PostgresAdapter, sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Large reports are stored in slices before they count, and reports of domains that are not proven stay bytes. */
export const reportStages: Migration = {
  async up(db: Kysely<never>) {
    const byBytes = db.getExecutor().adapter instanceof PostgresAdapter ? sql`text collate "C"` : 'text';
    await db.schema.createTable('dmarc_held')
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('domain', byBytes, column => column.notNull())
      .addColumn('message', 'text', column => column.notNull())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('organization', 'text')
      .addColumn('held_since', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('dmarc_held_pk', ['account_id', 'domain', 'message', 'kind'] as never[])
      .execute();
    await db.schema.createIndex('dmarc_held_message').on('dmarc_held').column('message').execute();
    await db.schema.createIndex('dmarc_held_since').on('dmarc_held').column('held_since').execute();
    await db.schema.createTable('dmarc_stage')
      .addColumn('domain_no', 'bigint', column => column.notNull().references('dmarc_domain.no').onDelete('cascade'))
      .addColumn('no', 'bigint', column => column.notNull())
      .addColumn('owner', 'text', column => column.notNull())
      .addColumn('touched_at', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('dmarc_stage_pk', ['domain_no', 'no'] as never[])
      .execute();
    await sql`alter table dmarc_source add column stage bigint not null default 0`.execute(db);
    await sql`alter table dmarc_report add column facts_no bigint not null default 0`.execute(db);
    await sql`update dmarc_report set facts_no = no`.execute(db);
  },
};
