import { createHash } from 'node:crypto';
import type { PageFinding } from '../engines/join.ts';
import type { ShownPicture, StoredFinding } from '../store/findings.ts';

const CHARACTERS = 24;

/** A short name for what the parts say together. */
export function fingerprintOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, CHARACTERS);
}

/** The finding as it is stored; its cause is the same wherever the same rules fail on the same kind of element. */
export function stored({ criteria, impact, act, title, selector, html, box, saidBy, picture, view }: PageFinding & { picture: ShownPicture | null; view: string | null }): StoredFinding {
  const rules = act.length > 0 ? act : saidBy.map(({ engine, rule }) => `${engine}/${rule}`);
  return { criteria, impact, cause: fingerprintOf(...[...rules].toSorted(), kindOf(html)), details: { act, title, selector, html, box, saidBy, picture, view } };
}

/** Name and classes of an element: what components have in common, whatever they contain. */
function kindOf(html: string): string {
  const [, name = '', attributes = ''] = /^<([\w-]+)([^>]*)/.exec(html) ?? [];
  const [, classes = ''] = /\sclass="([^"]*)"/.exec(attributes) ?? [];
  return `${name}.${classes.split(/\s+/).filter(Boolean).toSorted().join('.')}`;
}
