import { openDomain, registeredDomain } from '../../core/domain-name.ts';
import type { Lookup } from '../../core/lookup.ts';
import type { CollectContext } from '../check.ts';
import { lookupNameStatus, type NameStatus } from '../registration/index.ts';
import { Answers, type SpfSeen } from './answers.ts';
import { isSpf, type Qualifier } from './parse.ts';
import { MAX_FOLLOWED, readTree, type TreeRead } from './read-tree.ts';
import { askAbout, strangersTo } from './stranger.ts';
import { hostsOf, lastRecord, rangesOf, type SpfNode, type SpfRange } from './tree.ts';

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
  /** Addresses that nobody listed; what receivers would say of them is judged. */
  strangers: readonly string[];
  /** All that was asked. */
  answers: readonly SpfSeen[];
}

/** A name that does not exist or is made from the message, and how the name stands under which it is registered. */
export interface Dangling extends NameStatus {
  host: string;
  term: string;
}

const MAX_DANGLING = 3;
const MAX_TERMS = 500;
/** Questions for the sake of strangers: names made from the message, and hosts with a prefix length. */
const MAX_PROBES = 8;
/** Questions for the sake of a record that may be offered instead. */
const MAX_FOR_REPAIR = 4;

/** What the audit uses for its lookups. */
export type AuditContext = Pick<CollectContext, 'dns' | 'registry' | 'signal'>;

/** A record that may be offered, at its name. */
export interface Candidate {
  name: string;
  value: string;
}

/**
 * Reads the whole tree below `text`; all terms of a record are followed at once, and at most twelve terms in all.
 * What the records of `candidatesOf` lead to is asked as well, so that they can be judged.
 */
export async function auditSpf(domain: string, text: string, context: AuditContext, candidatesOf: (audit: SpfAudit) => readonly Candidate[] = () => []): Promise<SpfAudit> {
  const answers = new Answers().with(domain, text);
  const dangling = new Map<string, Promise<Dangling>>();
  const read = await gather(() => readTree(domain, text, answers), answers, context, MAX_FOLLOWED, ({ leads }) => noteDangling(domain, leads, dangling, context));
  if (!read.stopped) await probe(strangersTo(read.tree), read.tree, answers, context);
  const audit = auditOf(domain, text, answers, await Promise.all(dangling.values()));
  for (const { name, value } of candidatesOf(audit)) {
    await gather(() => readTree(domain, name === domain ? value : text, answers.with(name, value)), answers, context, MAX_FOR_REPAIR);
  }
  return { ...audit, answers: answers.seen };
}

/** The audit by what is known; pure. */
export function auditOf(domain: string, text: string, answers: Answers, dangling: readonly Dangling[]): SpfAudit {
  const { tree, stopped } = readTree(domain, text, answers);
  const ranges = rangesOf(tree);
  return {
    tree,
    lookups: tree.lookups,
    voidLookups: tree.voidLookups,
    stopped,
    hosts: hostsOf(tree),
    ipv4: ranges.filter(({ range }) => !range.includes(':')),
    ipv6: ranges.filter(({ range }) => range.includes(':')),
    policy: lastRecord(tree).all,
    terms: answers.read(text).terms.slice(0, MAX_TERMS).map(({ text }) => text),
    dangling: dangling.toSorted((a, b) => (a.registered < b.registered ? -1 : 1)),
    strangers: strangersTo(tree),
    answers: answers.seen,
  };
}

/** Asks for what a tree lacks, and for more with every answer, until nothing is missing or `quota` terms are followed. */
async function gather(readNow: () => TreeRead, answers: Answers, { dns }: AuditContext, quota: number, note: (read: TreeRead) => void = () => {}): Promise<TreeRead> {
  const asked = new Set<string>();
  const goOn = async (): Promise<void> => {
    const read = readNow();
    note(read);
    await Promise.all(read.missing.map(async ({ name, type }) => {
      const isSecond = type === 'AAAA' && asked.has(`A ${name}`);
      if (asked.has(`${type} ${name}`) || (!isSecond && quota-- <= 0)) return;
      asked.add(`${type} ${name}`);
      answers.add(seen(name, type, await dns.lookup(name, type)));
      await goOn();
    }));
  };
  await goOn();
  return readNow();
}

/** Of TXT only the SPF records are kept: the others are nobody's business here, and may be many. */
function seen(name: string, type: SpfSeen['type'], lookup: Lookup<readonly unknown[]>): SpfSeen {
  return { name, type, lookup: type === 'TXT' && lookup.outcome === 'found' ? { ...lookup, value: (lookup.value as readonly string[]).filter(isSpf) } : lookup };
}

/** Asks what the evaluation of strangers lacks. */
async function probe(addresses: readonly string[], tree: SpfNode, answers: Answers, { dns }: AuditContext): Promise<void> {
  for (let left = MAX_PROBES; left > 0;) {
    const open = new Map(addresses.flatMap(address => askAbout(address, tree, answers).open).map(query => [`${query.type} ${query.name}`, query]));
    const asking = [...open.values()].slice(0, left);
    if (asking.length === 0) return;
    left -= asking.length;
    await Promise.all(asking.map(async ({ name, type }) => answers.add(seen(name, type, await dns.lookup(name, type)))));
  }
}

/** Looks whether the domain that a name belongs to, which does not exist or is not known beforehand, is there at all. */
function noteDangling(root: string, leads: TreeRead['leads'], dangling: Map<string, Promise<Dangling>>, context: AuditContext): void {
  for (const { host, term } of leads) {
    const registered = openDomain(host);
    if (registered === null || registered === registeredDomain(root)) continue;
    if (dangling.has(registered) || dangling.size >= MAX_DANGLING) continue;
    dangling.set(registered, lookupNameStatus(registered, context).then(nameStatus => ({ host, term, ...nameStatus })));
  }
}
