// The fast half of the proof: types, lint, import rules, dead code, generated docs. Prints one line a step.
import { spawnSync } from 'node:child_process';

const bin = (name: string) => new URL(`../node_modules/.bin/${name}`, import.meta.url).pathname;
const steps: [name: string, command: string, args: string[]][] = [
  ['types', bin('tsc'), ['-p', '.']],
  ['types for the dashboard', process.execPath, ['scripts/dashboard-types.ts']],
  ['types of the dashboard', bin('tsc'), ['-p', 'web']],
  // They use the types of browsers and of Node at once, which the sources of the server do not stand: only these files are judged.
  ['types of the tests of the dashboard', bin('oxlint'), ['--type-aware', '--type-check', '--deny-warnings', 'test/web']],
  ['lint', bin('oxlint'), ['--type-aware', '--deny-warnings', 'src', 'web', 'lab', 'bench', 'test', 'scripts']],
  ['dead code', bin('knip'), ['--no-progress', '--no-config-hints']],
  ['imports', process.execPath, ['scripts/test.ts', 'test/imports.test.ts']],
  ['generated docs', process.execPath, ['scripts/generate.ts', '--check']],
];

for (const [name, command, args] of steps) {
  const startedMs = performance.now();
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: new URL('..', import.meta.url), encoding: 'utf8' });
  const ok = status === 0;
  console.log(`${ok ? '✓' : '✗'} ${name} (${((performance.now() - startedMs) / 1000).toFixed(1)} s)`);
  if (!ok) {
    console.log(stdout + stderr);
    process.exitCode = 1;
  }
}
