import { PostgresAdapter, sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Everything that goes with a domain without being referred to by keys, which would cost more than the rows. */
const BELOW_DOMAIN = ['dmarc_fact', 'dmarc_day', 'dmarc_sender_day', 'dmarc_reporter_day', 'dmarc_sender_week', 'dmarc_reporter_week', 'dmarc_detail_day', 'dmarc_source', 'dmarc_tls_day'];
const COUNTS = ['messages', 'records', 'passed', 'dkim', 'spf', 'aligned', 'quarantined', 'rejected', 'overridden'];

export const dmarcStore: Migration = {
  async up(db: Kysely<never>) {
    const onPostgresql = db.getExecutor().adapter instanceof PostgresAdapter;
    const byBytes = onPostgresql ? sql`text collate "C"` : 'text';
    await db.schema.createTable('dmarc_domain')
      .addColumn('no', 'bigint', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('name', byBytes, column => column.notNull())
      .addColumn('domain_id', 'text', column => column.references('domain.id').onDelete('cascade'))
      .addColumn('held_since', 'bigint')
      .addColumn('last_report', 'bigint', column => column.notNull())
      .addColumn('due_at', 'bigint', column => column.notNull())
      .addUniqueConstraint('dmarc_domain_name', ['account_id', 'name'] as never[])
      .execute();
    await db.schema.createIndex('dmarc_domain_domain').on('dmarc_domain').column('domain_id').execute();
    await db.schema.createIndex('dmarc_domain_due').on('dmarc_domain').column('due_at').execute();
    await db.schema.createTable('dmarc_report')
      .addColumn('domain_no', 'bigint', column => column.notNull().references('dmarc_domain.no').onDelete('cascade'))
      .addColumn('no', 'bigint', column => column.notNull())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('key', 'text', column => column.notNull())
      .addColumn('content_hash', 'text', column => column.notNull())
      .addColumn('organization', 'text')
      .addColumn('report_id', 'text')
      .addColumn('begin_at', 'bigint', column => column.notNull())
      .addColumn('end_at', 'bigint', column => column.notNull())
      .addColumn('received_at', 'bigint', column => column.notNull())
      .addColumn('message', 'text', column => column.notNull())
      .addColumn('authenticated', 'text', column => column.notNull())
      .addColumn('policy', 'text')
      .addColumn('content', 'text')
      .addColumn('records', 'bigint', column => column.notNull())
      .addColumn('messages', 'bigint', column => column.notNull())
      .addColumn('bad_records', 'bigint', column => column.notNull())
      .addColumn('warnings', 'text', column => column.notNull())
      .addColumn('versions', 'integer', column => column.notNull())
      .addColumn('facts_kept', 'integer', column => column.notNull())
      .addPrimaryKeyConstraint('dmarc_report_pk', ['domain_no', 'no'] as never[])
      .addUniqueConstraint('dmarc_report_key', ['domain_no', 'key'] as never[])
      .execute();
    await db.schema.createIndex('dmarc_report_received').on('dmarc_report').columns(['domain_no', 'kind', 'received_at']).execute();
    await db.schema.createTable('dmarc_tuple')
      .addColumn('domain_no', 'bigint', column => column.notNull().references('dmarc_domain.no').onDelete('cascade'))
      .addColumn('no', 'bigint', column => column.notNull())
      .addColumn('content', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('dmarc_tuple_pk', ['domain_no', 'no'] as never[])
      .execute();
    await db.schema.createTable('dmarc_sender')
      .addColumn('domain_no', 'bigint', column => column.notNull().references('dmarc_domain.no').onDelete('cascade'))
      .addColumn('no', 'bigint', column => column.notNull())
      .addColumn('id', 'text', column => column.notNull())
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('class', 'text', column => column.notNull())
      .addColumn('confidence', 'text', column => column.notNull())
      .addColumn('reasons', 'text', column => column.notNull())
      .addColumn('evidence', 'text', column => column.notNull())
      .addColumn('origin', 'text')
      .addPrimaryKeyConstraint('dmarc_sender_pk', ['domain_no', 'no'] as never[])
      .execute();
    await createFacts(db, onPostgresql);
    await createRollup(db, 'dmarc_day', { day: 'integer', trusted: 'integer' }, ['reports', 'bad_records', ...COUNTS]);
    await createRollup(db, 'dmarc_sender_day', { day: 'integer', trusted: 'integer', sender_no: 'bigint' }, COUNTS);
    await createRollup(db, 'dmarc_reporter_day', { day: 'integer', trusted: 'integer', organization: 'text' }, ['reports', 'messages', 'passed']);
    await createRollup(db, 'dmarc_sender_week', { week: 'integer', trusted: 'integer', sender_no: 'bigint' }, ['messages', 'passed']);
    await createRollup(db, 'dmarc_reporter_week', { week: 'integer', trusted: 'integer', organization: 'text' }, ['reports', 'messages', 'passed']);
    await createRollup(db, 'dmarc_detail_day', { day: 'integer', trusted: 'integer', sender_no: 'bigint', tuple_no: 'bigint' }, ['messages', 'records']);
    await createRollup(db, 'dmarc_source', { ip: 'text', sender_no: 'bigint' }, ['messages', 'passed', 'records', 'first_day', 'last_day']);
    await createRollup(db, 'dmarc_tls_day', { day: 'integer', organization: 'text', policy_type: 'text', result_type: 'text', host: 'text' }, ['sessions']);
    await db.schema.createTable('dmarc_approval')
      .addColumn('domain_no', 'bigint', column => column.notNull().references('dmarc_domain.no').onDelete('cascade'))
      .addColumn('sender_id', 'text', column => column.notNull())
      .addColumn('class', 'text', column => column.notNull())
      .addColumn('name', 'text')
      .addColumn('decided_by', 'text')
      .addColumn('decided_at', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('dmarc_approval_pk', ['domain_no', 'sender_id'] as never[])
      .execute();
    await db.schema.createTable('dmarc_alert')
      .addColumn('domain_no', 'bigint', column => column.notNull().references('dmarc_domain.no').onDelete('cascade'))
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('subject', 'text', column => column.notNull())
      .addColumn('since', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('dmarc_alert_pk', ['domain_no', 'kind', 'subject'] as never[])
      .execute();
    await (onPostgresql ? deleteBelowOnPostgresql(db) : deleteBelowOnSqlite(db));
  },
};

/** Months of facts are dropped whole on PostgreSQL; what no month was made for lies in the default partition. */
async function createFacts(db: Kysely<never>, onPostgresql: boolean): Promise<void> {
  const partitioned = onPostgresql ? sql`partition by range (day)` : sql``;
  await sql`create table dmarc_fact (domain_no bigint not null, report_no bigint not null, part integer not null, day integer not null, facts text not null) ${partitioned}`.execute(db);
  if (onPostgresql) await sql`create table dmarc_fact_default partition of dmarc_fact default`.execute(db);
  await db.schema.createIndex('dmarc_fact_report').on('dmarc_fact').columns(['domain_no', 'report_no']).execute();
}

async function createRollup(db: Kysely<never>, table: string, key: Record<string, 'integer' | 'bigint' | 'text'>, counts: readonly string[]): Promise<void> {
  let creating = db.schema.createTable(table).addColumn('domain_no', 'bigint', column => column.notNull()) as ReturnType<typeof db.schema.createTable>;
  for (const [name, type] of Object.entries(key)) creating = creating.addColumn(name, type, column => column.notNull());
  for (const name of counts) creating = creating.addColumn(name, 'bigint', column => column.notNull());
  await creating.addPrimaryKeyConstraint(`${table}_pk`, ['domain_no', ...Object.keys(key)] as never[]).execute();
}

async function deleteBelowOnPostgresql(db: Kysely<never>): Promise<void> {
  const deletes = BELOW_DOMAIN.map(table => `delete from ${table} where domain_no = old.no;`).join(' ');
  await sql`create function dmarc_domain_delete_below() returns trigger language plpgsql as $$ begin ${sql.raw(deletes)} return old; end $$`.execute(db);
  await sql`create trigger dmarc_domain_below after delete on dmarc_domain for each row execute function dmarc_domain_delete_below()`.execute(db);
}

async function deleteBelowOnSqlite(db: Kysely<never>): Promise<void> {
  const deletes = BELOW_DOMAIN.map(table => `delete from ${table} where domain_no = old.no;`).join(' ');
  await sql`create trigger dmarc_domain_below after delete on dmarc_domain begin ${sql.raw(deletes)} end`.execute(db);
}
