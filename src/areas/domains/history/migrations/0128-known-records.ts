import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What scans saw of the records that are read once a day. */
export const knownRecords: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('known_record')
      .addColumn('domain_id', 'text', column => column.notNull().references('domain.id').onDelete('cascade'))
      .addColumn('record', 'text', column => column.notNull())
      .addColumn('facts', 'text', column => column.notNull())
      .addColumn('program', 'text', column => column.notNull())
      .addColumn('learnt_at', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('known_record_pk', ['domain_id', 'record'] as never[])
      .execute();
  },
};
