import { found } from '../../../checks/looks.ts';
import { registeredDomain } from '../../../core/domain-name.ts';
import type { Authority, AuthorityReply, Dns, Failure, Look } from '../../../core/lookup.ts';
import type { WebLook } from '../../../core/outside/probes.ts';
import type { Proof, Proofs } from './state.ts';

/** What a proof is looked for with. */
export interface ProofLooking {
  dns: Pick<Dns, 'look' | 'ask' | 'delegation'>;
  web: Pick<WebLook, 'get'>;
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
export async function lookForProof(domain: string, token: string, looking: ProofLooking): Promise<Proofs> {
  const [dns, file] = await Promise.all([proveByDns(challengeName(domain), token, looking), proveByFile(domain, token, looking)]);
  return { dns, file };
}

/** Asks every authority itself: all must have the record, so that no cache and no single server that was taken over decides. */
async function proveByDns(name: string, token: string, looking: ProofLooking, followed = false): Promise<Proof> {
  const servers = await authoritiesOf(name, looking);
  if ('outcome' in servers) return { outcome: 'unknown', cause: `The nameservers of ${name} could not be found: ${servers.cause}.` };
  if (servers.length === 0) return { outcome: 'absent', cause: `No nameserver holds ${name}.` };
  const replies = await Promise.all(servers.map(server => looking.dns.ask(server, name, 'TXT')));
  const target = aliasOf(replies);
  // The alias may lead to a zone that a service keeps for its customers.
  if (target !== null && !followed) return proveByDns(target, token, looking, true);
  const read = replies.map(reply => ({ server: reply.server.name, ...readReply(reply, challengeOf(token)) }));
  const lacking = read.filter(({ has }) => has === false);
  if (lacking.length === read.length) return { outcome: 'absent', cause: `No nameserver has the TXT record at ${name}.` };
  if (lacking.length > 0) {
    return { outcome: 'absent', cause: `The TXT record at ${name} is missing at ${lacking.map(({ server }) => server).join(', ')}; every nameserver must have it.` };
  }
  const untold = read.filter(({ has }) => has === null).map(({ server, cause }) => `${server}: ${cause}`);
  if (untold.length > 0) return { outcome: 'unknown', cause: `${untold.join('; ')}. Every nameserver must answer with the TXT record at ${name}.` };
  return { outcome: 'shown' };
}

/** One address of every nameserver that the zone or the zone above names; those that nobody can reach are left out. */
async function authoritiesOf(name: string, { dns, mayReach }: ProofLooking): Promise<Authority[] | Failure> {
  const nameservers = await nameserversOf(name, dns);
  if (!Array.isArray(nameservers)) return nameservers;
  const looks = await Promise.all(nameservers.slice(0, MAX_SERVERS).map(async host => ({ host, addresses: await addressesOf(host, dns) })));
  const failed = looks.map(({ addresses }) => addresses).find(look => look.outcome === 'failed');
  if (failed?.outcome === 'failed') return failed;
  return looks.flatMap(({ host, addresses }) => found(addresses).filter(mayReach).slice(0, 1).map(address => ({ name: host, address })));
}

/** Those of the nearest zone above `name`, as itself and the zone above it name them. */
async function nameserversOf(name: string, dns: ProofLooking['dns']): Promise<string[] | Failure> {
  const looks = await Promise.all(zonesAbove(name).map(async zone => ({ zone, look: await dns.look(zone, 'NS') })));
  const nearest = looks.find(({ look }) => look.outcome === 'failed' || (look.outcome === 'found' && look.via.length === 0));
  if (!nearest) return [];
  if (nearest.look.outcome === 'failed') return nearest.look;
  const { referrals } = await dns.delegation(nearest.zone);
  const delegated = referrals.flatMap(referral => (referral.outcome === 'answered' ? referral.nameservers : []));
  return [...new Set([...found(nearest.look), ...delegated])].toSorted();
}

/** The names above, up to the registered one. */
function zonesAbove(name: string): string[] {
  const top = registeredDomain(name) ?? name;
  const labels = name.slice(0, -top.length).split('.').slice(0, -1);
  return [...labels.slice(1).map((_, at) => [...labels.slice(at + 1), top].join('.')).slice(0, MAX_LEVELS), top];
}

/** IPv4 first: not every host of this service has IPv6. */
async function addressesOf(host: string, dns: ProofLooking['dns']): Promise<Look<readonly string[]>> {
  const [a, aaaa] = await Promise.all([dns.look(host, 'A'), dns.look(host, 'AAAA')]);
  if (a.outcome === 'found' || (a.outcome === 'failed' && aaaa.outcome !== 'found')) return a;
  return aaaa;
}

/** Where the record is an alias that leads out of the zone, and all say so. */
function aliasOf(replies: readonly AuthorityReply<'TXT'>[]): string | null {
  const targets = replies.map(({ look }) => (look.outcome === 'absent' ? look.via.at(-1) ?? null : null));
  return targets.every(target => target === targets[0]) ? targets[0] ?? null : null;
}

/** Null where the server did not tell. */
function readReply(reply: AuthorityReply<'TXT'>, wanted: string): { has: boolean; cause: null } | { has: null; cause: string } {
  const { look } = reply;
  if (look.outcome === 'failed') return { has: null, cause: look.cause };
  if (!('authoritative' in reply) || !reply.authoritative) return { has: null, cause: 'does not hold the zone' };
  return { has: found(look).some(text => text.trim() === wanted), cause: null };
}

/** The file proves the host that serves it, so no redirect is followed. */
async function proveByFile(domain: string, token: string, { web, signal }: ProofLooking): Promise<Proof> {
  const url = challengeUrl(domain);
  const reply = await web.get(url, { maxBytes: MAX_BYTES, signal });
  if (reply.outcome === 'failed') return { outcome: 'unknown', cause: `${url} could not be fetched: ${reply.cause}.` };
  if (reply.status >= 500) return { outcome: 'unknown', cause: `${url} answers with status ${reply.status}.` };
  if (reply.status !== 200) return { outcome: 'absent', cause: `${url} answers with status ${reply.status}.` };
  return reply.body.trim() === challengeOf(token) ? { outcome: 'shown' } : { outcome: 'absent', cause: `${url} does not hold the token alone.` };
}
