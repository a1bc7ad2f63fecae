import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Accounts that existed before are trusted with nothing, and nobody in them needs a second factor. */
export const trustAndSecondFactor: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable('account').addColumn('trusted', 'integer', column => column.notNull().defaultTo(0)).execute();
    await db.schema.alterTable('account').addColumn('second_factor_required', 'integer', column => column.notNull().defaultTo(0)).execute();
  },
};
