import type { Lookup } from '../../core/lookup.ts';
import type { Answers, ValueOf } from './answers.ts';
import { isAskable } from './macro.ts';
import { inForce, spfRecordsOf, type Mechanism, type Modifier, type SpfRecord } from './parse.ts';
import { fixedPartOf, lookupTerms, targetOf, type SpfNode, type SpfTarget } from './tree.ts';

/** The tree below a record as far as the answers go. */
export interface TreeRead {
  tree: SpfNode;
  /** What has to be asked before it can be read further, each once. */
  missing: readonly TreeQuery[];
  /** Not everything was read, because receivers stop long before. */
  stopped: boolean;
  /** Names that do not exist, and the fixed ends of names that are made from the message. */
  leads: readonly { host: string; term: string }[];
}

export interface TreeQuery {
  name: string;
  type: 'TXT' | 'A' | 'AAAA' | 'MX';
}

/** Terms that are followed; a receiver gives up at the eleventh. */
export const MAX_FOLLOWED = 12;

interface Walk {
  root: string;
  answers: Answers;
  followed: number;
  missing: Map<string, TreeQuery>;
  leads: { host: string; term: string }[];
}

/** A term that costs a receiver a lookup, and where it leads. */
interface Lead {
  term: Mechanism | Modifier;
  name: string | null;
}

const emptyNode = {
  domain: '', kind: 'root', via: null, record: null, lookups: 0, voidLookups: 0,
  error: null, nxdomain: false, failed: null, all: null, children: [], targets: [],
} as const satisfies SpfNode;

/** Reads the tree below the record `text` of `root`; pure, and at most twelve terms of it. What is missing counts as not followed. */
export function readTree(root: string, text: string, answers: Answers): TreeRead {
  const walk: Walk = { root, answers, followed: 0, missing: new Map(), leads: [] };
  const tree = readRecord(walk, { ...emptyNode, domain: root }, answers.read(text), []);
  return { tree, missing: [...walk.missing.values()], stopped: walk.followed > MAX_FOLLOWED || walk.missing.size > 0, leads: walk.leads };
}

function readRecord(walk: Walk, node: SpfNode, record: SpfRecord, path: readonly string[]): SpfNode {
  const terms = lookupTerms(record);
  const leads = terms.filter(() => ++walk.followed <= MAX_FOLLOWED).map(term => ({ term, name: targetOf(term, node.domain, walk.root) }));
  const children = leads.filter(leadsToRecord).flatMap(lead => readNode(walk, lead, [...path, node.domain]) ?? []);
  const targets = leads.filter(lead => !leadsToRecord(lead)).flatMap(lead => readTarget(walk, lead) ?? []);
  return {
    ...node,
    record: record.text,
    lookups: terms.length + sum(children.map(({ lookups }) => lookups)),
    voidLookups: targets.filter(({ outcome }) => outcome === 'void').length + sum(children.map(({ voidLookups }) => voidLookups)),
    error: record.faults.length > 0 ? 'syntax' : null,
    all: inForce(record).find(({ name }) => name === 'all')?.qualifier ?? null,
    children,
    targets,
  };
}

function leadsToRecord({ term, name }: Lead): boolean {
  return name !== null && (term.kind === 'modifier' || term.name === 'include');
}

/** Follows an include or a redirect; `path` holds the domains above. */
function readNode(walk: Walk, { term, name }: Lead, path: readonly string[]): SpfNode | null {
  const domain = name!;
  const node: SpfNode = { ...emptyNode, domain, kind: term.kind === 'modifier' ? 'redirect' : 'include', via: term.text };
  if (path.includes(domain)) return { ...node, error: 'loop' };
  const lookup = find(walk, domain, 'TXT');
  if (!lookup) return null;
  if (lookup.outcome === 'failed') return { ...node, failed: lookup };
  if (lookup.outcome === 'absent') {
    if (lookup.nxdomain) walk.leads.push({ host: lookup.via.at(-1) ?? domain, term: term.text });
    return { ...node, error: 'none', nxdomain: lookup.nxdomain, voidLookups: 1 };
  }
  const [record, ...others] = spfRecordsOf(lookup);
  if (record === undefined) return { ...node, error: 'none' };
  return others.length > 0 ? { ...node, error: 'multiple' } : readRecord(walk, node, walk.answers.read(record), path);
}

/** One question for a term, and AAAA where an a term finds no A: a name with either leads somewhere. */
function readTarget(walk: Walk, { term, name }: Lead): SpfTarget | null {
  const type = queryTypeOf(term);
  const target = { term: term.text, name, type, nxdomain: false, count: 0, failed: null };
  if (name === null) {
    const fixed = term.name === 'ptr' ? null : fixedPartOf(term);
    if (fixed !== null) walk.leads.push({ host: fixed, term: term.text });
    return { ...target, outcome: 'dynamic' };
  }
  const first = find(walk, name, type as 'A' | 'MX');
  const again = term.name === 'a' && first?.outcome === 'absent' && !first.nxdomain;
  const lookup = again ? find(walk, name, 'AAAA') : first;
  if (!lookup) return null;
  if (lookup.outcome === 'failed') return { ...target, outcome: 'failed', failed: lookup };
  if (lookup.outcome === 'found') return { ...target, outcome: 'found', count: lookup.value.length };
  if (lookup.nxdomain) walk.leads.push({ host: lookup.via.at(-1) ?? name, term: term.text });
  return { ...target, outcome: 'void', nxdomain: lookup.nxdomain };
}

function queryTypeOf({ kind, name }: Mechanism | Modifier): SpfTarget['type'] {
  if (kind === 'modifier' || name === 'include') return 'TXT';
  if (name === 'ptr') return 'PTR';
  return name === 'mx' ? 'MX' : 'A';
}

/** A name that cannot be asked cannot exist (RFC 7208 §4.3), nor be registered. */
function find<Type extends TreeQuery['type']>(walk: Walk, name: string, type: Type): Lookup<readonly ValueOf<Type>[]> | undefined {
  if (!isAskable(name)) return { outcome: 'absent', nxdomain: false, via: [] };
  const lookup = walk.answers.find(name, type);
  if (!lookup) walk.missing.set(`${type} ${name}`, { name, type });
  return lookup;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
