import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const runs: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('job')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('dedupe_key', 'text')
      .addColumn('payload', 'text', column => column.notNull())
      .addColumn('turn', 'bigint', column => column.notNull())
      .addColumn('run_at', 'bigint', column => column.notNull())
      .addColumn('attempts', 'integer', column => column.notNull())
      .addColumn('lease', 'text')
      .addColumn('lease_until', 'bigint', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addUniqueConstraint('job_dedupe', ['kind', 'dedupe_key'] as never[])
      .execute();
    await db.schema.createIndex('job_line').on('job').columns(['turn', 'id']).execute();
    await db.schema.createIndex('job_account').on('job').column('account_id').execute();
    await db.schema.createTable('job_turn')
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('background', 'integer', column => column.notNull())
      .addColumn('turn', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('job_turn_pk', ['account_id', 'background'] as never[])
      .execute();
    await db.schema.createTable('run')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('subject_type', 'text', column => column.notNull())
      .addColumn('subject_id', 'text', column => column.notNull())
      .addColumn('subject_label', 'text', column => column.notNull())
      .addColumn('trigger', 'text', column => column.notNull())
      .addColumn('allowance', 'text')
      .addColumn('allowance_at', 'bigint')
      .addColumn('status', 'text', column => column.notNull())
      .addColumn('done', 'integer', column => column.notNull())
      .addColumn('total', 'integer', column => column.notNull())
      .addColumn('step', 'text')
      .addColumn('event_seq', 'integer', column => column.notNull())
      .addColumn('stage_seq', 'integer', column => column.notNull())
      .addColumn('input', 'text', column => column.notNull())
      .addColumn('state', 'text')
      .addColumn('result', 'text')
      .addColumn('error', 'text')
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('started_at', 'bigint')
      .addColumn('finished_at', 'bigint')
      .execute();
    await db.schema.createIndex('run_account').on('run').columns(['account_id', 'id']).execute();
    await db.schema.createIndex('run_subject').on('run').columns(['subject_id', 'id']).execute();
    await db.schema.createIndex('run_finished').on('run').column('finished_at').execute();
    await db.schema.createTable('run_event')
      .addColumn('run_id', 'text', column => column.notNull().references('run.id').onDelete('cascade'))
      .addColumn('seq', 'integer', column => column.notNull())
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('data', 'text', column => column.notNull())
      .addColumn('at', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('run_event_pk', ['run_id', 'seq'] as never[])
      .execute();
    await db.schema.createIndex('run_event_at').on('run_event').column('at').execute();
  },
};
