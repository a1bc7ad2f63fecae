import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Invitations of the operator: each makes an account of its own. */
export const signUpInvitations: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('sign_up_invitation')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('email', 'text', column => column.notNull())
      .addColumn('token_hash', 'text', column => column.notNull().unique())
      .addColumn('created_by', 'text')
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('expires_at', 'bigint', column => column.notNull())
      .addColumn('accepted_at', 'bigint')
      .execute();
  },
};
