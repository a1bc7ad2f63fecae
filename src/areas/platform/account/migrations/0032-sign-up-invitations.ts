import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Invitations of the operator: each makes an account of its own. Open invitations of people who were removed or demoted since end. */
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
    await sql`delete from invitation where accepted_at is null and created_by not in (select id from auth_user where role in ('admin', 'owner'))`.execute(db);
  },
};
