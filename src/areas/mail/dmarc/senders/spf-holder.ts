import { inCidr, parseIp, type IpBytes } from '../../../../core/ip.ts';
import type { Dns } from '../../../../core/lookup.ts';
import { covers, unmapped } from '../../../../checks/spf/client.ts';
import { inForce, parseSpf, type Mechanism, type SpfRecord } from '../../../../checks/spf/parse.ts';
import { isOwn, readNodes, targetOf, type SpfNode } from '../../../../checks/spf/tree.ts';
import type { SpfHolder } from './shapes.ts';

/** The addresses that `a` and `mx` terms of one tree stand for, by `a:name` and `mx:name`; null where the lookup failed. */
export type SpfHosts = ReadonlyMap<string, readonly string[] | null>;

const MAX_EXCHANGES = 10;
/** A term that stands for more addresses than these is left open. */
const MAX_ADDRESSES_A_TERM = 200;
const noHosts: SpfHosts = new Map();

/**
 * The term of `tree` that lets `ip` send: null where none does, undefined where a term on the way cannot be decided from the
 * tree and `hosts`. What `all` lets through is held by nobody.
 */
export function spfHolder(tree: SpfNode, ip: string, hosts: SpfHosts = noHosts): SpfHolder | null | undefined {
  const bytes = parseIp(ip);
  return bytes === null ? null : search({ ip: unmapped(bytes), root: tree.domain, hosts }, tree, null);
}

/** The `a` and `mx` terms of `tree` that stand for fixed hosts, as `a:name` and `mx:name`, each once. */
function hostTermsOf(tree: SpfNode): string[] {
  return [...new Set(readNodes(tree).flatMap(({ domain, record }) => inForce(record).flatMap(term => keyOf(term, domain, tree.domain) ?? [])))];
}

/** Whether `tree` has terms that `hosts` has no answer to. */
export function hasOpenHosts(tree: SpfNode, hosts: SpfHosts): boolean {
  return hostTermsOf(tree).some(term => !hosts.has(term));
}

/** Asks for the addresses that the `a` and `mx` terms of `tree` stand for, with at most `maxQuestions` questions; what is beyond them is null. */
export async function askSpfHosts(tree: SpfNode, dns: Pick<Dns, 'lookup'>, maxQuestions: number): Promise<SpfHosts> {
  const hosts = new Map<string, readonly string[] | null>();
  let questions = 0;
  const addresses = async (name: string): Promise<readonly string[] | null> => {
    if ((questions += 2) > maxQuestions) return null;
    const lookups = await Promise.all([dns.lookup(name, 'A'), dns.lookup(name, 'AAAA')]);
    return lookups.some(({ outcome }) => outcome === 'failed') ? null : lookups.flatMap(lookup => (lookup.outcome === 'found' ? lookup.value : []));
  };
  const ofExchanges = async (name: string): Promise<readonly string[] | null> => {
    if (++questions > maxQuestions) return null;
    const lookup = await dns.lookup(name, 'MX');
    if (lookup.outcome !== 'found') return lookup.outcome === 'failed' ? null : [];
    const each = await Promise.all(lookup.value.slice(0, MAX_EXCHANGES).filter(({ exchange }) => exchange !== '').map(({ exchange }) => addresses(exchange)));
    return each.includes(null) ? null : each.flatMap(some => some!);
  };
  for (const term of hostTermsOf(tree)) {
    const name = term.slice(term.indexOf(':') + 1);
    const found = await (term.startsWith('a:') ? addresses : ofExchanges)(name);
    hosts.set(term, found && found.length <= MAX_ADDRESSES_A_TERM ? found : null);
  }
  return hosts;
}

interface Search {
  ip: IpBytes;
  root: string;
  hosts: SpfHosts;
}

/** `include` is the first name on the way that is not of the domain itself. */
function search(context: Search, node: SpfNode, include: string | null): SpfHolder | null | undefined {
  if (node.record === null) return node.failed ? undefined : null;
  const record = recordOf(node, node.record);
  let undecided = false;
  for (const term of inForce(record)) {
    if (term.name === 'all') break;
    const found = term.name === 'include' ? below(context, node, term.text, 'include', include) : holds(context, term, node.domain);
    if (found === undefined) undecided = true;
    else if (found && term.qualifier !== '+') return null;
    else if (found) return found === true ? { term: term.text, at: node.domain, include } : found;
  }
  const redirected = record.redirect ? below(context, node, record.redirect.text, 'redirect', include) : null;
  return redirected ?? (undecided ? undefined : redirected);
}

/** Thousands of addresses are looked for in one tree: its records are read once. */
const read = new WeakMap<SpfNode, SpfRecord>();

function recordOf(node: SpfNode, text: string): SpfRecord {
  const record = read.get(node) ?? parseSpf(text);
  read.set(node, record);
  return record;
}

function below(context: Search, node: SpfNode, via: string, kind: SpfNode['kind'], include: string | null): SpfHolder | null | undefined {
  const child = node.children.find(child => child.kind === kind && child.via === via);
  if (!child) return undefined;
  return search(context, child, include ?? (isOwn(child.domain, context.root) ? null : child.domain));
}

function holds({ ip, hosts, root }: Search, term: Mechanism, domain: string): boolean | undefined {
  if (term.range) return inCidr(ip, term.range);
  const key = keyOf(term, domain, root);
  const addresses = key === null ? null : hosts.get(key);
  return addresses?.some(address => covers(ip, address, term));
}

/** Null for terms that stand for no fixed hosts. */
function keyOf(term: Mechanism, domain: string, root: string): string | null {
  const name = term.name === 'a' || term.name === 'mx' ? targetOf(term, domain, root) : null;
  return name === null ? null : `${term.name}:${name}`;
}
