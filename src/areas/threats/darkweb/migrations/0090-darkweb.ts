import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What sources of leaked credentials say of domains, without the credentials. */
export const darkweb: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.createTable('darkweb_source')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('accepted_at', 'bigint')
      .addColumn('accepted_terms', 'text')
      .addColumn('tried_at', 'bigint')
      .addColumn('answered_at', 'bigint')
      .addColumn('failure', 'text')
      .addColumn('limited_until', 'bigint')
      .addColumn('next_at', 'bigint', column => column.notNull())
      .addColumn('facts', 'text', column => column.notNull())
      .execute();

    await db.schema.createTable('darkweb_breach')
      .addColumn('name', 'text', column => column.primaryKey())
      .addColumn('title', 'text', column => column.notNull())
      .addColumn('breached_on', 'text')
      .addColumn('added_at', 'bigint')
      .addColumn('fields', 'text', column => column.notNull())
      .addColumn('verified', 'integer', column => column.notNull())
      .addColumn('sensitive', 'integer', column => column.notNull())
      .addColumn('stealer', 'integer', column => column.notNull())
      .execute();

    await db.schema.createTable('darkweb_claim')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('domain', 'text', column => column.notNull())
      .addColumn('actor', 'text', column => column.notNull())
      .addColumn('discovered_at', 'bigint', column => column.notNull())
      .addColumn('seen_at', 'bigint', column => column.notNull())
      .execute();
    await db.schema.createIndex('darkweb_claim_domain').on('darkweb_claim').columns(['domain'] as never[]).execute();

    await db.schema.createTable('darkweb_watch')
      .addColumn('domain_id', 'text', column => column.primaryKey().references('domain.id').onDelete('cascade'))
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('registrable', 'text', column => column.notNull())
      .addColumn('due_at', 'bigint', column => column.notNull())
      .addColumn('missed', 'text')
      .execute();
    await db.schema.createIndex('darkweb_watch_due').on('darkweb_watch').columns(['due_at', 'domain_id'] as never[]).execute();
    await db.schema.createIndex('darkweb_watch_registrable').on('darkweb_watch').columns(['registrable'] as never[]).execute();

    await db.schema.createTable('darkweb_answer')
      .addColumn('domain_id', 'text', column => column.notNull().references('domain.id').onDelete('cascade'))
      .addColumn('source', 'text', column => column.notNull())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('cause', 'text')
      .addColumn('asked_at', 'bigint', column => column.notNull())
      .addColumn('answered_at', 'bigint')
      .addColumn('revision', 'text')
      .addPrimaryKeyConstraint('darkweb_answer_key', ['domain_id', 'source'] as never[])
      .execute();

    await db.schema.createTable('darkweb_incident')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('domain_id', 'text', column => column.notNull().references('domain.id').onDelete('cascade'))
      .addColumn('source', 'text', column => column.notNull())
      .addColumn('fingerprint', 'text', column => column.notNull())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('title', 'text', column => column.notNull())
      .addColumn('severity', 'text', column => column.notNull())
      .addColumn('occurred_on', 'text')
      .addColumn('fields', 'text', column => column.notNull())
      .addColumn('sensitive', 'integer', column => column.notNull())
      .addColumn('verified', 'integer')
      .addColumn('count', 'integer')
      .addColumn('mark', 'text')
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('answer', 'text')
      .addColumn('position', 'bigint', column => column.notNull())
      .addColumn('first_seen_at', 'bigint', column => column.notNull())
      .addColumn('last_seen_at', 'bigint', column => column.notNull())
      .addColumn('forget_at', 'bigint', column => column.notNull())
      .execute();
    await db.schema.createIndex('darkweb_incident_one').on('darkweb_incident').columns(['domain_id', 'source', 'fingerprint'] as never[]).unique().execute();
    await db.schema.createIndex('darkweb_incident_list').on('darkweb_incident').columns(['account_id', 'position', 'id'] as never[]).execute();
    await db.schema.createIndex('darkweb_incident_forget').on('darkweb_incident').columns(['forget_at'] as never[]).execute();

    await db.schema.createTable('darkweb_address')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('domain_id', 'text', column => column.notNull().references('domain.id').onDelete('cascade'))
      .addColumn('hash', 'text', column => column.notNull())
      .addColumn('sealed', 'text', column => column.notNull())
      .addColumn('masked', 'text', column => column.notNull())
      .addColumn('stealer', 'integer', column => column.notNull())
      .addColumn('position', 'bigint', column => column.notNull())
      .addColumn('muted_until', 'bigint')
      .addColumn('first_seen_at', 'bigint', column => column.notNull())
      .addColumn('last_seen_at', 'bigint', column => column.notNull())
      .addColumn('forget_at', 'bigint', column => column.notNull())
      .execute();
    await db.schema.createIndex('darkweb_address_one').on('darkweb_address').columns(['domain_id', 'hash'] as never[]).unique().execute();
    await db.schema.createIndex('darkweb_address_list').on('darkweb_address').columns(['domain_id', 'position', 'id'] as never[]).execute();
    await db.schema.createIndex('darkweb_address_account').on('darkweb_address').columns(['account_id', 'id'] as never[]).execute();
    await db.schema.createIndex('darkweb_address_forget').on('darkweb_address').columns(['forget_at'] as never[]).execute();

    await db.schema.createTable('darkweb_appearance')
      .addColumn('incident_id', 'text', column => column.notNull().references('darkweb_incident.id').onDelete('cascade'))
      .addColumn('address_id', 'text', column => column.notNull().references('darkweb_address.id').onDelete('cascade'))
      .addColumn('sites', 'text', column => column.notNull())
      .addColumn('first_seen_at', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('darkweb_appearance_key', ['incident_id', 'address_id'] as never[])
      .execute();
    await db.schema.createIndex('darkweb_appearance_address').on('darkweb_appearance').columns(['address_id'] as never[]).execute();

    await db.schema.createTable('darkweb_event')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('domain_id', 'text', column => column.notNull().references('domain.id').onDelete('cascade'))
      .addColumn('incident_id', 'text', column => column.notNull().references('darkweb_incident.id').onDelete('cascade'))
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('severity', 'text', column => column.notNull())
      .addColumn('added', 'integer')
      .addColumn('at', 'bigint', column => column.notNull())
      .addColumn('forget_at', 'bigint', column => column.notNull())
      .execute();
    await db.schema.createIndex('darkweb_event_list').on('darkweb_event').columns(['account_id', 'at', 'id'] as never[]).execute();
    await db.schema.createIndex('darkweb_event_forget').on('darkweb_event').columns(['forget_at'] as never[]).execute();
  },
};
