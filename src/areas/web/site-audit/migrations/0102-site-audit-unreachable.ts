import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Why no connection to a host could be made, which holds for each of its pages. */
export const siteAuditUnreachable: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable('site_audit_host').addColumn('robots_failure', 'text').execute();
  },
};
