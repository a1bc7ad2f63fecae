import { registrableDomain } from '../../core/domain-name.ts';
import { formatIp } from '../../core/ip.ts';
import type { Failure } from '../../core/lookup.ts';
import { expandMacros, fitName } from './macro.ts';
import { inForce, parseSpf, type Mechanism, type Modifier, type Qualifier, type SpfRecord } from './parse.ts';

/** One record of the tree: that of the domain, or one that an include or a redirect leads to. */
export interface SpfNode {
  domain: string;
  kind: 'root' | 'include' | 'redirect';
  /** The term that leads here, null at the root. */
  via: string | null;
  record: string | null;
  /** Terms of this record and of all below it that cost a receiver a lookup when nothing matches (RFC 7208 §4.6.4). */
  lookups: number;
  /** How many of them find nothing; this node's own TXT lookup included. */
  voidLookups: number;
  /** `none`: no SPF record. `loop`: the domain also stands above itself, and is not read again. */
  error: 'none' | 'multiple' | 'syntax' | 'loop' | null;
  /** Whether the answer was that the name does not exist. */
  nxdomain: boolean;
  failed: Failure | null;
  /** The qualifier of its `all`. */
  all: Qualifier | null;
  children: readonly SpfNode[];
  targets: readonly SpfTarget[];
}

/** Where a term leads that is no include or redirect, or one whose name is made from the message. */
export interface SpfTarget {
  term: string;
  /** Null where it is made from the message. */
  name: string | null;
  type: 'A' | 'MX' | 'TXT' | 'PTR';
  outcome: 'found' | 'void' | 'failed' | 'dynamic';
  nxdomain: boolean;
  /** How many records were found. */
  count: number;
  failed: Failure | null;
}

/** Addresses that a record allows in so many words. */
export interface SpfRange {
  range: string;
  /** How many addresses it holds; rounded for IPv6. */
  addresses: number;
  /** The domain whose record says so. */
  at: string;
}

const MAX_LISTED = 500;

/** The node and all below it, from the top down. */
export function nodesOf(tree: SpfNode): SpfNode[] {
  const all = (node: SpfNode): SpfNode[] => [node, ...node.children.flatMap(all)];
  return all(tree);
}

/** Whether the owner of `root` can change the records of `domain`: only there is advice of use. */
export function isOwn(domain: string, root: string): boolean {
  return (registrableDomain(domain) ?? domain) === (registrableDomain(root) ?? root);
}

/** The record that has the last word: where a redirect leads (RFC 7208 §6.1), else the record itself. */
export function lastRecord(node: SpfNode): SpfNode {
  const next = node.children.find(({ kind }) => kind === 'redirect');
  return next ? lastRecord(next) : node;
}

/** The terms that count against the limit of ten (RFC 7208 §4.6.4); a redirect next to `all` has no effect (§6.1). */
export function lookupTerms(record: SpfRecord): (Mechanism | Modifier)[] {
  const asking = inForce(record).filter(({ name }) => name !== 'all' && name !== 'ip4' && name !== 'ip6');
  return record.redirect && !record.mechanisms.some(({ name }) => name === 'all') ? [...asking, record.redirect] : asking;
}

/** The name that a term in the record of `domain` leads to, null where it depends on the message; %{d} and %{o} do not. */
export function targetOf(term: Mechanism | Modifier, domain: string, root: string): string | null {
  if (term.kind === 'mechanism' && term.name === 'ptr') return null;
  const spec = specOf(term);
  if (!spec) return domain;
  const name = expandMacros(spec, { d: domain, o: root });
  return name === null ? null : fitName(name);
}

/** Every domain that a term of the tree names; of a name made from the message the part that is fixed. */
export function hostsOf(tree: SpfNode): string[] {
  const hosts = readNodes(tree).flatMap(({ domain, record }) => lookupTerms(record).flatMap(term => {
    const spec = specOf(term);
    if (!spec || term.name === 'ptr') return [];
    const host = targetOf(term, domain, tree.domain) ?? fixedPartOf(term);
    return host?.includes('.') ? [host] : [];
  }));
  return [...new Set(hosts)].slice(0, MAX_LISTED);
}

/** The ip4 and ip6 ranges of the tree that pass, in the order of the records. */
export function rangesOf(tree: SpfNode): SpfRange[] {
  const ranges = readNodes(tree).flatMap(({ domain, record }) => inForce(record).flatMap(({ range, qualifier }) => {
    if (!range || qualifier !== '+') return [];
    const { bytes, prefixLength } = range;
    return [{ range: `${formatIp(bytes)}/${prefixLength}`, addresses: 2 ** (bytes.length * 8 - prefixLength), at: domain }];
  }));
  return ranges.slice(0, MAX_LISTED);
}

/** The records of the tree that can let somebody pass: not those behind a term that refuses, whatever they say (RFC 7208 §5.2). */
export function allowingNodes(node: SpfNode): SpfNode[] {
  return [node, ...node.children.filter(({ via }) => !/^[-~?]/.test(via!)).flatMap(allowingNodes)];
}

/** The records of the tree, each domain once. */
export function readNodes(tree: SpfNode, read: (text: string) => SpfRecord = parseSpf): { domain: string; record: SpfRecord }[] {
  const byDomain = new Map(nodesOf(tree).flatMap(({ domain, record }) => (record === null ? [] : [[domain, record] as const])));
  return [...byDomain].map(([domain, text]) => ({ domain, record: read(text) }));
}

/** The end of a name made from the message that is the same for every message, in whole labels; null where there is none. */
export function fixedPartOf(term: Mechanism | Modifier): string | null {
  const fixed = fitName(specOf(term)?.tail.replace(/^[^.]*\./, '') ?? '');
  return fixed === '' ? null : fixed;
}

function specOf(term: Mechanism | Modifier) {
  return term.kind === 'modifier' ? term.value : term.target;
}
