import type { Intent } from '../intents.ts';

/** Terms by how much they say, in log-odds: `{ 3: 'how to|what is' }`. A term is one to five words; `^` in front: only at the beginning; `*` at the end of a word: however it goes on. Accents do not matter. */
export type Weighted = Readonly<Partial<Record<1 | 2 | 3 | 4, string>>>;

/** What one language says of intents. */
export interface Lexicon {
  /** Words that every text of the language has: they say which language it is. */
  common: string;
  terms: Readonly<Record<Intent, Weighted>>;
  /** Segments of paths, as sites of the language name them. */
  paths: Readonly<Record<Intent, string>>;
  /** What buttons say. */
  actions: Readonly<Partial<Record<Intent, string>>>;
  /** Somewhere near. */
  local: string;
}
