import { parseIp } from '../../core/ip.ts';
import type { FailureKind } from '../../core/lookup.ts';
import type { NameserversFacts, Probe } from './collect.ts';

/** What the probes of one server say together. */
export interface Reach {
  name: string;
  /** Replies over UDP or TCP, whatever they said. */
  answers: readonly Probe[];
  silentUdp: readonly Probe[];
  silentTcp: readonly Probe[];
  /** Neither an answer nor silence: the lookup ended for a reason of ours, or the answer could not be read. */
  unknown: readonly Probe[];
}

const SILENCE: ReadonlySet<FailureKind> = new Set(['timeout', 'unreachable']);
const REFUSAL: ReadonlySet<FailureKind> = new Set(['servfail', 'refused', 'formerr', 'notimp', 'rcode']);

/** The probes of every server that was asked; those over IPv6 are left out where this host probably has none. */
export function reachOf(facts: NameserversFacts): Reach[] {
  const asked = facts.servers.filter(({ probes }) => probes.length > 0);
  const counting = lacksIpv6(facts) ? ({ address }: Probe) => !isIpv6(address) : () => true;
  return asked.map(({ name, probes }) => {
    const counted = probes.filter(counting);
    return {
      name,
      answers: counted.filter(isAnswer),
      silentUdp: counted.filter(probe => probe.transport === 'udp' && isSilent(probe)),
      silentTcp: counted.filter(probe => probe.transport === 'tcp' && isSilent(probe)),
      unknown: counted.filter(probe => !isAnswer(probe) && !isSilent(probe)),
    };
  });
}

/** Whether every IPv6 address is silent although an IPv4 one answers, here or in the parent zone: then the cause is most likely on this side. */
export function lacksIpv6({ servers, delegation }: NameserversFacts): boolean {
  const probes = servers.flatMap(server => server.probes);
  const overIpv6 = probes.filter(({ address }) => isIpv6(address));
  const above = delegation.referrals.flatMap(({ outcome, server }) => (outcome === 'answered' ? [server.address] : []));
  const answering = [...probes.filter(isAnswer).map(({ address }) => address), ...above];
  return overIpv6.length > 0 && overIpv6.every(isSilent) && answering.length > 0 && !answering.some(isIpv6);
}

/** Whether the server spoke for the zone: with the AA bit and an SOA (RFC 1912 §2.8). */
export function holdsZone({ authoritative, lookup }: Probe): boolean {
  return authoritative && lookup.outcome === 'found';
}

/** Whether a failed lookup is an answer that refuses, and no silence. */
export function isRefusal(kind: FailureKind): boolean {
  return REFUSAL.has(kind);
}

function isAnswer({ lookup }: Probe): boolean {
  return lookup.outcome !== 'failed' || isRefusal(lookup.kind);
}

function isSilent({ lookup }: Probe): boolean {
  return lookup.outcome === 'failed' && SILENCE.has(lookup.kind);
}

function isIpv6(address: string): boolean {
  return parseIp(address)?.length === 16;
}
