import type { Lookup, RecordData } from '../../core/lookup.ts';
import type { CollectContext } from '../check.ts';

type Soa = RecordData['SOA'];

/** The SOA records of the zone, as the servers themselves and the resolver give them. */
export interface SoaFacts {
  zone: string;
  /** What the servers that hold the zone gave, each place once. */
  answers: readonly { server: string; address: string; records: readonly Soa[] }[];
  /** As the resolver gives them: a witness where no server answers to us. */
  resolved: Lookup<readonly Soa[]>;
}

/** What the check of the nameservers observed; nothing is asked again. */
export async function collectSoa({ facts }: CollectContext): Promise<SoaFacts> {
  const { zone, servers, resolved } = await facts('nameservers');
  const answers = servers.flatMap(({ name, probes }) => probes.flatMap(({ address, transport, authoritative, lookup }) =>
    (transport === 'udp' && authoritative && lookup.outcome === 'found' ? [{ server: name, address, records: lookup.value }] : [])));
  return { zone, answers, resolved };
}
