import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;

/** A library that the program contains. */
interface BundledLibrary {
  name: string;
  /** It and all that it depends on, were it installed alone. */
  packages: number;
  installedBytes: number;
  /** What of these packages is in the program. */
  bundledBytes: number;
}

interface LockedPackage {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** The libraries that this project names and the built program contains, the dearest to install first. */
export function bundledLibraries(program: string): BundledLibrary[] {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { devDependencies: Record<string, string> };
  const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, LockedPackage> };
  const bundled = bundledBytes(program);
  return Object.keys(devDependencies).filter(name => bundled.has(`node_modules/${name}`)).map(name => {
    const needed = [...closure(`node_modules/${name}`, locked)];
    return {
      name,
      packages: needed.length,
      installedBytes: needed.reduce((sum, path) => sum + folderBytes(join(root, path)), 0),
      bundledBytes: needed.reduce((sum, path) => sum + (bundled.get(path) ?? 0), 0),
    };
  }).toSorted((a, b) => b.installedBytes - a.installedBytes);
}

/** How much of each package is in the program, by the marks that the bundler leaves where a file begins. */
function bundledBytes(program: string): Map<string, number> {
  const bytes = new Map<string, number>();
  for (const file of globSync('*.js', { cwd: program })) {
    for (const part of readFileSync(join(program, file), 'latin1').split(/^\/\/ (?=\S+\.\w+$)/m)) {
      const [, path] = /^((?:\S*\/)?node_modules\/(?:@[^/\s]+\/)?[^/\s]+)\//.exec(part) ?? [];
      if (path !== undefined) bytes.set(path, (bytes.get(path) ?? 0) + part.length);
    }
  }
  return bytes;
}

/** The package and all that it needs, as they are installed here. */
function closure(path: string, locked: Readonly<Record<string, LockedPackage>>, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  const { dependencies, optionalDependencies } = locked[path] ?? {};
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const at = resolve(name, path, locked);
    if (at !== null) closure(at, locked, found);
  }
  return found;
}

/** Where a package finds another: below itself, or below a folder above it. */
function resolve(name: string, from: string, locked: Readonly<Record<string, LockedPackage>>): string | null {
  const own = `${from}/node_modules/${name}`;
  if (own in locked) return own;
  const above = from.lastIndexOf('/node_modules/');
  if (above > 0) return resolve(name, from.slice(0, above), locked);
  return `node_modules/${name}` in locked ? `node_modules/${name}` : null;
}

function folderBytes(folder: string): number {
  return globSync('**/*', { cwd: folder, exclude: ['node_modules'], withFileTypes: true }).filter(entry => entry.isFile()).reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
