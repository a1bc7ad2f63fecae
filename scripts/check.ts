// The fast half of the proof: types, lint, import rules, dead code, generated docs. Prints one line a step.
import { spawnSync } from 'node:child_process';

const bin = (name: string) => new URL(`../node_modules/.bin/${name}`, import.meta.url).pathname;
const steps: [name: string, command: string, args: string[]][] = [
  ['types', bin('tsc'), ['-p', '.']],
  ['lint', bin('oxlint'), ['--type-aware', '--deny-warnings', 'src', 'lab', 'bench', 'test', 'scripts']],
  ['dead code', bin('knip'), ['--no-progress', '--no-config-hints']],
  ['imports', process.execPath, ['scripts/test.ts', 'test/imports.test.ts']],
  ['generated docs', process.execPath, ['scripts/generate.ts', '--check']],
];

for (const [name, command, args] of steps) {
  const startedMs = performance.now();
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: new URL('..', import.meta.url), encoding: 'utf8' });
  console.log(`${status === 0 ? '✓' : '✗'} ${name} (${((performance.now() - startedMs) / 1000).toFixed(1)} s)`);
  if (status !== 0) {
    console.log(stdout + stderr);
    process.exitCode = 1;
  }
}
