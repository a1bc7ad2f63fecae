import type { HeaderField } from '../../../../core/outside/probes.ts';
import { decode, encodingOf } from './encoding.ts';
import { extract } from './extract.ts';
import type { AlternateFacts, CanonicalFacts, DocumentFacts, ExtractionRule, FetchFacts, PageFacts } from './facts.ts';
import { MAX_PAGE_BYTES, valuesOf, type FetchedPage } from './fetched.ts';
import { gather, type Gathered } from './reader.ts';
import { baseAt, clip, resolve, type Base } from './resolve.ts';
import { readText } from './text.ts';
import { attributeOf, isElement, parseTree, type Node, type Tree } from './tree.ts';

const MAX_FIELDS = 100;
const MAX_FIELD_CHARACTERS = 4000;
const MAX_REDIRECTS = 12;

/** Everything that checks read of the page. Total: whatever came becomes facts, in time and memory bounded by `MAX_PAGE_BYTES`. */
export function parsePage({ body, rendered = null, ...fetched }: FetchedPage, rules: readonly ExtractionRule[] = []): PageFacts {
  const fetch = bounded(fetched.fetch);
  const fields = fetch.outcome === 'answered' ? fetch.fields : [];
  const document = body !== null && isHtml(body, fields) ? readDocument(body.subarray(0, MAX_PAGE_BYTES), fetched.finalUrl, fields, { rules, tooLong: body.byteLength > MAX_PAGE_BYTES }) : null;
  return { ...fetched, redirects: fetched.redirects.slice(0, MAX_REDIRECTS), fetch, document, rendered };
}

function bounded(fetch: FetchFacts): FetchFacts {
  if (fetch.outcome !== 'answered') return fetch;
  return { ...fetch, fields: fetch.fields.slice(0, MAX_FIELDS).map(([name, value]) => [name.toLowerCase(), value.slice(0, MAX_FIELD_CHARACTERS)] as const) };
}

/** By its type, or where none is given, by how it begins (MIME Sniffing Standard, 7.1). */
function isHtml(body: Uint8Array, fields: readonly HeaderField[]): boolean {
  const type = valuesOf(fields, 'content-type')[0]?.split(';', 1)[0]!.trim().toLowerCase() ?? '';
  if (type === 'text/html' || type === 'application/xhtml+xml') return true;
  return (type === '' || type === 'text/plain' || type === 'application/octet-stream') && /^\s*(?:<!--[\s\S]{0,300}?-->\s*)?<(?:!doctype html|html|head|body)[\s>]/i.test(Buffer.from(body.subarray(0, 600)).toString('latin1').replace(/^\u00ef\u00bb\u00bf/, ''));
}

function readDocument(body: Uint8Array, url: string, fields: readonly HeaderField[], { rules, tooLong }: { rules: readonly ExtractionRule[]; tooLong: boolean }): DocumentFacts {
  const encoding = encodingOf(body, valuesOf(fields, 'content-type')[0] ?? null);
  const { tree, elements, cut } = parseTree(decode(body, encoding));
  const base = baseOf(tree, url);
  const { titles, scripts, times, text, main, shape, structured, canonicals, alternates, ...gathered } = gather(tree, base);
  const linked = linkHeaders(fields, base);
  return {
    ...gathered,
    cut: cut ?? (tooLong ? 'bytes' : null),
    elements,
    encoding: { ...encoding, source: encoding.source === 'default' && gathered.metas.some(({ name }) => name === 'charset') ? 'meta' : encoding.source },
    titles,
    canonicals: [...canonicals, ...linked.canonicals],
    alternates: [...alternates, ...linked.alternates],
    structured: structured.items,
    structuredErrors: structured.errors,
    text: textFacts(text, main, modifiedAt(gathered.metas, times, structured.items)),
    scriptRedirect: scriptRedirectOf(scripts, base),
    shape: shapeOf(shape),
    ...(rules.length > 0 && { extracted: extract(tree, rules) }),
  };
}

function textFacts(text: readonly string[], main: readonly string[], modified: number | null) {
  const raw = text.join('');
  const softHyphens = raw.split('\u00ad').length - 1;
  return readText(spaced(raw), spaced(main.join('')), softHyphens, modified);
}

function spaced(text: string): string {
  // Most white space is one space already.
  return text.replaceAll('\u00ad', '').replaceAll(/\s{2,}|[^\S ]/g, ' ').trim();
}

/** The first `base` with an address counts (HTML Standard, 4.2.3). */
function baseOf(tree: Tree, url: string): Base {
  const html = tree.childNodes.find(node => isElement(node) && node.tagName === 'html');
  const head = html && isElement(html) ? html.childNodes.find(node => isElement(node) && node.tagName === 'head') : undefined;
  const bases = (head && isElement(head) ? head.childNodes : []).flatMap((node: Node) => (isElement(node) && node.tagName === 'base' ? attributeOf(node, 'href') ?? [] : []));
  return baseAt(url, bases[0] === undefined ? url : resolve(bases[0], baseAt(url)) ?? url);
}

/** Canonical and alternates as RFC 8288 has them in headers. */
function linkHeaders(fields: readonly HeaderField[], base: Base): { canonicals: CanonicalFacts[]; alternates: AlternateFacts[] } {
  const canonicals: CanonicalFacts[] = [];
  const alternates: AlternateFacts[] = [];
  for (const value of valuesOf(fields, 'link').slice(0, 20)) {
    for (const [, href, parameters] of value.slice(0, MAX_FIELD_CHARACTERS).matchAll(/<([^<>]{0,1000})>((?:\s*;\s*[\w*!-]{1,30}\s*=\s*(?:"[^"]{0,500}"|[^\s;,"]{0,200})){0,10})/g)) {
      const rel = parameterOf(parameters!, 'rel')?.toLowerCase().split(/\s+/) ?? [];
      const lang = parameterOf(parameters!, 'hreflang');
      const target = { href: clip(href!, 500), url: resolve(href!, base), source: 'header' } as const;
      if (rel.includes('canonical')) canonicals.push({ ...target, inHead: true });
      if (rel.includes('alternate') && lang !== null) alternates.push({ ...target, lang });
    }
  }
  return { canonicals, alternates };
}

function parameterOf(parameters: string, name: string): string | null {
  const found = new RegExp(String.raw`;\s*${name}\s*=\s*(?:"([^"]*)"|([^\s;,"]*))`, 'i').exec(parameters);
  return found ? (found[1] ?? found[2] ?? null) : null;
}

const DATE_METAS = new Set(['article:modified_time', 'article:published_time', 'og:updated_time', 'last-modified', 'date', 'dc.date']);

function modifiedAt(metas: Gathered['metas'], times: readonly string[], items: DocumentFacts['structured']): number | null {
  const said = [...metas.filter(({ name }) => DATE_METAS.has(name)).map(({ content }) => content), ...times, ...items.flatMap(({ properties }) => [...(properties['dateModified'] ?? []), ...(properties['datePublished'] ?? [])])];
  const dates = said.map(text => Date.parse(text)).filter(at => at > 0);
  return dates.length === 0 ? null : Math.max(...dates);
}

/** Where an inline script sends every visitor: an assignment that no function or condition holds. */
function scriptRedirectOf(scripts: readonly string[], base: Base): string | null {
  for (const script of scripts) {
    const found = /^\s*(?:(?:window|document|self|top)\s*\.\s*)?location(?:\.href)?\s*(?:=|\.\s*(?:replace|assign)\s*\()\s*["']([^"']{1,500})["']/m.exec(script);
    if (found && !/[{}]/.test(script.slice(0, found.index))) return resolve(found[1]!, base);
  }
  return null;
}

function shapeOf(parts: readonly string[]): string {
  let hash = 0x811c9dc5;
  for (const part of parts) for (let at = 0; at < part.length; at++) hash = Math.imul(hash ^ part.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
