// Builds the client for publishing: JavaScript that imports nothing but its own files, and types that need nothing but
// them. Into dist/client, or the folder named on the command line.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const root = new URL('..', import.meta.url).pathname;
const target = resolve(process.argv[2] ?? join(root, 'dist/client'));
const emitted = mkdtempSync(join(tmpdir(), 'dss-client-'));
try {
  compile();
  writeFileSync(join(emitted, 'src/calls.d.ts'), callsIn(textOf('scripts/client-calls.d.ts')));
  rmSync(target, { recursive: true, force: true });
  for (const file of reachable('client.d.ts', reachable('client.js'))) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    writeFileSync(join(target, file), textOf(join('src', file)));
  }
} finally {
  rmSync(emitted, { recursive: true, force: true });
}

/** Emits all that the client's types come from; what is not the client's own is thrown away, also where it could not be declared. */
function compile(): void {
  const args = ['-p', join(root, 'scripts/client.tsconfig.json'), '--pretty', 'false', '--outDir', emitted];
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), args, { cwd: root, encoding: 'utf8' });
  const faults = stdout.split('\n').filter(line => /^(src\/(client|calls|core\/|surfaces\/client\/)|scripts\/|error )/.test(line));
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

/** An emitted file; the compiler leaves the names of sources in declarations. */
function textOf(file: string): string {
  return readFileSync(join(emitted, file), 'utf8').replace(/(\bfrom '\.[^']*)\.ts'/g, "$1.js'");
}

/** The declaration of the type `Calls`, from that of a constant of this type. */
function callsIn(declaration: string): string {
  const [, type] = /^export declare const calls: (\{.*\});\s*$/s.exec(declaration) ?? [];
  if (type === undefined || /\bimport\(|\bany\b/.test(type)) throw new Error('The compiler did not write the types of the calls out.');
  return `/** Every call of the service by its route, with what it takes and gives. */\nexport type Calls = ${type};\n`;
}

/** `file` of the emitted sources and all that it imports, added to `found`. */
function reachable(file: string, found: Set<string> = new Set()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, from] of textOf(join('src', file)).matchAll(/\bfrom '([^']+)'/g)) {
    if (!from!.startsWith('.')) throw new Error(`${file} needs ${from}, which the client must not.`);
    reachable(join(dirname(file), file.endsWith('.d.ts') ? from!.replace(/\.js$/, '.d.ts') : from!), found);
  }
  return found;
}
