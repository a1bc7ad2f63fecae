import assert from 'node:assert/strict';
import test from 'node:test';
import { allTables } from '../../../../../test/tables.ts';
import { onEachDatabase } from '../../../../../test/databases.ts';
import { weeklyReport } from './0009-weekly-report.ts';

onEachDatabase('the weekly report', open => {
  test('comes to accounts that were there before: by the channel that was made for them, once, and to nobody who is rid of it', async () => {
    const { db: handle } = await open();
    const db = allTables(handle);
    await db.schema.dropTable('weekly_report').execute();
    const channel = { kind: 'email', name: 'E', target: 'a@example.org', confirmed_at: null, secret: null, former_secret: null, former_secret_until: null, state: 'active', cause: null, failing_since: null, version: 1, updated_at: 5 } as const;
    for (const id of ['acc_new', 'acc_channel', 'acc_rid']) await db.insertInto('account').values({ id, name: id, plan: 'pro', operator: 0, settings: '{}', settings_version: 1, created_at: 1, delete_after: null }).execute();
    await db.insertInto('standard_channel').values([{ account_id: 'acc_channel', made_at: 5 }, { account_id: 'acc_rid', made_at: 5 }]).execute();
    await db.insertInto('channel').values([
      { ...channel, id: 'chn_first', account_id: 'acc_channel', created_at: 5 }, { ...channel, id: 'chn_second', account_id: 'acc_channel', created_at: 6 },
      { ...channel, id: 'chn_other', account_id: 'acc_rid', created_at: 6 },
    ]).execute();
    await weeklyReport.up(db as never);
    const rules = await db.selectFrom('notification_rule').select(['id', 'account_id', 'channel_id', 'kinds', 'least_severity', 'digest', 'enabled']).execute();
    assert.deepEqual(rules.map(row => ({ ...row })), [
      { id: 'rul_first', account_id: 'acc_channel', channel_id: 'chn_first', kinds: '["report.weekly"]', least_severity: 'info', digest: 'immediate', enabled: 1 },
    ]);
    const due = await db.selectFrom('weekly_report').selectAll().orderBy('account_id').execute();
    assert.deepEqual(due.map(row => ({ ...row })), ['acc_channel', 'acc_new', 'acc_rid'].map(account_id => ({ account_id, due_at: 0, told_until: null })));
  });
});
