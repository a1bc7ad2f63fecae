import test from 'node:test';
import { onEachDatabase } from '../../store/testing.ts';
import { appendAudit, verifyChains } from './index.ts';
import { nextEntries, headOf } from './store.ts';
import { hashOf, present } from './entry.ts';
import { randomBytes } from 'node:crypto';
import { createNewId } from '../../core/ids.ts';
onEachDatabase('x', (open) => test('20k', async () => {
  const store = await open();
  const newId = createNewId(store.clock, randomBytes);
  for (let k = 0; k < 200; k++) await store.transaction(async tx => { for (let n = k*100; n < k*100+100; n++) await appendAudit(tx, {newId}, {accountId:'acc_a', actor: { type: 'person', id: 'usr_1' }, action: 'api_key.created', resource: { type: 'api_key', id: 'key_1' },
    details: { scopes: ['scans'], prefix: 'svc_12345678' }, requestId: 'req_1', address: '192.0.2.7', now: 1_790_000_000_000 + n }); });
  for (let i=0;i<4;i++) { 
    let t = performance.now(); const c0 = process.cpuUsage();
    for await (const v of verifyChains(store.db, null));
    const c = process.cpuUsage(c0);
    console.log(store.dialect, 'verify', performance.now()-t, 'cpu', (c.user+c.system)/1000);
    t = performance.now();
    const rows = [];
    for (let page = await nextEntries(store.db, 'acc_a', null); page.length > 0; page = await nextEntries(store.db, 'acc_a', page.at(-1).seq)) rows.push(...page);
    console.log('read only', performance.now()-t);
    t = performance.now(); for (const r of rows) { present(r); hashOf(r); } console.log('hash only', performance.now()-t);
    t = performance.now(); for (const r of rows) { hashOf(r); } console.log('hash w/o present', performance.now()-t);
  }
}));
