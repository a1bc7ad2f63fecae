import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Lookalikes are probed: the moment, its index and the job say so. */
export const probesOfLookalikes: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable('lookalike').renameColumn('look_at', 'probe_at').execute();
    await db.schema.dropIndex('lookalike_look').execute();
    await db.schema.createIndex('lookalike_probe').on('lookalike').columns(['domain_id', 'probe_at']).execute();
    await sql`update job set kind = 'probeLookalikes' where kind = 'lookAtLookalikes'`.execute(db);
  },
};
