import { dslFunctions, type DslValue } from './functions.ts';
import type { DslNode, Operator } from './parse.ts';

/** Finds a variable; undefined where there is none. */
export type Variables = (name: string) => DslValue | undefined;

/** The value of an expression; undefined where it needs a variable that is not there. */
export function evaluateDsl(node: DslNode, variables: Variables): DslValue | undefined {
  switch (node.kind) {
    case 'value':
      return node.value;
    case 'variable':
      return variables(node.name);
    case 'not': {
      const value = evaluateDsl(node.of, variables);
      return value === undefined ? undefined : !isTrue(value);
    }
    case 'call': {
      const args = node.args.map(arg => evaluateDsl(arg, variables));
      return args.every(arg => arg !== undefined) ? dslFunctions[node.name]!(...args) : undefined;
    }
    case 'binary':
      return combine(node.operator, evaluateDsl(node.left, variables), () => evaluateDsl(node.right, variables));
  }
}

export function isTrue(value: DslValue | undefined): boolean {
  return value === true || (value !== false && value !== undefined && value !== '' && value !== 0);
}

function combine(operator: Operator, left: DslValue | undefined, right: () => DslValue | undefined): DslValue | undefined {
  if (operator === '&&') return isTrue(left) && isTrue(right());
  if (operator === '||') return isTrue(left) || isTrue(right());
  const other = right();
  if (left === undefined || other === undefined) return undefined;
  switch (operator) {
    case '==': return String(left) === String(other);
    case '!=': return String(left) !== String(other);
    case '<': return Number(left) < Number(other);
    case '>': return Number(left) > Number(other);
    case '<=': return Number(left) <= Number(other);
    case '>=': return Number(left) >= Number(other);
    case '-': return Number(left) - Number(other);
    case '+': return typeof left === 'number' && typeof other === 'number' ? left + other : String(left) + String(other);
  }
}
