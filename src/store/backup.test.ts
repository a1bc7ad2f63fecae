import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { backup } from './backup.ts';
import { schema } from '../app/registry.ts';
import { untyped } from './tables.ts';
import { restore } from './restore.ts';
import type { Row, Store } from './store.ts';
import { makePostgresql, makeSqlite, onEachDatabaseOf, type TestDatabase } from '../../test/databases.ts';
import { createBlobs, type Blobs } from '../core/outside/blobs.ts';
import { allTables } from '../../test/tables.ts';

const { tables, migrations } = schema;

/** An account of the first version, and what was added to it. */
const firstAccount: Row = { id: 'acc_1', name: 'Größe "1"\n\u2028', plan: 'pro', operator: 1, settings: '{"a":[1]}', settings_version: 3, created_at: 1_790_000_000_123, delete_after: null };
const account: Row = { ...firstAccount, trusted: 0, second_factor_required: 0 };

/** Columns that stay empty, by table: a facet has a value or a word. */
const empty: Readonly<Record<string, Row>> = { domain_facet: { value: null } };

/** What a column refers to, by its name; null where it refers to nothing. */
function referenceOf(column: string): string | null {
  return /^account_?id$/i.test(column) ? 'acc_1' : /(_id|[a-z]Id)$/.test(column) ? 'id' : null;
}

/** One row in every table, made from its columns: each refers to the ones before. */
async function fill({ db }: Store): Promise<void> {
  const columnsOf = new Map((await untyped(db).introspection.getTables()).map(({ name, columns }) => [name, columns]));
  for (const table of tables) {
    const row = table === 'account' ? account : Object.fromEntries(columnsOf.get(table)!.map(({ name, dataType }) =>
      [name, referenceOf(name) ?? (/int|real|float|double/i.test(dataType) ? 7 : /bytea|blob/i.test(dataType) ? Buffer.of(0, 255, 10) : name === 'id' ? 'id' : `${table} ${name}`)]));
    await allTables(db).insertInto(table as 'account').values({ ...row, ...empty[table] } as never).execute();
  }
}

/** All rows of the database, by table. */
async function contentOf(store: Store): Promise<Record<string, Row[]>> {
  const content: Record<string, Row[]> = {};
  await store.snapshot(async read => {
    for (const table of tables) content[table] = (await Array.fromAsync(read(table))).flat().map(row => plain(row));
  });
  return content;
}

/** SQLite gives bytes as another class than PostgreSQL. */
const plain = (row: Row): Row => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value instanceof Uint8Array ? Buffer.from(value) : value]));

const linesOf = (file: string): string[] => gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');

/** A backup with `lines` and the right last line. */
function writeBackup(file: string, lines: readonly string[]): void {
  const text = lines.map(line => `${line}\n`).join('');
  const sha256 = createHash('sha256').update(text).digest('hex');
  writeFileSync(file, gzipSync(`${text}${JSON.stringify({ rows: lines.length - 1, sha256 })}\n`));
}

const header = (names: string[] = Object.keys(migrations), more: object = {}): string =>
  JSON.stringify({ format: 'dss-backup', version: 1, createdAt: '2026-01-01T00:00:00.000Z', migrations: names, secret: null, ...more });

onEachDatabaseOf('A backup', (make, dialect) => {
  // The passphrase takes seconds each time, whatever the database.
  if (dialect === 'sqlite') {
    test('encrypted with a passphrase restores with it, and tells nothing without', async () => {
      const [from, into] = [await make(), await make()];
      const store = await from.open();
      await fill(store);
      const file = join(from.dataDir, 'encrypted.backup');
      await backup(store, file, { secret: 'a secret of the service', passphrase: 'nine rare words in a row' });
      assert.match(readFileSync(file).toString('latin1'), /^age-encryption\.org\/v1\n-> scrypt /);
      const target = await into.open();
      for (const [passphrase, message] of [[null, /is encrypted\. Set DSS_BACKUP_PASSPHRASE/], ['another phrase of words', /does not open with this passphrase/]] as const) {
        await assert.rejects(restore(target, file, { replace: false, passphrase }), { name: 'BackupRefused', message });
      }
      const before = await contentOf(store);
      await restore(target, file, { replace: false, passphrase: 'nine rare words in a row' });
      assert.deepEqual(await contentOf(target), before);
      const bytes = readFileSync(file);
      bytes[bytes.length - 40]! ^= 1;
      writeFileSync(file, bytes);
      await assert.rejects(restore(target, file, { replace: true, passphrase: 'nine rare words in a row' }));
      assert.deepEqual(await contentOf(target), before);
    });
  }

  test('takes the files along that its rows need, and puts them where they belong then', async () => {
    const [from, into] = [await make(), await make()];
    const store = await from.open();
    const content = new Map<string, Uint8Array>();
    const memory = (kept: Map<string, Uint8Array>): Blobs => createBlobs({
      write: async (name, bytes) => void kept.set(name, bytes), read: async name => kept.get(name) ?? null, remove: async name => void kept.delete(name),
    });
    const large = await memory(content).put(Buffer.alloc(9 * 1024 * 1024, 'evidence'));
    const empty = await memory(content).put(Buffer.alloc(0));
    await memory(content).put(Buffer.from('of nobody'));
    for (const sha256 of [large, empty, 'f'.repeat(64)]) await allTables(store.db).insertInto('evidence_content').values({ sha256, referred_at: 1 }).execute();
    const file = join(from.dataDir, 'with-files.backup');
    assert.deepEqual(await backup(store, file, { secret: null, blobs: memory(content) }), { rows: 3, blobs: 2, missing: 1 });
    const restored = new Map<string, Uint8Array>();
    const target = await into.open();
    assert.partialDeepStrictEqual(await restore(target, file, { replace: false, blobs: memory(restored) }), { rows: 3, blobs: 2 });
    assert.deepEqual([...restored.keys()].toSorted(), [large, empty].toSorted());
    assert.equal(restored.get(large)!.length, 9 * 1024 * 1024);
  });

  for (const target of ['sqlite', 'postgresql'] as const) {
    test(`restores every row of every table into ${target}`, async t => {
      const store = await (await make()).open();
      await fill(store);
      const other: TestDatabase = target === 'sqlite' ? makeSqlite() : await makePostgresql();
      t.after(() => other.remove());
      const file = join(other.dataDir, 'b.dss');
      assert.deepEqual(await backup(store, file, { secret: 'signs' }), { rows: tables.length, blobs: 0, missing: 0 });
      const into = await other.open();
      assert.deepEqual(await restore(into, file, { replace: false }), { rows: tables.length, blobs: 0, secret: 'signs' });
      assert.deepEqual(await contentOf(into), await contentOf(store));
      assert.equal(await into.state(), 'ok');
    });
  }

  test('is a file for this user only, with no other left next to it, and never overwrites one', async () => {
    const database = await make();
    const store = await database.open();
    const file = join(database.dataDir, 'b.dss');
    await backup(store, file, { secret: null });
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(database.dataDir).filter(name => name.startsWith('b.dss')), ['b.dss']);
    await assert.rejects(backup(store, file, { secret: null }), { name: 'BackupRefused', message: /exists already/ });
  });

  test('replaces what is there, audit log included, when told so and not else', async () => {
    const database = await make();
    const store = await database.open();
    await fill(store);
    const file = join(database.dataDir, 'b.dss');
    await backup(store, file, { secret: null });
    const before = await contentOf(store);
    await allTables(store.db).updateTable('account').set({ name: 'changed' }).execute();
    await allTables(store.db).insertInto('audit_head').values({ account_id: 'acc_2', seq: 1, hash: 'h' }).execute();
    await assert.rejects(restore(store, file, { replace: false }), { name: 'BackupRefused', message: /not empty/ });
    await restore(store, file, { replace: true });
    assert.deepEqual(await contentOf(store), before);
    await assert.rejects(allTables(store.db).deleteFrom('audit_entry').execute(), /only ever appended/);
    await restore(store, file, { replace: true });
  });

  test('is refused while another process has the database open', async () => {
    const database = await make();
    const store = await database.open();
    const file = join(database.dataDir, 'b.dss');
    await backup(store, file, { secret: null });
    await database.open();
    await assert.rejects(restore(store, file, { replace: true }), { name: 'StoreInUse' });
  });

  test('of an older version is brought to the schema of this one', async () => {
    const database = await make();
    const store = await database.open();
    const file = join(database.dataDir, 'b.dss');
    writeBackup(file, [header(Object.keys(migrations).slice(0, 1)), JSON.stringify({ table: 'account', row: firstAccount })]);
    await restore(store, file, { replace: false });
    assert.deepEqual((await contentOf(store))['account'], [account]);
    await store.close();
    await database.open();
  });

  test('that is damaged, foreign, newer or does not fit changes nothing', async () => {
    const database = await make();
    const store = await database.open();
    await fill(store);
    const file = join(database.dataDir, 'b.dss');
    const whole = join(database.dataDir, 'whole.dss');
    await backup(store, whole, { secret: null });
    const lines = linesOf(whole).slice(0, -1);
    const row = JSON.stringify({ table: 'account', row: account });
    const damaged = /no whole backup/;
    const cases: [string, RegExp, () => void][] = [
      ['no file', /no file/, () => {}],
      ['empty', damaged, () => writeFileSync(file, '')],
      ['not gzip', damaged, () => writeFileSync(file, lines.join('\n'))],
      ['cut off', damaged, () => truncateSync(file, statSync(file).size - 9)],
      ['without its last line', damaged, () => writeFileSync(file, gzipSync(`${lines.join('\n')}\n`))],
      ['without a row', damaged, () => writeFileSync(file, gzipSync(linesOf(file).toSpliced(2, 1).join('\n')))],
      ['with a changed value', damaged, () => writeFileSync(file, gzipSync(gunzipSync(readFileSync(file)).toString().replace('acc_1', 'acc_2')))],
      ['other JSON lines', /no backup of this service/, () => writeBackup(file, ['{"format":"other","version":1}'])],
      ['no object at all', damaged, () => writeBackup(file, ['1', '2'])],
      ['a newer version', /newer version/, () => writeBackup(file, [header(undefined, { version: 3 })])],
      ['a newer migration', /newer version/, () => writeBackup(file, [header([...Object.keys(migrations), '9999-later'])])],
      ['an unknown table', damaged, () => writeBackup(file, [header(), '{"table":"sqlite_master","row":{}}'])],
      ['a value that is no scalar', damaged, () => writeBackup(file, [header(), '{"table":"account","row":{"id":{}}}'])],
      ['another column', /other columns in account/, () => writeBackup(file, [header(), JSON.stringify({ table: 'account', row: { ...account, more: 1 } })])],
      ['a row twice', /rows in account that do not fit/, () => writeBackup(file, [header(), row, row])],
      ['a row that refers to nothing', /rows in account_hashing_key that do not fit/, () => writeBackup(file, [header(), '{"table":"account_hashing_key","row":{"account_id":"acc_9","key":"k"}}'])],
      ['a line without end', damaged, () => writeFileSync(file, gzipSync(Buffer.alloc(20 * 1024 * 1024, 'a')))],
      ['JSON nested deep', damaged, () => writeBackup(file, [header(), '['.repeat(100_000)])],
    ];
    const before = await contentOf(store);
    for (const [name, message, spoil] of cases) {
      if (name !== 'no file') writeFileSync(file, readFileSync(whole));
      spoil();
      await assert.rejects(restore(store, file, { replace: true }), error => {
        assert.ok((error as Error).name === 'BackupRefused' && message.test((error as Error).message), `${name}: ${String(error)}`);
        return true;
      });
      assert.deepEqual(await contentOf(store), before, name);
    }
  });

  if (dialect === 'sqlite') {
    test('a row that no restore would take is refused, and leaves no file', async () => {
      const database = await make();
      const store = await database.open();
      await allTables(store.db).insertInto('contact_message').values({ id: 'm', name: null, email: 'e', message: 'm'.repeat(17 * 1024 * 1024), created_at: 0 }).execute();
      await assert.rejects(backup(store, join(database.dataDir, 'b.dss'), { secret: null }), { name: 'BackupRefused', message: /too large/ });
      assert.deepEqual(readdirSync(database.dataDir).filter(name => name.startsWith('b.dss')), []);
    });
  }
});
