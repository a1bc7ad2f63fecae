/** Another process holds the database; the message says what to do. */
export class StoreInUse extends Error {
  override name = 'StoreInUse';
}

/** A newer version of the program has changed the database in ways that this one does not know. */
export class DatabaseNewer extends Error {
  override name = 'DatabaseNewer';
}

/** Why the database cannot do its work now, through no fault of the program. */
export type Unavailability = 'unreachable' | 'busy' | 'full' | 'readOnly' | 'damaged';

const CONNECTION_LOST: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH']);
/** By the primary result code of SQLite (its documentation, "Result and Error Codes"). */
const BY_SQLITE_CODE: Readonly<Record<number, Unavailability>> = { 5: 'busy', 8: 'readOnly', 10: 'unreachable', 11: 'damaged', 13: 'full', 14: 'unreachable', 26: 'damaged' };
/** By what the code begins with (PostgreSQL, Appendix A). */
const BY_SQLSTATE: readonly [prefix: string, Unavailability][] = [
  ['08', 'unreachable'], ['57P', 'unreachable'], ['53300', 'unreachable'], ['53100', 'full'], ['53200', 'unreachable'], ['25006', 'readOnly'], ['58', 'unreachable'], ['XX001', 'damaged'], ['XX002', 'damaged'],
];
/** Of files beside the database, such as blobs. */
const BY_FILE_ERROR: Readonly<Record<string, Unavailability>> = { ENOSPC: 'full', EDQUOT: 'full', EROFS: 'readOnly', EIO: 'unreachable' };

/** Why a query or a write failed, where that was the database or its disk; null for a fault of the program. */
export function unavailabilityOf(error: unknown): Unavailability | null {
  if (!(error instanceof Error)) return null;
  const { code = '', message, errcode } = error as NodeJS.ErrnoException & { errcode?: number };
  if (code === 'ERR_SQLITE_ERROR' && errcode !== undefined) return BY_SQLITE_CODE[errcode & 0xff] ?? null;
  if (CONNECTION_LOST.has(code) || /^Connection terminated|^timeout exceeded when trying to connect|^Client has encountered a connection error/.test(message)) return 'unreachable';
  return BY_FILE_ERROR[code] ?? BY_SQLSTATE.find(([prefix]) => code.startsWith(prefix))?.[1] ?? null;
}

/** Whether what failed may succeed when it is tried again: the database is away, or two transactions waited for each other. */
export function isPassing(error: unknown): boolean {
  // PostgreSQL, Appendix A: class 40 transaction rollback.
  return unavailabilityOf(error) !== null || (error instanceof Error && (error as NodeJS.ErrnoException).code?.startsWith('40') === true);
}

/** A backup was not written or not restored; the message says why and what to do. */
export class BackupRefused extends Error {
  override name = 'BackupRefused';
}
