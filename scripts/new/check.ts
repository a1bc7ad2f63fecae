import { insertLine, templatesOf, writeTemplate } from './templates.ts';
import { wordsOf } from './words.ts';

const LIST = 'src/checks/index.ts';
const LAB_DOMAIN = 'world.yaml';

/** Makes a check that compiles, passes its tests and has a domain in the lab; returns the paths of its files below `root`, new ones first, then those that were changed. */
export function newCheck(root: string, folder: string): { created: string[]; edited: string[] } {
  const { camel: record, Name } = wordsOf(folder);
  const label = folder.split('-').map(word => word[0]!.toUpperCase() + word.slice(1)).join(' ');
  const words = { folder, record, Name, prefix: folder.replaceAll('-', ''), label };
  const created = templatesOf('check').map(template =>
    writeTemplate(root, { kind: 'check', template, target: template === LAB_DOMAIN ? 'lab/world/%folder%.yaml' : `src/checks/%folder%/${template}`, words }));
  const importLine = `import { ${record}Check } from './${folder}/index.ts';`;
  insertLine(root, LIST, importLine, line => line === '' || (/^import \{ \w+Check \} from '\.\//.test(line) && fromOf(line) > fromOf(importLine)));
  insertLine(root, LIST, `  ${record}: ${record}Check,`, line => line.startsWith('} satisfies '));
  return { created, edited: [LIST] };
}

function fromOf(line: string): string {
  return line.slice(line.indexOf("from '"));
}
