import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Accessibility audits: their pages, what engines found there and what people are asked. */
export const accessibility: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('accessibility_audit')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('domain_id', 'text', column => column.notNull().references('domain.id').onDelete('cascade'))
      .addColumn('settings', 'text', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('started_at', 'bigint', column => column.notNull())
      .addColumn('finished_at', 'bigint')
      .execute();
    await db.schema.createIndex('accessibility_audit_domain').on('accessibility_audit').columns(['domain_id', 'id']).execute();
    await db.schema.createIndex('accessibility_audit_account').on('accessibility_audit').columns(['account_id', 'id']).execute();

    await db.schema.createTable('accessibility_page')
      .addColumn('audit_id', 'text', column => column.notNull().references('accessibility_audit.id').onDelete('cascade'))
      .addColumn('page', 'integer', column => column.notNull())
      .addColumn('url', 'text', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('cause', 'text')
      .addColumn('facts', 'text')
      .addPrimaryKeyConstraint('accessibility_page_key', ['audit_id', 'page'] as never[])
      .addUniqueConstraint('accessibility_page_url', ['audit_id', 'url'] as never[])
      .execute();

    await db.schema.createTable('accessibility_finding')
      .addColumn('audit_id', 'text', column => column.notNull().references('accessibility_audit.id').onDelete('cascade'))
      .addColumn('finding', 'integer', column => column.notNull())
      .addColumn('page', 'integer', column => column.notNull())
      .addColumn('criteria', 'text', column => column.notNull())
      .addColumn('impact', 'text', column => column.notNull())
      .addColumn('cause', 'text', column => column.notNull())
      .addColumn('details', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('accessibility_finding_key', ['audit_id', 'finding'] as never[])
      .execute();

    await db.schema.createTable('accessibility_question')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('audit_id', 'text', column => column.notNull().references('accessibility_audit.id').onDelete('cascade'))
      .addColumn('ordinal', 'integer', column => column.notNull())
      .addColumn('criterion', 'text', column => column.notNull())
      .addColumn('page', 'integer')
      .addColumn('fingerprint', 'text', column => column.notNull())
      .addColumn('details', 'text', column => column.notNull())
      .addColumn('answer', 'text')
      .addColumn('note', 'text')
      .addColumn('answered_by', 'text')
      .addColumn('answered_at', 'bigint')
      .addUniqueConstraint('accessibility_question_order', ['audit_id', 'ordinal'] as never[])
      .execute();
  },
};
