import type { AnyNode, Expression, Function as FunctionNode, Node, Program } from 'acorn';

/** A text that may be a version, under the name by which the code holds it. */
export interface Candidate {
  /** The name of the property, export or constant; `push` for what a list is given, `new` for the argument of a constructor. */
  key: string;
  version: string;
  position: number;
  /** The functions around it, innermost first; the last is the whole file. */
  scopes: readonly Span[];
}

export interface Span {
  start: number;
  end: number;
}

/** What one walk through a syntax tree found. */
export interface Traces {
  candidates: Candidate[];
  /** Where in the file each wanted word stands as name of a property, variable or as a text. */
  words: Map<string, number[]>;
}

interface Scope extends Span {
  outer: Scope | null;
  /** Texts that may be versions, by the constant that holds them. */
  constants: Map<string, string>;
}

/** Held by a constant, which may be declared further on. */
interface Reference {
  constant: string;
}

const VERSION = /^v?(\d{1,5}\.\d{1,5}(?:\.\d{1,5}){0,2}(?:[-+][\w.+-]{1,32})?)$/;
const REVISION = /^\d{2,4}$/;
/** More of one word tell nothing new. */
const MAX_POSITIONS = 64;
const MAX_CANDIDATES = 5000;

/** Collects versions and the positions of `wanted` words in one walk without recursion, so that deep trees do no harm. */
export function traceVersions(program: Program, wanted: ReadonlySet<string>): Traces {
  const words = new Map<string, number[]>();
  const held: { key: string; value: string | Reference; position: number; scope: Scope }[] = [];
  const outermost: Scope = { start: program.start, end: program.end, outer: null, constants: new Map() };
  const stack: [node: AnyNode, scope: Scope][] = [[program, outermost]];

  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [node, around] = next;
    const scope = isFunction(node) ? { start: node.start, end: node.end, outer: around, constants: new Map<string, string>() } : around;
    const word = wordOf(node);
    if (word !== null && wanted.has(word)) note(words, word, node.start);
    for (const [key, value] of heldBy(node)) {
      if (held.length < MAX_CANDIDATES) held.push({ key, value, position: node.start, scope });
      if (typeof value === 'string' && node.type === 'VariableDeclarator') scope.constants.set(key, value);
    }
    for (const child of childrenOf(node)) stack.push([child, scope]);
  }
  const candidates = held.flatMap(({ key, value, position, scope }) => {
    const text = typeof value === 'string' ? value : resolve(scope, value.constant);
    const version = text === null ? null : versionIn(key, text);
    return version === null ? [] : [{ key, version, position, scopes: scopesFrom(scope) }];
  });
  return { candidates, words };
}

function note(words: Map<string, number[]>, word: string, position: number): void {
  const positions = words.get(word);
  if (!positions) words.set(word, [position]);
  else if (positions.length < MAX_POSITIONS) positions.push(position);
}

function versionIn(key: string, text: string): string | null {
  if (key === 'REVISION') return REVISION.test(text) ? `0.${text}.0` : null;
  return VERSION.exec(text)?.[1] ?? null;
}

function resolve(scope: Scope, constant: string): string | null {
  for (let at: Scope | null = scope; at; at = at.outer) {
    const value = at.constants.get(constant);
    if (value !== undefined) return value;
  }
  return null;
}

function scopesFrom(scope: Scope): Span[] {
  const scopes: Span[] = [];
  for (let at: Scope | null = scope; at; at = at.outer) scopes.push(at);
  return scopes;
}

function isFunction(node: Node): node is FunctionNode {
  return node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression' || node.type === 'FunctionDeclaration';
}

/** The names under which `node` holds a text, or a constant that may be one. */
function heldBy(node: AnyNode): [key: string, value: string | Reference][] {
  switch (node.type) {
    case 'AssignmentExpression':
      return node.left.type === 'MemberExpression' ? named(keyOf(node.left.property), node.right) : [];
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return node.value ? named(keyOf(node.key), node.value as Expression) : [];
    case 'VariableDeclarator':
      return node.id.type === 'Identifier' && node.init ? named(node.id.name, node.init) : [];
    case 'ExportSpecifier':
      return named(keyOf(node.exported), node.local);
    case 'ObjectExpression':
      return describedProperty(node.properties.filter(one => one.type === 'Property').map(({ key, value }) => [keyOf(key), value]));
    case 'CallExpression':
      return node.callee.type === 'MemberExpression' && keyOf(node.callee.property) === 'push' ? node.arguments.flatMap(one => named('push', one as Expression)) : [];
    case 'NewExpression':
      return node.arguments.flatMap(one => (one.type === 'Literal' ? named('new', one) : []));
    default:
      return [];
  }
}

/** `{ key: 'VERSION', get: function () { return '4.6.2' } }`, as compilers of classes write it. */
function describedProperty(properties: readonly (readonly [string | null, Node])[]): [string, string | Reference][] {
  const of = (name: string): Node | undefined => properties.find(([key]) => key === name)?.[1];
  const [key, value] = [of('key') as Expression | undefined, of('get') ?? of('value')];
  return key?.type === 'Literal' && typeof key.value === 'string' && value ? named(key.value, value as Expression) : [];
}

function named(key: string | null, node: Expression): [string, string | Reference][] {
  const value = key === null ? null : valueOf(node);
  return value === null ? [] : [[key!, value]];
}

/** The text that an expression stands for, as far as that shows without running it. */
function valueOf(node: Expression): string | Reference | null {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? node.value : null;
    case 'TemplateLiteral':
      return node.expressions.length === 0 ? (node.quasis[0]?.value.cooked ?? null) : null;
    case 'Identifier':
      return { constant: node.name };
    case 'AssignmentExpression':
      return valueOf(node.right);
    case 'SequenceExpression':
      return valueOf(node.expressions.at(-1)!);
    case 'ObjectExpression': {
      const value = node.properties.find(one => one.type === 'Property' && keyOf(one.key) === 'value');
      return value?.type === 'Property' && value.value.type === 'Literal' ? valueOf(value.value) : null;
    }
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return returnedBy(node.body);
    default:
      return null;
  }
}

function returnedBy(body: FunctionNode['body']): string | Reference | null {
  if (body.type !== 'BlockStatement') return valueOf(body);
  const [only, ...others] = body.body;
  return only?.type === 'ReturnStatement' && only.argument && others.length === 0 ? valueOf(only.argument) : null;
}

function keyOf(node: Node): string | null {
  const key = node as Expression;
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' && typeof key.value === 'string' ? key.value : null;
}

function wordOf(node: AnyNode): string | null {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  return node.type === 'TemplateElement' ? (node.value.cooked ?? null) : null;
}

function childrenOf(node: AnyNode): AnyNode[] {
  const children: AnyNode[] = [];
  if (node.type === 'Identifier' || node.type === 'Literal' || node.type === 'TemplateElement') return children;
  for (const key in node) {
    const value = (node as unknown as Record<string, unknown>)[key];
    if (typeof value !== 'object') continue;
    if (Array.isArray(value)) {
      for (const one of value) if (isNode(one)) children.push(one);
    } else if (isNode(value)) children.push(value);
  }
  return children;
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string' && typeof (value as Node).start === 'number';
}
