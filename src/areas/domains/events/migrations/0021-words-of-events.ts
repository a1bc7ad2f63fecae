import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Scans and networks are called by their names. */
export const wordsOfEvents: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable('suspicion').renameColumn('looks', 'scans').execute();
    await sql`update baseline set learnt = replace(learnt, '"places":', '"networks":') where learnt is not null`.execute(db);
  },
};
