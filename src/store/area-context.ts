import type { Clock } from '../core/clock.ts';
import type { NewId } from '../core/ids.ts';
import type { Db } from './schema.ts';
import type { Store } from './store.ts';

/** What handlers of every area get beside the call. */
export interface AreaContext {
  /** The database; in a change, the transaction that it is committed with. */
  db: Db;
  store: Store;
  clock: Clock;
  newId: NewId;
  /** Unguessable bytes. */
  randomBytes(size: number): Buffer;
}
