import { defaultTreeAdapter, Parser, type DefaultTreeAdapterTypes, type TreeAdapter, type DefaultTreeAdapterMap } from 'parse5';
import type { Cut } from './facts.ts';

export type Element = DefaultTreeAdapterTypes.Element;
export type Node = DefaultTreeAdapterTypes.ChildNode;
export type Tree = DefaultTreeAdapterTypes.Document;

const MAX_ELEMENTS = 60_000;
/** Browsers flatten what is nested deeper than this. */
const MAX_DEPTH = 512;
const MAX_ATTRIBUTES = 1000;
/** The parser is stopped between two of these at the latest. */
const CHUNK_CHARACTERS = 16_384;

class Stopped extends Error {
  readonly cut: Cut;

  constructor(cut: Cut) {
    super(cut);
    this.cut = cut;
  }
}

/** The tree that the HTML Standard makes of the text, up to the limits; what goes beyond one is left out, and `cut` names it. Never throws. */
export function parseTree(html: string): { tree: Tree; elements: number; cut: Cut | null } {
  const counting = countingAdapter();
  const parser = new Parser<DefaultTreeAdapterMap>({ treeAdapter: counting.adapter, scriptingEnabled: false });
  readWordsAtOnce(insidesOf(parser));
  try {
    feed(parser, html, counting.tagFits);
    return { tree: parser.document, elements: counting.elements(), cut: null };
  } catch (error) {
    return { tree: parser.document, elements: counting.elements(), cut: error instanceof Stopped ? error.cut : 'elements' };
  }
}

/** In pieces, so that a start tag of a million attributes, each of which is compared with all before it, ends early. */
function feed(parser: Parser<DefaultTreeAdapterMap>, html: string, tagFits: (attributes: number) => void): void {
  for (let at = 0; at < html.length; at += CHUNK_CHARACTERS) {
    parser.tokenizer.write(html.slice(at, at + CHUNK_CHARACTERS), false);
    tagFits(insidesOf(parser).currentToken?.attrs?.length ?? 0);
  }
  parser.tokenizer.write('', true);
}

/** What the tokenizer has to itself. */
interface Insides {
  currentToken: { attrs?: unknown[] } | null;
  /** The end of what is added to the token at once. */
  runEnd: number;
  preprocessor: { html: string; pos: number };
  _stateData(codePoint: number): void;
  _stateAttributeValueDoubleQuoted(codePoint: number): void;
}

function insidesOf(parser: Parser<DefaultTreeAdapterMap>): Insides {
  return parser.tokenizer as unknown as Insides;
}

/** Characters that mean nothing but themselves in text and in values. */
const PLAIN = Uint8Array.from({ length: 128 }, (_, code) => (code > 0x20 && code < 0x7f && !'<&"'.includes(String.fromCharCode(code)) ? 1 : 0));

/** Where a plain character was read, those that follow it are taken with it: the tokenizer would ask for the state of each. */
function readWordsAtOnce(tokenizer: Insides): void {
  for (const state of ['_stateData', '_stateAttributeValueDoubleQuoted'] as const) {
    const read = tokenizer[state];
    tokenizer[state] = function (this: Insides, codePoint) {
      read.call(this, codePoint);
      if (PLAIN[codePoint] !== 1) return;
      const { preprocessor } = this;
      let { pos } = preprocessor;
      while (PLAIN[preprocessor.html.charCodeAt(pos + 1)] === 1) pos++;
      preprocessor.pos = pos;
      this.runEnd = pos + 1;
    };
  }
}

function countingAdapter(): { adapter: TreeAdapter<DefaultTreeAdapterMap>; elements: () => number; tagFits: (attributes: number) => void } {
  let elements = 0;
  let depth = 0;
  const tagFits = (attributes: number) => {
    if (attributes > MAX_ATTRIBUTES) throw new Stopped('attributes');
  };
  const adapter: TreeAdapter<DefaultTreeAdapterMap> = {
    ...defaultTreeAdapter,
    createElement: (name, namespace, attributes) => {
      if (++elements > MAX_ELEMENTS) throw new Stopped('elements');
      tagFits(attributes.length);
      return defaultTreeAdapter.createElement(name, namespace, attributes);
    },
    // What stands wrongly in a table goes before it, which is the last child as a rule.
    insertBefore: (parent, node, reference) => {
      parent.childNodes.splice(parent.childNodes.lastIndexOf(reference), 0, node);
      node.parentNode = parent;
    },
    onItemPush: () => {
      if (++depth > MAX_DEPTH) throw new Stopped('depth');
    },
    onItemPop: () => {
      depth--;
    },
  };
  return { adapter, elements: () => elements, tagFits };
}

export function isElement(node: Node): node is Element {
  return 'tagName' in node;
}

/** The value of an attribute; null where there is none. */
export function attributeOf({ attrs }: Element, name: string): string | null {
  for (const attribute of attrs) if (attribute.name === name) return attribute.value;
  return null;
}
