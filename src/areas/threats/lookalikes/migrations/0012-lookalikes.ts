import { PostgresAdapter, sql, type ColumnDefinitionBuilder, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const needed = (column: ColumnDefinitionBuilder) => column.notNull();
const ofDomain = (column: ColumnDefinitionBuilder) => column.notNull().references('domain.id').onDelete('cascade');
const ofAccount = (column: ColumnDefinitionBuilder) => column.notNull().references('account.id').onDelete('cascade');
const key = (column: ColumnDefinitionBuilder) => column.primaryKey();

export const lookalikes: Migration = {
  async up(db: Kysely<never>) {
    const bytes = db.getExecutor().adapter instanceof PostgresAdapter ? sql`bytea` : sql`blob`;
    await db.schema.createTable('lookalike_watch')
      .addColumn('domain_id', 'text', column => column.primaryKey().references('domain.id').onDelete('cascade'))
      .addColumn('account_id', 'text', ofAccount)
      .addColumn('generator', 'integer', needed)
      .addColumn('states', bytes, needed)
      .addColumn('names', 'integer', needed)
      .addColumn('due_at', 'bigint', needed)
      .addColumn('hot_at', 'bigint')
      .addColumn('daily_at', 'bigint', needed)
      .addColumn('weekly_at', 'bigint', needed)
      .addColumn('swept_at', 'bigint')
      .addColumn('look_after', 'text', needed)
      .addColumn('left_out', 'integer', needed)
      .execute();
    await db.schema.createIndex('lookalike_watch_due').on('lookalike_watch').column('due_at').execute();
    await db.schema.createTable('lookalike')
      .addColumn('id', 'text', key)
      .addColumn('account_id', 'text', ofAccount)
      .addColumn('domain_id', 'text', ofDomain)
      .addColumn('name', 'text', needed)
      .addColumn('sources', 'integer', needed)
      .addColumn('kind', 'text', needed)
      .addColumn('state', 'text', needed)
      .addColumn('review', 'text', needed)
      .addColumn('note', 'text')
      .addColumn('reviewed_by', 'text')
      .addColumn('reviewed_at', 'bigint')
      .addColumn('facts', 'text', needed)
      .addColumn('pending', 'text')
      .addColumn('details', 'text', needed)
      .addColumn('registration', 'text')
      .addColumn('registry_asked_at', 'bigint')
      .addColumn('similarity', 'text')
      .addColumn('certified_at', 'bigint')
      .addColumn('taken_down_at', 'bigint')
      .addColumn('reemerged_at', 'bigint')
      .addColumn('risk', 'integer', needed)
      .addColumn('threat', 'integer', needed)
      .addColumn('rank', 'integer', needed)
      .addColumn('reasons', 'text', needed)
      .addColumn('look_at', 'bigint')
      .addColumn('version', 'integer', needed)
      .addColumn('first_seen_at', 'bigint', needed)
      .addColumn('changed_at', 'bigint', needed)
      .addUniqueConstraint('lookalike_name', ['domain_id', 'name'] as never[])
      .execute();
    await db.schema.createIndex('lookalike_rank').on('lookalike').columns(['domain_id', 'rank', 'id']).execute();
    await db.schema.createIndex('lookalike_look').on('lookalike').columns(['domain_id', 'look_at']).execute();
    await db.schema.createIndex('lookalike_account').on('lookalike').columns(['account_id', 'id']).execute();
    await db.schema.createTable('lookalike_event')
      .addColumn('id', 'text', key)
      .addColumn('account_id', 'text', ofAccount)
      .addColumn('domain_id', 'text', ofDomain)
      .addColumn('lookalike_id', 'text', needed)
      .addColumn('name', 'text', needed)
      .addColumn('kind', 'text', needed)
      .addColumn('severity', 'text', needed)
      .addColumn('title', 'text', needed)
      .addColumn('before', 'text', needed)
      .addColumn('after', 'text', needed)
      .addColumn('risk_before', 'integer', needed)
      .addColumn('risk', 'integer', needed)
      .addColumn('threat_before', 'integer', needed)
      .addColumn('threat', 'integer', needed)
      .addColumn('dedupe_key', 'text', needed)
      .addColumn('at', 'bigint', needed)
      .addUniqueConstraint('lookalike_event_once', ['domain_id', 'dedupe_key'] as never[])
      .execute();
    await db.schema.createIndex('lookalike_event_domain').on('lookalike_event').columns(['domain_id', 'id']).execute();
    await db.schema.createIndex('lookalike_event_account').on('lookalike_event').columns(['account_id', 'id']).execute();
    await db.schema.createTable('watchlist_name')
      .addColumn('id', 'text', key)
      .addColumn('account_id', 'text', ofAccount)
      .addColumn('domain_id', 'text', ofDomain)
      .addColumn('name', 'text', needed)
      .addColumn('note', 'text')
      .addColumn('created_at', 'bigint', needed)
      .addUniqueConstraint('watchlist_name_once', ['domain_id', 'name'] as never[])
      .execute();
    await db.schema.createIndex('watchlist_name_account').on('watchlist_name').columns(['account_id', 'id']).execute();
  },
};
