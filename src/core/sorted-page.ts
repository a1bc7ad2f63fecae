import { z } from 'zod';
import { Problem } from './problem.ts';

/** The position of a row in a list: what the list is sorted by there, then its id. */
export interface SortCursor {
  value: string | number | null;
  id: string;
}

const MAX_CURSOR_CHARACTERS = 1000;

/** PostgreSQL has no U+0000 in texts. */
const TEXT = z.string().regex(/^[^\x00]*$/);

/** What a list can be sorted by, as the columns of the database take it. */
const values = {
  name: TEXT,
  count: z.number().int().min(0).max(2 ** 31 - 1).nullable(),
  time: z.number().int().nullable(),
};
export type SortKind = keyof typeof values;

/** The cursor of lists that are sorted by what names can be long. */
export const cursorInput = z.string().min(1).max(MAX_CURSOR_CHARACTERS).optional().describe('`nextCursor` of the page before; opaque');

/** A page out of `limit + 1` rows read: the row too many says that there is more. `list` names the list and its order. */
export function cutSorted<Row, Item>(
  list: string, rows: readonly Row[], limit: number, cursorOf: (row: Row) => SortCursor, show: (row: Row) => Item,
): { success: true; data: Item[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  return { success: true, data: shown.map(show), nextCursor: rows.length > limit ? encodeSortCursor(list, cursorOf(shown.at(-1)!)) : null };
}

/** The opaque cursor of a position in the list that `list` names. */
export function encodeSortCursor(list: string, { value, id }: SortCursor): string {
  return Buffer.from(JSON.stringify([list, value, id])).toString('base64url');
}

/** The position that a cursor of the list names; throws `Problem` for one that this list in this order did not give. */
export function decodeSortCursor(list: string, kind: SortKind, cursor: string | undefined): SortCursor | null {
  if (cursor === undefined) return null;
  const read = z.tuple([z.literal(list), values[kind], TEXT.max(64)]).safeParse(parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (!read.success) {
    throw new Problem('invalid_request', 'The cursor is none that this list gave in this order.', { errors: [{ path: 'cursor', message: 'Use nextCursor of the page before.' }] });
  }
  return { value: read.data[1], id: read.data[2] };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
