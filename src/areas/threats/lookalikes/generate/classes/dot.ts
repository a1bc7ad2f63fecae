import { splice } from '../brand.ts';
import { ofNames } from './class.ts';

/** A dot inside the label, so that its end is registered alone: `exam.ple.org`; also in place of a hyphen. */
export const dot = ofNames('dot', function* (brand) {
  const { letters, prefix, suffix } = brand;
  for (const [at, letter] of letters.entries()) if (letter === '-') yield `${prefix}${splice(brand, at, 1, '.')}.${suffix}`;
  for (let at = 1; at < letters.length; at++) yield `${prefix}${splice(brand, at, 0, '.')}.${suffix}`;
});
