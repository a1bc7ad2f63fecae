/** Another process holds the database; the message says what to do. */
export class StoreInUse extends Error {
  override name = 'StoreInUse';
}

/** A newer version of the program has changed the database in ways that this one does not know. */
export class DatabaseNewer extends Error {
  override name = 'DatabaseNewer';
}

/** A backup was not written or not restored; the message says why and what to do. */
export class BackupRefused extends Error {
  override name = 'BackupRefused';
}
