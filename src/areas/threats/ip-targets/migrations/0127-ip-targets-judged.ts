import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who confirmed a target; whether an address is listed, and whether something of it could not be learnt: what targets are counted by. */
export const ipTargetsJudged: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable('ip_target').addColumn('confirmed_by', 'text').execute();
    await db.schema.alterTable('ip_target').addColumn('confirmed_at', 'bigint').execute();
    for (const name of ['listed', 'incomplete']) await db.schema.alterTable('ip_address').addColumn(name, 'integer', column => column.notNull().defaultTo(0)).execute();
    // The JSON is our own, and quotes inside its strings are escaped.
    await sql`update ip_address set
      listed = case when facts like '%"state":"listed"%' then 1 else 0 end,
      incomplete = case when proof not like '%"state":"proven"%' or facts like '%"state":"unknown"%' or ports like '%"outcome":"partial"%' or ports like '%"outcome":"notTested"%' then 1 else 0 end`.execute(db);
  },
};
