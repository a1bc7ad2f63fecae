import assert from 'node:assert/strict';
import test from 'node:test';
import { createCounters, createQueue } from '../../../store/index.ts';
import { onEachDatabase } from '../../../../test/databases.ts';
import { standardPlans } from '../../platform/account/index.ts';
import { personOf, testService } from '../../platform/audit/testing.ts';
import { importDomains } from './import.ts';
import type { DomainsServices } from './services.ts';
import { startScan } from './scan-start.ts';
import { allTables } from '../../../../test/tables.ts';

onEachDatabase('the first scans of an import', open => {
  test('carry what was spent for them, those that nothing was left for wait for their turn, and one that is asked for meanwhile is that scan and costs nothing', async () => {
    const store = await open();
    const { newId } = testService(store).services;
    const counters = createCounters(store, store.clock);
    const plans = { ...standardPlans, pro: { ...standardPlans.pro, manualScansPerDay: 2 } };
    const service = testService(store, { plans, counters, queue: createQueue(store, newId), runKinds: [], clientNetworkOf: () => null });
    const { services } = service;
    const account = await service.addAccount();
    const now = store.clock.now();
    const used = async () => (await counters.read([`manual_scans:${account.id}`], now - now % 86_400_000))[0];

    const { body } = await service.call(importDomains, personOf(account), { domains: ['a.example', 'b.example', 'c.example'] });
    const [first, second, third] = (body.data.lines as { id: string }[]).map(({ id }) => id);
    const rows = await allTables(store.db).selectFrom('run').select(['id', 'subject_id', 'subject_label', 'trigger', 'scope', 'allowance', 'allowance_at']).orderBy('subject_label').execute();
    const spent = { trigger: 'manual', scope: 'domains', allowance: 'manualScans', allowance_at: now };
    assert.deepEqual(rows, [{ id: rows[0]!.id, subject_id: first, subject_label: 'a.example', ...spent }, { id: rows[1]!.id, subject_id: second, subject_label: 'b.example', ...spent }]);
    const due = await allTables(store.db).selectFrom('domain').select(['id', 'due_at']).execute();
    assert.deepEqual([await used(), due.filter(({ due_at }) => due_at! <= now), due.some(({ id }) => id === third)], [2, [], true]);

    const asked = await store.transaction(tx => startScan(tx, services as DomainsServices, account.id, { id: first!, name: 'a.example' }, now));
    assert.deepEqual([asked.started, asked.run.id, await used()], [false, rows[0]!.id, 1]);
  });
});
