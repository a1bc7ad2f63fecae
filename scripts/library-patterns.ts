// node scripts/library-patterns.ts <jsrepository-v6.json>: makes the patterns by which JavaScript libraries are recognised from retire.js's repository.
import { readFileSync, writeFileSync } from 'node:fs';

interface Entry {
  npmname?: string;
  extractors: Readonly<Record<'uri' | 'filename' | 'filecontent' | 'filecontentreplace', readonly string[] | undefined>> & { hashes?: Readonly<Record<string, string>> };
}

/** An example, and a list of what is not to be checked. */
const noLibraries = new Set(['retire-example', 'dont check']);

const source = process.argv[2];
if (source === undefined) throw new Error('Name the file: node scripts/library-patterns.ts <jsrepository-v6.json>');
const entries = Object.entries(JSON.parse(readFileSync(source, 'utf8')) as Record<string, Entry>).filter(([name]) => !noLibraries.has(name));

const patterns = entries.map(([name, { npmname, extractors: { uri, filename, filecontent, filecontentreplace, hashes } }]) => ({
  name: npmname ?? name,
  ...given('url', uri),
  ...given('fileName', filename),
  ...given('content', filecontent),
  ...given('contentReplaced', filecontentreplace),
  ...given('sha1', Object.entries(hashes ?? {})),
}));
const target = new URL('../src/areas/threats/exposure/web/libraries/data/patterns.json', import.meta.url);
writeFileSync(target, `[\n${patterns.map(one => JSON.stringify(one)).join(',\n')}\n]\n`);

function given<T>(name: string, list: readonly T[] | undefined): Record<string, readonly T[]> {
  return list?.length ? { [name]: list } : {};
}
