import type { Brand } from './brand.ts';

/**
 * Remembers names by how people read them, which tells them apart as well as their A-labels do and is at hand before those are made.
 * Names in the brand's own place are kept by their label alone.
 */
export class Seen {
  readonly #labels: Set<string>;
  readonly #names = new Set<string>();
  readonly #start: string;
  readonly #end: string;

  constructor({ label, prefix, suffix }: Brand) {
    this.#labels = new Set([label]);
    this.#start = prefix;
    this.#end = `.${suffix}`;
  }

  /** Whether the label, in place of the brand's, is new; it is not the next time. */
  addLabel(label: string): boolean {
    return add(this.#labels, label);
  }

  /** The same for a whole name. */
  addName(name: string): boolean {
    const inPlace = name.length > this.#start.length + this.#end.length && name.startsWith(this.#start) && name.endsWith(this.#end);
    return inPlace ? this.addLabel(name.slice(this.#start.length, -this.#end.length)) : add(this.#names, name);
  }

  /** Whether a name in another place was added. */
  hasName(name: string): boolean {
    return this.#names.has(name);
  }
}

function add(set: Set<string>, text: string): boolean {
  const before = set.size;
  return set.add(text).size > before;
}
