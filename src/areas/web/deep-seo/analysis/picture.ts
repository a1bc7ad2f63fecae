import type { LinkGraph } from '../../site-audit/index.ts';

/** A site of so many pages is drawn page by page, a larger one by its folders. */
const MAX_PAGES = 60;
const MAX_FOLDERS = 40;
const MIN_FOLDERS = 8;
const MAX_EDGES = 200;

/** A page, or a folder with its pages; `rank` is their part of internal PageRank, 0 to 1. */
export interface PictureNode {
  id: number;
  label: string;
  url: string;
  pages: number;
  rank: number;
  /** The least clicks from the start; null where no path leads there. */
  depth: number | null;
}

/** How many links lead from one node to another. */
export interface PictureEdge {
  from: number;
  to: number;
  links: number;
}

/** The link graph as few enough nodes and edges to be drawn; `hidden` counts the edges that were left out. */
export interface Picture {
  of: 'pages' | 'folders';
  nodes: PictureNode[];
  edges: PictureEdge[];
  hidden: number;
}

/** What is drawn of each page; null for addresses that are no page. */
export interface Drawn {
  urls: readonly (string | null)[];
  ranks: Float64Array;
  clicks: Int32Array;
}

export function pictureOf(graph: LinkGraph, drawn: Drawn): Picture {
  const pages = drawn.urls.reduce((sum, url) => sum + (url === null ? 0 : 1), 0);
  const isSmall = pages <= MAX_PAGES;
  const { names, nodeOf } = isSmall ? onePage(drawn.urls) : byFolder(drawn.urls);
  const nodes: PictureNode[] = names.map((name, id) => ({ id, ...name, pages: 0, rank: 0, depth: null }));
  for (const [page, id] of nodeOf.entries()) {
    if (id < 0) continue;
    const node = nodes[id]!;
    node.pages++;
    node.rank += drawn.ranks[page]! / pages;
    const clicks = drawn.clicks[page]!;
    if (clicks >= 0) node.depth = Math.min(node.depth ?? clicks, clicks);
  }
  const edges = edgesOf(graph, nodeOf, nodes.length);
  return { of: isSmall ? 'pages' : 'folders', nodes: nodes.map(node => ({ ...node, rank: Math.round(10_000 * node.rank) / 10_000 })), edges: edges.slice(0, MAX_EDGES), hidden: Math.max(0, edges.length - MAX_EDGES) };
}

interface Named {
  names: { label: string; url: string }[];
  /** Of each page; -1 for none. */
  nodeOf: Int32Array;
}

function onePage(urls: Drawn['urls']): Named {
  const names: Named['names'] = [];
  const nodeOf = Int32Array.from(urls, url => (url === null ? -1 : names.push({ label: URL.parse(url)?.pathname.slice(0, 80) ?? url.slice(0, 80), url }) - 1));
  return { names, nodeOf };
}

/** The largest folders by themselves, all others together; where one level has few, two are taken. */
function byFolder(urls: Drawn['urls']): Named {
  const hosts = new Set(urls.map(url => (url === null ? '' : hostOf(url))).filter(host => host !== ''));
  const withHost = hosts.size > 1;
  const keysAt = (levels: number): (string | null)[] => urls.map(url => (url === null ? null : folderOf(url, levels, withHost)));
  const first = keysAt(1);
  const keys = new Set(first).size < MIN_FOLDERS ? keysAt(2) : first;
  const sizes = new Map<string, { pages: number; url: string }>();
  for (const [page, key] of keys.entries()) if (key !== null) sizes.set(key, { pages: (sizes.get(key)?.pages ?? 0) + 1, url: sizes.get(key)?.url ?? urls[page]! });
  const largest = [...sizes].toSorted(([, a], [, b]) => b.pages - a.pages);
  const kept = largest.slice(0, MAX_FOLDERS);
  const ids = new Map(kept.map(([key], id) => [key, id]));
  const names = kept.map(([label, { url }]) => ({ label, url }));
  if (largest.length > kept.length) names.push({ label: '…', url: largest[kept.length]![1].url });
  return { names, nodeOf: Int32Array.from(keys, key => (key === null ? -1 : ids.get(key) ?? kept.length)) };
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? '';
}

function folderOf(address: string, levels: number, withHost: boolean): string {
  const url = URL.parse(address);
  if (!url) return '/';
  const segments = url.pathname.split('/').filter(segment => segment !== '');
  // The last segment is the page itself.
  const folder = segments.slice(0, Math.min(levels, Math.max(0, segments.length - 1)));
  return `${withHost ? url.host : ''}/${folder.map(segment => `${segment.slice(0, 40)}/`).join('')}`;
}

function edgesOf({ count, offsets, targets }: LinkGraph, nodeOf: Int32Array, nodes: number): PictureEdge[] {
  const links = new Uint32Array(nodes * nodes);
  for (let page = 0; page < count; page++) {
    const from = nodeOf[page]!;
    if (from < 0) continue;
    for (let at = offsets[page]!; at < offsets[page + 1]!; at++) {
      const to = nodeOf[targets[at]!]!;
      if (to >= 0 && to !== from) links[from * nodes + to]!++;
    }
  }
  return [...links.entries()].flatMap(([at, number]) => (number === 0 ? [] : [{ from: Math.floor(at / nodes), to: at % nodes, links: number }])).toSorted((a, b) => b.links - a.links || a.from - b.from);
}
