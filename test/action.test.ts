// The action of GitHub, as its runner would run it, without its network steps.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, suite } from 'node:test';
import { parse } from 'yaml';
import { checkFormats } from '../src/surfaces/cli/index.ts';

const folder = new URL('../action/', import.meta.url).pathname;
const action = parse(readFileSync(`${folder}action.yml`, 'utf8')) as {
  inputs: Record<string, { description: string; default: string }>;
  runs: { steps: { id?: string; uses?: string; run?: string; shell?: string; env?: Record<string, string> }[] };
};
const step = action.runs.steps.find(({ id }) => id === 'check')!;
const work = mkdtempSync(join(tmpdir(), 'dss-action-'));
after(() => rmSync(work, { recursive: true }));

/** Stands for the program: says how it was called, and ends as the test wants. */
const standIn = join(work, 'node');
writeFileSync(standIn, '#!/bin/sh\necho "called: $*"\nsed "s/^/name: /"\nexit "$CODE"\n');
chmodSync(standIn, 0o755);

/** Runs the step with these inputs; the rest have their defaults. */
function run(inputs: Record<string, string>, { code = 0, real = false } = {}) {
  const output = join(work, 'output');
  const summary = join(work, 'summary');
  for (const file of [output, summary]) writeFileSync(file, '');
  const given = Object.fromEntries(Object.entries(action.inputs).map(([name, { default: value }]) => [name, inputs[name] ?? value]));
  const env = Object.fromEntries(Object.entries(step.env!).map(([name, text]) => [name, text.replace(/\$\{\{ inputs\.([a-z-]+) \}\}/, (_, input: string) => given[input]!).replace('${{ github.action_path }}', folder)]));
  const path = real ? `${join(process.execPath, '..')}:${process.env['PATH']}` : `${work}:${process.env['PATH']}`;
  const nowhere = { DSS_DNS_SERVERS: '127.0.0.1:9', DSS_DNS_ROOTS: 'nowhere=127.0.0.1:9', DSS_RDAP_BOOTSTRAP: 'http://127.0.0.1:9/', DSS_WHOIS_SERVER: '127.0.0.1:9' };
  const { status, stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run!], {
    cwd: work, encoding: 'utf8', env: { PATH: path, HOME: work, ...nowhere, ...env, CODE: String(code), GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary, GITHUB_ACTION_PATH: folder },
  });
  return { status, stdout, stderr, output: readFileSync(output, 'utf8'), summary: readFileSync(summary, 'utf8') };
}

suite('the action', () => {
  test('takes nothing into a script but by variables, and pins what it uses to a commit', () => {
    for (const { run: script = '', uses } of action.runs.steps) {
      assert.doesNotMatch(script, /\$\{\{/);
      if (uses !== undefined) assert.match(uses, /@[0-9a-f]{40}$/);
    }
  });
  test('installs what the program imports in a checkout', () => {
    const install = action.runs.steps.find(({ run: script }) => script?.startsWith('npm ci'))!.run!;
    const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as { packages: Record<string, { dev?: boolean }> };
    const imported = ['commander', 'kysely', 'zod'];
    const isInstalled = (name: string): boolean => packages[`node_modules/${name}`] !== undefined && !(/--omit/.test(install) && packages[`node_modules/${name}`]!.dev);
    assert.deepEqual(imported.filter(name => !isInstalled(name)), []);
  });
  test('names the formats that the program has', () => assert.ok(checkFormats.every(format => action.inputs['format']!.description.includes(format))));
  test('gives the names by standard input, however they are separated, and those of a file', () => {
    writeFileSync(join(work, 'list.txt'), 'c.example # mine\n');
    const { stdout, output } = run({ domains: 'a.example, b.example\n--help', file: 'list.txt' });
    assert.match(stdout, /^called: \S+\/bin\/dss\.js check - --format github --summary \S+ --fail-on high\n/);
    assert.deepEqual(stdout.match(/(?<=name: )\S.*/g), ['a.example', 'b.example', '--help', 'c.example # mine']);
    assert.equal(output, 'exit-code=0\n');
  });
  test('what is given is never run', () => {
    const { stdout } = run({ domains: '$(touch stolen);`touch stolen`' });
    assert.match(stdout, /name: \$\(touch/);
    assert.equal(run({ domains: 'a.example', 'fail-on': 'high; touch stolen', file: '$(touch stolen)' }).status, 2);
    assert.throws(() => readFileSync(join(work, 'stolen')), /ENOENT/);
  });
  const misuses: [says: string, inputs: Record<string, string>, message: string][] = [
    ['no domain', { domains: ' ,\n' }, 'No domain was given: name some in domains, or a file with one a line.'],
    ['a file of comments', { file: 'comments.txt' }, 'No domain was given: name some in domains, or a file with one a line.'],
    ['a file that is not there', { file: 'nope.txt' }, 'The file "nope.txt" cannot be read.'],
    ['another severity', { domains: 'a.example', 'fail-on': 'worst' }, 'fail-on is critical, high, medium, low, info or none, not "worst".'],
    ['another format', { domains: 'a.example', format: 'xml' }, 'format is github, sarif, junit, json or text, not "xml".'],
    ['another command of the runner', { domains: 'a.example', 'could-not-tell': 'x\n::set-env name=A::b%' }, 'could-not-tell is fail or warn, not "x%0A::set-env name=A::b%25".'],
  ];
  for (const [says, inputs, message] of misuses) {
    test(`its own misuse is one annotation and stands in the summary: ${says}`, () => {
      writeFileSync(join(work, 'comments.txt'), '# nothing\n\n');
      const { status, stdout, output, summary } = run(inputs);
      assert.deepEqual([status, stdout, output], [2, `::error title=Check domains::${message}\n`, 'exit-code=2\n']);
      assert.match(summary, /called wrongly/);
    });
  }
  const codes: [inputs: Record<string, string>, code: number, status: number][] = [
    [{}, 0, 0], [{}, 3, 3], [{}, 7, 7], [{ 'could-not-tell': 'warn' }, 7, 0], [{ 'could-not-tell': 'warn' }, 3, 3], [{}, 1, 1],
    [{ 'could-not-tell': 'maybe' }, 0, 2], [{ file: 'nope.txt' }, 0, 2],
  ];
  for (const [inputs, code, status] of codes) {
    test(`${JSON.stringify(inputs)} where the check ends with ${code}: ${status}`, () => assert.equal(run({ domains: 'a.example', ...inputs }, { code }).status, status));
  }
  test('results go to the file that is named', () => {
    assert.equal(run({ domains: 'a.example', format: 'sarif', output: 'out.sarif', 'fail-on': 'none' }).stdout, '');
    assert.match(readFileSync(join(work, 'out.sarif'), 'utf8'), /check - --format sarif --summary \S+\n/);
  });
  test('runs the program of its own checkout', () => {
    const { status, stdout, output, summary } = run({ domains: 'https://example.org/' }, { real: true });
    assert.match(summary, /^## Check of domains\n1 checked; the step fails from high up\.\n\n\| Domain \|.*\n.*\n\| https&#58;\/\/example\.org\/ \| not checked \|/);
    assert.match(stdout, /^::error title=https%3A\/\/example\.org\/::/);
    assert.deepEqual([status, output], [2, 'exit-code=2\n']);
  });
});
