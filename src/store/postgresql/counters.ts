import { sql } from 'kysely';
import type { Counts } from '../counts.ts';
import type { PostgresqlStore } from './open.ts';
import { storeTables } from '../store-tables.ts';

/** Names are joined by line feeds, since a statement takes no lists. */
const READ = `select name, used from counter where name = any(string_to_array($1, E'\\n')) and window_start = cast($2 as bigint)`;

/** What any number of processes count together: one statement a call, its figure in the database when it answers. */
export function createSharedCounts(store: PostgresqlStore): Counts {
  const add = store.figure<{ used: number }>(storeTables(store.db).insertInto('counter').values({ name: '', window_start: 0, used: sql.lit(1) })
    .onConflict(conflict => conflict.columns(['name', 'window_start']).doUpdateSet(eb => ({ used: eb('counter.used', '+', sql.lit(1)) }))).returning('used'));
  const reader = new Reader(store);
  return {
    count: async (name, windowStart) => (await add(name, windowStart))!.used,
    async read(names, windowStart) {
      if (names.length === 0) return [];
      const used = await reader.read(names, windowStart);
      return names.map(name => used.get(name) ?? 0);
    },
    learn: () => {},
    flush: () => Promise.resolve(),
  };
}

interface Question {
  names: Set<string>;
  answer: Promise<ReadonlyMap<string, number>>;
}

/** Asks once for all that is to be read in one turn of the event loop: calls that were let in together want to read together as well. */
class Reader {
  readonly #store: PostgresqlStore;
  readonly #questions = new Map<number, Question>();

  constructor(store: PostgresqlStore) {
    this.#store = store;
  }

  read(names: readonly string[], windowStart: number): Promise<ReadonlyMap<string, number>> {
    const question = this.#questions.get(windowStart) ?? this.#begin(windowStart);
    for (const name of names) question.names.add(name);
    return question.answer;
  }

  #begin(windowStart: number): Question {
    const names = new Set<string>();
    const answer = new Promise<void>(resolve => { setImmediate(resolve); }).then(async () => {
      this.#questions.delete(windowStart);
      const rows = await this.#store.figures<{ name: string; used: number }>('counters of names', READ, [[...names].join('\n'), windowStart]);
      return new Map(rows.map(({ name, used }) => [name, used]));
    });
    const question = { names, answer };
    this.#questions.set(windowStart, question);
    return question;
  }
}
