import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import test from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { canonicalJson, type Json } from '../../../core/canonical-json.ts';
import type { FileReply } from '../../../core/operation.ts';
import type { Db, Store } from '../../../store/index.ts';
import { onEachDatabase } from '../../../../test/databases.ts';
import { appendAudit, exportChain, verifyChains, type AuditEntry, type ChainVerdict } from './index.ts';
import { personOf, testService } from './testing.ts';
import { allTables } from '../../../../test/tables.ts';
import { auditOperations, entriesOf } from './operations.ts';

const [listEntries, exportEntries] = auditOperations;

function entry(accountId: string, given: Partial<AuditEntry> = {}): AuditEntry {
  return {
    accountId, actor: { type: 'person', id: 'usr_1' }, action: 'api_key.created', resource: { type: 'api_key', id: 'key_1' },
    details: { scopes: ['scans'], prefix: 'svc_12345678' }, requestId: 'req_1', address: '192.0.2.7', now: 1_790_000_000_000, ...given,
  };
}

async function append(store: Store, count: number, accountId: string): Promise<void> {
  const { services } = testService(store);
  const now = 1_790_000_000_000;
  for (let first = 0; first < count; first += 100) {
    await store.transaction(async tx => {
      for (let n = first; n < Math.min(count, first + 100); n++) await appendAudit(tx, services, entry(accountId, { now: now + n }));
    });
  }
}

async function verdicts(db: Db, accountId: string | null = null): Promise<ChainVerdict[]> {
  return Array.fromAsync(verifyChains(db, accountId));
}

async function dropTriggers({ db, dialect }: Store): Promise<void> {
  const names = dialect === 'sqlite' ? ['audit_entry_no_update', 'audit_entry_no_delete', 'audit_entry_no_replace'] : ['audit_entry_append_only', 'audit_entry_no_truncate'];
  for (const name of names) await sql`drop trigger ${sql.ref(name)} ${dialect === 'sqlite' ? sql`` : sql`on audit_entry`}`.execute(allTables(db));
}

onEachDatabase('the audit log', (open, dialect) => {
  test('numbers each account\'s entries without gaps and chains them from 64 zeros on', async () => {
    const store = await open();
    await append(store, 3, 'acc_a');
    await append(store, 2, 'acc_b');
    const rows = await allTables(store.db).selectFrom('audit_entry').selectAll().where('account_id', '=', 'acc_a').orderBy('seq').execute();
    assert.deepEqual(rows.map(row => row.seq), [1, 2, 3]);
    assert.deepEqual(rows.map(row => row.previous_hash), ['0'.repeat(64), rows[0]!.hash, rows[1]!.hash]);
    assert.deepEqual(await verdicts(store.db), [{ accountId: 'acc_a', entries: 3, broken: null }, { accountId: 'acc_b', entries: 2, broken: null }]);
    assert.deepEqual(await verdicts(store.db, 'acc_b'), [{ accountId: 'acc_b', entries: 2, broken: null }]);
    assert.deepEqual(await verdicts(store.db, 'acc_none'), [{ accountId: 'acc_none', entries: 0, broken: null }]);
  });

  test('stays one chain under 50 writers at once', async () => {
    const store = await open();
    const { services } = testService(store);
    await Promise.all(Array.from({ length: 50 }, () => store.transaction(tx => appendAudit(tx, services, entry('acc_a')))));
    assert.deepEqual(await verdicts(store.db), [{ accountId: 'acc_a', entries: 50, broken: null }]);
  });

  test('takes back an entry whose change failed', async () => {
    const store = await open();
    const { services } = testService(store);
    await append(store, 1, 'acc_a');
    await assert.rejects(store.transaction(async tx => {
      await appendAudit(tx, services, entry('acc_a'));
      throw new Error('the change failed');
    }));
    assert.deepEqual(await verdicts(store.db), [{ accountId: 'acc_a', entries: 1, broken: null }]);
  });

  const forbidden: Record<string, string> = {
    update: `update audit_entry set action = 'x'`,
    'delete': `delete from audit_entry`,
    ...(dialect === 'postgresql' ? { truncate: 'truncate audit_entry' } : {
      'insert or replace': `insert or replace into audit_entry select id, account_id, seq, at, actor, 'x', resource_type, resource_id, details, request_id, previous_hash, hash from audit_entry`,
    }),
  };
  for (const [name, statement] of Object.entries(forbidden)) {
    test(`refuses ${name}`, async () => {
      const store = await open();
      await append(store, 1, 'acc_a');
      await assert.rejects(sql.raw(statement).execute(allTables(store.db)), /only ever appended/);
      assert.deepEqual(await verdicts(store.db), [{ accountId: 'acc_a', entries: 1, broken: null }]);
    });
  }

  test('keeps addresses only as hashes under the account\'s own key, and nothing of them once the key is destroyed', async () => {
    const store = await open();
    const service = testService(store);
    const [one, other, gone] = [await service.addAccount(), await service.addAccount(), await service.addAccount()];
    await allTables(store.db).deleteFrom('account_hashing_key').where('account_id', '=', gone.id).execute();
    const given = { details: { email: 'Ada@Example.org' }, address: '2001:db8::7' };
    const kept = await store.transaction(async tx => {
      for (const { id } of [one, one, other, gone]) await appendAudit(tx, service.services, entry(id, given));
      return allTables(tx).selectFrom('audit_entry').selectAll().orderBy('account_id').orderBy('seq').execute();
    });
    assert.doesNotMatch(JSON.stringify(kept), /ada@example|2001:db8/i);
    const of = (id: string) => kept.filter(row => row.account_id === id).map(row => `${row.actor} ${row.details}`);
    assert.match(of(one.id)[0]!, /"addressHash":"[0-9a-f]{32}".*"emailHash":"[0-9a-f]{32}"/);
    assert.equal(of(one.id)[0], of(one.id)[1]);
    assert.notEqual(of(one.id)[0], of(other.id)[0]);
    assert.doesNotMatch(of(gone.id)[0]!, /Hash/);
  });

  test('finds any change of any stored byte', async () => {
    const store = await open();
    await append(store, 4, 'acc_a');
    await dropTriggers(store);
    const rows = await allTables(store.db).selectFrom('audit_entry').selectAll().orderBy('seq').execute();
    const columns = Object.keys(rows[0]!) as (keyof typeof rows[0])[];
    await fc.assert(fc.asyncProperty(fc.nat(rows.length - 1), fc.constantFrom(...columns), fc.nat(), fc.integer({ min: 0x20, max: 0x7e }), async (index, column, position, code) => {
      const row = rows[index]!;
      const changed = flip(row[column]!, position, String.fromCharCode(code));
      fc.pre(changed !== null && changed !== row[column] && !(column === 'seq' && rows.some(({ seq }) => seq === changed)));
      await allTables(store.db).updateTable('audit_entry').set({ [column]: changed }).where('id', '=', row.id).execute();
      const [verdict] = await verdicts(store.db, 'acc_a');
      const id = column === 'id' ? changed as string : row.id;
      await allTables(store.db).updateTable('audit_entry').set({ [column]: row[column] }).where('id', '=', id).execute();
      assert.equal(verdict!.broken?.seq, index + 1);
      assert.equal(verdict!.entries, index);
    }), { numRuns: 150 });
    assert.equal((await verdicts(store.db))[0]!.broken, null);
  });

  const damages: Record<string, { statement: string; seq: number; reason: RegExp }> = {
    'a missing first entry': { statement: `delete from audit_entry where seq = 1`, seq: 1, reason: /missing/ },
    'a missing entry in the middle': { statement: `delete from audit_entry where seq = 2`, seq: 2, reason: /missing/ },
    'a missing last entry': { statement: `delete from audit_entry where seq = 4`, seq: 4, reason: /does not end/ },
    'all entries missing': { statement: `delete from audit_entry`, seq: 1, reason: /does not end/ },
    'a lost head': { statement: `delete from audit_head`, seq: 5, reason: /does not end/ },
    'a changed head': { statement: `update audit_head set hash = 'x'`, seq: 5, reason: /does not end/ },
    'an entry before the first': { statement: `update audit_entry set seq = 0 where seq = 3`, seq: 1, reason: /missing: the next one has the number 0/ },
  };
  for (const [name, { statement, seq, reason }] of Object.entries(damages)) {
    test(`finds ${name}`, async () => {
      const store = await open();
      await append(store, 4, 'acc_a');
      await dropTriggers(store);
      await sql.raw(statement).execute(allTables(store.db));
      const [verdict] = await verdicts(store.db);
      assert.equal(verdict!.broken?.seq, seq);
      assert.match(verdict!.broken.reason, reason);
    });
  }

  test('is not taken in by text that moves from one column to the next', async () => {
    const store = await open();
    const { services } = testService(store);
    await store.transaction(tx => appendAudit(tx, services, entry('acc_a', { details: { a: 1 } })));
    await dropTriggers(store);
    const { id } = await allTables(store.db).selectFrom('audit_entry').select('id').executeTakeFirstOrThrow();
    await allTables(store.db).updateTable('audit_entry').set({ details: `{"a":1},"id":"${id}"` }).execute();
    assert.match((await verdicts(store.db))[0]!.broken!.reason, /changed/);
  });

  test('is verified while others write', async () => {
    const store = await open();
    await append(store, 1, 'acc_a');
    const writing = (async () => { for (let n = 0; n < 20; n++) await append(store, 1, 'acc_a'); })();
    for (let n = 0; n < 20; n++) assert.equal((await verdicts(store.db))[0]!.broken, null);
    await writing;
  });

  test('is exported in the order of the chain, each line with the hash of its own RFC 8785 text', async () => {
    const store = await open();
    await append(store, 1005, 'acc_a');
    const lines = (await Array.fromAsync(exportChain(store.db, 'acc_a'))).join('').trimEnd().split('\n').map(line => JSON.parse(line) as Record<string, Json>);
    let previous = '0'.repeat(64);
    for (const [index, { hash: own, ...rest }] of lines.entries()) {
      assert.equal(rest['seq'], index + 1);
      assert.equal(rest['previousHash'], previous);
      assert.equal(own, hash('sha256', canonicalJson(rest)));
      previous = own;
    }
    assert.equal(lines.length, 1005);
    assert.deepEqual(await Array.fromAsync(entriesOf(store.db, 'acc_a')), lines);
  });

  test('is listed newest first, by pages that meet without gap or repetition, and filtered', async () => {
    const store = await open();
    const service = testService(store);
    const account = await service.addAccount();
    const stranger = await service.addAccount();
    await append(store, 5, account.id);
    await append(store, 2, stranger.id);
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await service.call(listEntries, personOf(account), { limit: '2', ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...body.data.map(({ seq }: { seq: number }) => seq));
      cursor = body.nextCursor ?? undefined;
    } while (cursor !== undefined);
    assert.deepEqual(seen, [5, 4, 3, 2, 1]);
    const from = new Date(1_790_000_000_001).toISOString();
    const to = new Date(1_790_000_000_003).toISOString();
    const between = await service.call(listEntries, personOf(account), { from, to, action: 'api_key.created' });
    assert.deepEqual(between.body.data.map(({ seq }: { seq: number }) => seq), [3, 2]);
    assert.deepEqual((await service.call(listEntries, personOf(account), { action: 'api_key.revoked' })).body.data, []);
  });

  test('is for owners in a session: others are refused', async () => {
    const store = await open();
    const service = testService(store);
    const account = await service.addAccount();
    for (const operation of auditOperations) {
      assert.equal((await service.call(operation, personOf(account, 'admin'))).body.code, 'forbidden');
      const key = { kind: 'key', account, keyId: 'key_1', prefix: 'svc_', scopes: ['domains'], rateLimit: 1 } as const;
      assert.equal((await service.call(operation, key)).body.code, 'session_required');
    }
    await append(store, 2, account.id);
    const { body, contentType } = (await service.call(exportEntries, personOf(account))).body as FileReply;
    assert.equal(contentType, 'application/x-ndjson');
    assert.equal((await Array.fromAsync(body)).join('').split('\n').length, 3);
  });
});

onEachDatabase('a long chain', open => {
  test('is verified fast enough to do 100,000 entries in 2 s of a processor', async () => {
    const store = await open();
    await append(store, 2000, 'acc_a');
    // The best of many rounds, by the processor's time: the machine may have other work.
    let tookMs = Infinity;
    for (let round = 0; round < 20 && tookMs >= 40; round++) {
      const started = process.cpuUsage();
      assert.equal((await verdicts(store.db))[0]!.entries, 2000);
      const { user, system } = process.cpuUsage(started);
      tookMs = Math.min(tookMs, (user + system) / 1000);
    }
    assert.ok(tookMs < 40, `2,000 entries took ${tookMs.toFixed(0)} ms`);
  });
});

/** The value with one character put in place of another; of a number with one digit; null where nothing can be put. */
function flip(value: string | number, position: number, character: string): string | number | null {
  const text = String(value);
  const at = position % text.length;
  const changed = text.slice(0, at) + character + text.slice(at + 1);
  if (typeof value === 'string') return changed;
  return /^[1-9]\d*$/.test(changed) ? Number(changed) : null;
}
