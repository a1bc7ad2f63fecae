import type { Match } from '../matching/judge.ts';
import type { RankedMatch } from '../matching/priority.ts';

/** What holds for one component, and for all that are like it. */
export interface Verdict {
  matches: readonly Match[];
  /** The same with what makes each urgent; null until somebody needs it. */
  ranked: Ranking | null;
}

export interface Ranking {
  matches: readonly RankedMatch[];
  /** Another one where anything in `matches` is another. */
  digest: string;
}

const MAX_MATCHES = 60_000;

/** Verdicts in memory, with some 60,000 matches together; those that were added first make way for others. */
export class Verdicts {
  readonly #kept = new Map<string, Verdict>();
  #matches = 0;

  get(key: string): Verdict | undefined {
    return this.#kept.get(key);
  }

  add(key: string, verdict: Verdict): void {
    this.#kept.set(key, verdict);
    this.#matches += verdict.matches.length;
    for (const [first, { matches }] of this.#kept) {
      if (this.#matches <= MAX_MATCHES) return;
      this.#kept.delete(first);
      this.#matches -= matches.length;
    }
  }
}
