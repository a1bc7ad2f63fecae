import { isAscii } from 'node:buffer';
import { MAX_TEXT } from './text.ts';
import { isText, LT, NO_BYTES } from './xml-bytes.ts';
import type { Again, Element } from './xml-schema.ts';

/** Reporters indent in their own ways: what stands before the texts of the varying leaves. */
const MAX_LAYOUTS = 16;
/** So many are read before any is remembered: one file of a few records has nothing from it. */
const UNREMEMBERED = 32;
/** Characters of all pieces of a layout together. */
const MAX_PIECES = 300;
const MAX_ELEMENT_BYTES = 4096;
/** Of memory, about: an element with what was read of it takes a thousand bytes, and eight for each of its own. */
const MAX_BYTES = 16 << 20;
/** After so many in a row that were not known, no others of the file are looked for. */
const MAX_UNKNOWN = 200;

interface Layout {
  /** What stands before the text of each varying leaf. */
  pieces: readonly string[];
  /** What stands behind the last one's text, by its hash, and what the element was made of; one of those with the same hash. */
  elements: Map<number, { rest: Buffer; taken: unknown }>;
}

/** What records were made of, by their bytes, in any number of files; bounded. */
export class RecordMemory {
  layouts: readonly Layout[] = [];
  #bytes = 0;
  #asked = 0;

  /** Hears that an element is read; tells whether it is to be remembered. */
  wants(): boolean {
    return ++this.#asked > UNREMEMBERED;
  }

  add(pieces: readonly string[], hash: number, rest: Buffer, taken: unknown): void {
    if (pieces.reduce((sum, { length }) => sum + length, 0) > MAX_PIECES) return;
    const bytes = 1000 + 8 * rest.length;
    this.#bytes += bytes;
    if (this.#bytes > MAX_BYTES) [this.layouts, this.#bytes] = [[], bytes];
    let layout = this.layouts.find(one => one.pieces.every((piece, leaf) => piece === pieces[leaf]));
    if (!layout) this.layouts = [layout = { pieces, elements: new Map() }, ...this.layouts.slice(0, MAX_LAYOUTS - 1)];
    layout.elements.set(hash, { rest, taken });
  }

  /** The layout was found again: it is tried first. */
  used(layout: Layout): void {
    if (layout !== this.layouts[0]) this.layouts = [layout, ...this.layouts.filter(one => one !== layout)];
  }
}

/**
 * Finds elements of a file that were read before, but for the text of a few leaves. Equal bytes are read alike: only elements of plain tags in ASCII, about which
 * nothing had to be reported, are remembered; whatever else stands there may depend on what came before, or mean something for what follows.
 */
export class Repeats<State> {
  readonly element: Element<State>;
  readonly varying: readonly Element<State>[];
  readonly #again: Again<State>;
  readonly #memory: RecordMemory;
  #bytes: Buffer = NO_BYTES;
  /** The same bytes, once it is needed. */
  #words: DataView | null = null;
  /** Where the next end tag stands, as far as it was looked for. */
  #nextEnd = -1;
  #unknown = 0;
  /** Where the element begins that is being read and may be remembered; -1 where none is. */
  #from = -1;
  /** Where the texts of its varying leaves begin and end. */
  readonly #noted: number[] = [];
  /** Where the texts of the varying leaves begin in the element that was found. */
  readonly starts: number[] = [];

  constructor(again: Again<State>, memory: RecordMemory) {
    this.element = again.element;
    this.varying = again.varying;
    this.#again = again;
    this.#memory = memory;
  }

  /** Other bytes are being read. */
  read(bytes: Buffer): void {
    this.#bytes = bytes;
    this.#words = null;
    this.#nextEnd = this.#from = -1;
  }

  /** The element that is being read is not to be remembered. */
  forgo(): void {
    this.#from = -1;
  }

  /** Whether the element whose start tag ends at `at` is one that is remembered: then `state` is given what it was made of. Returns where it ends, else -1. */
  find(at: number, state: State): number {
    this.#from = -1;
    if (++this.#unknown > MAX_UNKNOWN) return -1;
    if (this.#memory.wants()) this.#from = at;
    this.#noted.length = 0;
    for (const layout of this.#memory.layouts) {
      const index = this.#passVarying(layout.pieces, at);
      if (index < 0) continue;
      this.#memory.used(layout);
      if (this.#nextEnd < index) this.#nextEnd = this.#bytes.indexOf(this.#again.endTag, index);
      if (this.#nextEnd < 0) this.#nextEnd = Infinity;
      if (this.#nextEnd - index > MAX_ELEMENT_BYTES) return -1;
      const known = layout.elements.get(this.#hashOf(index, this.#nextEnd));
      if (known === undefined || this.#bytes.compare(known.rest, 0, known.rest.length, index, this.#nextEnd) !== 0) return -1;
      this.#from = -1;
      this.#unknown = 0;
      this.#again.give(state, known.taken);
      return this.#nextEnd + this.#again.endTag.length;
    }
    return -1;
  }

  /** Where the last varying leaf's text ends, where all of them lie between `pieces`; else -1. */
  #passVarying(pieces: readonly string[], at: number): number {
    const bytes = this.#bytes;
    let index = at;
    for (let leaf = 0; leaf < pieces.length; leaf++) {
      const piece = pieces[leaf]!;
      if (!isText(bytes, index, index + piece.length, piece)) return -1;
      this.starts[leaf] = index += piece.length;
      while (index < bytes.length && bytes[index] !== LT) index++;
      if (index - this.starts[leaf]! > MAX_TEXT) return -1;
    }
    return index;
  }

  /** A leaf's text was read, from one place to another. */
  note(leaf: Element<State>, from: number, to: number): void {
    if (this.#from < 0) return;
    const index = this.varying.indexOf(leaf);
    if (index < 0) return;
    if (2 * index === this.#noted.length) this.#noted.push(from, to);
    else this.forgo();
  }

  /** The element ends where its end tag begins: it is remembered if it may be. */
  end(close: number, state: State): void {
    const from = this.#from;
    this.#from = -1;
    if (from < 0 || this.#noted.length !== 2 * this.varying.length || close - from > MAX_ELEMENT_BYTES || !isAscii(this.#bytes.subarray(from, close))) return;
    const taken = this.#again.take(state);
    if (taken === null) return;
    const ends = [from, ...this.#noted];
    const pieces = this.varying.map((_, leaf) => this.#bytes.toString('latin1', ends[2 * leaf], ends[2 * leaf + 1]));
    const rest = ends.at(-1)!;
    this.#memory.add(pieces, this.#hashOf(rest, close), Buffer.from(this.#bytes.subarray(rest, close)), taken);
  }

  #hashOf(from: number, to: number): number {
    const words = this.#words ??= new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.length);
    let hash = to - from;
    let at = from;
    for (; at + 4 <= to; at += 4) hash = Math.imul(hash ^ words.getInt32(at, true), 0x9e3779b1) ^ (hash >>> 15);
    for (; at < to; at++) hash = Math.imul(hash ^ words.getInt8(at), 0x9e3779b1);
    return hash;
  }
}
