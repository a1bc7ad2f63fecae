import { rmSync, writeFileSync } from 'node:fs';
import type { Clock } from '../../core/clock.ts';
import type { Schema } from '../schema.ts';
import { connect } from './driver.ts';

/** More than what a small transaction needs: where this does not fit, the next write may fail. */
const PROBE_BYTES = 256 * 1024;
const READ_EACH_MS = 10_000;

/**
 * Finds what a small write into the database does not show, and throws it: a disk that is all but full, as SQLite first fills
 * the space that its log has already; and, every 10 s, pages that are damaged, as a connection goes on with those that it has in memory.
 */
export function createProbe(path: string, schema: Schema, clock: Clock): () => void {
  let readAtMs = -Infinity;
  return () => {
    writeProbe(`${path}.probe`);
    if (clock.monotonicMs() < readAtMs + READ_EACH_MS) return;
    readTables(path, schema.tables);
    readAtMs = clock.monotonicMs();
  };
}

function writeProbe(path: string): void {
  try {
    writeFileSync(path, new Uint8Array(PROBE_BYTES), { mode: 0o600 });
  } finally {
    rmSync(path, { force: true });
  }
}

/** The first row of every table, over a connection that has nothing in memory. */
function readTables(path: string, tables: readonly string[]): void {
  const database = connect(path, true);
  try {
    for (const table of tables) database.prepare(`select * from "${table}" limit 1`).get();
  } finally {
    database.close();
  }
}
