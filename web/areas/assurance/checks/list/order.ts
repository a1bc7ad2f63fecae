import type { CheckRow, CheckState } from '../types.ts';

const order: readonly CheckState[] = ['down', 'suspect', 'degraded', 'recovering', 'unknown', 'maintenance', 'up'];

/** What needs somebody first, those that are switched off last; the order stays within. */
export function byUrgency(rows: readonly CheckRow[]): CheckRow[] {
  const rank = ({ enabled, state }: CheckRow) => (enabled ? order.indexOf(state) : order.length);
  return rows.toSorted((one, other) => rank(one) - rank(other));
}
