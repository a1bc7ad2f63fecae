import { splice } from '../brand.ts';
import { keyboards } from '../data/keyboards.ts';
import { ofLabels } from './class.ts';

/** A key next to the right one is hit: `ezample`. */
export const keySlip = ofLabels('key-slip', function* (brand) {
  for (const [at, letter] of brand.letters.entries()) {
    for (const key of neighbours.get(letter) ?? []) yield splice(brand, at, 1, key);
  }
});

/** A key next to the right one is hit with it, before or after: `exzample`. */
export const keyBrush = ofLabels('key-brush', function* (brand) {
  for (const [at, letter] of brand.letters.entries()) {
    for (const key of neighbours.get(letter) ?? []) {
      yield splice(brand, at, 1, letter + key);
      yield splice(brand, at, 1, key + letter);
    }
  }
});

/** The keys that touch each key on any of the layouts: next to it, and the two that meet its edge above and below. */
const neighbours: ReadonlyMap<string, ReadonlySet<string>> = keyboards.reduce((map, rows) => {
  for (const [row, keys] of rows.entries()) {
    for (const [column, key] of Array.from(keys).entries()) {
      const around = [keys[column - 1], keys[column + 1], rows[row - 1]?.[column], rows[row - 1]?.[column + 1], rows[row + 1]?.[column - 1], rows[row + 1]?.[column]];
      map.set(key, new Set([...map.get(key) ?? [], ...around.filter(neighbour => neighbour !== undefined)]));
    }
  }
  return map;
}, new Map<string, Set<string>>());
