import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What became of the e-mail of an invitation. */
export const deliveryOfInvitations: Migration = {
  async up(db: Kysely<never>) {
    for (const table of ['invitation', 'sign_up_invitation']) await db.schema.alterTable(table).addColumn('delivery', 'text').execute();
  },
};
