/** Whether `version` keeps a constraint such as `< 8.1.0` or `>= 1.2, < 2`; false where it is no version. */
export function compareVersions(version: string, constraint: string): boolean {
  const mine = numbersOf(version);
  return mine !== null && constraint.split(',').every(part => {
    const [, operator = '=', wanted = ''] = /^\s*(<=|>=|!=|==|=|<|>)?\s*(\S*)\s*$/.exec(part) ?? [];
    const other = numbersOf(wanted);
    return other !== null && keeps(orderOf(mine, other), operator);
  });
}

function keeps(order: number, operator: string): boolean {
  switch (operator) {
    case '<': return order < 0;
    case '<=': return order <= 0;
    case '>': return order > 0;
    case '>=': return order >= 0;
    case '!=': return order !== 0;
    default: return order === 0;
  }
}

function numbersOf(version: string): number[] | null {
  const [, numbers] = /^v?(\d{1,9}(?:\.\d{1,9}){0,5})/.exec(version.trim()) ?? [];
  return numbers === undefined ? null : numbers.split('.').map(Number);
}

function orderOf(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) if ((a[at] ?? 0) !== (b[at] ?? 0)) return (a[at] ?? 0) - (b[at] ?? 0);
  return 0;
}
