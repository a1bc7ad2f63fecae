// What files import of each other: what the tests of imports hold and the figures count.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const root = new URL('../..', import.meta.url).pathname;
export const files = globSync('{src,web,lab,bench,test,scripts}/**/*.{ts,tsx}', { cwd: root, exclude: ['web/dist/**'] }).filter(file => !file.includes('golden/'));

export interface Import {
  file: string;
  /** As the file names it. */
  target: string;
  typeOnly: boolean;
}

const importLine = /^(?:import|export)\s+(type\s+)?(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(['"]([^'"]+)['"]\)/gm;

function importsOf(file: string): Import[] {
  return readFileSync(join(root, file), 'utf8').matchAll(importLine)
    .map(([, typeOnly, from, dynamic]) => ({ file, target: (from ?? dynamic)!, typeOnly: typeOnly !== undefined }))
    .toArray();
}

export const imports = files.flatMap(importsOf);

/** The file that a relative import names, below the root of the project. */
function pathOf({ file, target }: Import): string {
  return normalize(join(dirname(file), target));
}

/** Every file from which imports lead back to itself, those of types included. */
export function filesOnCircles(): readonly string[] {
  const known = new Set(files);
  const targets = Map.groupBy(imports.map(one => ({ file: one.file, path: pathOf(one) })).filter(({ path }) => known.has(path)), ({ file }) => file);
  let left = [...known];
  // What imports nothing that is left is on no circle; nor is what nothing left imports.
  for (let before = -1; before !== left.length;) {
    before = left.length;
    const still = new Set(left);
    left = left.filter(file => targets.get(file)?.some(({ path }) => still.has(path)));
    const imported = new Set(left.flatMap(file => targets.get(file)!.map(({ path }) => path)));
    left = left.filter(file => imported.has(file));
  }
  return left;
}
