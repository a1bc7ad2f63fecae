import type { Command } from 'commander';
import { operations, topics } from '../../src/app/registry.ts';
import { examplesOf } from '../../src/surfaces/cli/operations/example.ts';
import { isCommand, shapeOf } from '../../src/surfaces/cli/operations/shape.ts';
import { page } from './markdown.ts';
import { callOf, optionTable, programOf } from './program.ts';

/** Every command that asks a running service, by area. */
export async function cliPage(): Promise<string> {
  const program = await programOf(operations);
  const shapes = operations.filter(isCommand).map(shapeOf);
  const areas = Object.entries(Object.groupBy(shapes, ({ operation }) => operation.id.split('.', 1)[0]!));
  return page(
    '# Commands of a running service',
    '',
    `${shapes.length} commands, one for each operation that a key can call. How they are used: [command line](../how-to/command-line.md).`,
    'What only a signed-in person may do has none, and `dss` says so.',
    ...areas.flatMap(([area, members = []]) => [
      '', `## ${members[0]!.words[0]!}`, '', topics[area] ?? '',
      ...members.flatMap(shape => {
        const command = shape.words.reduce<Command>((at, word) => at.commands.find(one => one.name() === word)!, program);
        return ['', `### \`${callOf(command)}\``, '', command.description(), '', optionTable(command), '', '```', ...examplesOf(shape), '```'];
      }),
    ]),
  );
}
