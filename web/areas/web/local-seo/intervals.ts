import { texts } from './texts/local.ts';

const intervals = [1, 7, 14, 30, 90];

/** How often something can be done again, the present interval among them. */
export function intervalsWith(everyDays: number): { value: string; label: string }[] {
  return [...new Set([...intervals, everyDays])].toSorted((one, other) => one - other).map(value => ({ value: String(value), label: texts.every(value) }));
}
