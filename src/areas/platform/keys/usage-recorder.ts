import { sql } from 'kysely';
import { widerNetwork } from '../../../core/ip.ts';
import { flushEachSecond, type Db, type Store } from '../../../store/index.ts';
import { hourOf } from './hourly-limits.ts';
import { tables } from './tables.ts';

const ROWS_A_STATEMENT = 500;

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
  const keys = new Set<string>();
  for (const portion of portions([...lastUsed])) {
    const found = await tables(tx).selectFrom('api_key').select('id').where('id', 'in', portion.map(([id]) => id)).execute();
    for (const { id } of found) keys.add(id);
  }
  for (const portion of portions(rows.filter(row => keys.has(row.key_id)))) {
    await tables(tx).insertInto('key_usage').values(portion)
      .onConflict(conflict => conflict.columns(['key_id', 'hour', 'operation', 'status'])
        .doUpdateSet(eb => ({ requests: eb('key_usage.requests', '+', eb.ref('excluded.requests')) })))
      .execute();
  }
  for (const portion of portions([...keys].toSorted())) {
    const times = portion.map(id => sql`when ${id} then cast(${lastUsed.get(id)!.at} as bigint)`);
    const networks = portion.map(id => sql`when ${id} then cast(${lastUsed.get(id)!.network} as text)`);
    await tables(tx).updateTable('api_key').set({
      last_used_at: sql<number>`case id ${sql.join(times, sql` `)} end`, last_network: sql<string>`case id ${sql.join(networks, sql` `)} end`,
    }).where('id', 'in', portion).execute();
  }
}

/** In one order everywhere, so that two processes never wait for each other's rows crosswise. */
function inOrder<Item>(named: ReadonlyMap<string, Item>): Item[] {
  return [...named].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
}

function portions<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / ROWS_A_STATEMENT) }, (_, index) => items.slice(index * ROWS_A_STATEMENT, (index + 1) * ROWS_A_STATEMENT));
}
