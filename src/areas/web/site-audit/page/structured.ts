import type { StructuredItem } from './facts.ts';
import { attributeOf, isElement, type Element } from './tree.ts';

const MAX_ITEMS = 60;
const MAX_DEPTH = 8;
const MAX_VALUES = 8;
const MAX_PROPERTIES = 120;
const MAX_CHARACTERS = 300;
const MAX_ERROR = 200;

/** Collects what the structured data of one page says, within its limits. */
export interface Structured {
  items: StructuredItem[];
  errors: string[];
}

/** Reads one `script` of JSON-LD; what is no JSON becomes an error. */
export function readJsonLd(text: string, into: Structured): void {
  try {
    addItems(JSON.parse(text.replace(/^\s*<!--|-->\s*$/g, '')), into, 0);
  } catch (error) {
    if (into.errors.length < MAX_VALUES) into.errors.push((error as Error).message.slice(0, MAX_ERROR));
  }
}

/** Items are what has a type, at the top, in a list or in a graph. */
function addItems(value: unknown, into: Structured, depth: number): void {
  if (depth > MAX_DEPTH || into.items.length >= MAX_ITEMS) return;
  if (Array.isArray(value)) {
    for (const one of value.slice(0, MAX_ITEMS)) addItems(one, into, depth + 1);
  } else if (isObject(value)) {
    if ('@graph' in value) addItems(value['@graph'], into, depth + 1);
    const types = typesOf(value['@type']);
    if (types.length > 0) into.items.push(itemOf(value, types));
  }
}

interface Draft {
  properties: Record<string, string[]>;
  nested: Record<string, string[]>;
  count: number;
}

function itemOf(value: Readonly<Record<string, unknown>>, types: string[]): StructuredItem {
  const draft: Draft = { properties: Object.create(null) as Record<string, string[]>, nested: Object.create(null) as Record<string, string[]>, count: 0 };
  addProperties(value, '', draft, 0);
  return { syntax: 'jsonld', types, properties: { ...draft.properties }, nested: { ...draft.nested } };
}

function addProperties(value: Readonly<Record<string, unknown>>, path: string, draft: Draft, depth: number): void {
  for (const [name, one] of Object.entries(value)) {
    if (!name.startsWith('@')) addValue(one, `${path}${name}`, draft, depth);
  }
}

function addValue(value: unknown, path: string, draft: Draft, depth: number): void {
  if (depth > MAX_DEPTH || path.length > MAX_CHARACTERS) return;
  if (Array.isArray(value)) {
    for (const one of value.slice(0, MAX_VALUES)) addValue(one, path, draft, depth + 1);
  } else if (isObject(value)) {
    const types = typesOf(value['@type']);
    add(draft.nested, path, types, draft);
    add(draft.properties, path, typeof value['@id'] === 'string' ? [value['@id']] : typeof value['@value'] === 'string' ? [value['@value']] : types.slice(0, 1), draft);
    addProperties(value, `${path}.`, draft, depth + 1);
  } else if (value !== null && value !== undefined) {
    add(draft.properties, path, [typeof value === 'string' ? value : JSON.stringify(value)], draft);
  }
}

function add(to: Record<string, string[]>, path: string, values: readonly string[], draft: Draft): void {
  if (!(path in to) && ++draft.count > MAX_PROPERTIES) return;
  const known = (to[path] ??= []);
  for (const value of values.slice(0, MAX_VALUES - known.length)) known.push(value.slice(0, MAX_CHARACTERS));
}

function typesOf(value: unknown): string[] {
  const all = Array.isArray(value) ? value : [value];
  return all.filter(one => typeof one === 'string').slice(0, 4).map(one => localName(one));
}

/** `https://schema.org/Product` and `schema:Product` are `Product`. */
function localName(type: string): string {
  return type.replace(/^(?:https?:\/\/schema\.org\/|schema:)/, '').slice(0, 100);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads the microdata of an element that starts an item (HTML Standard, 5.2); items in it are items of their own as well. */
export function readMicrodata(root: Element, into: Structured): void {
  if (into.items.length >= MAX_ITEMS) return;
  const types = (attributeOf(root, 'itemtype') ?? '').split(/\s+/).filter(type => type !== '').slice(0, 4).map(localName);
  if (types.length === 0) return;
  const draft: Draft = { properties: Object.create(null) as Record<string, string[]>, nested: Object.create(null) as Record<string, string[]>, count: 0 };
  collect(root, '', draft, 0, { left: 2000 });
  into.items.push({ syntax: 'microdata', types, properties: { ...draft.properties }, nested: { ...draft.nested } });
}

function collect(element: Element, path: string, draft: Draft, depth: number, budget: { left: number }): void {
  for (const child of element.childNodes) {
    if (!isElement(child) || depth > 40 || --budget.left < 0) continue;
    const name = attributeOf(child, 'itemprop');
    const isItem = attributeOf(child, 'itemscope') !== null;
    if (name !== null) {
      const full = `${path}${name.split(/\s+/, 1)[0]!}`;
      const types = isItem ? (attributeOf(child, 'itemtype') ?? '').split(/\s+/).filter(type => type !== '').map(localName) : [];
      if (isItem) add(draft.nested, full, types, draft);
      add(draft.properties, full, isItem ? types.slice(0, 1) : [valueOf(child)], draft);
      collect(child, isItem ? `${full}.` : path, draft, depth + 1, budget);
    } else if (!isItem) collect(child, path, draft, depth + 1, budget);
  }
}

function valueOf(element: Element): string {
  for (const name of ['content', 'datetime', 'href', 'src']) {
    const value = attributeOf(element, name);
    if (value !== null) return value;
  }
  return element.childNodes.map(child => ('value' in child ? child.value : '')).join('').trim();
}
