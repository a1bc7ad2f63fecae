/** Something that a page on https loads over plain http. */
export interface InsecureResource {
  tag: string;
  url: string;
  /** Whether it could change the page: browsers block these, and fetch images and media over https instead. */
  active: boolean;
}

/** What the checks read of a page. */
export interface PageRead {
  insecure: readonly InsecureResource[];
  /** Policies in `meta` elements. */
  metaCsp: readonly string[];
  metaReferrer: string | null;
}

const MAX_CHARACTERS = 262_144;
const MAX_TAG_CHARACTERS = 8000;
const MAX_RESOURCES = 20;
const MAX_POLICIES = 5;
const MAX_VALUE_CHARACTERS = 4000;
/** The attribute of each element that makes a browser fetch something for the page or send something from it. */
const sources: Readonly<Record<string, { attribute: string; active: boolean }>> = {
  script: { attribute: 'src', active: true },
  iframe: { attribute: 'src', active: true },
  embed: { attribute: 'src', active: true },
  object: { attribute: 'data', active: true },
  link: { attribute: 'href', active: true },
  form: { attribute: 'action', active: true },
  img: { attribute: 'src', active: false },
  audio: { attribute: 'src', active: false },
  video: { attribute: 'src', active: false },
  source: { attribute: 'src', active: false },
};
/** Other links name pages and are not fetched. */
const FETCHED_LINKS = /(^|\s)(stylesheet|preload|modulepreload|manifest|icon)(\s|$)/i;

/** Reads the start tags of a page; total, in linear time. Comments are passed over. */
export function readPage(html: string): PageRead {
  const tags = tagsOf(withoutComments(html.slice(0, MAX_CHARACTERS)));
  const metas = tags.filter(({ name }) => name === 'meta').map(({ text }) => attributesOf(text));
  return {
    insecure: tags.flatMap(tag => insecureOf(tag) ?? []).slice(0, MAX_RESOURCES),
    metaCsp: metas.filter(meta => meta.get('http-equiv')?.toLowerCase() === 'content-security-policy').flatMap(meta => meta.get('content') ?? []).slice(0, MAX_POLICIES),
    metaReferrer: metas.find(meta => meta.get('name')?.toLowerCase() === 'referrer')?.get('content') ?? null,
  };
}

function insecureOf({ name, text }: Tag): InsecureResource | null {
  const source = sources[name];
  if (!source) return null;
  const attributes = attributesOf(text);
  const url = attributes.get(source.attribute)?.trim() ?? '';
  if (!/^http:\/\//i.test(url) || (name === 'link' && !FETCHED_LINKS.test(attributes.get('rel') ?? ''))) return null;
  return { tag: name, url: url.slice(0, 200), active: source.active };
}

interface Tag {
  name: string;
  /** What stands between the name and `>`. */
  text: string;
}

function tagsOf(html: string): Tag[] {
  const tags: Tag[] = [];
  let at = html.indexOf('<');
  while (at >= 0) {
    const start = at + 1;
    const name = /^[a-z]{1,10}(?=[\s/>])/i.exec(html.slice(start, start + 11))?.[0].toLowerCase();
    const wanted = name !== undefined && (name === 'meta' || name in sources);
    const text = wanted ? untilEnd(html.slice(start + name.length, start + MAX_TAG_CHARACTERS)) : '';
    if (wanted) tags.push({ name, text });
    at = html.indexOf('<', start + text.length);
  }
  return tags;
}

/** The text up to the end of the tag, which is the first `>` that no quotes hold. */
function untilEnd(text: string): string {
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '>') return text.slice(0, at);
    else if (character === '"' || character === '\'') quote = character;
  }
  return text;
}

/** Names in lower case; of a repeated one the first counts. */
function attributesOf(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name, quoted, single, bare] of text.matchAll(/([a-z-]{1,40})\s{0,10}=\s{0,10}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi)) {
    const key = name!.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, (quoted ?? single ?? bare ?? '').slice(0, MAX_VALUE_CHARACTERS));
  }
  return attributes;
}

function withoutComments(html: string): string {
  const kept: string[] = [];
  for (let at = 0; at < html.length;) {
    const start = html.indexOf('<!--', at);
    if (start < 0) return kept.join('') + html.slice(at);
    kept.push(html.slice(at, start));
    const end = html.indexOf('-->', start + 4);
    at = end < 0 ? html.length : end + 3;
  }
  return kept.join('');
}
