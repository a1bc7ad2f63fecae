import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const evidence: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('lookalike_evidence')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('domain_id', 'text', column => column.notNull().references('domain.id').onDelete('cascade'))
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('seq', 'integer', column => column.notNull())
      .addColumn('captured_at', 'bigint', column => column.notNull())
      .addColumn('manifest', 'text', column => column.notNull())
      .addColumn('signature', 'text', column => column.notNull())
      .addUniqueConstraint('lookalike_evidence_chain', ['domain_id', 'name', 'seq'] as never[])
      .execute();
    await db.schema.createIndex('lookalike_evidence_newest').on('lookalike_evidence').columns(['domain_id', 'captured_at', 'id']).execute();
    await db.schema.createIndex('lookalike_evidence_account').on('lookalike_evidence').columns(['account_id', 'id']).execute();
    await db.schema.createTable('evidence_content')
      .addColumn('sha256', 'text', column => column.primaryKey())
      .addColumn('referred_at', 'bigint', column => column.notNull())
      .execute();
    await db.schema.createIndex('evidence_content_at').on('evidence_content').column('referred_at').execute();
    await db.schema.createTable('evidence_blob')
      .addColumn('sha256', 'text', column => column.notNull())
      .addColumn('evidence_id', 'text', column => column.notNull())
      .addColumn('domain_id', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('evidence_blob_pk', ['sha256', 'evidence_id'] as never[])
      .execute();
    await db.schema.createIndex('evidence_blob_domain').on('evidence_blob').column('domain_id').execute();
  },
};
