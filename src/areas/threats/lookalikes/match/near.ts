/** How many letters may differ between a name of so many letters and one that is meant for it. */
export function mostEdits(letters: number): 0 | 1 | 2 {
  return letters < 5 ? 0 : letters < 9 ? 1 : 2;
}

const LONGEST = 64;
const powers = new Int32Array(LONGEST);
powers[0] = 1;
for (let at = 1; at < LONGEST; at++) powers[at] = Math.imul(powers[at - 1]!, 0x01000193);
// Sums over the letters before a place: where they stand, one place and two places further to the left.
const [plain, once, twice] = [new Int32Array(LONGEST + 1), new Int32Array(LONGEST + 1), new Int32Array(LONGEST + 1)];

/**
 * Calls `visit` with a hash of the letters in `[from, to)`, and of what is left of them when one is taken out, or one and two: of two words
 * within that many edits, neighbours swapped included, at least one hash is the same.
 */
export function eachDeletion(letters: Uint8Array, from: number, to: number, edits: 1 | 2, visit: (hash: number, from: number, to: number) => void): void {
  const length = Math.min(to - from, LONGEST);
  for (let at = 0; at < length; at++) {
    const letter = letters[from + at]! + 1;
    plain[at + 1] = plain[at]! + Math.imul(letter, powers[at]!);
    once[at + 1] = once[at]! + (at < 1 ? 0 : Math.imul(letter, powers[at - 1]!));
    twice[at + 1] = twice[at]! + (at < 2 ? 0 : Math.imul(letter, powers[at - 2]!));
  }
  visit(plain[length]!, from, to);
  for (let first = 0; first < length; first++) {
    const begin = plain[first]!;
    visit((begin + once[length]! - once[first + 1]!) | 0, from, to);
    if (edits === 1) continue;
    for (let second = first + 1; second < length; second++) {
      visit((begin + once[second]! - once[first + 1]! + twice[length]! - twice[second + 1]!) | 0, from, to);
    }
  }
}

/** Whether `word` becomes the letters in `[from, to)` by at most `most` insertions, omissions, replacements or swaps of neighbours (optimal string alignment). */
export function isNear(word: Uint8Array, letters: Uint8Array, from: number, to: number, most: number): boolean {
  const length = to - from;
  if (Math.abs(word.length - length) > most) return false;
  let above = Array.from({ length: length + 1 }, (_, at) => at);
  let before = above;
  for (let row = 1; row <= word.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= length; column++) {
      const [a, b] = [word[row - 1], letters[from + column - 1]];
      let cost = Math.min(above[column]! + 1, current[column - 1]! + 1, above[column - 1]! + (a === b ? 0 : 1));
      if (row > 1 && column > 1 && a === letters[from + column - 2] && word[row - 2] === b) cost = Math.min(cost, before[column - 2]! + 1);
      current.push(cost);
      if (cost < least) least = cost;
    }
    if (least > most) return false;
    [before, above] = [above, current];
  }
  return above[length]! <= most;
}
