import { compile, type Options } from 'css-select';
import type { Extracted, ExtractionRule } from './facts.ts';
import { clip } from './resolve.ts';
import { attributeOf, isElement, type Element, type Node, type Tree } from './tree.ts';

const MAX_VALUES = 10;
const MAX_CHARACTERS = 300;
/** Questions about elements that all rules together may ask of one page: a second of work at most. */
const MAX_STEPS = 5_000_000;

class TooMuch extends Error {}

/** The values of the rules on a page, up to ten of each; null for a rule that took too much. */
export function extract(tree: Tree, rules: readonly ExtractionRule[]): Extracted {
  const options = countingOptions();
  return Object.fromEntries(rules.map(rule => [rule.name, valuesOf(tree, rule, options)]));
}

function valuesOf(tree: Tree, { selector, attribute }: ExtractionRule, options: Options<Node, Element>): string[] | null {
  try {
    const matches = compile<Node, Element>(selector, options);
    const found: string[] = [];
    // Depth first, in the order of the document.
    const waiting: Node[] = tree.childNodes.toReversed();
    for (let node = waiting.pop(); node !== undefined && found.length < MAX_VALUES; node = waiting.pop()) {
      if (!isElement(node)) continue;
      if (matches(node)) {
        const value = attribute === undefined ? textOf(node) : attributeOf(node, attribute);
        if (value !== null) found.push(clip(value, MAX_CHARACTERS));
      }
      for (let at = node.childNodes.length - 1; at >= 0; at--) waiting.push(node.childNodes[at]!);
    }
    return found;
  } catch (error) {
    if (error instanceof TooMuch) return null;
    throw error;
  }
}

/** As much of the text of the element as is kept. */
function textOf(element: Element): string {
  let text = '';
  const waiting: Node[] = element.childNodes.toReversed();
  for (let node = waiting.pop(); node !== undefined && text.length < 4 * MAX_CHARACTERS; node = waiting.pop()) {
    if (node.nodeName === '#text' && 'value' in node) text += node.value;
    else if (isElement(node) && node.tagName !== 'script' && node.tagName !== 'style') waiting.push(...node.childNodes.toReversed());
  }
  return text;
}

/** The tree as the selectors see it; who asks too much of it is stopped. */
function countingOptions(): Options<Node, Element> {
  let steps = 0;
  const step = <T>(answer: T): T => {
    if (++steps > MAX_STEPS) throw new TooMuch();
    return answer;
  };
  const parentOf = (node: Node): Node | null => step(node.parentNode as Node | null);
  const childrenOf = (node: Node): Node[] => step('childNodes' in node ? node.childNodes : []);
  return {
    adapter: {
      isTag: (node): node is Element => step(isElement(node)),
      getName: element => step(element.tagName),
      getAttributeValue: (element, name) => step(attributeOf(element, name) ?? undefined),
      hasAttrib: (element, name) => step(attributeOf(element, name) !== null),
      getParent: parentOf,
      getChildren: childrenOf,
      getSiblings: node => { const parent = parentOf(node); return parent === null ? [node] : childrenOf(parent); },
      getText: node => (isElement(node) ? textOf(node) : ''),
      removeSubsets: nodes => nodes,
    },
  };
}
