/** One BIMI assertion record (draft-brand-indicators-for-message-identification, §4.2). */
export interface BimiRecord {
  text: string;
  /** l=, the address of the logo; null where the tag is not given, empty where no logo is wanted. */
  location: string | null;
  /** a=, the address of the certificate for the logo; null where the tag is not given or empty. */
  authority: string | null;
  /** Whether the record says that no logo is to be shown: both tags empty (§4.2). */
  declined: boolean;
  /** Breaches of the syntax as phrases. */
  faults: readonly string[];
}

const MAX_FAULTS = 8;

/** The record in `text`, or null where the text does not even look like one; total on any input. */
export function parseBimi(text: string): BimiRecord | null {
  const bare = text.replace(/[\s"\\]/g, '');
  if (!/(?:^|;)v=BIMI/i.test(bare)) return null;
  const { tags, faults } = readTags(text);
  const value = (name: string) => tags.find(tag => tag.name === name)?.value ?? null;
  const location = value('l');
  const authority = value('a') || null;
  const missing = location === null ? ['there is no l= tag with the address of the logo'] : [];
  return {
    text,
    location,
    authority,
    declined: location === '' && authority === null,
    faults: [...faults, ...versionFaults(tags), ...missing].slice(0, MAX_FAULTS),
  };
}

/** Whether `text` is one https: URL with a host; a comma would start a second one and has to be encoded. */
export function isHttpsUrl(text: string): boolean {
  return /^https:\/\/[^\s,]+$/i.test(text) && URL.canParse(text);
}

/** Whether the path of the https: URL in `text` ends in .svg. */
export function isSvgUrl(text: string): boolean {
  return isHttpsUrl(text) && new URL(text).pathname.toLowerCase().endsWith('.svg');
}

interface Tag {
  name: string;
  value: string;
}

function versionFaults(tags: readonly Tag[]): string[] {
  const [first] = tags;
  return first?.name === 'v' && first.value === 'BIMI1' ? [] : ['the record does not begin with v=BIMI1'];
}

/** A tag-list as in DKIM (RFC 6376 §3.2): pairs between semicolons, one of which may end the list; no name twice. */
function readTags(text: string): { tags: Tag[]; faults: string[] } {
  const tags: Tag[] = [];
  const faults: string[] = [];
  const names = new Set<string>();
  const pairs = text.split(';');
  if (pairs.at(-1)!.trim() === '') pairs.pop();
  for (const pair of pairs) {
    const tag = readTag(pair);
    if (!tag) faults.push(`"${clip(pair.trim())}" is no tag=value pair`);
    else if (names.has(tag.name)) faults.push(`the tag ${clip(tag.name)}= is given twice`);
    else tags.push(tag);
    if (tag) names.add(tag.name);
  }
  return { tags, faults };
}

function readTag(pair: string): Tag | null {
  const at = pair.indexOf('=');
  const name = pair.slice(0, Math.max(at, 0)).trim();
  return /^[A-Za-z][A-Za-z0-9_]*$/.test(name) ? { name, value: pair.slice(at + 1).trim() } : null;
}

function clip(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
