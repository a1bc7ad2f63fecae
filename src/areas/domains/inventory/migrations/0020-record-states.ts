import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The states of records are called by the words of the API. */
export const recordStates: Migration = {
  async up(db: Kysely<never>) {
    await sql`update domain set standings = replace(replace(replace(standings, '"mend"', '"warning"'), '"grave"', '"critical"'), '"absent"', '"none"') where standings is not null`.execute(db);
  },
};
