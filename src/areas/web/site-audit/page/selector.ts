import { isTraversal, parse, SelectorType, type Selector } from 'css-what';

const MAX_TOKENS = 20;
/** Those that look at the place of an element in its document alone. */
const PSEUDO_CLASSES: ReadonlySet<string> = new Set(['root', 'empty', 'first-child', 'last-child', 'only-child', 'nth-child', 'nth-last-child', 'first-of-type', 'last-of-type', 'only-of-type', 'nth-of-type', 'nth-last-of-type', 'not', 'is', 'where']);
const KINDS: ReadonlySet<SelectorType> = new Set([SelectorType.Tag, SelectorType.Universal, SelectorType.Attribute, SelectorType.Pseudo, SelectorType.Descendant, SelectorType.Child, SelectorType.Sibling, SelectorType.Adjacent]);

/** Whether the text is a CSS selector of at most 20 parts: names, classes, ids, attributes, the four combinators, and pseudo-classes of structure. */
export function isSelector(text: string): boolean {
  try {
    const lists = parse(text);
    return lists.length > 0 && countOf(lists) <= MAX_TOKENS && lists.every(isFit);
  } catch {
    return false;
  }
}

function countOf(lists: readonly Selector[][]): number {
  return lists.flat().reduce((sum, token) => sum + 1 + countOf(innerOf(token)), 0);
}

function innerOf(token: Selector): readonly Selector[][] {
  return token.type === SelectorType.Pseudo && Array.isArray(token.data) ? token.data : [];
}

function isFit(tokens: readonly Selector[]): boolean {
  return tokens.length > 0 && !isTraversal(tokens[0]!) && !isTraversal(tokens.at(-1)!)
    && tokens.every(token => KINDS.has(token.type) && (token.type !== SelectorType.Pseudo || PSEUDO_CLASSES.has(token.name)) && innerOf(token).every(isFit));
}
