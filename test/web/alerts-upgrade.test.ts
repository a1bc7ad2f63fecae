// What is wrong when a service is upgraded from a version that had no alerts: it has them at once, as if they had always been raised.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLab } from '../../lab/index.ts';
import type { Lab } from '../../lab/types.ts';
import { firstAlerts } from '../../src/areas/domains/inventory/alert-backlog.ts';
import { alertBacklog } from '../../src/areas/domains/inventory/migrations/0044-alert-backlog.ts';
import type { Store } from '../../src/store/index.ts';
import { untyped } from '../../src/store/tables.ts';
import { onEachDatabaseServed } from '../service.ts';
import { allTables } from '../tables.ts';
import { addImitated } from './lookalikes.ts';
import { addScanned, ask, type Site } from './service.ts';

const DAY_MS = 86_400_000;
let lab: Lab;
before(async () => { lab = await startLab(); });
after(() => lab.stop());

const current = async ({ db }: Store) => allTables(db).selectFrom('alert').select(['kind', 'subject_label', 'domain_id', 'cause', 'severity', 'title', 'detail', 'path', 'notified'])
  .where('cleared_at', 'is', null).orderBy('kind').orderBy('subject_label').orderBy('cause').execute();
const backlog = async ({ db }: Store) => (await allTables(db).selectFrom('alert_backlog').selectAll().execute()).length;

onEachDatabaseServed('an upgrade', { lab: () => lab, quickPasswords: true }, service => {
  test('raises the alerts of all domains by their last scans, events and lookalikes, each once, and notifies of none', async () => {
    const { store, service: { services } } = service();
    const account = await service().account({ plan: 'enterprise' });
    const site = { service: service() } as Site;
    await addScanned(site, account, 'weak-mail.example');
    const imitated = await addImitated(site, account);
    const now = Date.now();
    for (const [kind, subject] of [['dns.mx.changed', 'dns.mx'], ['registrar.changed', 'registrar']] as const) {
      const id = services.newId('evt');
      await allTables(store.db).insertInto('domain_event').values({
        id, account_id: account.id, domain_id: imitated, domain_name: 'harborbank.example', kind, subject, severity: 'high', state: 'open', title: kind, before: '["a"]', after: '["b"]', after_hash: subject, count: 1,
        created_at: now - DAY_MS, last_seen_at: now, decided_at: null, decided_by: null, reason: null, next_alarm_at: null, closed_at: null,
      }).execute();
      if (subject === 'registrar') await ask(site, account, 'POST', `/api/domain-events/${id}/deny`, {});
    }
    await allTables(store.db).insertInto('dmarc_domain').values({ no: 7, account_id: account.id, name: 'harborbank.example', domain_id: imitated, held_since: null, last_report: 0, due_at: now + 2 * DAY_MS }).execute();
    const expected = await current(store);
    assert.deepEqual([...new Set(expected.map(({ kind }) => kind))], ['event.denied', 'event.pending', 'lookalike.impersonating', 'scan.finding']);
    assert.equal(await backlog(store), 0, 'only an upgrade leaves something to raise');

    const notified = async () => {
      while (await allTables(store.db).selectFrom('job').select('id').where('kind', '=', 'notify').executeTakeFirst()) await sleep(50);
      return (await allTables(store.db).selectFrom('notification').select('id').execute()).length;
    };
    const before = await notified();
    await store.transaction(async tx => {
      await allTables(tx).deleteFrom('alert').execute();
      await untyped(tx).schema.dropTable('alert_backlog').execute();
      await alertBacklog.up(untyped(tx));
    });
    // The service does it by itself; another process that does the same meanwhile takes nothing from it.
    for (let tries = 0; tries < 400 && await backlog(store) > 0; tries++) {
      if (tries === 1) await store.transaction(tx => firstAlerts.due(tx, services, now, 1));
      await sleep(50);
    }
    assert.deepEqual([await current(store), await backlog(store), await notified()], [expected, 0, before]);
    const alert = await allTables(store.db).selectFrom('alert').select('since').where('kind', '=', 'event.pending').executeTakeFirstOrThrow();
    assert.equal(alert.since, now - DAY_MS, 'since it is so, not since the upgrade');
    assert.ok((await allTables(store.db).selectFrom('dmarc_domain').select('due_at').executeTakeFirstOrThrow()).due_at < now + 1.5 * DAY_MS, 'reports are reviewed next');
  });
});
