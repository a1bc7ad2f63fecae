import { clip } from './evidence.ts';

/** One pair of a tag-list; `name` keeps its case, `value` is without blanks at either end. */
export interface Tag {
  name: string;
  value: string;
}

/** The pairs of a tag-list and its faults as phrases (RFC 6376 §3.2): between semicolons, one of which may end the list; no name twice. */
export function readTagList(text: string): { tags: Tag[]; faults: string[] } {
  const tags: Tag[] = [];
  const faults: string[] = [];
  const names = new Set<string>();
  const pairs = text.split(';').map(pair => pair.trim());
  if (pairs.at(-1) === '') pairs.pop();
  for (const pair of pairs) {
    const tag = readTag(pair);
    if (!tag) faults.push(pair === '' ? 'there is nothing between two semicolons' : `"${clip(pair)}" is no tag=value pair`);
    else if (names.has(tag.name)) faults.push(`the tag ${clip(tag.name)}= is given twice`);
    else tags.push(tag);
    if (tag) names.add(tag.name);
  }
  return { tags, faults };
}

/** The value of the tag `name`, null where it is not given. */
export function tagValue(tags: readonly Tag[], name: string): string | null {
  return tags.find(tag => tag.name === name)?.value ?? null;
}

function readTag(pair: string): Tag | null {
  const at = pair.indexOf('=');
  const name = pair.slice(0, Math.max(at, 0)).trim();
  return /^[A-Za-z][A-Za-z0-9_]*$/.test(name) ? { name, value: pair.slice(at + 1).trim() } : null;
}
