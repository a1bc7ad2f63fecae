import type { Filter } from '../../../../parts/filter-bar.tsx';
import { texts } from '../texts/reports.ts';

/** By what a list of senders can be narrowed. */
export const senderFilters: readonly Filter[] = [
  { kind: 'choice', name: 'class', label: texts.senders.filter, options: Object.entries(texts.senders.classes).map(([value, label]) => ({ value, label })) },
];
