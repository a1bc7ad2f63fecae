import { secondLevels } from '../data/suffixes.ts';
import { ofNames } from './class.ts';

/** The same label under another suffix: `example.net`. */
export const suffixSwap = ofNames('suffix-swap', function* ({ prefix, label }, { suffixes }) {
  for (const suffix of suffixes) yield `${prefix}${label}.${suffix}`;
});

/** The second level of the country that is easily confused, or none: `example.org.uk`, `example.uk`. */
export const secondLevel = ofNames('second-level', function* ({ prefix, label, suffix }) {
  const country = suffix.slice(suffix.lastIndexOf('.') + 1);
  yield `${prefix}${label}.${country}`;
  for (const level of secondLevels[country] ?? []) yield `${prefix}${label}.${level}.${country}`;
});
