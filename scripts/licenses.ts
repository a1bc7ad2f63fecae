import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const RULE = 80;

/** A library with the text that goes wherever its code goes; some packages have none. */
interface Library {
  name: string;
  version: string;
  /** SPDX. */
  identifier: string;
  text?: string;
}

/** The libraries that `modules` (paths) and the build of the dashboard in `dashboard` contain, each with its licence. Throws where a library names none. */
export function licensesOf(modules: readonly string[], dashboard: string): string {
  const folders = new Set(modules.map(packageFolder).filter(folder => folder !== null));
  const inDashboard = JSON.parse(readFileSync(join(dashboard, 'licenses.json'), 'utf8')) as Library[];
  const byTitle = new Map([...folders].map(libraryIn).concat(inDashboard).map(library => [`${library.name} ${library.version}`, library]));
  const parts = [...byTitle].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([title, { identifier, text = 'The package comes without the text of this licence.' }]) => `${title} (${identifier})\n\n${text.trim()}\n`);
  return parts.join(`\n${'-'.repeat(RULE)}\n\n`);
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
