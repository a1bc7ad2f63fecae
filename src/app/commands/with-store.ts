import { randomBytes } from 'node:crypto';
import { systemClock } from '../../core/clock.ts';
import { createNewId, type NewId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import { BackupRefused, DatabaseNewer, openStore, StoreInUse, type Store } from '../../store/index.ts';
import { exitCode, type ExitCode } from '../../surfaces/cli/index.ts';
import type { CommandParts } from './index.ts';

/** What a command on the database works with. */
export interface StoreMeans {
  store: Store;
  newId: NewId;
  randomBytes: (size: number) => Buffer;
  /** Epoch milliseconds. */
  now: number;
}

/** Runs `work` on the database of the settings and closes it; a refusal is told on stderr and becomes the exit code. */
export async function withStore(parts: CommandParts, work: (means: StoreMeans) => Promise<ExitCode>): Promise<ExitCode> {
  const { DSS_DATA_DIR: dataDir, DATABASE_URL: url } = parts.config();
  try {
    const store = await openStore({ dataDir, url, clock: systemClock });
    try {
      return await work({ store, newId: createNewId(systemClock, randomBytes), randomBytes, now: systemClock.now() });
    } finally {
      await store.close();
    }
  } catch (error) {
    const code = exitCodeOf(error);
    if (code === null) throw error;
    parts.terminal.stderr.write(`${(error as Error).message}\n`);
    return code;
  }
}

function exitCodeOf(error: unknown): ExitCode | null {
  if (error instanceof Problem) return error.status === 404 ? exitCode.notFound : exitCode.usage;
  if (error instanceof StoreInUse || error instanceof DatabaseNewer || error instanceof BackupRefused) return exitCode.couldNotRun;
  return null;
}
