import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const EVERY_DOMAIN = '{"domainIds":[],"groupIds":[],"clientIds":[],"tags":[]}';

export const weeklyReport: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('weekly_report')
      .addColumn('account_id', 'text', column => column.primaryKey().references('account.id').onDelete('cascade'))
      .addColumn('due_at', 'bigint', column => column.notNull())
      .addColumn('told_until', 'bigint')
      .execute();
    await db.schema.createIndex('weekly_report_due').on('weekly_report').column('due_at').execute();
    await sql`insert into weekly_report (account_id, due_at) select id, 0 from account`.execute(db);
    // The channel that was made with the account's first rules is as old as the note of that. It has one such rule, which so may have its id.
    await sql`
      insert into notification_rule (id, account_id, channel_id, kinds, least_severity, filter, digest, quiet, enabled, version, created_at, updated_at)
      select 'rul_' || substr(channel.id, 5), channel.account_id, channel.id, '["report.weekly"]', 'info', ${sql.lit(EVERY_DOMAIN)}, 'immediate', null, 1, 1, made_at, made_at
      from standard_channel inner join channel on channel.account_id = standard_channel.account_id and channel.created_at = made_at and channel.kind = 'email'`.execute(db);
  },
};
