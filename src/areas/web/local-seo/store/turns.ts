import type { Clock } from '../../../../core/clock.ts';
import type { Db } from '../../../../store/index.ts';
import { tables } from '../tables.ts';

/** A bucket of turns: so many a second in the long run, `burst` of them at once. */
export interface Bucket {
  perSecond: number;
  burst: number;
}

interface Means {
  db: Db;
  clock: Pick<Clock, 'now'>;
}

const MAX_BACK_OFF_MS = 600_000;

/** Takes the next turn at the provider, of all accounts and processes that use the same key; gives for how many milliseconds to wait for it. */
export async function takeTurn({ db, clock }: Means, provider: string, { perSecond, burst }: Bucket): Promise<number> {
  const spacingMs = Math.ceil(1000 / perSecond);
  const now = clock.now();
  const { due_at: due } = await tables(db).insertInto('local_search_turn').values({ provider, due_at: now + spacingMs })
    .onConflict(conflict => conflict.column('provider').doUpdateSet(eb => ({
      due_at: eb(eb.case().when('local_search_turn.due_at', '>', now).then(eb.ref('local_search_turn.due_at')).else(now).end(), '+', spacingMs),
    }))).returning('due_at').executeTakeFirstOrThrow();
  return Math.max(0, due - spacingMs * burst - now);
}

/** Nobody asks the provider anything for `ms`, ten minutes at most. */
export async function leaveAlone({ db, clock }: Means, provider: string, ms: number, { perSecond, burst }: Bucket): Promise<void> {
  const until = clock.now() + Math.min(ms, MAX_BACK_OFF_MS) + Math.ceil(1000 / perSecond) * (burst - 1);
  await tables(db).insertInto('local_search_turn').values({ provider, due_at: until })
    .onConflict(conflict => conflict.column('provider').doUpdateSet({ due_at: until }).where('local_search_turn.due_at', '<', until)).execute();
}
