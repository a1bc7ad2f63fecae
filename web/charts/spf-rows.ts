import type { SpfNode, SpfTarget } from './spf-node.ts';

/** Receivers stop with an error when a record needs more lookups (RFC 7208 §4.6.4). */
export const MOST_LOOKUPS = 10;
/** The lookups that may find nothing before receivers stop (RFC 7208 §4.6.4). */
export const MOST_VOIDS = 2;

export type SpfNote = 'void' | 'none' | 'multiple' | 'syntax' | 'loop' | 'dynamic';

/** One term of the tree, in the order in which a receiver reads it. */
export interface SpfRow {
  depth: number;
  /** The term as it is written; the domain at the root; null for terms that were not followed. */
  term: string | null;
  kind: SpfNode['kind'] | 'term' | 'unread';
  /** The first lookup of the term and the last one of all below it, counted from 1; equal to `from - 1` where it costs none. */
  from: number;
  to: number;
  note: SpfNote | null;
  /** Why the lookup failed. */
  failed: string | null;
  /** Whether the receiver gives up here: at the lookup, or the void lookup, that is one too many. */
  breaks: boolean;
}

type Part = { term: string; child: SpfNode } | { term: string; target: SpfTarget };

/** The tree as rows, from the top down. */
export function rowsOf(tree: SpfNode): SpfRow[] {
  const rows: SpfRow[] = [];
  let [lookups, voids] = [0, 0];
  const add = (row: Omit<SpfRow, 'from' | 'to' | 'breaks'>, cost: number, below: number): SpfRow => {
    const isVoid = row.note === 'void';
    const crosses = lookups <= MOST_LOOKUPS && lookups + cost > MOST_LOOKUPS;
    const added = { ...row, from: lookups + 1, to: lookups + cost + below, breaks: crosses || (isVoid && voids === MOST_VOIDS) };
    lookups += cost;
    if (isVoid) voids++;
    rows.push(added);
    return added;
  };
  const read = (node: SpfNode, depth: number) => {
    const [startedAt, parts] = [lookups, partsOf(node)];
    for (const part of parts) {
      if ('target' in part) add({ depth, term: part.term, kind: 'term', ...outcomeOf(part.target) }, 1, 0);
      else readChild(part.term, part.child, depth);
    }
    const unread = node.lookups - (lookups - startedAt);
    if (unread > 0) add({ depth, term: null, kind: 'unread', note: null, failed: null }, unread, 0);
  };
  const readChild = (term: string, child: SpfNode, depth: number) => {
    add({ depth, term, kind: child.kind, note: noteOn(child), failed: child.failed?.cause ?? null }, 1, child.lookups);
    read(child, depth + 1);
  };
  add({ depth: 0, term: tree.domain, kind: 'root', note: noteOn(tree), failed: tree.failed?.cause ?? null }, 0, tree.lookups);
  read(tree, 1);
  return rows;
}

/** What costs a lookup, in the order of the record; a redirect has the last word wherever it stands (RFC 7208 §6.1). */
function partsOf({ record, children, targets }: SpfNode): Part[] {
  const written = (record ?? '').split(/\s+/);
  const indexOf = (term: string) => {
    const at = written.indexOf(term);
    if (at >= 0) written[at] = '';
    return at < 0 ? written.length : at;
  };
  const parts = [
    ...children.map((child): Part => ({ term: child.via ?? child.domain, child })),
    ...targets.map((target): Part => ({ term: target.term, target })),
  ];
  return parts
    .map(part => ({ part, at: 'child' in part && part.child.kind === 'redirect' ? Infinity : indexOf(part.term) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ part }) => part);
}

function noteOn({ error, voidLookups, children, targets }: SpfNode): SpfNote | null {
  return error === 'none' && voidLookups > 0 && children.length === 0 && targets.length === 0 ? 'void' : error;
}

function outcomeOf({ outcome, failed }: SpfTarget): { note: SpfNote | null; failed: string | null } {
  return { note: outcome === 'void' || outcome === 'dynamic' ? outcome : null, failed: failed?.cause ?? null };
}
