/** Another process holds the database; the message says what to do. */
export class StoreInUse extends Error {
  override name = 'StoreInUse';
}

/** A newer version of the program has changed the database in ways that this one does not know. */
export class DatabaseNewer extends Error {
  override name = 'DatabaseNewer';
}

const CONNECTION_LOST: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Whether a query failed because the PostgreSQL server could not be reached, ended the connection, or has no place for another. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', message } = error as NodeJS.ErrnoException;
  // PostgreSQL, Appendix A: class 08 connection exceptions, 57P operator intervention, 53300 too many connections.
  return CONNECTION_LOST.has(code) || /^(08|57P|53300)/.test(code) || /^Connection terminated|^timeout exceeded when trying to connect|^Client has encountered a connection error/.test(message);
}

/** Whether what failed may succeed when it is tried again: the server is away, or two transactions waited for each other. */
export function isPassing(error: unknown): boolean {
  // PostgreSQL, Appendix A: class 40 transaction rollback.
  return isUnavailable(error) || (error instanceof Error && (error as NodeJS.ErrnoException).code?.startsWith('40') === true);
}

/** A backup was not written or not restored; the message says why and what to do. */
export class BackupRefused extends Error {
  override name = 'BackupRefused';
}
