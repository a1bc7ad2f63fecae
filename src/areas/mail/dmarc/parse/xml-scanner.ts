import { Refusal } from './limits.ts';
import type { WarningCode } from './shapes.ts';
import { decodeBytes, MAX_TEXT, resolveReferences, tidy } from './text.ts';
import { AMPERSAND, EXCLAMATION, GT, hasName, isEndTag, isText, LT, NO_BYTES, QUESTION, SLASH } from './xml-bytes.ts';
import { Namespaces, readTag, type Tag } from './xml-names.ts';
import { Repeats, type RecordMemory } from './xml-repeats.ts';
import type { Element, Leaf, ScanState, Schema } from './xml-schema.ts';

const MAX_DEPTH = 32;
const MAX_TAG_BYTES = 64 << 10;
/** Bytes of a text that are read; a reference takes more of them than the character that it stands for. */
const MAX_RAW_TEXT = 4 * MAX_TEXT;

/** A power of two. */
const KNOWN_SLOTS = 4;

const DTD = /^<!(doctype|entity|element|attlist|notation)/i;
const DECLARED_CHARSET = /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/i;
const NAME_START = /[A-Za-z_:\u0080-\u00ff]/;

/** What follows `<!--` or `<![CDATA[` up to `end`. */
interface Span {
  end: string;
  text: boolean;
}

/**
 * Reads XML in chunks of bytes against a schema, without building a tree: elements that the schema knows change `state`,
 * all others are passed over. Lenient as reporters need it (names without case, missing and surplus tags, raw `<` in text)
 * and strict where attacks would gain from it: no document types, no entities of its own, bounded depth and tag length.
 */
export class XmlScanner<State extends ScanState> {
  readonly #root: Element<State>;
  readonly #state: State;
  readonly #warn: (code: WarningCode) => void;
  readonly #namespaces = new Namespaces();
  /** The last chunk's unfinished tag, at the front of a buffer that is used again and again. */
  #work: Buffer = NO_BYTES;
  #idleBytes = 0;
  #wantedBytes = 0;
  #span: Span | null = null;
  #charset: string | null = null;

  /** Open elements from the outermost on; `null` stands for one that the schema does not know. */
  readonly #open: (Element<State> | null)[] = [];
  readonly #names: string[] = [];
  #current: Element<State> | null;
  /** Raw text so far of the leaf that is open. */
  #text = '';

  /** Reports repeat themselves: the element that came last time after the start tag (2 x id) or end tag (2 x id + 1) of another; at first, as declared. */
  readonly #followers: (Element<State> | undefined)[];
  #before: number;
  /** Some texts of each leaf, by their hash, and what they stood for. */
  readonly #knownRaw: (string | undefined)[] = [];
  readonly #knownValue: unknown[] = [];
  readonly #repeats: Repeats<State>;

  constructor({ root, followers, again }: Schema<State>, memory: RecordMemory, state: State, warn: (code: WarningCode) => void) {
    this.#root = root;
    this.#current = root;
    this.#before = 2 * root.id;
    this.#followers = followers.slice();
    this.#state = state;
    this.#warn = warn;
    this.#repeats = new Repeats(again, memory);
  }

  /** Reads on; throws a `Refusal`. */
  push(chunk: Buffer): void {
    const bytes = this.#idleBytes > 0 ? this.#joined(chunk) : chunk;
    // A tag that comes in small pieces is scanned again each time that it has doubled, not for each of them.
    if (bytes.length < this.#wantedBytes) return this.#keep(bytes, 0);
    this.#keep(bytes, this.#scan(bytes, bytes.length));
    this.#wantedBytes = 2 * this.#idleBytes;
  }

  /** Reads what was held back. */
  finish(): void {
    const bytes = this.#work.subarray(0, this.#idleBytes);
    this.#keep(bytes, this.#scan(bytes, bytes.length));
  }

  /** The rest of the last chunk with `chunk` behind it. */
  #joined(chunk: Buffer): Buffer {
    const length = this.#idleBytes + chunk.length;
    if (this.#work.length < length) this.#work = Buffer.concat([this.#work.subarray(0, this.#idleBytes)], length);
    chunk.copy(this.#work, this.#idleBytes);
    return this.#work.subarray(0, length);
  }

  #keep(bytes: Buffer, from: number): void {
    const length = bytes.length - from;
    if (this.#work.length < length) this.#work = Buffer.allocUnsafe(2 * bytes.length);
    bytes.copy(this.#work, 0, from);
    this.#idleBytes = length;
  }

  /** Reads as far as the bytes go; returns where an unfinished tag or span begins. */
  #scan(bytes: Buffer, end: number): number {
    this.#repeats.read(bytes);
    let at = 0;
    for (;;) {
      if (this.#span !== null) {
        at = this.#passSpan(bytes, at, this.#span);
        if (this.#span !== null) return at;
      }
      let open = at;
      while (open < end && bytes[open] !== LT) open++;
      if (open > at && this.#current?.leaf) this.#addText(bytes.toString('latin1', at, Math.min(open, at + MAX_RAW_TEXT)));
      if (open === end) return end;
      at = this.#passTag(bytes, open, end);
      if (at < 0) return open;
    }
  }

  /** Returns where the tag at `open` ends, -1 where more bytes are needed. */
  #passTag(bytes: Buffer, open: number, end: number): number {
    if (open + 1 >= end) return -1;
    const first = bytes[open + 1]!;
    if (first === SLASH) {
      const current = this.#current;
      if (current !== null && current.leaf === null && hasName(bytes, open + 2, current.bytes, end)) {
        if (current === this.#repeats.element) this.#repeats.end(open, this.#state);
        this.#leave();
        return open + 3 + current.bytes.length;
      }
      return this.#passUnexpected(bytes, open, end);
    }
    const next = this.#nextAt(bytes, open + 1, end);
    if (next !== undefined) return this.#pass(next, next.name, bytes, open + 2 + next.bytes.length, end);
    if (first === EXCLAMATION || first === QUESTION) return this.#passMarkup(bytes, open, end, first);
    if (!NAME_START.test(String.fromCharCode(first))) return this.#passAsText(open);
    return this.#passUnexpected(bytes, open, end);
  }

  /** The element whose plain start tag this is: the one that came here last time, or another of those that may come. */
  #nextAt(bytes: Buffer, at: number, end: number): Element<State> | undefined {
    const guess = this.#followers[this.#before];
    if (guess !== undefined && hasName(bytes, at, guess.bytes, end)) return guess;
    if (this.#current === null || this.#current === this.#root) return undefined;
    const child = this.#current.children.find(one => hasName(bytes, at, one.bytes, end));
    if (child !== undefined) this.#followers[this.#before] = child;
    return child;
  }

  /** The start tag of `element` ends at `at`; returns where to read on: behind a leaf that is whole. */
  #pass(element: Element<State>, name: string, bytes: Buffer, at: number, end: number): number {
    if (element.leaf !== null) {
      const behind = this.#passLeaf(element, element.leaf, bytes, at, end);
      if (behind >= 0) return behind;
    }
    // Deeper in other elements it might be too deep.
    if (element === this.#repeats.element && this.#open.length === 1) {
      const behind = this.#passAgain(element, bytes, at, end);
      if (behind >= 0) return behind;
    }
    this.#enter(element, name, null);
    return at;
  }

  /** Returns where an element ends that was read before but for its varying leaves, else -1. */
  #passAgain(element: Element<State>, bytes: Buffer, at: number, end: number): number {
    const behind = this.#repeats.find(at, this.#state);
    if (behind < 0) return -1;
    const { varying, starts } = this.#repeats;
    for (let index = 0; index < varying.length; index++) this.#passLeaf(varying[index]!, varying[index]!.leaf!, bytes, starts[index]!, end);
    this.#before = 2 * element.id + 1;
    element.end?.(this.#state);
    return behind;
  }

  /** Returns where a leaf ends that is only text and lies before `end`, else -1. */
  #passLeaf(element: Element<State>, leaf: Leaf<State>, bytes: Buffer, at: number, end: number): number {
    const { id, bytes: name } = element;
    let close = at;
    let hash = 0;
    let plain = true;
    for (; close < end && bytes[close] !== LT; close++) {
      const byte = bytes[close]!;
      hash = (31 * hash + byte) | 0;
      if (byte <= 0x20 || byte >= 0x7f || byte === AMPERSAND) plain = false;
    }
    if (close - at > MAX_TEXT || !isEndTag(bytes, close, name, end)) return -1;
    const slot = KNOWN_SLOTS * id + (hash & (KNOWN_SLOTS - 1));
    const known = this.#knownRaw[slot];
    if (known === undefined || !isText(bytes, at, close, known)) {
      const raw = bytes.toString('latin1', at, close);
      this.#state.warned = false;
      this.#knownValue[slot] = this.#read(leaf, raw, plain);
      // What is to be reported of a text is reported each time that it occurs.
      this.#knownRaw[slot] = this.#state.warned ? undefined : raw;
    }
    leaf.set(this.#state, this.#knownValue[slot]);
    this.#before = 2 * id + 1;
    this.#repeats.note(element, at, close);
    return close + 3 + name.length;
  }

  #read(leaf: Leaf<State>, raw: string, plain: boolean): unknown {
    return leaf.read(plain ? raw : tidy(resolveReferences(decodeBytes(raw, this.#charset, this.#warn)), this.#warn), this.#warn);
  }

  /** A comment, CDATA or processing instruction; a document type ends the reading. */
  #passMarkup(bytes: Buffer, open: number, end: number, first: number): number {
    this.#repeats.forgo();
    if (first === QUESTION) {
      const close = bytes.indexOf('?>', open);
      if ((close < 0 ? end : close) - open > MAX_TAG_BYTES) throw new Refusal('tag_too_long');
      if (close < 0) return -1;
      this.#charset = DECLARED_CHARSET.exec(bytes.toString('latin1', open, close))?.[1] ?? this.#charset;
      this.#knownRaw.length = 0;
      return close + 2;
    }
    const start = bytes.toString('latin1', open, Math.min(end, open + 10));
    if (start.startsWith('<!--')) {
      this.#span = { end: '-->', text: false };
      return open + 4;
    }
    if (start.startsWith('<![CDATA[')) {
      this.#span = { end: ']]>', text: true };
      return open + 9;
    }
    if (DTD.test(start)) throw new Refusal('dtd');
    return start.length < 10 ? -1 : this.#passAsText(open);
  }

  /** Passes over a span up to its end, which may lie in a later chunk. */
  #passSpan(bytes: Buffer, at: number, { end, text }: Span): number {
    const found = bytes.indexOf(end, at);
    const until = found < 0 ? Math.max(at, bytes.length - 2) : found;
    if (text && this.#current?.leaf) this.#addText(bytes.toString('latin1', at, Math.min(until, at + MAX_RAW_TEXT)).replaceAll('&', '&amp;'));
    if (found < 0) return until;
    this.#span = null;
    return found + end.length;
  }

  /** A `<` that begins no tag. */
  #passAsText(open: number): number {
    this.#repeats.forgo();
    this.#addText('<');
    return open + 1;
  }

  /** A tag that is not the one that came last time, or is written in another way. */
  #passUnexpected(bytes: Buffer, open: number, end: number): number {
    this.#repeats.forgo();
    let close = open + 1;
    let quote = 0;
    // An attribute may hold `>` but never `<` (XML 1.0 §3.1).
    for (; close < end && bytes[close] !== LT; close++) {
      const byte = bytes[close]!;
      if (quote !== 0) quote = byte === quote ? 0 : quote;
      else if (byte === GT) break;
      else if (byte === 0x22 || byte === 0x27) quote = byte;
    }
    if (close - open > MAX_TAG_BYTES) throw new Refusal('tag_too_long');
    if (close >= end) return -1;
    if (bytes[close] === LT) return this.#passAsText(open);
    const tag = readTag(bytes.toString('latin1', open + 1, close));
    if (tag.closing) this.#closeTag(tag);
    else return this.#openTag(tag, bytes, close + 1, end);
    return close + 1;
  }

  #closeTag({ local, raw }: Tag): void {
    const index = this.#names.lastIndexOf(local);
    if (index < 0) {
      this.#addText(`<${raw}>`);
      return;
    }
    if (index < this.#open.length - 1) this.#warn('unclosed_element');
    while (this.#open.length > index) this.#leave();
  }

  #openTag(tag: Tag, bytes: Buffer, at: number, end: number): number {
    const around = this.#current === this.#root;
    const namespace = this.#namespaces.of(tag);
    const foreign = !around && this.#namespaces.isForeign(namespace);
    const child = foreign ? null : this.#find(tag.local);
    if (child === null) {
      if (this.#current?.leaf) this.#addText(`<${tag.raw}>`);
      else if (!tag.empty) this.#enterUnknown(tag, foreign);
      return at;
    }
    if (around) this.#namespaces.root = namespace;
    this.#followers[this.#before] = child;
    if (!tag.empty && !around) return this.#pass(child, tag.local, bytes, at, end);
    this.#enter(child, tag.local, namespace);
    if (tag.empty) this.#leave();
    return at;
  }

  /** The element that a start tag opens, `null` for an unknown one. Where end tags before it are missing, they are made up for. */
  #find(name: string): Element<State> | null {
    if (this.#current === null) return null;
    for (let index = this.#open.length - 1; index >= -1; index--) {
      const child = (index < 0 ? this.#root : this.#open[index]!).byName.get(name);
      const missing = this.#open.length - 1 - index;
      if (child === undefined || (missing > 0 && child.leaf !== null && !(missing === 1 && this.#current.leaf !== null))) continue;
      if (missing > 0) this.#warn('unclosed_element');
      while (this.#open.length - 1 > index) this.#leave();
      return child;
    }
    return null;
  }

  /** Around the report any element may stand; in it, unknown ones are left out with all that they hold. */
  #enterUnknown({ local }: Tag, foreign: boolean): void {
    const around = this.#current === this.#root;
    if (!around && this.#current !== null && !foreign && local !== 'extension') this.#warn('unknown_element');
    this.#push(around ? this.#root : null, local);
    this.#before = around ? 2 * this.#root.id : -1;
  }

  #enter(element: Element<State>, name: string, namespace: string | null): void {
    if (element.leaf !== null) this.#repeats.forgo();
    this.#push(element, name);
    this.#before = 2 * element.id;
    this.#text = '';
    element.begin?.(this.#state, namespace);
  }

  #push(element: Element<State> | null, name: string): void {
    if (this.#open.length >= MAX_DEPTH) throw new Refusal('too_deep');
    this.#open.push(element);
    this.#names.push(name);
    this.#current = element;
  }

  /** The innermost element ends. */
  #leave(): void {
    const element = this.#open.pop();
    this.#names.pop();
    this.#current = this.#open.length > 0 ? this.#open.at(-1)! : this.#root;
    if (!element) {
      this.#before = this.#current === null ? -1 : 2 * this.#current.id;
      return;
    }
    this.#before = 2 * element.id + 1;
    if (element.leaf) element.leaf.set(this.#state, this.#read(element.leaf, this.#text, false));
    element.end?.(this.#state);
  }

  #addText(raw: string): void {
    if (this.#current?.leaf) this.#text += raw.slice(0, MAX_RAW_TEXT - this.#text.length);
  }
}
