import type { Authority, Delegation, Dns, Failure, ProbeReply, Referral } from '../../core/lookup.ts';
import { createZoneMemory, type ServedZone } from './delegation-memory.ts';
import { readReferral, type Below } from './delegation-referral.ts';
import type { RootServer } from './delegation-roots.ts';
import type { Means } from './exchange.ts';
import { failed } from './failure.ts';
import { createProbe } from './probe.ts';

/** `transport` carries messages to the root servers, wherever they stand. */
export interface DelegationOptions extends Means {
  roots: readonly RootServer[];
}

type Probe = Dns['probe'];
/** What one server said: a referral to a zone on the way, or its word on the zone in question. */
type Reading = Below | { referral: Referral; again: boolean };

/** Of the root's servers so many are asked at once; they all say the same. */
const ROOTS_ASKED = 3;
const MAX_SERVERS = 6;
/** Zones between the root and a name; few names have more than four. */
const MAX_DEPTH = 12;
/** For so long a root that is out of reach is not asked again. */
const ROOTS_SILENT_MS = 60_000;

/**
 * Finds delegations from the root servers down, without recursion. What is learned of the zones on the way is shared by all checks
 * of the process, so that mostly only the servers of the parent are asked: six at most, at one address each.
 */
export function createDelegations({ roots, ...means }: DelegationOptions) {
  const { clock, random } = means;
  const memory = createZoneMemory(clock);
  const servers = new Map(roots.map(root => [labelOf(root), root]));
  const rootServers: readonly Authority[] = roots.map(root => ({ name: root.name, address: labelOf(root) }));
  let rootsSilentUntilMs = -Infinity;

  return (dns: Pick<Dns, 'lookup' | 'probe'>, signal: AbortSignal): Dns['delegation'] => {
    const probeRoot = createProbe(means, signal, ({ address }) => servers.get(address)!);
    return find;

    async function find(zone: string): Promise<Delegation> {
      let level = memory.closestAbove(zone) ?? { zone: '', servers: someRoots() };
      for (let depth = 0; depth < MAX_DEPTH; depth++) {
        if (level.zone === '' && clock.monotonicMs() < rootsSilentUntilMs) return undelegated(zone, rootSilence);
        const probe = level.zone === '' ? probeRoot : dns.probe;
        const { below, referrals } = await askLevel(level, zone, probe);
        if (!below) return conclude(level, zone, referrals);
        const servers = await serversBelow(below, dns);
        if (servers.length === 0) return undelegated(zone, failed('unreachable', `the servers of ${below.zone} have no address`));
        level = { zone: below.zone, servers };
        memory.keep(level, below.ttlSeconds);
      }
      return undelegated(zone, failed('loop', `more than ${MAX_DEPTH} zones above ${zone}`));
    }

    function conclude(level: ServedZone, zone: string, referrals: readonly Referral[]): Delegation {
      if (referrals.some(tells)) return { zone, parent: level.zone, referrals, failure: null };
      memory.forget(level.zone);
      const failure = failureOf(level, referrals);
      if (level.zone === '' && isSilence(failure) && !signal.aborted) rootsSilentUntilMs = clock.monotonicMs() + ROOTS_SILENT_MS;
      return { zone, parent: null, referrals, failure };
    }
  };

  function someRoots(): Authority[] {
    const first = Math.floor(random() * rootServers.length);
    return Array.from({ length: Math.min(ROOTS_ASKED, rootServers.length) }, (_, at) => rootServers[(first + at) % rootServers.length]!);
  }
}

const rootSilence = failed('timeout', 'no root server answers to this host');

function labelOf({ address, port }: RootServer): string {
  return port === 53 ? address : `${address}:${port}`;
}

function undelegated(zone: string, failure: Failure): Delegation {
  return { zone, parent: null, referrals: [], failure };
}

/** Asks all servers of a zone at once, again over TCP where none told and some were silent; goes on with the first that refers further down. */
async function askLevel(level: ServedZone, zone: string, probe: Probe): Promise<{ below: Below | null; referrals: readonly Referral[] }> {
  const overUdp = await askAll(level, zone, probe, 'udp');
  const isSettled = overUdp.below !== null || overUdp.readings.some(({ referral }) => tells(referral)) || !overUdp.readings.some(({ again }) => again);
  const { below, readings } = isSettled ? overUdp : await askAll(level, zone, probe, 'tcp');
  return { below, referrals: readings.map(({ referral }) => referral) };
}

async function askAll({ zone: above, servers }: ServedZone, zone: string, probe: Probe, transport: 'udp' | 'tcp') {
  const asking = servers.map(server => askOne(server, above, zone, probe, transport));
  const below = await firstBelow(asking);
  if (below) return { below, readings: [] };
  const readings = await Promise.all(asking);
  return { below: null, readings: readings.filter(reading => 'referral' in reading) };
}

async function askOne(server: Authority, above: string, zone: string, probe: Probe, transport: 'udp' | 'tcp'): Promise<Reading> {
  // A server that missed one packet must not count as one that says nothing.
  const reply = await probe(server, { name: zone, type: 'NS', transport, tries: transport === 'udp' ? 2 : 1 });
  const whole = reply.outcome === 'answered' && reply.truncated && transport === 'udp' ? await probe(server, { name: zone, type: 'NS', transport: 'tcp' }) : reply;
  return readingOf(whole, above, zone);
}

function readingOf(reply: ProbeReply, above: string, zone: string): Reading {
  if (reply.outcome === 'failed') {
    const { server, outcome, kind, cause } = reply;
    return { referral: { server, outcome, kind, cause }, again: kind === 'timeout' };
  }
  const read = readReferral(reply, above, zone);
  return 'servers' in read ? read : { referral: read, again: false };
}

/** The first reading that leads further down; null when all are in and none does. */
function firstBelow(asking: readonly Promise<Reading>[]): Promise<Below | null> {
  const leading = asking.map(async one => {
    const reading = await one;
    if ('referral' in reading) throw new LeadsNowhere();
    return reading;
  });
  return Promise.any(leading).catch(() => null);
}

class LeadsNowhere extends Error {}

/** The nameservers of the zone below, one address each, IPv4 first; those without glue are looked up where no other has any. */
async function serversBelow({ servers, glue }: Below, dns: Pick<Dns, 'lookup'>): Promise<Authority[]> {
  const given = servers.map(name => glue.find(one => one.name === name && !one.address.includes(':')) ?? glue.find(one => one.name === name));
  const known = given.filter(server => server !== undefined).slice(0, MAX_SERVERS);
  if (known.length > 0) return known;
  const found = await Promise.all(servers.slice(0, MAX_SERVERS).map(async name => {
    const lookup = await dns.lookup(name, 'A');
    return lookup.outcome === 'found' && lookup.via.length === 0 ? [{ name, address: lookup.value[0]! }] : [];
  }));
  return found.flat();
}

/** Whether the server knows the answer: it delegates, holds the zone itself, or denies it with authority. */
function tells(referral: Referral): boolean {
  return referral.outcome === 'answered' && (referral.nameservers.length > 0 || (referral.authoritative && ['NOERROR', 'NXDOMAIN'].includes(referral.rcode)));
}

function failureOf({ zone, servers }: ServedZone, referrals: readonly Referral[]): Failure {
  const [first] = referrals;
  const name = zone === '' ? 'the root' : zone;
  if (first === undefined) return failed('unreachable', `${name} has no server`);
  if (referrals.every(isSilent)) return failed('timeout', `no server of ${name} answers to this host (${servers.map(({ address }) => address).join(', ')})`);
  if (first.outcome === 'failed') return { outcome: 'failed', kind: first.kind, cause: first.cause };
  return failed('rcode', `the servers of ${name} say nothing of the zone: ${first.rcode} from ${first.server.name}`);
}

function isSilent(referral: Referral): boolean {
  return referral.outcome === 'failed' && isSilence(referral);
}

function isSilence({ kind }: Failure): boolean {
  return kind === 'timeout' || kind === 'unreachable';
}
