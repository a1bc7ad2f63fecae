const MAX_OPEN = 4000;
const MAX_OPEN_OF_ACCOUNT = 1000;

/** How many checks are under way in this process: targets that hang take no more than the share of their own account. */
export class Turns {
  readonly #open = new Map<string, number>();
  #total = 0;

  /** How many may still begin. */
  get free(): number {
    return Math.max(0, MAX_OPEN - this.#total);
  }

  /** Begins one; the result ends it. Null where the account has as many as it may. */
  enter(accountId: string): (() => void) | null {
    const open = this.#open.get(accountId) ?? 0;
    if (open >= MAX_OPEN_OF_ACCOUNT) return null;
    this.#open.set(accountId, open + 1);
    this.#total++;
    return () => {
      this.#total--;
      const left = this.#open.get(accountId)! - 1;
      if (left === 0) this.#open.delete(accountId);
      else this.#open.set(accountId, left);
    };
  }
}
