// A copy of the project in a temporary folder, to try in it what a contributor would do and see which files that touches.
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const project = new URL('..', import.meta.url).pathname;
const FOLDERS = ['src', 'lab', 'scripts', 'test', 'web'];
/** What is built, and tests of other kinds, which are large. */
const LEFT_OUT = new Set(['web/dist', 'test/zonemaster'].map(path => join(project, path)));
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json'];

/** Writes the modules that `npm run generate` makes for the dashboard; the pages of the documentation are not in the copy. */
const GENERATE = [
  "import { writeFileSync } from 'node:fs';",
  "import { appPathsModule } from './scripts/reference/app-paths.ts';",
  "import { reportCatalogueModule } from './scripts/reference/report-catalogue.ts';",
  "writeFileSync('src/surfaces/http/pages/app-paths.ts', await appPathsModule());",
  "writeFileSync('web/areas/domains/check/report/catalogue.ts', reportCatalogueModule());",
].join('\n');

/** What a program said, and how it ended. */
export interface Ended {
  status: number | null;
  output: string;
}

export interface HouseCopy {
  root: string;
  /** Has `make` change the copy, and says which files it created and which of those that were there it edited, sorted; what is generated does not count. */
  changes(make: () => void): { created: string[]; edited: string[] };
  /** The type check of `src` and `lab`. */
  typeCheck(): Ended;
  /** That of the dashboard, after what it takes from the service was generated again. */
  typeCheckOfDashboard(): Ended;
  /** Runs test files, such as `src/checks/spf/spf.test.ts`. */
  test(...files: string[]): Ended;
  /** Runs a module of these lines in the copy. */
  run(...lines: string[]): Ended;
  remove(): void;
}

/** Copies what the program and its checks need; modules are shared. */
export function copyHouse(): HouseCopy {
  const root = mkdtempSync(join(tmpdir(), 'dss-house-'));
  for (const folder of FOLDERS) cpSync(join(project, folder), join(root, folder), { recursive: true, filter: path => !LEFT_OUT.has(path) });
  for (const file of FILES) cpSync(join(project, file), join(root, file));
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'));
  const run = (program: string, ...args: string[]): Ended => {
    // Inside of a test run Node would report to the parent and not to us.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, encoding: 'utf8', env });
    return { status, output: stdout + stderr };
  };
  return {
    root,
    changes: make => {
      const before = contentsOf(root);
      make();
      const now = contentsOf(root);
      return {
        created: [...now.keys()].filter(path => !before.has(path)).toSorted(),
        edited: [...before].filter(([path, text]) => now.get(path) !== text).map(([path]) => path).toSorted(),
      };
    },
    typeCheck: () => {
      writeFileSync(join(root, 'tsconfig.copy.json'), JSON.stringify({ extends: './tsconfig.json', include: ['src', 'lab'] }));
      return run(join(root, 'node_modules/.bin/tsc'), '-p', 'tsconfig.copy.json', '--pretty', 'false');
    },
    typeCheckOfDashboard: () => {
      const generated = run(process.execPath, '--input-type=module', '--eval', GENERATE);
      const typed = generated.status === 0 ? run(process.execPath, 'scripts/dashboard-types.ts') : generated;
      return typed.status === 0 ? run(join(root, 'node_modules/.bin/tsc'), '-p', 'web', '--pretty', 'false') : typed;
    },
    test: (...files) => run(process.execPath, '--test', '--test-isolation=none', ...files),
    run: (...lines) => run(process.execPath, '--input-type=module', '--eval', lines.join('\n')),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

function contentsOf(root: string): Map<string, string> {
  const paths = globSync(['{src,lab,scripts,test,web}/**/*.{ts,tsx,yaml,json}', '*.json'], { cwd: root, exclude: ['web/generated/**', 'tsconfig.copy.json'] });
  return new Map(paths.map(path => [path, readFileSync(join(root, path), 'utf8')] as const).filter(([, text]) => !/^\/\/ Made from .* do not edit\.$/m.test(text)));
}
