import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;

/**
 * What a test file needs: nothing (`unit`), a database, the lab or a browser (`integration`), or programs that it
 * starts, such as the service itself (`endToEnd`).
 */
export type TestKind = 'unit' | 'integration' | 'endToEnd';

/** The processor seconds that one file may use, with the programs it starts: about twice what the dearest of its kind needs on a machine at rest. */
export const budgetSeconds: Readonly<Record<TestKind, number>> = { unit: 15, integration: 300, endToEnd: 300 };

/** What a test imports that makes it more than a unit test. */
const needs: Readonly<Record<string, TestKind>> = {
  'test/databases.ts': 'integration',
  'test/service.ts': 'integration',
  'test/postgresql-server.ts': 'integration',
  'test/web/browser.ts': 'integration',
  'lab/index.ts': 'integration',
  'src/store/open.ts': 'integration',
  'src/app/compose.ts': 'integration',
  'node:child_process': 'endToEnd',
};

/** All test files, by their path below the project. */
export function testFiles(): string[] {
  return globSync('{src,web,lab,test,bench,scripts}/**/*.test.ts', { cwd: root, exclude: ['web/dist/**'] }).toSorted();
}

/** What `file` needs, by what it and the helpers of tests that it imports, import. */
export function kindOf(file: string, seen = new Set<string>()): TestKind {
  seen.add(file);
  const kinds = new Set(importsOf(file).map(target => {
    const kind = target.startsWith('src/wire/browser/') ? 'integration' : needs[target];
    if (kind !== undefined) return kind;
    return isHelper(target) && !seen.has(target) && existsSync(join(root, target)) ? kindOf(target, seen) : 'unit';
  }));
  return kinds.has('endToEnd') ? 'endToEnd' : kinds.has('integration') ? 'integration' : 'unit';
}

function importsOf(file: string): string[] {
  return readFileSync(join(root, file), 'utf8').matchAll(/^import\s(?!type\s)[^'"]*?['"]([^'"]+)['"]/gm)
    .map(([, target]) => (target!.startsWith('.') ? join(dirname(file), target!) : target!)).toArray();
}

function isHelper(file: string): boolean {
  return file.startsWith('test/') || file.includes('/testing/') || file.endsWith('.sample.ts');
}
