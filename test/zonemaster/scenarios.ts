import { existsSync, globSync, readFileSync } from 'node:fs';

const folder = new URL('data/', import.meta.url).pathname;

/** One scenario of a test case: the zone that is tested, and what must and must not be said of it. */
export interface Scenario {
  testCase: string;
  name: string;
  zone: string;
  /** The root hints that the test starts from, as `readZoneFile` takes them. */
  hints: string;
  mandatory: readonly string[];
  forbidden: readonly string[];
}

/** Zones that the specification names otherwise than its zone files do. */
const corrections: Readonly<Record<string, string>> = {
  'address03 PTR-RESOLUTION-SERVFAIL': 'ptr-resolution-servfail.address03.xa',
  'basic02 GOOD-2': 'good-2.basic02.xa',
  'basic02 NO-DELEGATION-1': 'no-delegation.basic02.xa',
};

/** The text of a file below `zones/`, by its path there; the networks of connectivity04 are as far apart as on the Internet. */
export function readZoneFile(path: string): string {
  return apart(readFileSync(`${folder}zones/${path}`, 'utf8'));
}

/** The prefix database of connectivity04 has networks of /112, of which all lie in one /48; nothing longer is routed, so each becomes a /48 of its own. */
function apart(text: string): string {
  return text.replaceAll(/\bfda1:b2:c3:0:(127:100:(\d+):)/g, 'fda1:b2:$2:0:$1');
}

/** The configurations of all test cases, and that of the zones above them. */
export function readConfigs(): string[] {
  const own = readFileSync(new URL('common.cfg', import.meta.url), 'utf8');
  return [own, ...globSync('*/*/*.cfg', { cwd: `${folder}zones` }).toSorted().map(readZoneFile)];
}

/** Every scenario of every specification, in their order. */
export function readScenarios(): Scenario[] {
  const files = globSync('*.md', { cwd: `${folder}scenarios` }).toSorted();
  return files.flatMap(file => scenariosIn(file.replace('.md', ''), readFileSync(`${folder}scenarios/${file}`, 'utf8')));
}

function scenariosIn(testCase: string, text: string): Scenario[] {
  const area = globSync(`*/${testCase}`, { cwd: `${folder}zones` })[0]!;
  const ownHints = `${area}/hintfile.zone`;
  const hints = existsSync(`${folder}zones/${ownHints}`) ? ownHints : 'COMMON/hintfile';
  const allTags = tagsIn(section(text, /^## All (message )?tags$/m));
  const zones = zonesIn(text);
  const rows = section(text, /^## Test scenarios and message tags$/m).matchAll(/^\|? *([A-Z][A-Z0-9_-]+) *\|([^|]*)\|([^|\n]*)/gm);
  return rows.map(([, name = '', must = '', mustNot = '']) => ({
    testCase, name, hints,
    zone: corrections[`${testCase} ${name}`] ?? zones.get(name) ?? '',
    mandatory: tagsIn(must),
    forbidden: /^2\)$/.test(mustNot.trim()) ? allTags.filter(tag => !tagsIn(must).includes(tag)) : tagsIn(mustNot),
  })).filter(({ mandatory }) => mandatory.length > 0).toArray();
}

/** The text from the heading that matches to the next of its level. */
function section(text: string, heading: RegExp): string {
  const start = text.search(heading);
  return start < 0 ? '' : text.slice(start).split(/^## /m)[1]!;
}

/** `* Zone: name` under `### SCENARIO`. */
function zonesIn(text: string): Map<string, string> {
  const parts = text.split(/^### +/m).map(part => ({ name: /^\S+/.exec(part)?.[0] ?? '', zone: /^[*+-] Zone: *(\S+)/m.exec(part)?.[1] }));
  return new Map(parts.flatMap(({ name, zone }) => (zone === undefined ? [] : [[name, zone.replace(/(.)\.$/, '$1')]])));
}

function tagsIn(text: string): string[] {
  return text.match(/\b[A-Z][A-Z0-9]*(_[A-Z0-9]+)+\b|\bADDRESSES_MATCH\b/g) ?? [];
}
