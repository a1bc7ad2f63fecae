import { PostgresAdapter, sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const TRIGGER = 'dmarc_domain_below';

/** Sessions of TLS reports are counted by whether the report counts. */
export const tlsProof: Migration = {
  async up(db: Kysely<never>) {
    const onPostgresql = db.getExecutor().adapter instanceof PostgresAdapter;
    // On SQLite a trigger that names a table hinders its renaming; on PostgreSQL it finds the new one by its name.
    const trigger = onPostgresql ? null : await sql<{ sql: string }>`select sql from sqlite_master where name = ${TRIGGER}`.execute(db);
    if (trigger) await sql`drop trigger ${sql.table(TRIGGER)}`.execute(db);
    await db.schema.alterTable('dmarc_tls_day').renameTo('dmarc_tls_day_former').execute();
    if (onPostgresql) await sql`alter table dmarc_tls_day_former rename constraint dmarc_tls_day_pk to dmarc_tls_day_former_pk`.execute(db);
    await db.schema.createTable('dmarc_tls_day')
      .addColumn('domain_no', 'bigint', column => column.notNull())
      .addColumn('day', 'integer', column => column.notNull())
      .addColumn('trusted', 'integer', column => column.notNull())
      .addColumn('organization', 'text', column => column.notNull())
      .addColumn('policy_type', 'text', column => column.notNull())
      .addColumn('result_type', 'text', column => column.notNull())
      .addColumn('host', 'text', column => column.notNull())
      .addColumn('sessions', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('dmarc_tls_day_pk', ['domain_no', 'day', 'trusted', 'organization', 'policy_type', 'result_type', 'host'] as never[])
      .execute();
    await sql`insert into dmarc_tls_day (domain_no, day, trusted, organization, policy_type, result_type, host, sessions)
      select domain_no, day, 1, organization, policy_type, result_type, host, sessions from dmarc_tls_day_former`.execute(db);
    await db.schema.dropTable('dmarc_tls_day_former').execute();
    if (trigger) await sql.raw(trigger.rows[0]!.sql).execute(db);
  },
};
