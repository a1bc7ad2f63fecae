import type { Command } from 'commander';
import { appCommands } from '../../src/app/commands/index.ts';
import { readConfig } from '../../src/app/config.ts';
import { runCli } from '../../src/surfaces/cli/index.ts';
import { page, table } from './markdown.ts';

/** Every command with its arguments and options. */
export async function commandLinePage(): Promise<string> {
  const commands = (await readProgram()).commands.flatMap(command => (command.commands.length > 0 ? command.commands : [command]));
  return page(
    '# Command line',
    '',
    '`dss` is the program; in a clone call it as `npx dss`. `keys`, `accounts`, `audit`, `backup` and `restore` work on the database',
    'of the [settings](configuration.md), so give them those of the service.',
    '',
    table(['Command', 'Does'], commands.map(command => [`\`${callOf(command)}\``, command.description()])),
    ...commands.filter(({ options }) => options.length > 0).flatMap(command => [
      '', `## \`${nameOf(command)}\``, '',
      table(['Option', 'Means'], command.options.map(({ flags, description, argChoices = [] }) => [
        `\`${flags}\``, argChoices.length > 0 ? `${description}: ${argChoices.join(', ')}` : description,
      ])),
    ]),
    '',
    'Data goes to standard output, everything else to standard error. Exit codes: [check in scripts](../how-to/check-in-scripts.md);',
    '`dss audit verify` exits with 3 when a chain does not hold, and what is not there with 5. Colours follow the terminal and',
    '`NO_COLOR`. Progress is shown only on a terminal.',
  );
}

/** The program as it is put together for a call that runs nothing. */
async function readProgram(): Promise<Command> {
  const nowhere = { write: () => true } as unknown as NodeJS.WriteStream;
  const terminal = { stdin: process.stdin, stdout: nowhere, stderr: nowhere };
  const { signal } = new AbortController();
  let found: Command | undefined;
  const parts = { version: '', terminal, signal };
  await runCli(['--help'], {
    ...parts,
    openChecker: () => { throw new TypeError('Help checks nothing.'); },
    commands: [...appCommands({ ...parts, config: () => readConfig({}), unknownSettings: () => [] }), program => { found = program; }],
  });
  return found!;
}

function nameOf(command: Command): string {
  return command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
}

function callOf(command: Command): string {
  const given = command.registeredArguments.map(one => {
    const name = `${one.name()}${one.variadic ? '…' : ''}`;
    return one.required ? `<${name}>` : `[${name}]`;
  });
  return [nameOf(command), ...given].join(' ');
}
