import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const watching: Migration = {
  async up(db: Kysely<never>) {
    // Rules that were there before have told of endings.
    await db.schema.alterTable('notification_rule').addColumn('endings', 'integer', column => column.notNull().defaultTo(1)).execute();
    await db.schema.createIndex('notification_subject').on('notification').columns(['subject_id', 'account_id']).execute();
    await db.schema.alterTable('domain').addColumn('registration_at', 'bigint').execute();
    await db.schema.createTable('known_registration')
      .addColumn('name', 'text', column => column.primaryKey())
      .addColumn('facts', 'text', column => column.notNull())
      .addColumn('learnt_at', 'bigint', column => column.notNull())
      .execute();
    await db.schema.createIndex('known_registration_learnt').on('known_registration').column('learnt_at').execute();
    await db.schema.dropIndex('run_finished').execute();
    await db.schema.createIndex('run_finished').on('run').columns(['trigger', 'finished_at']).execute();
  },
};
