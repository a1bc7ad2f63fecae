import type { FetchedPage } from '../page.ts';
import type { Source } from './fingerprint.ts';

/** The parts of a page that fingerprints look at. */
export interface PageTexts {
  headers: Readonly<Record<string, string>>;
  cookies: ReadonlyMap<string, string>;
  /** By name in lower case. */
  meta: ReadonlyMap<string, readonly string[]>;
  /** Addresses as the page writes them. */
  scripts: readonly string[];
  styles: readonly string[];
  html: string;
  url: string;
}

const [MAX_CHARACTERS, MAX_ELEMENTS, MAX_VALUE] = [524_288, 300, 2048];

/** Takes a page apart; of more than 300 elements of a kind, and of more than 512 Ki characters, the rest is left out. */
export function textsOf(page: FetchedPage, url: string): PageTexts {
  const html = page.body.slice(0, MAX_CHARACTERS);
  const meta = new Map<string, string[]>();
  for (const { name, property, content } of elements(html, 'meta')) {
    const key = (name ?? property)?.toLowerCase();
    if (key !== undefined && content !== undefined) meta.set(key, [...(meta.get(key) ?? []), content]);
  }
  const links = elements(html, 'link').filter(({ rel }) => /stylesheet|preload/i.test(rel ?? ''));
  return { headers: page.headers, cookies: cookiesOf(page), meta, scripts: elements(html, 'script').flatMap(({ src }) => src ?? []), styles: links.flatMap(({ href }) => href ?? []), html, url };
}

/** The texts at a source. */
export function textsAt(texts: PageTexts, source: Source): readonly string[] {
  switch (source.in) {
    case 'header': return source.name in texts.headers ? texts.headers[source.name]!.split('\n') : [];
    case 'cookie': return [texts.cookies.get(source.name) ?? []].flat();
    case 'meta': return texts.meta.get(source.name) ?? [];
    case 'script': return texts.scripts;
    case 'style': return texts.styles;
    case 'html': return [texts.html];
    case 'url': return [texts.url];
  }
}

function elements(html: string, tag: string): Readonly<Record<string, string>>[] {
  const found: Readonly<Record<string, string>>[] = [];
  for (const [, inside] of html.matchAll(new RegExp(`<${tag}\\s([^>]{1,${MAX_VALUE}})>`, 'gi'))) {
    found.push(attributes(inside!));
    if (found.length === MAX_ELEMENTS) break;
  }
  return found;
}

function attributes(inside: string): Readonly<Record<string, string>> {
  const found = [...inside.matchAll(/([a-z][\w:-]{0,40})\s{0,4}=\s{0,4}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi)];
  return Object.fromEntries(found.map(([, name, double, single, bare]) => [name!.toLowerCase(), decoded(double ?? single ?? bare ?? '')]));
}

function decoded(text: string): string {
  return text.replaceAll('&amp;', '&').replaceAll('&#038;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'");
}

function cookiesOf({ headers }: FetchedPage): ReadonlyMap<string, string> {
  const lines = (headers['set-cookie'] ?? '').split('\n').slice(0, MAX_ELEMENTS);
  return new Map(lines.flatMap(line => {
    const [, name, value] = /^\s*([^=;\s]{1,128})=([^;]{0,4096})/.exec(line) ?? [];
    return name === undefined ? [] : [[name, value!] as const];
  }));
}
