import type { Clock } from '../core/clock.ts';
import type { Db } from './db.ts';
import { unavailabilityOf } from './refusals.ts';
import type { Store } from './store.ts';
import { storeTables } from './store-tables.ts';

const ID = 1;

/** When a service last wrote to this database, epoch milliseconds; null where none has. */
export async function lastBeat(db: Db): Promise<number | null> {
  return (await storeTables(db).selectFrom('heartbeat').select('at').where('id', '=', ID).executeTakeFirst())?.at ?? null;
}

/** The parts of a store that are told by writing to it; `probe` throws where more is wrong than that shows. */
export function createVitals(db: Db, clock: Clock, probe: () => void = () => {}): Pick<Store, 'state' | 'mayForget' | 'keepAll'> {
  let forgetFromMs = -Infinity;
  return {
    async state() {
      try {
        await storeTables(db).insertInto('heartbeat').values({ id: ID, at: clock.now() }).onConflict(conflict => conflict.column('id').doUpdateSet({ at: clock.now() })).execute();
        probe();
        return 'ok';
      } catch (error) {
        const why = unavailabilityOf(error);
        if (why === null) throw error;
        return why;
      }
    },
    mayForget: () => clock.monotonicMs() >= forgetFromMs,
    keepAll(forMs) {
      forgetFromMs = clock.monotonicMs() + forMs;
    },
  };
}
