import type { DocumentFacts } from '../page/index.ts';

const MIN_CHARACTERS = 200;
const MIN_WORDS = 100;
/** The elements into which well-known frameworks write the page. */
const ROOTS: ReadonlySet<string> = new Set(['root', 'app', '__next', '__nuxt', '___gatsby', 'react-root', 'svelte', 'ember-app', 'app-root', 'q-app']);

/**
 * Whether the HTML is the shell of an application that writes the page by scripts: it loads a script, and its text has fewer than
 * 200 characters, or fewer than 100 words where it has the root element of a framework.
 */
export function isAppShell({ resources, text, anchors }: Pick<DocumentFacts, 'resources' | 'text' | 'anchors'>): boolean {
  if (!resources.some(({ kind }) => kind === 'script')) return false;
  return text.characters < MIN_CHARACTERS || (text.words < MIN_WORDS && anchors.some(name => ROOTS.has(name)));
}
