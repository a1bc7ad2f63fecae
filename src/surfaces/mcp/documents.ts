import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The documentation as agents read it. */
export interface Documents {
  /** Pages by their names such as `how-to/mcp`, with titles. */
  pages: readonly { name: string; title: string }[];
  /** The Markdown of a page or of a finding; null where there is none of that name. */
  read(name: string): string | null;
}

/** What is written for people who work on the program, or repeats what tools say themselves. */
const PASSED_OVER = /^(decisions|reference|findings)\/|^routes$/;

/** The documentation in `folder`; what is there is read once. */
export function createDocuments(folder: string): Documents {
  const names = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.md')).map(file => file.slice(0, -'.md'.length).replaceAll('\\', '/')).toSorted());
  const read = (name: string) => (names.has(name) ? readFileSync(join(folder, `${name}.md`), 'utf8') : null);
  let pages: Documents['pages'] | null = null;
  return {
    read,
    get pages() {
      pages ??= [...names].filter(name => !PASSED_OVER.test(name)).map(name => ({ name, title: /^# (.+)$/m.exec(read(name)!)?.[1]?.replaceAll('`', '') ?? name }));
      return pages;
    },
  };
}
