import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;
/** What is collected is closed: a lock whose release nobody keeps would be lost. */
const held = new Set<DatabaseSync>();

/**
 * Takes an OS-level lock on a small database file of its own, waiting up to `waitMs`; gives back its release, or null when
 * others hold it. It vanishes with the process, however that ends. Nothing else may open the file: closing any
 * descriptor of it drops the POSIX locks of the whole process.
 */
export function lockFile(path: string, kind: 'shared' | 'exclusive', waitMs: number): (() => void) | null {
  const database = new DatabaseSync(path, { timeout: waitMs });
  try {
    database.exec(kind === 'exclusive' ? 'begin exclusive' : 'begin; select * from sqlite_master');
    held.add(database);
    return () => { if (held.delete(database)) database.close(); };
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw error;
  }
}
