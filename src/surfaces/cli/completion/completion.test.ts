import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test, { suite } from 'node:test';
import { Command, Option } from 'commander';
import { completionShells, renderCompletion } from './index.ts';

const program = new Command('dss').helpCommand(false).option('--profile <name>', 'the login');
program.command('check').argument('<domain>').addOption(new Option('--fail-on <severity>', "it's how severe").choices(['high', 'low'])).option('--json', 'as JSON');
const domains = program.command('domains').helpCommand(false).description('domains: "all" of them');
domains.command('list').addOption(new Option('--sort <by>').choices(['name', '-name'])).option('--search <text>');
domains.command('create').argument('[name]');
domains.command('secret', { hidden: true });
program.command('completion').addArgument(program.createArgument('<shell>').choices(['bash', 'zsh']));

/** What bash offers for the line, whose last word is being typed. */
function offered(line: string): string[] {
  const words = line.split(' ');
  const script = `${renderCompletion('bash', program)}
COMP_WORDS=(${words.map(word => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _dss; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr, status } = spawnSync('bash', ['--noprofile', '--norc', '-c', script], { encoding: 'utf8' });
  assert.equal(`${status} ${stderr}`, '0 ');
  return stdout.split('\n').filter(word => word !== '');
}

suite('bash completes', () => {
  const cases: [line: string, words: string[]][] = [
    ['dss ', ['check', 'domains', 'completion', '--profile', '--help']],
    ['dss d', ['domains']],
    ['dss domains ', ['list', 'create', '--help']],
    ['dss domains li', ['list']],
    ['dss domains list --s', ['--sort', '--search']],
    ['dss domains list --sort ', ['name', '-name']],
    ['dss domains list --search ', []],
    ['dss check example.org --fail-on h', ['high']],
    ['dss check --json --f', ['--fail-on']],
    ['dss completion ', ['bash', 'zsh', '--help']],
    ['dss nonsense', []],
  ];
  for (const [line, words] of cases) test(`${line}| ${words.join(' ')}`, () => assert.deepEqual(offered(line), words));
});

suite('every shell gets every command that is shown, and none that is hidden', () => {
  for (const shell of completionShells) {
    test(shell, () => {
      const script = renderCompletion(shell, program);
      for (const word of ['/domains/list', 'fail-on', 'high', 'create']) assert.ok(script.includes(word), word);
      assert.ok(!script.includes('secret'));
    });
    test(`${shell}: quotes of descriptions end no word`, t => {
      const found = spawnSync(shell, [shell === 'fish' ? '--no-execute' : '-n'], { input: renderCompletion(shell, program), encoding: 'utf8' });
      if (found.error) return assert.ok(renderCompletion(shell, program).split('\n').every(line => shell === 'bash' || line.replaceAll(`'\\''`, '').split("'").length % 2 === 1), t.name);
      assert.equal(`${found.status} ${found.stderr}`, '0 ');
    });
  }
});
