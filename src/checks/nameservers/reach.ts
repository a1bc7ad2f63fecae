import type { FailureKind } from '../../core/lookup.ts';
import type { Nameserver, NameserversFacts, Probe } from './collect.ts';

/** What the probes of one server say together. */
export interface Reach {
  name: string;
  /** Replies over UDP or TCP, whatever they said. */
  answers: readonly Probe[];
  silentUdp: readonly Probe[];
  silentTcp: readonly Probe[];
  /** Neither an answer nor silence: the look ended for a reason of ours, or the answer could not be read. */
  untold: readonly Probe[];
}

const SILENCE: ReadonlySet<FailureKind> = new Set(['timeout', 'unreachable']);
const REFUSAL: ReadonlySet<FailureKind> = new Set(['servfail', 'refused', 'formerr', 'notimp', 'rcode']);

/** The probes of every server that was asked; those over IPv6 are left out where this host probably has none. */
export function reachOf({ servers }: NameserversFacts): Reach[] {
  const asked = servers.filter(({ probes }) => probes.length > 0);
  const counting = lacksIpv6(servers) ? (probe: Probe) => !isIpv6(probe) : () => true;
  return asked.map(({ name, probes }) => {
    const counted = probes.filter(counting);
    return {
      name,
      answers: counted.filter(isAnswer),
      silentUdp: counted.filter(probe => probe.transport === 'udp' && isSilent(probe)),
      silentTcp: counted.filter(probe => probe.transport === 'tcp' && isSilent(probe)),
      untold: counted.filter(probe => !isAnswer(probe) && !isSilent(probe)),
    };
  });
}

/** Whether every IPv6 address is silent although an IPv4 one answers: then the cause is most likely on this side. */
export function lacksIpv6(servers: readonly Nameserver[]): boolean {
  const probes = servers.flatMap(server => server.probes);
  const overIpv6 = probes.filter(isIpv6);
  return overIpv6.length > 0 && overIpv6.every(isSilent) && probes.some(probe => !isIpv6(probe) && isAnswer(probe));
}

/** Whether the server spoke for the zone: with the AA bit and an SOA (RFC 1912 §2.8). */
export function holdsZone({ authoritative, look }: Probe): boolean {
  return authoritative && look.outcome === 'found';
}

function isAnswer({ look }: Probe): boolean {
  return look.outcome !== 'failed' || REFUSAL.has(look.kind);
}

function isSilent({ look }: Probe): boolean {
  return look.outcome === 'failed' && SILENCE.has(look.kind);
}

function isIpv6({ address }: Probe): boolean {
  return address.includes(':');
}
