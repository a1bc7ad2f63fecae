import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;

/** What the compiler has made of the client's sources. */
export interface Emitted {
  /** The module that declares the type `Calls`, written out in full. */
  calls: string;
  /** An emitted file below the root of the project. */
  textOf: (file: string) => string;
}

/** Emits the client with all that its types come from into a folder that lasts as long as `use` runs. */
export function emitCalls<Out>(use: (emitted: Emitted) => Out): Out {
  const folder = mkdtempSync(join(tmpdir(), 'dss-client-'));
  // The compiler leaves the names of sources in declarations.
  const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8').replace(/(\bfrom '\.[^']*)\.ts'/g, "$1.js'");
  try {
    compileInto(folder);
    return use({ calls: callsIn(textOf('scripts/client-calls.d.ts')), textOf });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What is not the client's own is thrown away, also where it could not be declared. */
function compileInto(folder: string): void {
  const args = ['-p', join(root, 'scripts/client.tsconfig.json'), '--pretty', 'false', '--outDir', folder];
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), args, { cwd: root, encoding: 'utf8' });
  const faults = stdout.split('\n').filter(line => /^(src\/(client|calls|core\/|surfaces\/client\/)|scripts\/|error )/.test(line));
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

/** The declaration of the type `Calls`, from that of a constant of this type. */
function callsIn(declaration: string): string {
  const [, type] = /^export declare const calls: (\{.*\});\s*$/s.exec(declaration) ?? [];
  if (type === undefined || /\bimport\(|\bany\b/.test(type)) throw new Error('The compiler did not write the types of the calls out.');
  return `/** Every call of the service by its route, with what it takes and gives. */\nexport type Calls = ${type};\n`;
}
