import type { Filter } from '../../../../parts/filter-bar.tsx';
import { texts } from '../texts/reports.ts';

const { mixed: _, ...classes } = texts.senders.classes;

/** By what a list of senders can be narrowed; one that is mixed is found by each of its classes. */
export const senderFilters: readonly Filter[] = [
  { kind: 'choice', name: 'class', label: texts.senders.filter, options: Object.entries(classes).map(([value, label]) => ({ value, label })) },
];
