import { globSync } from 'node:fs';
import { insertLine, templatesOf, writeTemplate } from './templates.ts';
import { wordsOf } from './words.ts';

const REGISTRY = 'src/app/registry.ts';
const DASHBOARD = 'web/areas/index.ts';
const PAGES = 'test/web/pages.ts';

/**
 * Makes an area that compiles, passes its tests and has a page, from a name such as `web/site-audit`; returns the paths of its files
 * below `root`, then those that were changed. It stands before the areas that sum others up.
 */
export function newArea(root: string, name: string): { created: string[]; edited: string[] } {
  const [group = '', folder = ''] = name.split('/');
  if (!['platform', 'domains', 'threats', 'mail', 'web', 'assurance', 'summary'].includes(group)) throw new Error('Give the group and the name, such as web/site-audit.');
  const { camel, Name, words: label } = wordsOf(folder);
  const words = {
    group, folder, id: camel, Name, label, Label: label[0]!.toUpperCase() + label.slice(1), table: folder.replaceAll('-', '_'), prefix: folder.replaceAll('-', '').slice(0, 3), findings: folder.replaceAll('-', ''), number: nextMigration(root),
  };
  const created = (['service', 'dashboard'] as const).flatMap(half => templatesOf(`area/${half}`).map(template =>
    writeTemplate(root, { kind: `area/${half}`, template, target: `${half === 'service' ? 'src' : 'web'}/areas/%group%/%folder%/${template}`, words })));
  insertLine(root, REGISTRY, `import { ${camel}Area } from '../areas/${group}/${folder}/index.ts';`, line => line.includes("from '../areas/summary/"));
  insertLine(root, REGISTRY, `  ${camel}Area,`, line => line === '  overviewArea,');
  insertLine(root, DASHBOARD, `import { ${camel} } from './${group}/${folder}/area.ts';`, line => line.includes("from './summary/"));
  insertLine(root, DASHBOARD, `  ${camel},`, line => line === '  overview,');
  insertLine(root, PAGES, `  '/${folder}': [by('operator', '/${folder}', /${words.Label}/)],`, line => line.startsWith("  '/dmarc': "));
  return { created, edited: [REGISTRY, DASHBOARD, PAGES] };
}

/** The number of the next migration, which are numbered over all areas. */
function nextMigration(root: string): string {
  const numbers = globSync('src/{areas/*/*,store}/migrations/*.ts', { cwd: root }).map(path => Number(/(\d{4})-[^/]*$/.exec(path)?.[1] ?? 0));
  return String(Math.max(0, ...numbers) + 1).padStart(4, '0');
}
