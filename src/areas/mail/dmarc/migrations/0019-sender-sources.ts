import { PostgresAdapter, sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const ADDRESSES_A_ROW = 2000;
const TRIGGER = 'dmarc_domain_below';

/** Addresses of senders in one text for many of them, in the place of a row for each. */
export const senderSources: Migration = {
  async up(db: Kysely<never>) {
    const onPostgresql = db.getExecutor().adapter instanceof PostgresAdapter;
    // On SQLite a trigger that names a table hinders its renaming; on PostgreSQL it finds the new one by its name.
    const trigger = onPostgresql ? null : await sql<{ sql: string }>`select sql from sqlite_master where name = ${TRIGGER}`.execute(db);
    if (trigger) await sql`drop trigger ${sql.table(TRIGGER)}`.execute(db);
    await db.schema.alterTable('dmarc_source').renameTo('dmarc_source_row').execute();
    await db.schema.createTable('dmarc_source')
      .addColumn('domain_no', 'bigint', column => column.notNull())
      .addColumn('sender_no', 'bigint', column => column.notNull())
      .addColumn('tidied', 'integer', column => column.notNull())
      .addColumn('addresses', 'bigint', column => column.notNull())
      .addColumn('oldest', 'bigint', column => column.notNull())
      .addColumn('sources', 'text', column => column.notNull())
      .execute();
    await sql`insert into dmarc_source (domain_no, sender_no, tidied, addresses, oldest, sources)
      select domain_no, sender_no, 1, count(*), min(last_day), string_agg(line, '\n') from (
        select domain_no, sender_no, last_day, ip || ' ' || messages || ' ' || first_day || case when last_day = first_day then '' else ' ' || last_day end as line,
          (row_number() over (partition by domain_no, sender_no order by ip) - 1) / ${sql.lit(ADDRESSES_A_ROW)} as part
        from dmarc_source_row where messages > 0) as lines
      group by domain_no, sender_no, part`.execute(db);
    await db.schema.createIndex('dmarc_source_sender').on('dmarc_source').columns(['domain_no', 'sender_no']).execute();
    await db.schema.dropTable('dmarc_source_row').execute();
    if (trigger) await sql.raw(trigger.rows[0]!.sql).execute(db);
  },
};
