// Prints the figures of the house, each with the most that it may be: how many files it takes to add something, and what
// must not be there at all. Exits with 1 where one is missed. Takes some minutes: it compiles a copy of the project.
import { parseArgs } from 'node:util';
import { additions, type AdditionKind } from './figures/additions.ts';
import { filesOnCircles } from './figures/imports.ts';
import { foreignHandles, foreignSql, unpublishedReads } from './figures/tables.ts';
import { hits } from './figures/words.ts';
import { copyHouse, type Ended } from '../test/house-copy.ts';

interface Figure {
  what: string;
  is: number;
  most: number;
  /** What is counted, for those who look for it. */
  of: readonly string[];
}

const { values: { verbose } } = parseArgs({ options: { verbose: { type: 'boolean', short: 'v', default: false } } });
const copy = copyHouse();
process.on('exit', copy.remove);

const figures: Figure[] = [
  ...(Object.keys(additions) as AdditionKind[]).map(kind => {
    const { most, make } = additions[kind];
    const { edited } = copy.changes(() => make(copy.root));
    return { what: `files edited to add ${/^[aeio]/.test(kind) ? 'an' : 'a'} ${kind}`, is: edited.length, most, of: edited };
  }),
  none('queries of areas in tables of others', [...unpublishedReads(), ...foreignSql(), ...foreignHandles()]),
  none('files on circles of imports, types included', filesOnCircles()),
  none('words that the glossary forbids', Object.values(hits).flatMap(find => find()).map(({ where, what }) => `${where} ${what}`)),
  none('type errors after these additions', errorsIn(copy.typeCheck())),
  none('type errors of the dashboard after them', errorsIn(copy.typeCheckOfDashboard())),
];

for (const { what, is, most, of } of figures) {
  const isMissed = is > most;
  console.log(`${isMissed ? '✗' : '✓'} ${what}: ${is} (${most === 0 ? 'none may be' : `${most} at most`})`);
  if (isMissed || verbose) for (const one of of) console.log(`    ${one}`);
  if (isMissed) process.exitCode = 1;
}

function errorsIn({ status, output }: Ended): string[] {
  return status === 0 ? [] : output.trim().split('\n');
}

function none(what: string, found: readonly (string | object)[]): Figure {
  return { what, is: found.length, most: 0, of: found.map(one => (typeof one === 'string' ? one : JSON.stringify(one))) };
}
