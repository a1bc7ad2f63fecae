/** What a document for people consists of. */
export type Block =
  | { kind: 'heading'; text: string; level: 2 | 3 }
  /** `open`: what somebody has to complete or confirm. */
  | { kind: 'text'; text: string; tone?: 'open' | 'quiet' }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'table'; caption: string; heads: readonly string[]; rows: readonly (readonly string[])[] };

/** A document that becomes a page, a PDF or a file of an office program. */
export interface Paper {
  title: string;
  /** Whose it is, and of which version. */
  about: readonly string[];
  blocks: readonly Block[];
  /** What stands at its end, such as that it is no legal advice. */
  footer: string;
  /** Epoch milliseconds. */
  madeAt: number;
}

export const heading = (text: string, level: 2 | 3 = 2): Block => ({ kind: 'heading', text, level });
export const list = (items: readonly string[]): Block => ({ kind: 'list', items });
export const text = (content: string, tone?: 'open' | 'quiet'): Block => ({ kind: 'text', text: content, ...(tone ? { tone } : {}) });

/** A table, or the words `nothing` where it has no rows. */
export function table(caption: string, heads: readonly string[], rows: readonly (readonly string[])[], nothing: string): Block {
  return rows.length === 0 ? text(nothing) : { kind: 'table', caption, heads, rows };
}
