import { sql } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import { insertMany, type BulkRow } from '../bulk.ts';
import type { Counts } from '../counts.ts';
import { flushEachSecond } from '../flushing.ts';
import type { Store } from '../store.ts';
import { storeTables } from '../store-tables.ts';

/** Windows that began longer ago leave the memory; a call that still counts in one reads it again. */
const WINDOW_KEPT_MS = 2 * 3_600_000;
const MAX_NAMES_KEPT = 100_000;

interface Entry {
  name: string;
  windowStart: number;
  used: number;
  /** How many of `used` are on the disk. */
  saved: number;
}

/** What the one serving process counts: in its memory, on the disk within a second. */
export function createMemoryCounts(store: Store, clock: Clock): Counts {
  const windows = new Map<number, Map<string, Entry>>();
  const unsaved = new Set<Entry>();
  const stored = store.statement<{ used: number }>(storeTables(store.db).selectFrom('counter').select('used').where('name', '=', '').where('window_start', '=', 0));
  const onDisk = (name: string, windowStart: number): number => (stored(name, windowStart) as { used: number } | undefined)?.used ?? 0;

  const load = (name: string, windowStart: number): Entry => {
    let window = windows.get(windowStart);
    if (!window) windows.set(windowStart, window = new Map());
    const saved = onDisk(name, windowStart);
    const entry = { name, windowStart, used: saved, saved };
    window.set(name, entry);
    return entry;
  };

  const forget = (): void => {
    const oldest = clock.now() - WINDOW_KEPT_MS;
    for (const [windowStart, window] of windows) {
      if (windowStart >= oldest && window.size <= MAX_NAMES_KEPT) continue;
      for (const { name, used, saved } of window.values()) if (used === saved) window.delete(name);
      if (window.size === 0) windows.delete(windowStart);
    }
  };

  const save = async (): Promise<void> => {
    const saving = [...unsaved].map(entry => ({ entry, used: entry.used }));
    unsaved.clear();
    try {
      await addToDisk(store, saving.map(({ entry, used }) => [entry.name, entry.windowStart, used - entry.saved]));
    } catch (error) {
      for (const { entry } of saving) unsaved.add(entry);
      throw error;
    }
    for (const { entry, used } of saving) entry.saved = used;
    forget();
  };

  return {
    count(name, windowStart) {
      const entry = windows.get(windowStart)?.get(name) ?? load(name, windowStart);
      unsaved.add(entry);
      return ++entry.used;
    },
    read: (names, windowStart) => names.map(name => (windows.get(windowStart)?.get(name) ?? load(name, windowStart)).used),
    learn(name, windowStart, used) {
      const entry = windows.get(windowStart)?.get(name);
      if (entry) entry.used = entry.saved = used;
    },
    flush: flushEachSecond(store, save),
  };
}

async function addToDisk(store: Store, rows: readonly BulkRow[]): Promise<void> {
  if (rows.length === 0) return;
  await store.transactionOfFigures(tx => insertMany(storeTables(tx), {
    table: 'counter', columns: { name: 'text', window_start: 'bigint', used: 'bigint' }, rows,
    onConflict: sql`on conflict (name, window_start) do update set used = counter.used + excluded.used`,
  }));
}
