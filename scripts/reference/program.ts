import type { Command } from 'commander';
import { appCommands } from '../../src/app/commands/index.ts';
import { readConfig } from '../../src/app/config.ts';
import type { AnyOperation } from '../../src/core/operation.ts';
import { buildWholeProgram } from '../../src/surfaces/cli/index.ts';
import { table } from './markdown.ts';
import { topics } from '../../src/app/registry.ts';

/** The command line as it is put together, with a command for each of `operations`; it runs nothing. */
export function programOf(operations: readonly AnyOperation[]): Promise<Command> {
  const nowhere = { write: () => true } as unknown as NodeJS.WriteStream;
  const terminal = { stdin: process.stdin, stdout: nowhere, stderr: nowhere };
  const parts = { version: '', terminal, signal: new AbortController().signal, env: {}, home: '/' };
  return buildWholeProgram({
    ...parts, operations: () => Promise.resolve(operations), topics: () => Promise.resolve(topics),
    openChecker: () => { throw new TypeError('A reference checks nothing.'); },
    commands: appCommands({ ...parts, config: () => readConfig({}), unknownSettings: () => [] }),
  });
}

/** Such as `dss domains list`. */
export function nameOf(command: Command): string {
  return command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
}

/** The name with its arguments. */
export function callOf(command: Command): string {
  const given = command.registeredArguments.map(one => {
    const name = `${one.name()}${one.variadic ? '…' : ''}`;
    return one.required ? `<${name}>` : `[${name}]`;
  });
  return [nameOf(command), ...given].join(' ');
}

/** The options of a command and what they mean. */
export function optionTable(command: Command): string {
  return table(['Option', 'Means'], command.options.map(({ flags, description, argChoices = [] }) => [
    `\`${flags}\``, argChoices.length > 0 ? `${description}: ${argChoices.join(', ')}`.replace(/^: /, '') : description,
  ]));
}
