/** What one or two ASCII characters are taken for in common screen fonts. Gathered by eye and from the reports on phishing names, 2026-11. */
export const asciiShapes: Readonly<Record<string, readonly string[]>> = {
  '0': ['o'], '1': ['l', 'i'], '3': ['8'], '6': ['9'], '8': ['3'], '9': ['6'],
  b: ['d', 'lb'], c: ['e'], d: ['b', 'cl', 'dl'], e: ['c'], g: ['q'], h: ['lh'], i: ['1', 'l'], k: ['lc'], l: ['1', 'i'],
  m: ['rn', 'nn', 'n', 'rr'], n: ['m', 'r'], o: ['0'], q: ['g'], u: ['v'], v: ['u'], w: ['vv'],
  rn: ['m'], nn: ['m'], cl: ['d'], vv: ['w'], lc: ['k'],
};
