// The words that the glossary forbids, and where they stand: what its test holds and the figures count.
import { globSync, readFileSync } from 'node:fs';
import { operations } from '../../src/app/registry.ts';
import { openapiOf } from '../../src/surfaces/openapi/index.ts';
import { codeOf, lineOf, type Piece } from './source-pieces.ts';

const root = new URL('../..', import.meta.url).pathname;
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8');

/** A row of the second table of the glossary. */
interface Forbidden {
  words: readonly string[];
  instead: string;
  /** Whether no identifier may have the word, but for those in `allowed`. */
  identifiers: boolean;
  allowed: ReadonlySet<string>;
  texts: readonly RegExp[];
}

interface Hit {
  word: string;
  position: 'identifiers' | 'API' | 'texts' | 'titles of tests' | 'documentation';
  where: string;
  what: string;
}

const quoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, inner]) => inner!);

export const forbidden: Forbidden[] = read('docs/glossary.md').split('## Words that are not used')[1]!.split('\n').filter(line => line.startsWith('| `')).map(line => {
  const [words, instead, identifiers, texts] = line.slice(2, -2).split(/ (?<!\\)\| /) as [string, string, string, string];
  return {
    words: quoted(words), instead, identifiers: identifiers.startsWith('all'), allowed: new Set(quoted(identifiers)),
    texts: quoted(texts.replaceAll('\\|', '|')).map(pattern => new RegExp(pattern, 'gi')),
  };
});
/** Names in formats that others keep, such as signed files: they cannot be changed, and stay where they are read and written. */
const kept: readonly { folder: string; names: readonly string[]; why: string }[] = [
  { folder: 'src/areas/threats/lookalikes/evidence/', names: ['look', 'looks'], why: 'members of the manifest of evidence, format 1, which people keep with its signature' },
  { folder: 'src/areas/domains/inventory/migrations/0020-record-states.ts', names: ['grave', 'mend'], why: 'what older versions stored' },
  { folder: 'src/areas/web/local-seo/providers/', names: ['place', 'places', 'place_id'], why: 'members of the replies of Google, SerpApi and DataForSEO' },
  { folder: 'lab/services/local-search/', names: ['place', 'places', 'place_id'], why: 'the same replies, as the lab gives them' },
];
const isKept = (file: string, name: string) => kept.some(({ folder, names }) => file.startsWith(folder) && names.includes(name));
export const byWord = new Map(forbidden.filter(({ identifiers }) => identifiers).flatMap(row => row.words.map(word => [word, row] as const)));

export const code = globSync('{src,lab,web,scripts,bench,test}/**/*.{ts,tsx,js}', { cwd: root, exclude: ['web/dist/**', 'web/generated/**'] }).filter(file => !/^(test\/glossary|scripts\/figures\/words)\./.test(file));
export const pages = globSync(['*.md', 'docs/**/*.md', 'web/*.md', 'action/*.md'], { cwd: root })
  .filter(file => !/^(CHANGELOG\.md|docs\/(decisions\/|glossary\.md))/.test(file) && !read(file).includes('<!-- Made from the code'));
const isTest = (file: string) => /^(test|bench|lab)\/|\.(test|sample)\.tsx?$|\/testing(\/|\.ts)/.test(file);

/** The words of `lookUpHost`, `LOOK_MS` and `looked_at`. */
function wordsOf(name: string): string[] {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2').toLowerCase().split(/[^a-z]+/);
}

const tests = code.filter(file => /\.(test|sample)\.tsx?$|\/testing\.ts$/.test(file));

const judged = new Map<string, readonly string[]>();

/** The forbidden words in a name; each name is split once, however often it comes. */
export function inName(name: string): readonly string[] {
  let found = judged.get(name);
  if (!found) judged.set(name, found = wordsOf(name).filter(word => byWord.get(word)?.allowed.has(name) === false));
  return found;
}

/** Any of the patterns: most texts have none, and are passed over at once. */
const anyPattern = new RegExp(forbidden.flatMap(({ texts }) => texts.map(({ source }) => `(?:${source})`)).join('|'), 'i');

export function inText(text: string): { word: string; at: number; what: string }[] {
  if (!anyPattern.test(text)) return [];
  return forbidden.flatMap(({ words, texts }) => texts.flatMap(pattern => [...text.matchAll(pattern)].map(match => ({ word: words[0]!, at: match.index, what: match[0] }))));
}

function inCode(file: string): Hit[] {
  const source = read(file);
  const hits: Hit[] = [];
  const where = ({ at }: Pick<Piece, 'at'>) => `${file}:${lineOf(source, at)}`;
  for (const piece of codeOf(source)) {
    if (piece.kind === 'name' && isKept(file, piece.text)) continue;
    if (piece.kind === 'name') hits.push(...inName(piece.text).map(word => ({ word, position: 'identifiers' as const, where: where(piece), what: piece.text })));
    else if (!isTest(file)) hits.push(...inText(piece.text).filter(({ what }) => !isKept(file, what)).map(({ word, at, what }) => ({ word, position: 'texts' as const, where: where({ at: piece.at + at }), what })));
  }
  return hits;
}

/** What stands as a title: the first argument of a test or suite, or the name of a case in a table. */
const TITLE = /(?:\b(?:test|suite|onEachDatabase\w*|goldenSuite(?:<[^(]*>)?)\(|^\s*\[)\s*(?:'((?:\\.|[^'\\\n])*)'|`((?:\\.|[^`\\])*)`)/gm;

function inTitles(file: string): Hit[] {
  const source = read(file);
  return source.matchAll(TITLE).toArray().flatMap(({ 0: whole, 1: plain, 2: template, index }) =>
    inText(plain ?? template!).map(({ word, what }) => ({ word, position: 'titles of tests' as const, where: `${file}:${lineOf(source, index + whole.search(/['`]/))}`, what })));
}

/** Paths, names of fields and parameters, and values of enumerations; the texts stand in the code. */
function inApi(): Hit[] {
  const document = openapiOf(operations, { version: '0', baseUrl: 'https://dss.test', cookieName: 'session' });
  const names = new Map<string, string>(Object.keys(document.paths).map(path => [path, path]));
  const walk = (value: unknown, where: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'properties' && typeof inner === 'object' && inner !== null) for (const field of Object.keys(inner)) names.set(field, `${where}.${field}`);
      if (key === 'enum' && Array.isArray(inner)) for (const one of inner) if (typeof one === 'string') names.set(one, `${where} enum`);
      if (key === 'name' && typeof inner === 'string') names.set(inner, where);
      walk(inner, key === 'properties' || /^\d+$/.test(key) ? where : `${where}.${key}`);
    }
  };
  for (const [path, methods] of Object.entries(document.paths)) for (const [method, described] of Object.entries(methods)) walk(described, `${method.toUpperCase()} ${path}`);
  walk(document.components.schemas, 'schemas');
  return [...names].flatMap(([name, where]) => inName(name).map(word => ({ word, position: 'API' as const, where, what: name })));
}

function inPage(file: string): Hit[] {
  const source = read(file);
  return inText(source).map(({ word, at, what }) => ({ word, position: 'documentation' as const, where: `${file}:${lineOf(source, at)}`, what }));
}

/** Every forbidden word, by where words stand. */
export const hits = { code: () => code.flatMap(inCode), titles: () => tests.flatMap(inTitles), api: inApi, pages: () => pages.flatMap(inPage) } as const;

/** Counts by word and position, then every hit on a line of its own. */
export function listed(hits: readonly Hit[]): string {
  const counts = [...Map.groupBy(hits, ({ word, position }) => `${word}, ${position}`)].map(([key, of]) => `  ${key}: ${of.length}`).toSorted();
  const instead = (word: string) => forbidden.find(({ words }) => words.includes(word))?.instead ?? '';
  return ['', ...counts, ...hits.map(({ word, where, what }) => `${where}  ${what.replaceAll('\n', ' ')}  (${word}: ${instead(word)})`)].join('\n');
}

