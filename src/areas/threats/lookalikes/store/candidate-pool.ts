import { sql } from 'kysely';
import type { Db } from '../../../../store/index.ts';
import type { LookalikeRow } from '../shapes.ts';
import { bitsOf } from '../state/words.ts';
import { tables } from '../tables.ts';

const OTHERS = bitsOf(['permutation', 'manual']);

/** The place for candidates of one domain that only streams have named and that nobody has judged. */
export interface CandidatePool {
  /** Adds a new one; where there is no room, the one with the lowest rank is left out: it, or one that was there. */
  add(row: LookalikeRow): Promise<void>;
  /** Writes down how many were left out. */
  tellLeftOut(): Promise<void>;
}

/** Room for `most` of them; the domain is locked in `tx`. */
export function createCandidatePool(tx: Db, domainId: string, most: number): CandidatePool {
  let waiting: number | null = null;
  let leftOut = 0;
  const ofStreams = tables(tx).selectFrom('lookalike').where('domain_id', '=', domainId).where('review', '=', 'new').where(sql<boolean>`(sources & ${sql.lit(OTHERS)}) = 0`);
  const evictLowest = async (rank: number): Promise<boolean> => {
    const least = await ofStreams.select(['id', 'rank']).orderBy('rank').orderBy('id', 'desc').limit(1).executeTakeFirst();
    if (!least || least.rank >= rank) return false;
    await tables(tx).deleteFrom('lookalike').where('id', '=', least.id).execute();
    return true;
  };
  return {
    async add(row) {
      waiting ??= Number((await ofStreams.select(eb => eb.fn.countAll<number | string>().as('count')).executeTakeFirstOrThrow()).count);
      if (waiting >= most) {
        leftOut++;
        if (!await evictLowest(row.rank)) return;
      } else {
        waiting++;
      }
      await tables(tx).insertInto('lookalike').values(row).execute();
    },
    async tellLeftOut() {
      if (leftOut > 0) await tables(tx).updateTable('lookalike_watch').set(eb => ({ left_out: eb('left_out', '+', leftOut) })).where('domain_id', '=', domainId).execute();
    },
  };
}
