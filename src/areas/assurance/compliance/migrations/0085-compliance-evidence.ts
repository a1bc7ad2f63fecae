import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const complianceEvidence: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('compliance_watch')
      .addColumn('account_id', 'text', column => column.primaryKey().references('account.id').onDelete('cascade'))
      .addColumn('due_at', 'bigint', column => column.notNull())
      .addColumn('collected_at', 'bigint')
      .execute();
    await db.schema.createIndex('compliance_watch_due').on('compliance_watch').columns(['due_at'] as never[]).execute();
    await sql`insert into compliance_watch (account_id, due_at) select distinct account_id, 0 from compliance_framework`.execute(db);
    await db.schema.createTable('compliance_observation')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('area', 'text', column => column.notNull())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('domain_id', 'text', column => column.notNull())
      .addColumn('domain_name', 'text')
      .addColumn('verdict', 'text', column => column.notNull())
      .addColumn('findings', 'text', column => column.notNull())
      .addColumn('path', 'text', column => column.notNull())
      .addColumn('first_at', 'bigint', column => column.notNull())
      .addColumn('last_at', 'bigint', column => column.notNull())
      .addColumn('ended_at', 'bigint')
      .execute();
    await db.schema.createIndex('compliance_observation_of_kind').on('compliance_observation').columns(['account_id', 'kind', 'ended_at', 'last_at'] as never[]).execute();
    await db.schema.createIndex('compliance_observation_of_domain').on('compliance_observation').columns(['account_id', 'domain_id', 'ended_at'] as never[]).execute();
    await db.schema.createIndex('compliance_observation_ended').on('compliance_observation').columns(['ended_at'] as never[]).execute();
    await db.schema.createTable('compliance_document')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('title', 'text', column => column.notNull())
      .addColumn('note', 'text')
      .addColumn('url', 'text')
      .addColumn('file_name', 'text')
      .addColumn('media_type', 'text')
      .addColumn('size', 'integer')
      .addColumn('sha256', 'text')
      .addColumn('blob', 'text')
      .addColumn('valid_until', 'text')
      .addColumn('added_at', 'bigint', column => column.notNull())
      .addColumn('added_by', 'text', column => column.notNull())
      .addColumn('withdrawn_at', 'bigint')
      .addColumn('withdrawn_by', 'text')
      .addColumn('withdrawn_reason', 'text')
      .execute();
    await db.schema.createIndex('compliance_document_newest').on('compliance_document').columns(['account_id', 'added_at', 'id'] as never[]).execute();
    await db.schema.createIndex('compliance_document_withdrawn').on('compliance_document').columns(['withdrawn_at'] as never[]).execute();
    await db.schema.createTable('compliance_document_control')
      .addColumn('document_id', 'text', column => column.notNull().references('compliance_document.id').onDelete('cascade'))
      .addColumn('account_id', 'text', column => column.notNull())
      .addColumn('framework', 'text', column => column.notNull())
      .addColumn('control', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('compliance_document_control_key', ['document_id', 'framework', 'control'] as never[])
      .execute();
    await db.schema.createIndex('compliance_document_of_control').on('compliance_document_control').columns(['account_id', 'framework', 'control'] as never[]).execute();
    await db.schema.createTable('compliance_blob')
      .addColumn('blob', 'text', column => column.primaryKey())
      .addColumn('document_id', 'text', column => column.notNull())
      .addColumn('named_at', 'bigint', column => column.notNull())
      .execute();
  },
};
