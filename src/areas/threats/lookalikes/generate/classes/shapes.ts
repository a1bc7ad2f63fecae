import { mayFit } from '../a-label.ts';
import { asciiShapes } from '../data/ascii-shapes.ts';
import { drawnLetters } from '../data/letters.ts';
import { registryLetters } from '../data/registries.ts';
import { ofLabels, type LookalikeClass } from './class.ts';

/** What one character, or two, may be replaced by. */
type Shapes = ReadonlyMap<string, readonly string[]>;

const ascii: Shapes = new Map(Object.entries(asciiShapes));
const known = new Map<string, Shapes>();

/** One confusable of ASCII, or the same one for two equal neighbours: `examp1e`. */
export const asciiShape = ofLabels('shape', ({ label }) => once(label, ascii));

/** One confusable of any kind that the registry takes: `exámple`. */
export const letterShape = ofLabels('letter-shape', ({ label, suffix }) => once(label, shapesUnder(suffix)));

/** Two confusables one after the other, also of what the first put in: most of all names. */
export const shapePair: LookalikeClass = {
  ...ofLabels('shape-pair', ({ label, suffix }) => twice(label, shapesUnder(suffix)), { crosses: false }),
  estimate: ({ label, suffix }) => Math.ceil(once(label, shapesUnder(suffix)).length ** 2 / 2),
};

/** Whether the registry of `suffix` takes the Latin letters of `label` besides a to z; where its list is not known, it is taken to. */
export function registryTakes(suffix: string, label: string): boolean {
  const letters = registryLetters.get(registryOf(suffix));
  return letters === undefined || !/[^\u0000-\u007f]/u.test(label) || Array.from(label).every(letter => letter < '\u0080' || letters.includes(letter));
}

function registryOf(suffix: string): string {
  return suffix.slice(suffix.lastIndexOf('.') + 1);
}

/** The confusables of ASCII and, of those of Unicode, the ones that the registry takes. */
function shapesUnder(suffix: string): Shapes {
  const letters = registryLetters.get(registryOf(suffix));
  const key = letters ?? 'any';
  const shapes = known.get(key) ?? merge(letter => letters === undefined || letters.includes(letter));
  known.set(key, shapes);
  return shapes;
}

function merge(takes: (letter: string) => boolean): Shapes {
  const merged = new Map([...ascii].map(([text, shapes]) => [text, [...shapes]]));
  for (const [text, letters] of [...accented(), ...Object.entries(drawnLetters)]) {
    merged.set(text, [...merged.get(text) ?? [], ...Array.from(letters).filter(takes)]);
  }
  return merged;
}

/** Every letter of the Latin blocks that is an ASCII letter with one accent, as Unicode takes it apart. */
function* accented(): Iterable<[string, string]> {
  for (const [from, to] of [[0xe0, 0x24f], [0x1e00, 0x1eff]] as const) {
    for (let code = from; code <= to; code++) {
      const letter = String.fromCharCode(code), parts = letter.normalize('NFD');
      if (/^[a-z]\p{M}$/u.test(parts)) yield [parts[0]!, letter];
    }
  }
}

function once(label: string, shapes: Shapes): string[] {
  const found: string[] = [];
  replaceEach(label, shapes, 0, text => found.push(text));
  return found;
}

/** Replacements that do not touch each other give the same in either order: the second starts at the first one's left neighbour. */
function* twice(label: string, shapes: Shapes): Iterable<string> {
  const firsts: [text: string, at: number][] = [];
  replaceEach(label, shapes, 0, (text, at) => { if (mayFit(text)) firsts.push([text, at]); });
  for (const [first, at] of firsts) {
    const found: string[] = [];
    replaceEach(first, shapes, Math.max(0, at - 1), text => found.push(text));
    yield* found;
  }
}

function replaceEach(label: string, shapes: Shapes, from: number, take: (text: string, at: number) => void): void {
  for (let at = from; at < label.length; at++) {
    const one = label[at]!;
    const before = label.slice(0, at), after = label.slice(at + 1), afterNext = label.slice(at + 2);
    const double = label[at + 1] === one;
    for (const shape of shapes.get(one) ?? []) {
      take(before + shape + after, at);
      if (double) take(before + shape + shape + afterNext, at);
    }
    for (const shape of shapes.get(label.slice(at, at + 2)) ?? []) if (at + 1 < label.length) take(before + shape + afterNext, at);
  }
}
