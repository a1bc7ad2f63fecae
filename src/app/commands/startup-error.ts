import { BackupRefused, DatabaseNewer, StoreInUse } from '../../store/index.ts';
import type { Config } from '../config.ts';

/** What errors of the system, of SQLite and of a PostgreSQL server carry. */
interface OutsideError extends NodeJS.ErrnoException {
  errcode?: number;
  severity?: string;
}

/** SQLite's result codes READONLY, IOERR, CORRUPT, FULL, CANTOPEN and NOTADB: the file is to blame, not the program. */
const ofFile = new Set([8, 10, 11, 13, 14, 26]);

/**
 * The one line for the person who started the program about an error that is none of its faults, such as a port in use or a
 * database that does not answer; null for every other error.
 */
export function startupErrorOf(error: unknown, { DSS_DATA_DIR: dataDir }: Pick<Config, 'DSS_DATA_DIR'>): string | null {
  if (error instanceof StoreInUse || error instanceof DatabaseNewer || error instanceof BackupRefused) return error.message;
  const { message, code, syscall, path, errcode, severity } = error as OutsideError;
  if (code === 'EADDRINUSE') return `${message}. Stop what listens there, or set DSS_PORT.`;
  if (syscall === 'listen') return `DSS_HOST: ${message}`;
  if (path !== undefined) return path.startsWith(dataDir) ? `DSS_DATA_DIR: ${message}` : message;
  if (errcode !== undefined && ofFile.has(errcode)) return `DSS_DATA_DIR: The database in ${dataDir} cannot be used: ${message}`;
  const ofServer = severity === 'FATAL' || syscall === 'connect' || syscall === 'getaddrinfo' || error instanceof AggregateError;
  // Where a name has several addresses that all refuse, only the code says so.
  return ofServer ? `DATABASE_URL: The database cannot be reached: ${message || code}` : null;
}
