// Builds the client for publishing: JavaScript that imports nothing but its own files, and types that need nothing but
// them. Into packages/client/dist, or the folder named on the command line.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { emitCalls } from './emit-calls.ts';

const root = new URL('..', import.meta.url).pathname;
const target = resolve(process.argv[2] ?? join(root, 'packages/client/dist'));

emitCalls(({ calls, textOf }) => {
  const clientFile = (file: string): string => (file === 'calls.d.ts' ? calls : textOf(join('src', file)));
  rmSync(target, { recursive: true, force: true });
  for (const file of reachable('client.d.ts', clientFile, reachable('client.js', clientFile))) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    writeFileSync(join(target, file), clientFile(file));
  }
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
});

/** `file` of the emitted sources and all that it imports, added to `found`. */
function reachable(file: string, textOf: (file: string) => string, found: Set<string> = new Set()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, from] of textOf(file).matchAll(/\bfrom '([^']+)'/g)) {
    if (!from!.startsWith('.')) throw new Error(`${file} needs ${from}, which the client must not.`);
    reachable(join(dirname(file), file.endsWith('.d.ts') ? from!.replace(/\.js$/, '.d.ts') : from!), textOf, found);
  }
  return found;
}
