import { insertLine, templatesOf, writeTemplate } from './templates.ts';

const LIST = 'src/checks/index.ts';
const LAB_DOMAIN = 'world.yaml';

/** Makes a check that compiles, passes its tests and has a domain in the lab; returns the paths of its files below `root`, new ones first, then those that were changed. */
export function newCheck(root: string, folder: string): { created: string[]; edited: string[] } {
  if (!/^[a-z]+(-[a-z]+)*$/.test(folder)) throw new Error('The name of a check has lower-case words joined by hyphens, such as mta-sts.');
  const words = wordsOf(folder);
  const created = templatesOf('check').map(template =>
    writeTemplate(root, { kind: 'check', template, target: template === LAB_DOMAIN ? 'lab/world/%folder%.yaml' : `src/checks/%folder%/${template}`, words }));
  const importLine = `import { ${words.record}Check } from './${folder}/index.ts';`;
  insertLine(root, LIST, importLine, line => line === '' || (/^import \{ \w+Check \} from '\.\//.test(line) && fromOf(line) > fromOf(importLine)));
  insertLine(root, LIST, `  ${words.record}: ${words.record}Check,`, line => line.startsWith('} satisfies '));
  return { created, edited: [LIST] };
}

function wordsOf(folder: string) {
  const record = folder.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const label = folder.split('-').map(word => word[0]!.toUpperCase() + word.slice(1)).join(' ');
  return { folder, record, Name: record[0]!.toUpperCase() + record.slice(1), prefix: folder.replaceAll('-', ''), label };
}

function fromOf(line: string): string {
  return line.slice(line.indexOf("from '"));
}
