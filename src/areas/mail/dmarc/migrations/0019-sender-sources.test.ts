import assert from 'node:assert/strict';
import test from 'node:test';
import { allTables } from '../../../../../test/tables.ts';
import { sql } from 'kysely';
import { onEachDatabase } from '../../../../../test/databases.ts';
import { senderSources } from './0019-sender-sources.ts';

onEachDatabase('addresses of senders', open => {
  test('that were kept in rows of their own are kept together, and go with their domain still', async () => {
    const { db: handle } = await open();
    const db = allTables(handle);
    await db.schema.dropTable('dmarc_source').execute();
    await sql`create table dmarc_source (domain_no bigint, ip text, sender_no bigint, messages bigint, passed bigint, records bigint, first_day bigint, last_day bigint, primary key (domain_no, ip, sender_no))`.execute(db);
    const row = (domain: number, ip: string, sender: number, messages: number, last: number) => sql`insert into dmarc_source values (${domain}, ${ip}, ${sender}, ${messages}, 0, 1, 5, ${last})`.execute(db);
    await row(1, '192.0.2.2', 7, 3, 5);
    await row(1, '192.0.2.1', 7, 2, 6);
    await row(1, '192.0.2.1', 8, 1, 5);
    await row(1, '192.0.2.9', 8, 0, 5);
    await row(2, '192.0.2.1', 7, 9, 5);
    await senderSources.up(db as never);
    const rows = await db.selectFrom('dmarc_source').selectAll().orderBy('domain_no').orderBy('sender_no').execute();
    const said = rows.map(({ sources, ...rest }) => ({ ...rest, sources: sources.split('\n').toSorted() }));
    assert.deepEqual(said, [
      { domain_no: 1, sender_no: 7, tidied: 1, addresses: 2, oldest: 5, sources: ['192.0.2.1 2 5 6', '192.0.2.2 3 5'] },
      { domain_no: 1, sender_no: 8, tidied: 1, addresses: 1, oldest: 5, sources: ['192.0.2.1 1 5'] },
      { domain_no: 2, sender_no: 7, tidied: 1, addresses: 1, oldest: 5, sources: ['192.0.2.1 9 5'] },
    ]);
    await db.insertInto('account').values({ id: 'acc_a', name: 'A', plan: 'pro', operator: 0, settings: '{}', settings_version: 1, created_at: 1, delete_after: null }).execute();
    await db.insertInto('dmarc_domain').values({ no: 1, account_id: 'acc_a', name: 'example.org', domain_id: null, held_since: null, last_report: 1, due_at: 1 }).execute();
    await db.deleteFrom('account').execute();
    assert.deepEqual((await db.selectFrom('dmarc_source').select('domain_no').execute()).map(({ domain_no: no }) => no), [2]);
  });
});
