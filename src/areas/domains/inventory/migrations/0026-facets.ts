import { PostgresAdapter, sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What scans and events know of a domain moves from columns to facets, a row each. */
export const facets: Migration = {
  async up(db: Kysely<never>) {
    const onPostgresql = db.getExecutor().adapter instanceof PostgresAdapter;
    await createTable(db, onPostgresql);
    for (const [area, measure, column, least] of numbers) {
      await sql`insert into domain_facet (domain_id, account_id, area, measure, value, updated_at)
        select id, account_id, ${sql.lit(area)}, ${sql.lit(measure)}, ${sql.ref(column)}, coalesce(checked_at, created_at) from domain where ${sql.ref(column)} >= ${sql.lit(least)}`.execute(db);
    }
    const state = onPostgresql ? sql`json_each_text(domain.standings::json)` : sql`json_each(domain.standings)`;
    await sql`insert into domain_facet (domain_id, account_id, area, measure, word, updated_at)
      select id, account_id, 'history', 'grade', grade, coalesce(checked_at, created_at) from domain where grade is not null
      union all select id, account_id, 'history', 'worst', coalesce(worst, 'none'), coalesce(checked_at, created_at) from domain where worst is not null or grade is not null
      union all select domain.id, account_id, 'history', 'records.' || state.key, state.value, coalesce(checked_at, created_at) from domain, ${state} as state where standings is not null`.execute(db);
    await createIndexes(db, onPostgresql);
    for (const column of ['score', 'grade', 'issues', 'worst', 'standings', 'open_events', 'expires_at', 'registration_at']) await db.schema.alterTable('domain').dropColumn(column).execute();
  },
};

/** Of those that are 0 where nothing is known, 0 is not kept. */
const numbers = [
  ['history', 'score', 'score', 0], ['history', 'issues', 'issues', 1], ['history', 'expiresAt', 'expires_at', 0], ['history', 'registrationAt', 'registration_at', 0],
  ['events', 'openEvents', 'open_events', 1],
] as const;

async function createTable(db: Kysely<never>, onPostgresql: boolean): Promise<void> {
  // Compared by their bytes, which is faster than by a language.
  const bytes = onPostgresql ? sql`text collate "C"` : 'text';
  await db.schema.createTable('domain_facet')
    .addColumn('domain_id', 'text', column => column.notNull().references('domain.id').onDelete('cascade'))
    .addColumn('account_id', 'text', column => column.notNull())
    .addColumn('area', bytes, column => column.notNull())
    .addColumn('measure', bytes, column => column.notNull())
    .addColumn('value', 'bigint')
    .addColumn('word', bytes)
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('domain_facet_pk', ['domain_id', 'measure'] as never[])
    .addCheckConstraint('domain_facet_one', sql`(value is null) <> (word is null)`)
    // Most reads are by the key, and so find the row itself there.
    .$call(table => (onPostgresql ? table : table.modifyEnd(sql`without rowid`)))
    .execute();
}

async function createIndexes(db: Kysely<never>, onPostgresql: boolean): Promise<void> {
  for (const column of ['value', 'word']) {
    await sql`create index ${sql.ref(`domain_facet_${column}`)} on domain_facet (account_id, measure, ${sql.ref(column)}, domain_id) where ${sql.ref(column)} is not null`.execute(db);
  }
  // Without it the planner takes a measure and its words for independent, and reads far too much.
  if (onPostgresql) await sql`create statistics domain_facet_words (mcv) on measure, word from domain_facet`.execute(db);
}
