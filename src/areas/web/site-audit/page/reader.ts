import type { AlternateFacts, CanonicalFacts, FormFacts, HeadingFacts, ImageFacts, LinkPosition, MetaFacts, PageLink, ResourceFacts } from './facts.ts';
import { readJsonLd, readMicrodata, type Structured } from './structured.ts';
import { attributeOf, isElement, type Element, type Node, type Tree } from './tree.ts';
import { clip, resolve, type Base } from './resolve.ts';

const MAX = { metas: 200, links: 5000, images: 1000, resources: 500, headings: 300, anchors: 1000, forms: 50, alternates: 300, titles: 10, canonicals: 10, buttons: 40, text: 400_000, anchorText: 150 };

const MAX_BUTTON = 60;

/** What one walk over the tree gathers. */
export interface Gathered {
  lang: string | null;
  titles: { text: string; inHead: boolean }[];
  metas: MetaFacts[];
  canonicals: CanonicalFacts[];
  alternates: AlternateFacts[];
  icon: string | null;
  headings: HeadingFacts[];
  links: PageLink[];
  linkCount: number;
  images: ImageFacts[];
  imageCount: number;
  pictures: { total: number; withoutImage: number };
  videos: { poster: boolean; captions: boolean }[];
  svgs: { total: number; unnamed: number };
  resources: ResourceFacts[];
  forms: FormFacts[];
  anchors: string[];
  anchorsCut: boolean;
  structured: Structured;
  /** Text of the body, and that of its main part. */
  text: string[];
  main: string[];
  scripts: string[];
  times: string[];
  breadcrumbs: boolean;
  buttons: string[];
  tables: number;
  shape: string[];
}

interface Where {
  inHead: boolean;
  inBody: boolean;
  position: LinkPosition;
  picture: Element | null;
  depth: number;
}

const INVISIBLE = new Set(['script', 'style', 'template', 'noscript', 'textarea', 'select', 'svg', 'head', 'title', 'iframe', 'object']);
const POSITIONS = new Set(['header', 'nav', 'main', 'aside', 'footer']);
const HEADING = /^h[1-6]$/;
const SHAPE_DEPTH = 6;
const BLOCK = /^(?:p|div|li|ul|ol|h[1-6]|section|article|table|tr|td|th|br|header|footer|main|nav|aside|blockquote|pre|dl|dt|dd|form|figure|figcaption|option|hr)$/;

/** Walks the tree once and gathers what checks read; everything is bounded. */
export function gather(tree: Tree, base: Base): Gathered {
  const into: Gathered = {
    lang: null, titles: [], metas: [], canonicals: [], alternates: [], icon: null, headings: [], links: [], linkCount: 0, images: [], imageCount: 0, pictures: { total: 0, withoutImage: 0 }, videos: [], svgs: { total: 0, unnamed: 0 },
    resources: [], forms: [], anchors: [], anchorsCut: false, structured: { items: [], errors: [] }, text: [], main: [], scripts: [], times: [], breadcrumbs: false, buttons: [], tables: 0, shape: [],
  };
  let budget = MAX.text;
  const walk = (node: Node, where: Where) => {
    if (!isElement(node)) {
      if (where.inBody && 'value' in node && node.nodeName === '#text' && budget > 0) {
        const value = node.value.slice(0, budget);
        budget -= value.length;
        into.text.push(value);
        if (where.position === 'main' || where.position === 'body') into.main.push(value);
      }
      return;
    }
    readElement(node, where, base, into);
    const inside = whereIn(node, where);
    // What is not shown has no text; its children are read all the same but for those of scripts and SVG.
    if (node.tagName === 'script' || node.tagName === 'style' || node.tagName === 'svg') return;
    const children = node.tagName === 'template' && 'content' in node ? [] : node.childNodes;
    for (const child of children) walk(child, inside);
    if (where.inBody && BLOCK.test(node.tagName)) {
      into.text.push('\n');
      into.main.push('\n');
    }
  };
  for (const node of tree.childNodes) walk(node, { inHead: false, inBody: false, position: 'body', picture: null, depth: 0 });
  return into;
}

function whereIn(node: Element, where: Where): Where {
  const { tagName } = node;
  const inBody = tagName === 'body' || (where.inBody && !INVISIBLE.has(tagName));
  return {
    inHead: where.inHead || tagName === 'head',
    inBody,
    position: positionOf(node, where.position),
    picture: tagName === 'picture' ? node : where.picture,
    depth: where.depth + 1,
  };
}

/** A header or footer of an article belongs to it. */
function positionOf(node: Element, around: LinkPosition): LinkPosition {
  const { tagName } = node;
  if (around === 'main' && (tagName === 'header' || tagName === 'footer')) return around;
  if (POSITIONS.has(tagName)) return tagName as LinkPosition;
  return tagName !== 'div' && tagName !== 'ul' && tagName !== 'section' ? around : roleOf(node) ?? around;
}

function roleOf(node: Element): LinkPosition | null {
  switch (attributeOf(node, 'role')) {
    case 'navigation': return 'nav';
    case 'banner': return 'header';
    case 'contentinfo': return 'footer';
    case 'complementary': return 'aside';
    case 'main': return 'main';
    default: return null;
  }
}

function readElement(node: Element, where: Where, base: Base, into: Gathered): void {
  const id = attributeOf(node, 'id');
  if (id !== null && id !== '') keepAnchor(id, into);
  if (where.depth <= SHAPE_DEPTH && into.shape.length < 200) into.shape.push(`${where.depth}${node.tagName}`);
  if (attributeOf(node, 'itemscope') !== null && attributeOf(node, 'itemprop') === null) readMicrodata(node, into.structured);
  if (where.inBody && !into.breadcrumbs && /breadcrumb/i.test(`${attributeOf(node, 'aria-label') ?? ''} ${attributeOf(node, 'class') ?? ''}`)) into.breadcrumbs = true;
  if (HEADING.test(node.tagName)) push(into.headings, { level: Number(node.tagName[1]), text: clip(labelOf(node), MAX.anchorText) }, MAX.headings);
  else readers[node.tagName]?.(node, where, base, into);
}

function keepAnchor(name: string, into: Gathered): void {
  if (into.anchors.length < MAX.anchors) into.anchors.push(name.slice(0, 200));
  else into.anchorsCut = true;
}

function push<Of>(list: Of[], one: Of, max: number): void {
  if (list.length < max) list.push(one);
}

function keepButton(says: string, into: Gathered): void {
  const label = clip(says, MAX_BUTTON);
  if (label !== '') push(into.buttons, label, MAX.buttons);
}

type Reader = (node: Element, where: Where, base: Base, into: Gathered) => void;

const readers: Readonly<Record<string, Reader>> = {
  html: (node, _, __, into) => {
    into.lang = attributeOf(node, 'lang') ?? attributeOf(node, 'xml:lang');
  },
  title: (node, { inHead }, _, into) => push(into.titles, { text: clip(textOf(node), 1000), inHead }, MAX.titles),
  meta: readMeta,
  link: readLinkElement,
  a: readAnchor,
  area: readAnchor,
  img: readImage,
  picture: (node, _, __, into) => {
    into.pictures.total++;
    if (!node.childNodes.some(child => isElement(child) && child.tagName === 'img')) into.pictures.withoutImage++;
  },
  video: (node, _, base, into) => {
    const tracks = node.childNodes.filter(isElement).filter(({ tagName }) => tagName === 'track');
    push(into.videos, { poster: attributeOf(node, 'poster') !== null, captions: tracks.some(track => /^(?:captions|subtitles)$/i.test(attributeOf(track, 'kind') ?? 'subtitles')) }, 50);
    resource('media', attributeOf(node, 'src'), base, into);
  },
  audio: (node, _, base, into) => resource('media', attributeOf(node, 'src'), base, into),
  source: (node, { picture }, base, into) => {
    if (!picture) resource('media', attributeOf(node, 'src'), base, into);
  },
  iframe: (node, _, base, into) => resource('frame', attributeOf(node, 'src'), base, into),
  object: (node, _, base, into) => resource('object', attributeOf(node, 'data'), base, into),
  embed: (node, _, base, into) => resource('object', attributeOf(node, 'src'), base, into),
  svg: (node, _, __, into) => {
    into.svgs.total++;
    const named = attributeOf(node, 'aria-hidden') === 'true' || attributeOf(node, 'aria-label') !== null || attributeOf(node, 'aria-labelledby') !== null || attributeOf(node, 'role') === 'presentation'
      || node.childNodes.some(child => isElement(child) && child.tagName === 'title');
    if (!named) into.svgs.unnamed++;
  },
  script: readScript,
  form: (node, _, base, into) => push(into.forms, {
    action: resolve(attributeOf(node, 'action') ?? '', base) ?? base.document, method: (attributeOf(node, 'method') ?? 'get').toLowerCase().slice(0, 10), password: false,
  }, MAX.forms),
  button: (node, _, __, into) => keepButton(labelOf(node), into),
  table: (_, __, ___, into) => { into.tables++; },
  input: (node, _, __, into) => {
    if (attributeOf(node, 'type')?.toLowerCase() === 'submit') keepButton(attributeOf(node, 'value') ?? '', into);
    const form = into.forms.at(-1);
    if (form && attributeOf(node, 'type')?.toLowerCase() === 'password') form.password = true;
  },
  time: (node, _, __, into) => {
    const at = attributeOf(node, 'datetime');
    if (at !== null) push(into.times, at, 50);
  },
};

function readMeta(node: Element, { inHead }: Where, _: Base, into: Gathered): void {
  const name = attributeOf(node, 'name') ?? attributeOf(node, 'property') ?? attributeOf(node, 'http-equiv') ?? (attributeOf(node, 'charset') === null ? null : 'charset');
  if (name === null) return;
  push(into.metas, { name: name.trim().toLowerCase().slice(0, 60), content: clip(attributeOf(node, 'content') ?? attributeOf(node, 'charset') ?? '', 1500), inHead }, MAX.metas);
}

function readLinkElement(node: Element, { inHead }: Where, base: Base, into: Gathered): void {
  const href = attributeOf(node, 'href');
  if (href === null) return;
  const rel = (attributeOf(node, 'rel') ?? '').toLowerCase().split(/\s+/);
  const url = resolve(href, base);
  const lang = attributeOf(node, 'hreflang');
  if (rel.includes('canonical')) push(into.canonicals, { href: clip(href, 500), url, source: 'html', inHead }, MAX.canonicals);
  if (rel.includes('alternate') && lang !== null) push(into.alternates, { lang: lang.trim().slice(0, 40), href: clip(href, 500), url, source: 'html' }, MAX.alternates);
  if (rel.includes('icon')) into.icon ??= url;
  const kind = rel.includes('stylesheet') ? 'stylesheet' : rel.includes('icon') ? 'icon' : rel.includes('preload') || rel.includes('modulepreload') ? 'preload' : null;
  if (kind) resource(kind, href, base, into);
}

function readAnchor(node: Element, { position }: Where, base: Base, into: Gathered): void {
  const name = attributeOf(node, 'name');
  if (name !== null && name !== '') keepAnchor(name, into);
  const href = attributeOf(node, 'href')?.trim() ?? null;
  const clickable = href !== null || attributeOf(node, 'onclick') !== null;
  if (!clickable) return;
  into.linkCount++;
  if (into.links.length >= MAX.links) return;
  const url = href === null ? null : resolve(href, base);
  const hash = url?.indexOf('#') ?? -1;
  into.links.push({
    href: href === null ? null : clip(href, 1000),
    url: hash < 0 ? url : url!.slice(0, hash),
    fragment: hash < 0 ? null : url!.slice(hash + 1, hash + 200),
    anchor: clip(labelOf(node), MAX.anchorText),
    rel: (attributeOf(node, 'rel') ?? '').toLowerCase().split(/\s+/).filter(word => word !== '').slice(0, 8),
    blank: attributeOf(node, 'target')?.toLowerCase() === '_blank',
    position,
  });
}

function readImage(node: Element, { picture }: Where, base: Base, into: Gathered): void {
  into.imageCount++;
  if (into.images.length >= MAX.images) return;
  const src = attributeOf(node, 'src') ?? '';
  const role = attributeOf(node, 'role');
  into.images.push({
    src: clip(src, 500),
    url: resolve(src, base),
    alt: attributeOf(node, 'alt')?.slice(0, 400) ?? null,
    decorative: role === 'presentation' || role === 'none' || attributeOf(node, 'aria-hidden') === 'true',
    width: attributeOf(node, 'width')?.slice(0, 20) ?? null,
    height: attributeOf(node, 'height')?.slice(0, 20) ?? null,
    lazy: attributeOf(node, 'loading')?.toLowerCase() === 'lazy',
    modernSource: picture?.childNodes.some(child => isElement(child) && child.tagName === 'source' && /webp|avif/i.test(`${attributeOf(child, 'type') ?? ''} ${attributeOf(child, 'srcset') ?? ''}`)) ?? false,
  });
}

function readScript(node: Element, _: Where, base: Base, into: Gathered): void {
  if (attributeOf(node, 'type')?.trim().toLowerCase() === 'application/ld+json') return readJsonLd(textOf(node), into.structured);
  const src = attributeOf(node, 'src');
  if (src === null) push(into.scripts, textOf(node).slice(0, 20_000), 20);
  else resource('script', src, base, into);
}

function resource(kind: ResourceFacts['kind'], src: string | null, base: Base, into: Gathered): void {
  const url = src === null || src.trim() === '' ? null : resolve(src, base);
  if (url !== null) push(into.resources, { kind, url }, MAX.resources);
}

function textOf(node: Element): string {
  return node.childNodes.map(child => ('value' in child ? child.value : '')).join('');
}

/** What a person or a screen reader takes the element for: its label, its text, the alternatives of its images. */
function labelOf(node: Element): string {
  const parts: string[] = [];
  const visit = (element: Element, budget: number) => {
    for (const child of element.childNodes) {
      if (parts.length > 200) return;
      if (!isElement(child)) {
        if ('value' in child) parts.push(child.value);
      } else if (child.tagName === 'img') parts.push(attributeOf(child, 'alt') ?? '');
      else if (budget > 0) visit(child, budget - 1);
    }
  };
  visit(node, 40);
  return parts.join('').trim() || (attributeOf(node, 'aria-label') ?? attributeOf(node, 'title') ?? '');
}
