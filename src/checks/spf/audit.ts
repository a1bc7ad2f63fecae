import { registeredDomain } from '../../core/domain-name.ts';
import type { Lookup } from '../../core/lookup.ts';
import type { CollectContext } from '../check.ts';
import { lookupNameStatus, type NameStatus } from '../registration/index.ts';
import { isAskable } from './macro.ts';
import { inForce, parseSpf, spfRecordsOf, type Mechanism, type Modifier, type Qualifier, type SpfRecord } from './parse.ts';
import { fixedPartOf, hostsOf, lastRecord, lookupTerms, rangesOf, targetOf, type SpfNode, type SpfRange, type SpfTarget } from './tree.ts';

/** The SPF record of a domain and all that it leads to, as the domain's owner wants to know it. */
export interface SpfAudit {
  tree: SpfNode;
  /** In the worst case, where no term matches. */
  lookups: number;
  voidLookups: number;
  /** Not everything was read, because receivers stop long before: the numbers are the least that they can be. */
  stopped: boolean;
  hosts: readonly string[];
  ipv4: readonly SpfRange[];
  ipv6: readonly SpfRange[];
  /** What the record says of all other senders; null where it says nothing or could not be read to its end. */
  policy: Qualifier | null;
  /** The terms of the domain's own record. */
  terms: readonly string[];
  dangling: readonly Dangling[];
}

/** A name that does not exist or is made from the message, and how the name stands under which it is registered. */
export interface Dangling extends NameStatus {
  host: string;
  term: string;
}

/** Terms that are followed; a receiver gives up at the eleventh. */
const MAX_FOLLOWED = 12;
const MAX_DANGLING = 3;
const MAX_TERMS = 500;

/** What the walk uses for its lookups. */
export type AuditContext = Pick<CollectContext, 'dns' | 'registry' | 'signal'>;

interface Walk {
  root: string;
  context: AuditContext;
  followed: number;
  dangling: Map<string, Promise<Dangling>>;
}

/** A term that costs a receiver a lookup, and where it leads. */
interface Lead {
  term: Mechanism | Modifier;
  name: string | null;
}

/** Reads the whole tree below `text`; all terms of a record are followed at once, and at most twelve terms in all. */
export async function auditSpf(domain: string, text: string, context: AuditContext): Promise<SpfAudit> {
  const walk: Walk = { root: domain, context, followed: 0, dangling: new Map() };
  const record = parseSpf(text);
  const tree = await readRecord(walk, { ...emptyNode, domain }, record, []);
  const ranges = rangesOf(tree);
  const dangling = await Promise.all(walk.dangling.values());
  return {
    tree,
    lookups: tree.lookups,
    voidLookups: tree.voidLookups,
    stopped: walk.followed > MAX_FOLLOWED,
    hosts: hostsOf(tree),
    ipv4: ranges.filter(({ range }) => !range.includes(':')),
    ipv6: ranges.filter(({ range }) => range.includes(':')),
    policy: lastRecord(tree).all,
    terms: record.terms.slice(0, MAX_TERMS).map(({ text }) => text),
    dangling: dangling.toSorted((a, b) => (a.registered < b.registered ? -1 : 1)),
  };
}

const emptyNode = {
  domain: '', kind: 'root', via: null, record: null, lookups: 0, voidLookups: 0,
  error: null, nxdomain: false, failed: null, all: null, children: [], targets: [],
} as const satisfies SpfNode;

async function readRecord(walk: Walk, node: SpfNode, record: SpfRecord, path: readonly string[]): Promise<SpfNode> {
  const terms = lookupTerms(record);
  const leads = terms.filter(() => ++walk.followed <= MAX_FOLLOWED).map(term => ({ term, name: targetOf(term, node.domain, walk.root) }));
  const [children, targets] = await Promise.all([
    Promise.all(leads.filter(leadsToRecord).map(lead => readNode(walk, lead, [...path, node.domain]))),
    Promise.all(leads.filter(lead => !leadsToRecord(lead)).map(lead => readTarget(walk, lead))),
  ]);
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
async function readNode(walk: Walk, { term, name }: Lead, path: readonly string[]): Promise<SpfNode> {
  const domain = name!;
  const node: SpfNode = { ...emptyNode, domain, kind: term.kind === 'modifier' ? 'redirect' : 'include', via: term.text };
  if (path.includes(domain)) return { ...node, error: 'loop' };
  const lookup = await ask(walk, domain, 'TXT');
  if (lookup.outcome === 'failed') return { ...node, failed: lookup };
  if (lookup.outcome === 'absent') {
    if (lookup.nxdomain) noteDangling(walk, lookup.via.at(-1) ?? domain, term.text);
    return { ...node, error: 'none', nxdomain: lookup.nxdomain, voidLookups: 1 };
  }
  const [record, ...others] = spfRecordsOf(lookup);
  if (record === undefined) return { ...node, error: 'none' };
  return others.length > 0 ? { ...node, error: 'multiple' } : readRecord(walk, node, parseSpf(record), path);
}

/** Asks one question for a term, and AAAA where an a term finds no A: a name with either leads somewhere. */
async function readTarget(walk: Walk, { term, name }: Lead): Promise<SpfTarget> {
  const type = questionOf(term);
  const target = { term: term.text, name, type, nxdomain: false, count: 0, failed: null };
  if (name === null) {
    const fixed = term.name === 'ptr' ? null : fixedPartOf(term);
    if (fixed !== null) noteDangling(walk, fixed, term.text);
    return { ...target, outcome: 'dynamic' };
  }
  const first = await ask(walk, name, type);
  const again = term.name === 'a' && first.outcome === 'absent' && !first.nxdomain;
  const lookup: Lookup<readonly unknown[]> = again ? await ask(walk, name, 'AAAA') : first;
  if (lookup.outcome === 'failed') return { ...target, outcome: 'failed', failed: lookup };
  if (lookup.outcome === 'found') return { ...target, outcome: 'found', count: lookup.value.length };
  if (lookup.nxdomain) noteDangling(walk, lookup.via.at(-1) ?? name, term.text);
  return { ...target, outcome: 'void', nxdomain: lookup.nxdomain };
}

function questionOf({ kind, name }: Mechanism | Modifier): SpfTarget['type'] {
  if (kind === 'modifier' || name === 'include') return 'TXT';
  if (name === 'ptr') return 'PTR';
  return name === 'mx' ? 'MX' : 'A';
}

/** A name that cannot be asked cannot exist (RFC 7208 §4.3), nor be registered. */
async function ask<T extends 'TXT' | 'A' | 'AAAA' | 'MX' | 'PTR'>({ context }: Walk, name: string, type: T) {
  return isAskable(name) ? context.dns.lookup(name, type) : { outcome: 'absent', nxdomain: false, via: [] } as const;
}

/** Looks whether the domain that a name belongs to, which does not exist or is not known beforehand, is there at all. */
function noteDangling(walk: Walk, host: string, term: string): void {
  const registered = registeredDomain(host);
  if (registered === null || registered === registeredDomain(walk.root)) return;
  if (walk.dangling.has(registered) || walk.dangling.size >= MAX_DANGLING) return;
  walk.dangling.set(registered, lookupNameStatus(registered, walk.context).then(nameStatus => ({ host, term, ...nameStatus })));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
