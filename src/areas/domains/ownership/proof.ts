import { found } from '../../../checks/lookups.ts';
import { registeredDomain } from '../../../core/domain-name.ts';
import type { Authority, AuthorityReply, Dns, Failure, Lookup } from '../../../core/lookup.ts';
import type { WebProbe } from '../../../core/outside/probes.ts';
import type { Proof, Proofs } from './state.ts';

/** What a proof is looked for with. */
export interface ProofContext {
  dns: Pick<Dns, 'lookup' | 'ask' | 'delegation'>;
  web: Pick<WebProbe, 'get'>;
  mayReach(address: string): boolean;
  signal: AbortSignal;
}

const PREFIX = 'dss-challenge=';
const MAX_SERVERS = 16;
const MAX_LEVELS = 8;
const MAX_BYTES = 1024;

/** What the TXT record or the file must say. */
export function challengeOf(token: string): string {
  return PREFIX + token;
}

export function challengeName(domain: string): string {
  return `_dss-challenge.${domain}`;
}

export function challengeUrl(domain: string): string {
  return `https://${domain}/.well-known/dss-challenge.txt`;
}

/** Looks for the token in both ways at once. */
export async function findProof(domain: string, token: string, context: ProofContext): Promise<Proofs> {
  const [dns, file] = await Promise.all([proveByDns(challengeName(domain), token, context), proveByFile(domain, token, context)]);
  return { dns, file };
}

/** Asks every authority itself: all must have the record, so that no cache and no single server that was taken over decides. */
async function proveByDns(name: string, token: string, context: ProofContext, followed = false): Promise<Proof> {
  const servers = await authoritiesOf(name, context);
  if ('outcome' in servers) return { outcome: 'unknown', cause: `The nameservers of ${name} could not be found: ${servers.cause}.` };
  if (servers.length === 0) return { outcome: 'absent', cause: `No nameserver holds ${name}.` };
  const replies = await Promise.all(servers.map(server => context.dns.ask(server, name, 'TXT')));
  const target = aliasOf(replies);
  // The alias may lead to a zone that a service keeps for its customers.
  if (target !== null && !followed) return proveByDns(target, token, context, true);
  const read = replies.map(reply => ({ server: reply.server.name, ...readReply(reply, challengeOf(token)) }));
  const lacking = read.filter(({ has }) => has === false);
  if (lacking.length === read.length) return { outcome: 'absent', cause: `No nameserver has the TXT record at ${name}.` };
  if (lacking.length > 0) {
    return { outcome: 'absent', cause: `The TXT record at ${name} is missing at ${lacking.map(({ server }) => server).join(', ')}; every nameserver must have it.` };
  }
  const unknown = read.filter(({ has }) => has === null).map(({ server, cause }) => `${server}: ${cause}`);
  if (unknown.length > 0) return { outcome: 'unknown', cause: `${unknown.join('; ')}. Every nameserver must answer with the TXT record at ${name}.` };
  return { outcome: 'shown' };
}

/** One address of every nameserver that the zone or the parent zone names; those that nobody can reach are left out. */
async function authoritiesOf(name: string, { dns, mayReach }: ProofContext): Promise<Authority[] | Failure> {
  const nameservers = await nameserversOf(name, dns);
  if (!Array.isArray(nameservers)) return nameservers;
  const lookups = await Promise.all(nameservers.slice(0, MAX_SERVERS).map(async host => ({ host, addresses: await addressesOf(host, dns) })));
  const failed = lookups.map(({ addresses }) => addresses).find(lookup => lookup.outcome === 'failed');
  if (failed?.outcome === 'failed') return failed;
  return lookups.flatMap(({ host, addresses }) => found(addresses).filter(mayReach).slice(0, 1).map(address => ({ name: host, address })));
}

/** Those of the nearest zone above `name`, as itself and its parent zone name them. */
async function nameserversOf(name: string, dns: ProofContext['dns']): Promise<string[] | Failure> {
  const lookups = await Promise.all(zonesAbove(name).map(async zone => ({ zone, lookup: await dns.lookup(zone, 'NS') })));
  const nearest = lookups.find(({ lookup }) => lookup.outcome === 'failed' || (lookup.outcome === 'found' && lookup.via.length === 0));
  if (!nearest) return [];
  if (nearest.lookup.outcome === 'failed') return nearest.lookup;
  const { referrals } = await dns.delegation(nearest.zone);
  const delegated = referrals.flatMap(referral => (referral.outcome === 'answered' ? referral.nameservers : []));
  return [...new Set([...found(nearest.lookup), ...delegated])].toSorted();
}

/** The names above, up to the registered one. */
function zonesAbove(name: string): string[] {
  const top = registeredDomain(name) ?? name;
  const labels = name.slice(0, -top.length).split('.').slice(0, -1);
  return [...labels.slice(1).map((_, at) => [...labels.slice(at + 1), top].join('.')).slice(0, MAX_LEVELS), top];
}

/** IPv4 first: not every host of this service has IPv6. */
async function addressesOf(host: string, dns: ProofContext['dns']): Promise<Lookup<readonly string[]>> {
  const [a, aaaa] = await Promise.all([dns.lookup(host, 'A'), dns.lookup(host, 'AAAA')]);
  if (a.outcome === 'found' || (a.outcome === 'failed' && aaaa.outcome !== 'found')) return a;
  return aaaa;
}

/** Where the record is an alias that leads out of the zone, and all say so. */
function aliasOf(replies: readonly AuthorityReply<'TXT'>[]): string | null {
  const targets = replies.map(({ lookup }) => (lookup.outcome === 'absent' ? lookup.via.at(-1) ?? null : null));
  return targets.every(target => target === targets[0]) ? targets[0] ?? null : null;
}

/** Null where the server did not tell. */
function readReply(reply: AuthorityReply<'TXT'>, wanted: string): { has: boolean; cause: null } | { has: null; cause: string } {
  const { lookup } = reply;
  if (lookup.outcome === 'failed') return { has: null, cause: lookup.cause };
  if (!('authoritative' in reply) || !reply.authoritative) return { has: null, cause: 'does not hold the zone' };
  return { has: found(lookup).some(text => text.trim() === wanted), cause: null };
}

/** The file proves the host that serves it, so no redirect is followed. */
async function proveByFile(domain: string, token: string, { web, signal }: ProofContext): Promise<Proof> {
  const url = challengeUrl(domain);
  const reply = await web.get(url, { maxBytes: MAX_BYTES, signal });
  if (reply.outcome === 'failed') return { outcome: 'unknown', cause: `${url} could not be fetched: ${reply.cause}.` };
  if (reply.status >= 500) return { outcome: 'unknown', cause: `${url} answers with status ${reply.status}.` };
  if (reply.status !== 200) return { outcome: 'absent', cause: `${url} answers with status ${reply.status}.` };
  return reply.body.trim() === challengeOf(token) ? { outcome: 'shown' } : { outcome: 'absent', cause: `${url} does not hold the token alone.` };
}
