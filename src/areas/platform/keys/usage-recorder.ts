import { sql } from 'kysely';
import { widerNetwork } from '../../../core/ip.ts';
import { flushEachSecond, inColumns, insertMany, oneOf, updateMany, type Db, type Store } from '../../../store/index.ts';
import { hourOf } from './hourly-limits.ts';
import { tables } from './tables.ts';

/** What is called with which key; kept in memory and on the disk within a second. */
export interface Usage {
  /** Notes one call at `now`, epoch milliseconds, from a client address. */
  record(keyId: string, operation: string, status: number, now: number, address: string): void;
  /** Brings everything noted to the disk. */
  flush(): Promise<void>;
}

/** When a key was used last, and from which network; null for an address that cannot be read. */
interface LastUse {
  at: number;
  network: string | null;
}

interface UsageRow {
  key_id: string;
  hour: number;
  operation: string;
  status: number;
  requests: number;
}

/** The usage of keys over `store`; also notes when each was last used. */
export function createUsage(store: Store): Usage {
  let noted = new Map<string, UsageRow>();
  let lastUsed = new Map<string, LastUse>();

  const note = (row: UsageRow): void => {
    const position = `${row.key_id} ${row.hour} ${row.status} ${row.operation}`;
    const known = noted.get(position);
    if (known) known.requests += row.requests;
    else noted.set(position, row);
  };

  const write = async (): Promise<void> => {
    const [rows, used] = [inOrder(noted), lastUsed];
    noted = new Map();
    lastUsed = new Map();
    try {
      await store.transactionOfFigures(tx => writeUsage(tx, rows, used));
    } catch (error) {
      rows.forEach(note);
      lastUsed = new Map([...used, ...lastUsed]);
      throw error;
    }
  };

  return {
    record(keyId, operation, status, now, address) {
      note({ key_id: keyId, hour: hourOf(now), operation, status, requests: 1 });
      lastUsed.set(keyId, { at: now, network: widerNetwork(address) });
    },
    flush: flushEachSecond(store, async () => { if (noted.size > 0) await write(); }),
  };
}

/** Keys deleted meanwhile are passed over. One that is deleted between these statements makes them fail: the next time passes over it. */
async function writeUsage(tx: Db, rows: readonly UsageRow[], lastUsed: ReadonlyMap<string, LastUse>): Promise<void> {
  const db = tables(tx);
  const found = await db.selectFrom('api_key').select('id').where(oneOf(db, 'id', 'text', [...lastUsed.keys()])).execute();
  const keys = new Set(found.map(({ id }) => id));
  const usage = { key_id: 'text', hour: 'bigint', operation: 'text', status: 'integer', requests: 'bigint' } as const;
  await insertMany(db, {
    table: 'key_usage', columns: usage, rows: inColumns(usage, rows.filter(row => keys.has(row.key_id))),
    onConflict: sql`on conflict (key_id, hour, operation, status) do update set requests = key_usage.requests + excluded.requests`,
  });
  await updateMany(db, {
    table: 'api_key', columns: { id: 'text', last_used_at: 'bigint', last_network: 'text' },
    rows: [...keys].toSorted().map(id => [id, lastUsed.get(id)!.at, lastUsed.get(id)!.network]),
  });
}

/** In one order everywhere, so that two processes never wait for each other's rows crosswise. */
function inOrder<Item>(named: ReadonlyMap<string, Item>): Item[] {
  return [...named].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
}
