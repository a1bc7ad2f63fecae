import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What is known of vulnerabilities of the products that can be found, and which of them apply to what accounts have. */
export const vulnerabilities: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('vuln_source')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('due_at', 'bigint', column => column.notNull())
      .addColumn('tried_at', 'bigint')
      .addColumn('read_at', 'bigint')
      .addColumn('data_as_of', 'bigint')
      .addColumn('failure', 'text')
      .addColumn('position', 'text')
      .addColumn('revision', 'integer', column => column.notNull())
      .addColumn('facts', 'text', column => column.notNull())
      .execute();

    await db.schema.createTable('vuln_entry')
      .addColumn('product', 'text', column => column.notNull())
      .addColumn('source', 'text', column => column.notNull())
      .addColumn('advisory', 'text', column => column.notNull())
      .addColumn('cves', 'text', column => column.notNull())
      .addColumn('affected', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('vuln_entry_key', ['product', 'source', 'advisory'] as never[])
      .execute();
    await db.schema.createIndex('vuln_entry_advisory').on('vuln_entry').columns(['advisory', 'source'] as never[]).execute();

    await db.schema.createTable('vuln_detail')
      .addColumn('cve', 'text', column => column.notNull())
      .addColumn('source', 'text', column => column.notNull())
      .addColumn('advisory', 'text', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('title', 'text')
      .addColumn('published_at', 'text')
      .addColumn('cvss', 'text', column => column.notNull())
      .addColumn('ssvc', 'text')
      .addPrimaryKeyConstraint('vuln_detail_key', ['cve', 'source', 'advisory'] as never[])
      .execute();
    await db.schema.createIndex('vuln_detail_advisory').on('vuln_detail').columns(['advisory', 'source'] as never[]).execute();

    await db.schema.createTable('vuln_exploited')
      .addColumn('cve', 'text', column => column.notNull())
      .addColumn('source', 'text', column => column.notNull())
      .addColumn('title', 'text')
      .addColumn('added_on', 'text', column => column.notNull())
      .addColumn('due_on', 'text')
      .addColumn('ransomware', 'integer', column => column.notNull())
      .addPrimaryKeyConstraint('vuln_exploited_key', ['cve', 'source'] as never[])
      .execute();

    await db.schema.createTable('vuln_score')
      .addColumn('cve', 'text', column => column.primaryKey())
      .addColumn('millionths', 'integer', column => column.notNull())
      .addColumn('percentile_millionths', 'integer', column => column.notNull())
      .execute();

    await db.schema.createTable('vuln_lifecycle')
      .addColumn('product', 'text', column => column.primaryKey())
      .addColumn('lifecycle', 'text', column => column.notNull())
      .execute();

    await db.schema.createTable('vuln_covered')
      .addColumn('product', 'text', column => column.notNull())
      .addColumn('source', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('vuln_covered_key', ['product', 'source'] as never[])
      .execute();

    await db.schema.createTable('vuln_package_host')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('domain_id', 'text', column => column.notNull().references('domain.id').onDelete('cascade'))
      .addColumn('host', 'text', column => column.notNull())
      .addColumn('format', 'text', column => column.notNull())
      .addColumn('distribution', 'text')
      .addColumn('packages', 'text', column => column.notNull())
      .addColumn('package_count', 'integer', column => column.notNull())
      .addColumn('imported_at', 'bigint', column => column.notNull())
      .execute();
    await db.schema.createIndex('vuln_package_host_one').on('vuln_package_host').columns(['domain_id', 'host'] as never[]).unique().execute();
    await db.schema.createIndex('vuln_package_host_account').on('vuln_package_host').columns(['account_id', 'id'] as never[]).execute();

    await db.schema.createTable('vuln_component')
      .addColumn('domain_id', 'text', column => column.notNull().references('domain.id').onDelete('cascade'))
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('fingerprint', 'text', column => column.notNull())
      .addColumn('host', 'text', column => column.notNull())
      .addColumn('location', 'text', column => column.notNull())
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('product', 'text')
      .addColumn('version', 'text')
      .addColumn('package', 'text')
      .addColumn('origin', 'text', column => column.notNull())
      .addColumn('judged', 'integer', column => column.notNull())
      .addPrimaryKeyConstraint('vuln_component_key', ['domain_id', 'fingerprint'] as never[])
      .execute();
    await db.schema.createIndex('vuln_component_product').on('vuln_component').columns(['account_id', 'product'] as never[]).execute();

    await db.schema.createTable('vuln_match')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('domain_id', 'text', column => column.notNull().references('domain.id').onDelete('cascade'))
      .addColumn('fingerprint', 'text', column => column.notNull())
      .addColumn('host', 'text', column => column.notNull())
      .addColumn('component', 'text', column => column.notNull())
      .addColumn('product', 'text', column => column.notNull())
      .addColumn('version', 'text')
      .addColumn('cve', 'text', column => column.notNull())
      .addColumn('priority', 'text', column => column.notNull())
      .addColumn('position', 'bigint', column => column.notNull())
      .addColumn('alert', 'integer', column => column.notNull())
      .addColumn('match', 'text', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('answer', 'text')
      .addColumn('answer_until', 'bigint')
      .addColumn('first_seen_at', 'bigint', column => column.notNull())
      .addColumn('last_judged_at', 'bigint', column => column.notNull())
      .addColumn('gone_at', 'bigint')
      .execute();
    await db.schema.createIndex('vuln_match_one').on('vuln_match').columns(['domain_id', 'fingerprint'] as never[]).unique().execute();
    await db.schema.createIndex('vuln_match_list').on('vuln_match').columns(['account_id', 'position', 'id'] as never[]).execute();
  },
};
