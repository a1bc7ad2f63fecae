import { z } from 'zod';

const MOST = 50;

/** A filter that takes one value or several. */
export type Several<Item extends z.ZodType> = z.ZodType<z.output<Item>[], z.input<Item> | readonly z.input<Item>[]>;

/** A filter of a list that takes one value or several of `item`, which must not have commas: as a list, repeated in a query, or in one text with commas between them. */
export function several<Item extends z.ZodType>(item: Item): Several<Item> {
  return z.preprocess(listOf, z.array(item).min(1).max(MOST)) as unknown as Several<Item>;
}

/** A filter that takes one value or several of texts, which may have commas: as a list, or repeated in a query. */
export function repeated<Item extends z.ZodType>(item: Item): Several<Item> {
  return z.preprocess(given => (given === undefined || Array.isArray(given) ? given : [given]), z.array(item).min(1).max(MOST)) as unknown as Several<Item>;
}

function listOf(given: unknown): unknown {
  const list: unknown[] = Array.isArray(given) ? given : [given];
  return given === undefined ? given : list.flatMap(one => (typeof one === 'string' ? one.split(',') : [one]));
}
