import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Domains that were there before alerts were: what is wrong with them becomes alerts without a scan. */
export const alertBacklog: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('alert_backlog')
      .addColumn('domain_id', 'text', column => column.primaryKey().references('domain.id').onDelete('cascade'))
      .execute();
    await sql`insert into alert_backlog (domain_id) select id from domain`.execute(db);
  },
};
