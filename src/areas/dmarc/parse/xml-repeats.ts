import { isText, LT } from './xml-bytes.ts';
import { MAX_TEXT } from './text.ts';
import type { Again, Element } from './xml-schema.ts';

/** So many are read before any is remembered: most reports have no more. */
const UNREMEMBERED = 32;
const MAX_REMEMBERED = 1000;
const MAX_BYTES = 4096;

/**
 * What the elements of one report that stand there hundreds of times were made of, by their bytes. Equal bytes at the same place of a report are read alike,
 * but for the text of the varying leaves. Only elements of plain tags are remembered: whatever else stands there may mean something for what follows.
 */
export class Repeats<State> {
  readonly element: Element<State>;
  readonly varying: readonly Element<State>[];
  readonly #again: Again<State>;
  readonly #endTag: Buffer;
  #bytes: Buffer = Buffer.alloc(0);
  #words = new DataView(this.#bytes.buffer, 0, 0);
  /** Where the next end tag stands, as far as it was looked for. */
  #nextEnd = -1;
  #seen = 0;
  /** What stands before each varying leaf's text, of all that are remembered. */
  #pieces: readonly string[] = [];
  /** What stands behind the last varying leaf's text, by its hash, and what the element was made of; one of those with the same hash. */
  readonly #remembered = new Map<number, { rest: Buffer; taken: unknown }>();
  /** Where the element begins that is being read and may be remembered; -1 where none is. */
  #from = -1;
  /** Where the texts of its varying leaves begin and end. */
  readonly #noted: number[] = [];
  /** Where the texts of the varying leaves begin in the element that was found. */
  readonly starts: number[] = [];

  constructor(again: Again<State>) {
    this.element = again.element;
    this.varying = again.varying;
    this.#again = again;
    this.#endTag = Buffer.from(`</${again.element.name}>`);
  }

  /** Other bytes are being read. */
  read(bytes: Buffer): void {
    this.#bytes = bytes;
    this.#words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#nextEnd = this.#from = -1;
  }

  /** The element that is being read is not to be remembered. */
  forgo(): void {
    this.#from = -1;
  }

  /** Another report, or another character set, begins. */
  forget(): void {
    this.#seen = 0;
    this.#pieces = [];
    this.#remembered.clear();
    this.#from = -1;
  }

  /** Whether the element whose start tag ends at `at` is one that is remembered: then `state` is given what it was made of. Returns where it ends, else -1. */
  find(at: number, state: State): number {
    this.#from = ++this.#seen > UNREMEMBERED ? at : -1;
    this.#noted.length = 0;
    if (this.#pieces.length === 0) return -1;
    const bytes = this.#bytes;
    let place = at;
    for (let leaf = 0; leaf < this.varying.length; leaf++) {
      const piece = this.#pieces[leaf]!;
      if (!isText(bytes, place, place + piece.length, piece)) return -1;
      this.starts[leaf] = place += piece.length;
      while (place < bytes.length && bytes[place] !== LT) place++;
      if (place - this.starts[leaf]! > MAX_TEXT) return -1;
    }
    if (this.#nextEnd < place) this.#nextEnd = bytes.indexOf(this.#endTag, place);
    if (this.#nextEnd < 0) this.#nextEnd = Infinity;
    if (this.#nextEnd - place > MAX_BYTES) return -1;
    const known = this.#remembered.get(this.#hashOf(place, this.#nextEnd));
    if (known === undefined || bytes.compare(known.rest, 0, known.rest.length, place, this.#nextEnd) !== 0) return -1;
    this.#from = -1;
    this.#again.give(state, known.taken);
    return this.#nextEnd + this.#endTag.length;
  }

  /** A leaf's text was read, from one place to another. */
  note(leaf: Element<State>, from: number, to: number): void {
    if (this.#from < 0) return;
    const place = this.varying.indexOf(leaf);
    if (place < 0) return;
    if (2 * place === this.#noted.length) this.#noted.push(from, to);
    else this.forgo();
  }

  /** The element ends where its end tag begins: it is remembered if it may be. */
  end(close: number, state: State): void {
    if (this.#from < 0) return;
    const pieces: string[] = [];
    let place = this.#from;
    this.#from = -1;
    if (this.#noted.length !== 2 * this.varying.length || close - place > MAX_BYTES) return;
    for (let leaf = 0; leaf < this.varying.length; leaf++) {
      pieces.push(this.#bytes.toString('latin1', place, this.#noted[2 * leaf]));
      place = this.#noted[2 * leaf + 1]!;
    }
    if (pieces.some((piece, leaf) => piece !== this.#pieces[leaf]) || this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
    this.#pieces = pieces;
    this.#remembered.set(this.#hashOf(place, close), { rest: Buffer.from(this.#bytes.subarray(place, close)), taken: this.#again.take(state) });
  }

  #hashOf(from: number, to: number): number {
    let hash = to - from;
    let at = from;
    for (; at + 4 <= to; at += 4) hash = Math.imul(hash ^ this.#words.getInt32(at, true), 0x9e3779b1) ^ (hash >>> 15);
    for (; at < to; at++) hash = Math.imul(hash ^ this.#bytes[at]!, 0x9e3779b1);
    return hash;
  }
}
