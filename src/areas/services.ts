import type { Clock } from '../core/clock.ts';
import type { NewId } from '../core/ids.ts';
import type { Speak } from '../core/texts.ts';
import type { Db, Store } from '../store/index.ts';
import type { Announce } from './announcement.ts';

/** What every area works with. */
export interface AreaServices {
  /** The database; in a change, the transaction that it is committed with. */
  db: Db;
  store: Store;
  clock: Clock;
  newId: NewId;
  /** Unguessable bytes. */
  randomBytes(size: number): Buffer;
  announce: Announce;
  speak: Speak;
}
