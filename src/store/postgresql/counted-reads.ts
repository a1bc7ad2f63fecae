import { createHash } from 'node:crypto';
import type { Compilable } from 'kysely';
import type { CountedRead, CountedRow } from '../counts.ts';
import type { PostgresqlStore } from './open.ts';

/** Batches under way at once: the next one gathers while these are asked, so that a busy service asks for many keys with one question. */
const MAX_UNDER_WAY = 2;
const MAX_A_BATCH = 200;

interface Waiting<Result> {
  secret: string;
  found(result: { row: Result; used: number | null } | undefined): void;
  failed(error: unknown): void;
}

/** What waits to be asked together: the same window, read at the same moment. */
interface Batch<Result> {
  windowStart: number;
  now: number;
  waiting: Waiting<Result>[];
}

/**
 * Reads rows by their secrets and counts each call on the way, in one prepared statement for all that wait: one round trip instead of two for each.
 * As exact as one by one: rows are read after their call came, and the counters of a statement are taken in one order everywhere, so that two
 * processes never wait for each other crosswise.
 */
export function createCountedRead<Result extends CountedRow>(store: PostgresqlStore, query: Compilable<Result>): CountedRead<Result> {
  const text = countingText(query.compile().sql);
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  const batches: Batch<Result>[] = [];
  let underWay = 0;

  const next = (): void => {
    if (underWay >= MAX_UNDER_WAY) return;
    const batch = batches.shift();
    if (!batch) return;
    underWay++;
    void answer(batch).finally(() => {
      underWay--;
      next();
    });
  };

  const answer = async ({ windowStart, now, waiting }: Batch<Result>): Promise<void> => {
    try {
      const rows = await store.figures<Result & { used_to: number | null; calls: number }>(name, text, [now, waiting.map(({ secret }) => secret).join(','), windowStart]);
      const bySecret = new Map(rows.map(row => [row.secret, { row, used: row.used_to === null ? null : row.used_to - row.calls }]));
      for (const { secret, found } of waiting) {
        const hit = bySecret.get(secret);
        if (hit && hit.used !== null) hit.used++;
        found(hit && { row: hit.row, used: hit.used });
      }
    } catch (error) {
      for (const { failed } of waiting) failed(error);
    }
  };

  return (secret, now, windowStart) => new Promise((found, failed) => {
    let batch = batches.at(-1);
    if (batch?.windowStart !== windowStart || batch.waiting.length >= MAX_A_BATCH) batches.push(batch = { windowStart, now, waiting: [] });
    batch.waiting.push({ secret, found, failed });
    // What came in with the same turn of the event loop goes along.
    if (batch.waiting.length === 1) setImmediate(next);
  });
}

/** `query` has the moment as its first value and the secrets, joined by commas, as its second one; the start of the window is the third. */
function countingText(query: string): string {
  return `with asked as (select secret, cast(count(*) as integer) as calls from unnest(string_to_array($2, ',')) as secret group by secret),
    found as (${query}),
    counted as (
      insert into counter (name, window_start, used)
      select found.counter, cast($3 as bigint), asked.calls from found join asked on asked.secret = found.secret where found.counter is not null order by found.counter
      on conflict (name, window_start) do update set used = counter.used + excluded.used returning name, used)
    select found.*, asked.calls, counted.used as used_to from found join asked on asked.secret = found.secret left join counted on counted.name = found.counter`;
}
