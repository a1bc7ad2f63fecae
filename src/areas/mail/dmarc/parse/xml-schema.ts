import type { WarningCode } from './shapes.ts';

/** Tells of something that deviates. */
export type Warn = (code: WarningCode) => void;

/** What every state of a scan has. */
export interface ScanState {
  /** Set by each warning. */
  warned: boolean;
}

/** An element that the reader knows, and what happens to `State` when it comes. */
export interface Element<State> {
  name: string;
  /** The name in ASCII. */
  bytes: Uint8Array;
  /** Unique in the schema. */
  id: number;
  aliases: readonly string[];
  /** In their order. */
  children: readonly Element<State>[];
  /** By lower-case name or alias. */
  byName: Map<string, Element<State>>;
  begin: ((state: State, namespace: string | null) => void) | null;
  end: ((state: State) => void) | null;
  leaf: Leaf<State> | null;
}

/** An element with text. The same text gives the same value, so that `read` is not asked again when text repeats that there was nothing to tell of. */
export interface Leaf<State> {
  read(text: string, warn: Warn): unknown;
  set(state: State, value: unknown): void;
}

/** An element that stands there hundreds of times and often differs in nothing but a few leaves from one before. */
export interface Again<State> {
  element: Element<State>;
  /** In ASCII. */
  endTag: Buffer;
  /** Those leaves, in their order. */
  varying: readonly Element<State>[];
  /** What all others have made of the element, before it ends; null where there was something to tell of it. */
  take(state: State): unknown;
  /** Makes the same of it as `take` had. */
  give(state: State, taken: unknown): void;
}

type More<State> = Partial<Pick<Element<State>, 'begin' | 'end' | 'aliases'>>;

let ids = 0;

/** An element that holds others; `begin` and `end` run at its tags. */
export function element<State>(name: string, children: readonly Element<State>[], more: More<State> = {}): Element<State> {
  const byName = new Map(children.flatMap(child => [child.name, ...child.aliases].map(spelling => [spelling, child] as const)));
  return { aliases: [], begin: null, end: null, ...more, name, bytes: Buffer.from(name), id: ids++, children, byName, leaf: null };
}

/** An element that holds text. */
export function leaf<State, Value>(name: string, read: (text: string, warn: Warn) => Value, set: (state: State, value: Value) => void): Element<State> {
  return { ...element<State>(name, []), leaf: { read, set: (state, value) => set(state, value as Value) } };
}

/** What a scanner reads by. */
export interface Schema<State> {
  /** Stands for what is around the outermost element. */
  root: Element<State>;
  /** By a tag (twice the id, plus one for an end tag): the element that comes next where all come once, in the order of the schema. */
  followers: readonly (Element<State> | undefined)[];
  again: Again<State>;
}

/** A schema whose outermost elements are `children`. */
export function schema<State>(children: readonly Element<State>[], again: Omit<Again<State>, 'endTag'>): Schema<State> {
  const root = element('', children);
  const followers: (Element<State> | undefined)[] = Array.from({ length: 2 * ids });
  addFollowers(root, followers);
  return { root, followers, again: { ...again, endTag: Buffer.from(`</${again.element.name}>`) } };
}

function addFollowers<State>(parent: Element<State>, followers: (Element<State> | undefined)[]): void {
  let before = 2 * parent.id;
  for (const child of parent.children) {
    followers[before] = child;
    before = 2 * child.id + 1;
    addFollowers(child, followers);
  }
}
