import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What the words of a template stand for: `%Name%` is `words.Name`. */
export type TemplateWords = Readonly<Record<string, string>>;

const EXTENSION = '.template';

/** The templates in a folder next to this file, by the paths that they are written to below their target. */
export function templatesOf(kind: string): readonly string[] {
  return globSync(`**/*${EXTENSION}`, { cwd: join(import.meta.dirname, kind) }).map(path => path.slice(0, -EXTENSION.length)).toSorted();
}

/** Writes one template; throws where the file is there already. Returns its path below `root`. */
export function writeTemplate(root: string, { kind, template, target, words }: { kind: string; template: string; target: string; words: TemplateWords }): string {
  const path = filled(target, words);
  const file = join(root, path);
  if (existsSync(file)) throw new Error(`${path} is there already`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, filled(readFileSync(join(import.meta.dirname, kind, template + EXTENSION), 'utf8'), words));
  return path;
}

/** Puts `line` in front of the first line of a file that `before` matches; throws where none does. */
export function insertLine(root: string, path: string, line: string, before: (line: string) => boolean): void {
  const lines = readFileSync(join(root, path), 'utf8').split('\n');
  const at = lines.findIndex(before);
  if (at < 0) throw new Error(`${path} has no place for: ${line}`);
  writeFileSync(join(root, path), lines.toSpliced(at, 0, line).join('\n'));
}

function filled(text: string, words: TemplateWords): string {
  return text.replaceAll(/%(\w+)%/g, (whole, word: string) => words[word] ?? whole);
}
