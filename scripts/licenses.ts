import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const RULE = 80;

/** A library with the text that goes wherever its code goes; some packages have none. */
export interface Library {
  name: string;
  version: string;
  /** SPDX. */
  identifier: string;
  text?: string;
}

/** Licences by which code of others may be shipped with the program, as SPDX expressions; another one is first read by a person. MPL-2.0 holds for whole files: they are shipped unchanged, with the address of their source. OFL-1.1 is for typefaces. */
export const LICENSES: ReadonlySet<string> = new Set(['MIT', 'MIT-0', 'ISC', '0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'MPL-2.0', 'OFL-1.1', 'Unlicense', '(MIT OR CC0-1.0)', '(MIT OR EUPL-1.1+)']);

/** The libraries that `modules` (paths) and the build of the dashboard in `dashboard` contain, by name and version. Throws where one names no licence, or one that is not on the list. */
export function librariesOf(modules: readonly string[], dashboard: string): Library[] {
  const folders = new Set(modules.map(packageFolder).filter(folder => folder !== null));
  const inDashboard = JSON.parse(readFileSync(join(dashboard, 'licenses.json'), 'utf8')) as Library[];
  const byTitle = new Map([...folders].map(libraryIn).concat(inDashboard).map(library => [titleOf(library), library]));
  const refused = [...byTitle.values()].find(({ identifier }) => !LICENSES.has(identifier));
  if (refused) throw new Error(`${titleOf(refused)} has the licence ${refused.identifier}, by which nothing is shipped yet. Read it, and add it to LICENSES, or take another library.`);
  return [...byTitle].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, library]) => library);
}

/** Each library with its licence, as a text. */
export function licensesOf(libraries: readonly Library[]): string {
  const parts = libraries.map(library => `${titleOf(library)} (${library.identifier})\n\n${(library.text ?? 'The package comes without the text of this licence.').trim()}\n`);
  return parts.join(`\n${'-'.repeat(RULE)}\n\n`);
}

function titleOf({ name, version }: Library): string {
  return `${name} ${version}`;
}

/** The folder of the library that a module belongs to; null for one of ours. */
function packageFolder(module: string): string | null {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(module)?.[0] ?? null;
}

function libraryIn(folder: string): Library {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string; version: string; license?: string };
  if (license === undefined) throw new Error(`${name} does not say what its licence is.`);
  const files = readdirSync(folder).filter(file => /^(licen[cs]e|copying|notice)/i.test(file)).toSorted();
  return { name, version, identifier: license, ...(files.length > 0 ? { text: files.map(file => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n') } : {}) };
}
