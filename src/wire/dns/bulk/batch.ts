import { bulkStates, type BulkAnswers, type BulkState, type BulkType } from '../../../core/outside/bulk-lookup.ts';

const stateNumbers = Object.fromEntries(bulkStates.map((state, number) => [state, number])) as Record<BulkState, number>;

/** One list of names, how far it was asked, and what was answered. */
export class Batch implements BulkAnswers {
  readonly names: readonly string[];
  readonly type: BulkType;
  readonly signal: AbortSignal;
  readonly states: Uint8Array;
  /** The index of the next name that was not asked. */
  next = 0;
  readonly done: Promise<void>;
  #left: number;
  readonly #end: () => void;
  readonly #records = new Map<number, readonly string[]>();
  readonly #causes = new Map<number, string>();

  constructor(names: readonly string[], type: BulkType, signal: AbortSignal) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.names = names;
    this.type = type;
    this.signal = signal;
    this.states = new Uint8Array(names.length);
    this.done = promise;
    this.#left = names.length;
    this.#end = resolve;
    if (names.length === 0) resolve();
  }

  get isDone(): boolean {
    return this.#left === 0;
  }

  know(index: number, state: BulkState, records: readonly string[]): void {
    this.states[index] = stateNumbers[state];
    if (records.length > 0) this.#records.set(index, records);
    this.#count();
  }

  giveUp(index: number, cause: string): void {
    this.#causes.set(index, cause);
    this.#count();
  }

  /** Ends it as it is. */
  stop(): void {
    this.#left = 0;
    this.#end();
  }

  records(index: number): readonly string[] {
    return this.#records.get(index) ?? [];
  }

  cause(index: number): string | null {
    return this.#causes.get(index) ?? null;
  }

  #count(): void {
    if (--this.#left === 0) this.#end();
  }
}
