import type { Moves } from './compare.ts';

/** What versions after the fixtures did on purpose with what those held; everything else must be where it was, and as it was. */
export const moved: Moves = {};
