// The fast half of the proof: types, lint, import rules, dead code, generated docs. Prints one line a step.
import { spawnSync } from 'node:child_process';

const bin = (name: string) => new URL(`../node_modules/.bin/${name}`, import.meta.url).pathname;
/** `only` chooses the lines that count, where others are judged by another step. */
const steps: [name: string, command: string, args: string[], only?: RegExp][] = [
  ['types', bin('tsc'), ['-p', '.']],
  ['types of the dashboard', bin('tsc'), ['-p', 'web', '--pretty', 'false'], /^(test\/)?web\//],
  ['lint', bin('oxlint'), ['--type-aware', '--deny-warnings', 'src', 'web', 'lab', 'bench', 'test', 'scripts']],
  ['dead code', bin('knip'), ['--no-progress', '--no-config-hints']],
  ['imports', process.execPath, ['scripts/test.ts', 'test/imports.test.ts']],
  ['generated docs', process.execPath, ['scripts/generate.ts', '--check']],
];

for (const [name, command, args, only] of steps) {
  const startedMs = performance.now();
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: new URL('..', import.meta.url), encoding: 'utf8' });
  const ok = status === 0 || (only !== undefined && !stdout.split('\n').some(line => only.test(line)));
  console.log(`${ok ? '✓' : '✗'} ${name} (${((performance.now() - startedMs) / 1000).toFixed(1)} s)`);
  if (!ok) {
    console.log(stdout + stderr);
    process.exitCode = 1;
  }
}
