import { randomBytes } from 'node:crypto';
import { systemClock } from '../../core/clock.ts';
import { createNewId, type NewId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import { openStore, type Store } from '../../store/index.ts';
import { exitCode, type ExitCode } from '../../surfaces/cli/index.ts';
import type { CommandParts } from './index.ts';
import { toldOf } from './told.ts';

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
  const config = parts.config();
  const { DSS_DATA_DIR: dataDir, DATABASE_URL: url } = config;
  try {
    const store = await openStore({ dataDir, url, clock: systemClock });
    try {
      return await work({ store, newId: createNewId(systemClock, randomBytes), randomBytes, now: systemClock.now() });
    } finally {
      await store.close();
    }
  } catch (error) {
    const told = error instanceof Problem ? error.message : toldOf(error, config);
    if (told === null) throw error;
    parts.terminal.stderr.write(`${told}\n`);
    return error instanceof Problem ? exitCodeOf(error) : exitCode.couldNotRun;
  }
}

function exitCodeOf({ status }: Problem): ExitCode {
  return status === 404 ? exitCode.notFound : exitCode.usage;
}
