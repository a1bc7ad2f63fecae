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

/** What a program said, and how it ended. */
export interface Ended {
  status: number | null;
  output: string;
}

export interface HouseCopy {
  root: string;
  /** Files that were there before and are not what they were, sorted. */
  edited(): string[];
  /** The type check of `src` and `lab`. */
  typeCheck(): Ended;
  /** That of the dashboard and its tests, after what they take from the service was made again. */
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
  const before = contentsOf(root);
  const run = (program: string, ...args: string[]): Ended => {
    // Inside of a test run Node would report to the parent and not to us.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, encoding: 'utf8', env });
    return { status, output: stdout + stderr };
  };
  return {
    root,
    edited: () => {
      const now = contentsOf(root);
      return [...before].filter(([path, text]) => now.get(path) !== text).map(([path]) => path).toSorted();
    },
    typeCheck: () => {
      writeFileSync(join(root, 'tsconfig.copy.json'), JSON.stringify({ extends: './tsconfig.json', include: ['src', 'lab'] }));
      return run(join(root, 'node_modules/.bin/tsc'), '-p', 'tsconfig.copy.json', '--pretty', 'false');
    },
    typeCheckOfDashboard: () => {
      const made = run(process.execPath, 'scripts/dashboard-types.ts');
      return made.status === 0 ? run(join(root, 'node_modules/.bin/tsc'), '-p', 'web', '--pretty', 'false') : made;
    },
    test: (...files) => run(process.execPath, '--test', ...files),
    run: (...lines) => run(process.execPath, '--input-type=module', '--eval', lines.join('\n')),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

function contentsOf(root: string): Map<string, string> {
  const paths = globSync(['{src,lab,scripts,test,web}/**/*.{ts,tsx,yaml,json}', '*.json'], { cwd: root, exclude: ['web/generated/**'] });
  return new Map(paths.map(path => [path, readFileSync(join(root, path), 'utf8')]));
}
