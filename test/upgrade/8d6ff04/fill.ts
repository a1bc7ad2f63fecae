import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { appendAudit } from '../../../src/areas/audit/index.ts';
import { tables } from '../../../src/store/backup-file.ts';
import { tendMonths, type Row, type Store } from '../../../src/store/index.ts';
import { variantsOf } from './variants.ts';

export { SECRET } from './secret.ts';

const ROWS_A_STATEMENT = 50;
const NOVEMBER = Date.UTC(2026, 10) / 86_400_000;
const DELETED = { accountId: 'acc_01m8350000000000000000gone', now: 1_795_402_230_000 };

/** Writes what was captured and what was not into an empty database; always the same. */
export async function fill(store: Store): Promise<void> {
  const captured = readCaptured();
  await store.transaction(async tx => {
    // What is of other months than this one then lies in the default partition.
    await tendMonths(tx, store.dialect, 'dmarc_fact', [NOVEMBER]);
    const insert = async (table: string, rows: readonly Row[]) => {
      for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT) await tx.insertInto(table as 'account').values(rows.slice(at, at + ROWS_A_STATEMENT) as never).execute();
    };
    for (const table of tables) await insert(table, captured[table]!);
    for (const [table, rows] of variantsOf(captured)) await insert(table, rows);
    // An account that was deleted leaves its chain behind, and no key.
    for (const [at, action] of ['account.created', 'domain.added', 'account.deleted'].entries()) {
      const newId = () => `aud_01m8350000000000000000000${at}`;
      await appendAudit(tx, { newId }, { ...DELETED, action, resource: { type: 'account', id: DELETED.accountId }, details: { plan: 'pro', text: 'größe 🦊' }, actor: { type: 'visitor', id: null }, requestId: null, address: '192.0.2.1' });
    }
  });
}

function readCaptured(): Record<string, Row[]> {
  const bytesIn = (_: string, value: unknown): unknown =>
    (typeof value === 'object' && value !== null && 'base64' in value ? new Uint8Array(Buffer.from(value.base64 as string, 'base64')) : value);
  return JSON.parse(gunzipSync(readFileSync(new URL('captured.json.gz', import.meta.url))).toString(), bytesIn) as Record<string, Row[]>;
}
