import { page, table } from './markdown.ts';
import { callOf, nameOf, optionTable, programOf } from './program.ts';

/** Every command of the program itself with its arguments and options. */
export async function commandLinePage(): Promise<string> {
  const own = (await programOf([])).commands.filter(command => command.helpGroup() === '');
  const commands = own.flatMap(command => (command.commands.length > 0 ? command.commands : [command]));
  return page(
    '# Command line',
    '',
    '`dss` is the program; in a clone call it as `npx dss`. `keys`, `accounts`, `audit`, `backup` and `restore` work on the database',
    'of the [settings](configuration.md), so give them those of the service. The commands that ask a running service have a page of',
    'their own: [commands of a running service](cli.md).',
    '',
    table(['Command', 'Does'], commands.map(command => [`\`${callOf(command)}\``, command.description()])),
    ...commands.filter(({ options }) => options.length > 0).flatMap(command => [
      '', `## \`${nameOf(command)}\``, '',
      optionTable(command),
    ]),
    '',
    'Data goes to standard output, everything else to standard error. Exit codes: [check in scripts](../how-to/check-in-scripts.md);',
    '`dss audit verify` exits with 3 when a chain does not hold, and what is not there with 5. Colours follow the terminal and',
    '`NO_COLOR`. Progress is shown only on a terminal.',
  );
}
