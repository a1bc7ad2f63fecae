import { fromGo } from '../expression.ts';
import { dslFunctions } from './functions.ts';

/** An expression such as `status_code == 200 && contains(body, 'x')`. */
export type DslNode =
  | { kind: 'value'; value: string | number | boolean }
  | { kind: 'variable'; name: string }
  | { kind: 'call'; name: string; args: readonly DslNode[] }
  | { kind: 'not'; of: DslNode }
  | { kind: 'binary'; operator: Operator; left: DslNode; right: DslNode };

export type Operator = '||' | '&&' | '==' | '!=' | '<=' | '>=' | '<' | '>' | '+' | '-';

/** What it cannot be read for: an unknown function, operator or form. */
export class UnknownDsl extends Error {}

const MAX_DEPTH = 40;
/** From the loosest to the tightest. */
const levels: readonly (readonly Operator[])[] = [['||'], ['&&'], ['==', '!='], ['<=', '>=', '<', '>'], ['+', '-']];
const TOKEN = /\s*(?:(\|\||&&|==|!=|<=|>=|[<>+\-!(),])|(\d+(?:\.\d+)?)|("(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*')|([A-Za-z_]\w*))/y;

type Token = { type: 'sign' | 'number' | 'text' | 'name'; text: string };

/** Throws `UnknownDsl` for what is no expression of the known kind. */
export function parseDsl(text: string): DslNode {
  const tokens = tokensOf(text);
  let at = 0;
  const isSign = (text: string): boolean => tokens[at]?.type === 'sign' && tokens[at]?.text === text;
  const expect = (text: string): void => {
    if (!isSign(text)) throw new UnknownDsl(`${tokens[at]?.text ?? 'the end'} instead of ${text}`);
    at++;
  };

  const binary = (level: number, depth: number): DslNode => {
    const operators = levels[level];
    if (!operators) return unary(depth);
    let left = binary(level + 1, depth);
    for (;;) {
      const operator = operators.find(isSign);
      if (!operator) return left;
      at++;
      left = { kind: 'binary', operator, left, right: binary(level + 1, depth) };
    }
  };
  const unary = (depth: number): DslNode => {
    if (depth > MAX_DEPTH) throw new UnknownDsl('too deep');
    if (isSign('!')) {
      at++;
      return { kind: 'not', of: unary(depth + 1) };
    }
    if (isSign('(')) {
      at++;
      const inner = binary(0, depth + 1);
      expect(')');
      return inner;
    }
    const token = tokens[at++];
    if (token?.type === 'number') return { kind: 'value', value: Number(token.text) };
    if (token?.type === 'text') return { kind: 'value', value: unquoted(token.text) };
    if (token?.type !== 'name') throw new UnknownDsl(token?.text ?? 'the end');
    if (token.text === 'true' || token.text === 'false') return { kind: 'value', value: token.text === 'true' };
    return isSign('(') ? call(token.text, depth) : { kind: 'variable', name: token.text };
  };
  const call = (name: string, depth: number): DslNode => {
    const args: DslNode[] = [];
    expect('(');
    while (!isSign(')')) {
      args.push(binary(0, depth + 1));
      if (!isSign(')')) expect(',');
    }
    expect(')');
    if (!Object.hasOwn(dslFunctions, name)) throw new UnknownDsl(`function ${name}`);
    return { kind: 'call', name, args: name === 'regex' ? withExpression(args) : args };
  };

  const whole = binary(0, 0);
  if (at < tokens.length) throw new UnknownDsl(tokens[at]!.text);
  return whole;
}

/** The pattern of a call of `regex`, as JavaScript writes it: `[source, flags, text]`. */
function withExpression([pattern, ...texts]: readonly DslNode[]): DslNode[] {
  const expression = pattern?.kind === 'value' && typeof pattern.value === 'string' ? fromGo(pattern.value) : null;
  if (!expression) throw new UnknownDsl('a regular expression that is not understood');
  return [{ kind: 'value', value: expression.source }, { kind: 'value', value: expression.flags }, ...texts];
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const whole = text.trim();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < whole.length) {
    const from = TOKEN.lastIndex;
    const match = TOKEN.exec(whole);
    if (!match) throw new UnknownDsl(whole.slice(from, from + 20));
    const [, sign, number, quoted, name] = match;
    tokens.push(sign ? { type: 'sign', text: sign } : number ? { type: 'number', text: number } : quoted ? { type: 'text', text: quoted } : { type: 'name', text: name! });
  }
  return tokens;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '0': '\0' };

function unquoted(text: string): string {
  return text.slice(1, -1).replaceAll(/\\([nrt0"'\\])/g, (_, one: string) => ESCAPES[one] ?? one);
}
