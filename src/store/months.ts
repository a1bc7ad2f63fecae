import { sql, type Kysely } from 'kysely';
import type { Store } from './store.ts';

/**
 * Keeps a table that is partitioned by day in partitions of one month: makes those that begin on `firstDays` (days since 1970, the last
 * one for the month to come) and drops older ones whole. Nothing is done on SQLite, which has no partitions.
 */
export async function tendMonths<All>(tx: Kysely<All>, dialect: Store['dialect'], table: keyof All & string, firstDays: readonly number[]): Promise<void> {
  if (dialect !== 'postgresql') return;
  // One at a time; who comes meanwhile leaves it to that one.
  const { rows: [lock] } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(hashtext(${table})) as taken`.execute(tx);
  if (!lock!.taken) return;
  const { rows } = await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits where inhparent = ${table}::regclass`.execute(tx);
  const existing = new Set(rows.map(({ name }) => name));
  for (const day of firstDays.filter(first => !existing.has(nameOf(table, first)))) {
    const end = nextMonth(day);
    // What came before the partition was made lies in the default one and stays there.
    const strays = await sql`select 1 from ${sql.table(`${table}_default`)} where day >= ${day} and day < ${end} limit 1`.execute(tx);
    if (strays.rows.length === 0) await sql`create table ${sql.table(nameOf(table, day))} partition of ${sql.table(table)} for values from (${sql.lit(day)}) to (${sql.lit(end)})`.execute(tx);
  }
  const oldest = nameOf(table, firstDays[0]!);
  for (const name of existing) if (/_\d{4}_\d\d$/.test(name) && name < oldest) await sql`drop table ${sql.table(name)}`.execute(tx);
}

function nameOf(table: string, firstDay: number): string {
  return `${table}_${new Date(firstDay * 86_400_000).toISOString().slice(0, 7).replace('-', '_')}`;
}

function nextMonth(firstDay: number): number {
  const date = new Date(firstDay * 86_400_000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) / 86_400_000;
}
