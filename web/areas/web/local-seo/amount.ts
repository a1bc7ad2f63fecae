/** An amount as people type it, with a point or a comma; NaN where it is none. */
export function amountIn(typed: string): number {
  return /^\d+(?:[.,]\d*)?$/.test(typed.trim()) ? Number(typed.trim().replace(',', '.')) : Number.NaN;
}
