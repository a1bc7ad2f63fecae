import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A key can be rotated: its previous secret works until a moment. */
export const rotation: Migration = {
  async up(db: Kysely<never>) {
    for (const [column, type] of [['rotated_at', 'bigint'], ['previous_prefix', 'text'], ['previous_hash', 'text'], ['previous_until', 'bigint']] as const) {
      await db.schema.alterTable('api_key').addColumn(column, type).execute();
    }
    await db.schema.createIndex('api_key_previous_hash').unique().on('api_key').column('previous_hash').execute();
  },
};
