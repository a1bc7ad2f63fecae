import { globSync, readFileSync } from 'node:fs';
import { areas } from '../../src/app/registry.ts';
import { page, table } from './markdown.ts';

const root = new URL('../../', import.meta.url).pathname;

/** Which file declares the operation of each route; throws where none or several do. */
export function routesPage(): string {
  const rows = areas.flatMap(({ group, id: area, operations }) => {
    const folder = `src/areas/${group}/${area}`;
    const sources = globSync(`${folder}/**/*.ts`, { cwd: root }).filter(file => !/\.(test|sample)\.ts$/.test(file)).toSorted()
      .map(file => ({ file, text: readFileSync(`${root}${file}`, 'utf8') }));
    return operations.flatMap(({ id, method, path, aliases = [] }) => {
      const file = declaring(id, sources);
      return [path, ...aliases].map(address => [`\`${method} ${address}\``, `\`${id}\``, `${group}/${area}`, `[${file}](../${file})`]);
    });
  });
  return page(
    '# Routes',
    '',
    'Where a route is written. A path does not always say it: an area serves what it knows, wherever that hangs in the paths.',
    '',
    table(['Route', 'Operation', 'Area', 'File'], rows),
  );
}

/** Routes of the sign-in library are declared in a table without the name of their area. */
function declaring(id: string, sources: readonly { file: string; text: string }[]): string {
  const whole = sources.filter(({ text }) => text.includes(`id: '${id}'`));
  const found = whole.length > 0 ? whole : sources.filter(({ file, text }) => file.includes('/sign-in/') && text.includes(`id: '${id.slice(id.indexOf('.') + 1)}'`));
  if (found.length !== 1) throw new Error(`${found.length} files declare the operation ${id}`);
  return found[0]!.file;
}
