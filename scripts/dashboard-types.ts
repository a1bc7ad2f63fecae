// Writes the types of all calls out for the dashboard, whose type check then reads nothing of the server. They lie in
// web/generated, which git ignores: they follow from the sources, and every change of an operation would change them too.
// Does nothing where they are fresh.
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { emitCalls } from './emit-calls.ts';

const root = new URL('..', import.meta.url).pathname;
const folder = join(root, 'web/generated');
const file = join(folder, 'calls.d.ts');

const hash = createHash('sha256');
for (const source of globSync(['src/**/*.ts', 'scripts/{client-calls,emit-calls}.ts', 'package-lock.json'], { cwd: root, exclude: ['**/*.test.ts'] }).toSorted()) {
  hash.update(source).update('\0').update(readFileSync(join(root, source))).update('\0');
}
const note = `// Made by npm run types from the operations of the service, ${hash.digest('hex').slice(0, 16)}; do not edit.\n`;

if (!existsSync(file) || !readFileSync(file, 'utf8').startsWith(note)) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, note + emitCalls(({ calls }) => calls));
}
