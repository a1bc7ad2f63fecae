import { randomBytes } from 'node:crypto';
import { systemClock } from '../../core/clock.ts';
import { createNewId, type NewId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import { databaseExists, openStore, type Store } from '../../store/index.ts';
import { codeOfRefusal, exitCode, type ExitCode } from '../../surfaces/cli/index.ts';
import type { CommandParts } from './parts.ts';
import { startupErrorOf } from './startup-error.ts';
import type { Announce } from '../../areas/announcement.ts';
import { announceTo, schema, type Services } from '../registry.ts';

/** What a command on the database works with. */
export interface StoreMeans {
  store: Store;
  newId: NewId;
  randomBytes: (size: number) => Buffer;
  /** Epoch milliseconds. */
  now: number;
  /** Those who hear what commands change work with the transaction alone. */
  announce: Announce;
}

/** As `withStore`, for commands that only look: a database that is not there is not made. */
export async function withExistingStore(parts: CommandParts, work: (means: StoreMeans) => Promise<ExitCode>): Promise<ExitCode> {
  const { DSS_DATA_DIR: dataDir, DATABASE_URL: url } = parts.config();
  if (databaseExists({ dataDir, url })) return withStore(parts, work);
  parts.terminal.stderr.write(`There is no database in ${dataDir}. Set DSS_DATA_DIR, or DATABASE_URL, as the service has it.\n`);
  return exitCode.couldNotRun;
}

/** Runs `work` on the database of the settings and closes it; a refusal is reported on stderr and becomes the exit code. */
export async function withStore(parts: CommandParts, work: (means: StoreMeans) => Promise<ExitCode>): Promise<ExitCode> {
  const config = parts.config();
  const { DSS_DATA_DIR: dataDir, DATABASE_URL: url } = config;
  try {
    const store = await openStore({ dataDir, url, clock: systemClock, schema });
    try {
      return await work({ store, newId: createNewId(systemClock, randomBytes), randomBytes, now: systemClock.now(), announce: announceTo(() => ({}) as Services) });
    } finally {
      await store.close();
    }
  } catch (error) {
    const startupError = error instanceof Problem ? error.message : startupErrorOf(error, config);
    if (startupError === null) throw error;
    parts.terminal.stderr.write(`${startupError}\n`);
    return error instanceof Problem ? codeOfRefusal(error) : exitCode.couldNotRun;
  }
}
