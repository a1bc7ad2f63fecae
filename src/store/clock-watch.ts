import { sql } from 'kysely';
import { lastBeat } from './heartbeat.ts';
import type { Store } from './store.ts';
import { untyped } from './tables.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const COMPARE_MS = 15_000;
/** What several machines may differ by. */
const TOLERATED_MS = 5 * MINUTE_MS;
/** Longer than a weekend, during which a service may well be off. */
const LONG_MS = 4 * DAY_MS;
const KEEP_ALL_MS = 60 * MINUTE_MS;
/** By how much an interval may be longer than its number says. */
const JITTER = 1.1;

/**
 * Keeps a clock that was wrong from silencing anything, and from deleting anything: looks now, and every 15 s, whether it stands elsewhere
 * than the last heartbeat and the time that has passed say. Where it has gone back, what is due is brought back with it, and where it has
 * leapt ahead by days, nothing is deleted for an hour. `say` hears of it.
 */
export async function watchClock(store: Store, say: (line: string) => void): Promise<{ stop(): void }> {
  const { clock } = store;
  const hasMoved = async (byMs: number): Promise<void> => {
    if (byMs < -TOLERATED_MS) {
      const rows = await bringBack(store, -byMs);
      say(`The clock went back by ${inWords(-byMs)}. What was to be done after that time was brought forward: ${rows} rows.`);
    } else if (byMs > LONG_MS) {
      store.keepAll(KEEP_ALL_MS);
      say(`The clock is ${inWords(byMs)} ahead of when the service last ran. If that is wrong, correct it within an hour: until then nothing is deleted for its age.`);
    }
  };
  let expected = await lastBeat(store.db) ?? clock.now();
  let atMs = clock.monotonicMs();
  await hasMoved(clock.now() - expected);
  const far = await bringBack(store, 0);
  if (far > 0) say(`Times that lay further ahead than their interval were set to now: ${far} rows.`);
  await store.state();
  expected = clock.now();
  const compare = async (): Promise<void> => {
    const moved = clock.now() - expected - (clock.monotonicMs() - atMs);
    [expected, atMs] = [clock.now(), clock.monotonicMs()];
    await hasMoved(moved);
    await store.state();
  };
  let comparing: Promise<void> | null = null;
  const timer = setInterval(() => { comparing ??= compare().catch(() => {}).finally(() => { comparing = null; }); }, COMPARE_MS).unref();
  return { stop: () => clearInterval(timer) };
}

/** Brings all times that lie ahead nearer by `byMs`, those that then lie further ahead than their interval to now; gives the number of rows. */
async function bringBack({ db, schema, clock }: Store, byMs: number): Promise<number> {
  const [now, by] = [bigint(clock.now()), bigint(byMs)];
  let rows = 0;
  for (const { table, column, withinMs, orMinutes } of schema.due) {
    const at = sql.ref(column);
    const least = sql`${now} + ${bigint(withinMs)}`;
    const own = orMinutes === undefined ? null : sql`${now} + cast(coalesce(${sql.ref(orMinutes)}, 0) as bigint) * ${bigint(Math.round(MINUTE_MS * JITTER))}`;
    const furthest = own === null ? least : sql`case when ${own} > ${least} then ${own} else ${least} end`;
    const { numAffectedRows } = await sql`update ${sql.table(table)} set ${at} = case when ${at} - ${by} < ${now} or ${at} - ${by} > ${furthest} then ${now} else ${at} - ${by} end
      where ${at} > ${byMs > 0 ? now : furthest}`.execute(untyped(db));
    rows += Number(numAffectedRows ?? 0);
  }
  return rows;
}

/** PostgreSQL cannot tell the type of a value that stands alone. */
function bigint(value: number) {
  return sql`cast(${value} as bigint)`;
}

function inWords(ms: number): string {
  const [days, minutes] = [Math.round(ms / DAY_MS), Math.round(ms / MINUTE_MS)];
  return days > 1 ? `${days} days` : `${minutes} minutes`;
}
