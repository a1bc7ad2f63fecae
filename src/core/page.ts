import { z } from 'zod';
import { Problem } from './problem.ts';

/** Rows on a page of a list: the most, and what it has unless asked. */
export const pageRows = { max: 200, standard: 50 } as const;

/** The query of every list: how many, and from where on. */
export const pageInput = {
  limit: z.coerce.number().int().min(1).max(pageRows.max).default(pageRows.standard).describe('How many at most'),
  cursor: z.string().min(1).max(200).optional().describe('`nextCursor` of the page before; opaque'),
};

/** The reply of every list. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    success: z.literal(true),
    data: z.array(item),
    nextCursor: z.string().nullable().describe('Give it as `cursor` for the next page; null on the last'),
  });
}

/** The position of a row in an order that never changes: what it is sorted by, then its id. */
export interface Cursor {
  at: number;
  id: string;
}

/** The opaque cursor of a position in the list that `list` names. */
export function encodeCursor(list: string, { at, id }: Cursor): string {
  return Buffer.from(`${list}:${at}:${id}`).toString('base64url');
}

/** The position that a cursor of the list names; throws `Problem` for one that this list did not give. */
export function decodeCursor(list: string, cursor: string | undefined): Cursor | null {
  if (cursor === undefined) return null;
  const match = /^([a-z._]{1,40}):(\d{1,16}):([a-z]{1,8}_[0-9a-z]{1,40})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (match?.[1] !== list) throw new Problem('invalid_request', 'The cursor is none that this list gave.', { errors: [{ path: 'cursor', message: 'Use nextCursor of the page before.' }] });
  return { at: Number(match[2]), id: match[3]! };
}

/** A page out of `limit + 1` rows read: the row too many says that there is more. */
export function cutPage<Row, Item>(list: string, rows: readonly Row[], limit: number, cursorOf: (row: Row) => Cursor, show: (row: Row) => Item): { success: true; data: Item[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  return { success: true, data: shown.map(show), nextCursor: rows.length > limit ? encodeCursor(list, cursorOf(shown.at(-1)!)) : null };
}
